//! A position under way: what is held in it, what may still be spent, and how free cells are brought near a place.

use crate::plan::position::{Block, Position};
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

/// Steps tried for each block that gives way to free cells.
pub(super) const STEPS: usize = 30;
/// Steps to the farthest block that gives way.
pub(super) const NEAR: u32 = 14;
/// Number of steps of which one is made although it moves free cells away.
const UPHILL: u64 = 30;

/// A position with what is held in it, and what may still be spent.
pub(super) struct Carrier<'a> {
    pub position: Position<'a>,
    /// Cells of blocks that are on their targets for good.
    pub is_held: Vec<bool>,
    /// Positions that may still be searched.
    pub effort: usize,
    pub limits: &'a Limits,
    pub rng: Rng,
}

impl Carrier<'_> {
    pub(super) fn hold(&mut self, block: Block, held: bool) {
        for cell in self.position.tray.cells(block) {
            self.is_held[usize::from(cell)] = held;
        }
    }

    /// Brings free cells near a cell; a block with its anchor there stays.
    pub(super) fn bring_free_cells(&mut self, centre: u16) {
        let mut near = self.position.near(centre, NEAR);
        near.retain(|&number| {
            let anchor = self.position.blocks[number].anchor;
            anchor != centre && !self.is_held[usize::from(anchor)]
        });
        self.gather(centre, &near, STEPS);
    }

    /// Moves blocks away from a cell, so that free cells come near it: tries `steps` steps for each of the blocks, while
    /// there is time.
    pub(super) fn gather(&mut self, centre: u16, blocks: &[usize], steps: usize) {
        for _ in 0..steps {
            if self.limits.check_time().is_err() {
                return;
            }
            for _ in blocks {
                if let Some((number, next)) = self.drawn_away(centre, blocks) {
                    self.position.step(number, next);
                }
            }
        }
    }

    /// A random step of one of some blocks away from a cell: its number and its anchor after it; none if the step drawn
    /// cannot be made or, mostly, if it leads elsewhere.
    pub(super) fn drawn_away(&mut self, centre: u16, blocks: &[usize]) -> Option<(usize, u16)> {
        if blocks.is_empty() {
            return None;
        }
        let (number, anchor) = self.position.drawn_step(blocks, &mut self.rng)?;
        let before = self.position.blocks[number];
        let tray = self.position.tray;
        let distance = |cell: u16| tray.size().steps(centre.into(), cell.into());
        let sum = |block| tray.cells(block).map(distance).sum::<u32>();
        let is_away = sum(Block { anchor, ..before }) > sum(before);
        (is_away || self.rng.below(UPHILL) == 0).then_some((number, anchor))
    }
}
