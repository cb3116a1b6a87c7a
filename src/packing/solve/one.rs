//! Any one packing: the first of the enumeration if it is found at once, else the first that any search finds.
//!
//! ```text
//!   depth first  ├─ a second ─┤          ├─ two seconds ─┤               ├ …     nothing is lost between turns
//!   beams                     ├ as long ─┤               ├─── as long ───┤       each twice as wide as the last
//! ```

use std::ops::RangeInclusive;
use std::time::Duration;

use traybit_core::bits::Register;
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::Collector;
use traybit_core::search::enumeration::observers::Observers;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::stage_beam;
use traybit_core::search::staged::{MoveCode, Staged};

/// Time for the first packing in the enumeration's order.
const TURN: Duration = Duration::from_secs(1);

/// Binary logarithms of the widths of beams.
const WIDTHS: RangeInclusive<u32> = 6..=24;

/// Enumerates until there is any packing, in turns with wider and wider beams: depth first, an early choice may spoil all of
/// the tree that can be searched. Returns the width of the beam that found one, if it did, its space and the path there.
pub(super) fn find<W: Register, C: Collector>(
    enumeration: &mut Enumeration<'_, W, C>,
    spaces: &[&dyn Staged<W>],
    limits: &Limits,
    observers: &Observers<'_>,
) -> Result<Option<(usize, usize, Vec<MoveCode>)>, GaveUp> {
    let mut beams = WIDTHS.flat_map(|doublings| (0..spaces.len()).map(move |space| (1 << doublings, space)));
    let mut turn = TURN;
    loop {
        let ended = enumeration.run(&limits.for_at_most(turn), observers);
        if ended != Err(GaveUp::Time) || limits.check().is_err() || enumeration.solutions() > 0 {
            return ended.map(|()| None);
        }
        // The enumeration keeps what it holds.
        let memory = limits.memory.saturating_sub(enumeration.cost().bytes);
        let limits = Limits { memory, ..limits.for_at_most(turn) };
        for (width, space) in beams.by_ref() {
            match stage_beam::solution(spaces[space], width, &limits) {
                Ok(None) => {}
                Ok(Some(path)) => return Ok(Some((width, space, path))),
                Err(_) => break,
            }
        }
        turn *= 2;
    }
}
