//! The number of arrangements of a tray's blocks, an upper bound of every search: a count of packings that ignores the
//! lines and gates that hold blocks.

use std::time::Duration;

use traybit_core::numbers::in_thousands;
use traybit_core::search::limits::Limits;
use traybit_packing::pack::{Floor, Freedom, Pack, Piece};
use traybit_packing::solve::choice::count;
use traybit_program::text::bytes;
use traybit_sliding::classes::Classes;

use crate::report::packing::rough;

/// Limits of a count: cells of the tray, time and memory.
const CELLS: usize = 128;
const TIME: Duration = Duration::from_secs(1);
const MEMORY: usize = 256 << 20;
/// Positions per second on two threads, and bytes of `--disk` for each: measured with spaces of 10^9 and 10^10 positions.
const RATE: f64 = 1e7;
const DISK: f64 = 0.7;
/// Minimum size of a space for such an estimate.
const LARGE: f64 = 1e8;

/// The number in digits, unless counting takes too long.
pub(super) fn arrangements(puzzle: &Classes) -> Option<String> {
    let cells = puzzle.size.cells();
    if cells > CELLS || puzzle.classes.is_empty() {
        return None;
    }
    let is_open = |cell| if puzzle.is_open(cell) { Floor::Open } else { Floor::Wall };
    let pieces = puzzle.classes.iter().enumerate().map(|(number, class)| Piece {
        name: number.to_string(),
        shape: class.shape.clone(),
        freedom: Freedom::Fixed,
        paint: Vec::new(),
        colour: None,
        counts: class.start.len() as u32..=class.start.len() as u32,
    });
    let empty = puzzle.free as u32..=puzzle.free as u32;
    let pack = Pack { empty, ..Pack::new(puzzle.size, (0..cells).map(is_open).collect(), pieces.collect()) };
    let are_connected = pack.pieces.iter().all(|piece| piece.shape.is_connected());
    let limits = Limits { memory: MEMORY, ..Limits::default() }.for_at_most(TIME);
    are_connected.then(|| count(&pack, &limits))?.ok()?.total.ok().map(|total| total.to_string())
}

/// The line about the number; blocks that are held have fewer arrangements.
pub(super) fn line(digits: &str, is_held: bool) -> String {
    let most = if is_held { "at most " } else { "" };
    let line = format!("arrangements of the blocks, reached or not: {most}{}", in_thousands(digits));
    let number = digits.parse::<f64>().unwrap_or(f64::INFINITY);
    if !(LARGE..1e18).contains(&number) {
        return line;
    }
    let (time, disk) = (rough(Duration::from_secs_f64(number / RATE)), bytes((number * DISK) as usize));
    format!("{line}; all of them would take some {time} at ten million a second, and {disk} of `--disk`")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn large_spaces_are_estimated() {
        assert_eq!(line("65880", false), "arrangements of the blocks, reached or not: 65,880");
        assert_eq!(line("65880", true), "arrangements of the blocks, reached or not: at most 65,880");
        assert_eq!(
            line("18201970416", false),
            "arrangements of the blocks, reached or not: 18,201,970,416; all of them would take some 30 min at ten \
             million a second, and 11.9 GiB of `--disk`"
        );
    }
}
