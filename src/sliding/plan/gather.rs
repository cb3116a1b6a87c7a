//! Free cells brought near one cell of the tray, by random moves of blocks away from it.

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

use crate::plan::position::{Block, Position, Tray};

/// One step in so many is made although it moves free cells away.
const UPHILL: u64 = 30;

/// Moves blocks away from a cell wherever they can, so that free cells come near it: as many steps are tried as `steps`
/// for each of the blocks that are given, while there is time.
pub(super) fn gather(
    tray: &Tray,
    position: &mut Position,
    centre: u16,
    (blocks, steps): (&[usize], usize),
    rng: &mut Rng,
    limits: &Limits,
) {
    for _ in 0..steps {
        if limits.check_time().is_err() {
            return;
        }
        for _ in blocks {
            if let Some((number, next)) = drawn_away(tray, position, centre, blocks, rng) {
                position.step(tray, number, next);
            }
        }
    }
}

/// A random step of one of some blocks away from a cell: its number and its anchor after it; none where the step drawn
/// cannot be made or leads elsewhere, most times.
pub(super) fn drawn_away(
    tray: &Tray,
    position: &Position,
    centre: u16,
    blocks: &[usize],
    rng: &mut Rng,
) -> Option<(usize, u16)> {
    if blocks.is_empty() {
        return None;
    }
    let (number, next) = position.drawn_step(tray, blocks, rng)?;
    let Block { class, anchor } = position.blocks[number];
    let distance = |cell: u16| i64::from(tray.size().steps(centre.into(), cell.into()));
    let sum = |anchor| tray.cells(class, anchor).map(distance).sum::<i64>();
    (sum(next) > sum(anchor) || rng.below(UPHILL) == 0).then_some((number, next))
}
