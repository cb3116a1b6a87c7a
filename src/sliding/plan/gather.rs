//! Free cells brought near one cell of the tray, by random moves of blocks away from it.

use crate::plan::carrier::Carrier;
use crate::plan::position::Block;

/// Number of steps of which one is made although it moves free cells away.
const UPHILL: u64 = 30;

impl Carrier<'_> {
    /// Moves blocks away from a cell wherever they can, so that free cells come near it: as many steps are tried as `steps`
    /// for each of the blocks that are given, while there is time.
    pub(super) fn gather(&mut self, centre: u16, blocks: &[usize], steps: usize) {
        for _ in 0..steps {
            if self.limits.check_time().is_err() {
                return;
            }
            for _ in blocks {
                if let Some((number, next)) = self.drawn_away(centre, blocks) {
                    self.position.step(self.tray, number, next);
                }
            }
        }
    }

    /// A random step of one of some blocks away from a cell: its number and its anchor after it; none where the step drawn
    /// cannot be made or leads elsewhere, most times.
    pub(super) fn drawn_away(&mut self, centre: u16, blocks: &[usize]) -> Option<(usize, u16)> {
        if blocks.is_empty() {
            return None;
        }
        let (number, next) = self.position.drawn_step(self.tray, blocks, &mut self.rng)?;
        let Block { class, anchor } = self.position.blocks[number];
        let distance = |cell: u16| i64::from(self.tray.size().steps(centre.into(), cell.into()));
        let sum = |anchor| self.tray.cells(class, anchor).map(distance).sum::<i64>();
        (sum(next) > sum(anchor) || self.rng.below(UPHILL) == 0).then_some((number, next))
    }
}
