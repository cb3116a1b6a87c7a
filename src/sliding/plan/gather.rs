//! The free cells of a position brought together in one corner of the tray, by moves that can be undone.

use traybit_core::rng::Rng;

use crate::plan::position::{Position, Tray};

/// One step in so many is made although it moves free cells away.
const UPHILL: u64 = 30;

/// Moves blocks away from a cell wherever they can, so that free cells come near it: as many steps are tried as `steps`
/// for each of the blocks that are given.
pub(super) fn gather(
    tray: &Tray,
    position: &mut Position,
    centre: u16,
    blocks: &[usize],
    steps: usize,
    rng: &mut Rng,
) {
    if blocks.is_empty() {
        return;
    }
    let distance = |cell: u16| i64::from(tray.size().steps(centre.into(), cell.into()));
    for _ in 0..steps * blocks.len() {
        let Some((number, next)) = position.drawn_step(tray, blocks, rng) else { continue };
        let block = position.blocks[number];
        let sum = |anchor| tray.cells(block.class, anchor).map(distance).sum::<i64>();
        let farther = sum(next) - sum(block.anchor);
        if farther > 0 || rng.below(UPHILL) == 0 {
            position.step(tray, number, next);
        }
    }
}
