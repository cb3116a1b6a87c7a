//! A position under way: what is held in it, what may still be spent, how free cells are brought near a place, and the
//! cheapest route of one block to its target, through the crowd.
//!
//! ```text
//!   14 10  6  T      costs of the anchors: a step costs 4, and each cell taken by a block that stands in the way more,
//!   18  b 12  4      the more, the harder it is to be moved away
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::Towards;
use crate::plan::position::{Block, Position};
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;

/// Steps tried for each block that gives way to free cells.
pub(super) const STEPS: usize = 30;
/// Steps to the farthest block that gives way.
pub(super) const NEAR: u32 = 14;
/// Number of steps of which one is made although it moves free cells away.
const UPHILL: u64 = 30;

/// Cost of a step.
pub(super) const STEP: u32 = 4;
/// Cost of a cell taken by a block that stands in the way.
const TAKEN: u32 = 2;
/// Cost of a cell taken by a block on its target.
const HELD: u32 = 12;
/// Cost of no route at all.
pub(super) const FAR: u32 = u32::MAX / 64;
/// Cells of the tray that cost as much as a position when routes are looked for.
const CELLS: usize = 16;

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

    /// The costs for the target's class, up to `slack` above the cheapest block that is not held.
    fn field(&self, target: Block, slack: u32) -> Vec<u32> {
        let Self { position, is_held, .. } = self;
        let tray = position.tray;
        let mut costs = vec![FAR; tray.size().cells()];
        let mut open = BinaryHeap::from([Reverse((0, target.anchor))]);
        let mut bound = FAR;
        costs[usize::from(target.anchor)] = 0;
        let taken = |cell: u16| match position.block_on(cell) {
            None => 0,
            Some(_) if is_held[usize::from(cell)] => HELD,
            Some(block) if tray.fluid == Some(block.class) => TAKEN / 2,
            Some(_) => TAKEN,
        };
        while let Some(Reverse((cost, anchor))) = open.pop() {
            if cost > bound {
                break;
            }
            if cost > costs[usize::from(anchor)] {
                continue;
            }
            let here = Block { anchor, ..target };
            if bound == FAR && position.block_on(anchor) == Some(here) && !is_held[usize::from(anchor)] {
                bound = cost + slack;
            }
            // The steps that lead here.
            for towards in Towards::ALL {
                let (down, right) = towards.offset();
                let Some(before) = tray.shifted(anchor, (-down, -right)) else { continue };
                if !tray.puzzle.classes[target.class].can_stand(tray.size(), before) {
                    continue;
                }
                let Some((_, front)) = tray.step(target.class, before, towards) else { continue };
                let cost = cost + STEP + front.map(taken).sum::<u32>();
                if cost < costs[usize::from(before)] {
                    costs[usize::from(before)] = cost;
                    open.push(Reverse((cost, before)));
                }
            }
        }
        costs
    }

    /// The anchor and the cost of the nearest block of the target's class that is not held, and the costs of all anchors
    /// up to `slack` above it.
    pub(super) fn nearest(&mut self, target: Block, slack: u32) -> Option<(u32, u16, Vec<u32>)> {
        let is_loose =
            |block: &&Block| block.class == target.class && !self.is_held[usize::from(block.anchor)];
        let mut loose = self.position.blocks.iter().filter(is_loose).peekable();
        loose.peek()?;
        self.effort = self.effort.saturating_sub(1 + self.is_held.len() / CELLS);
        let field = self.field(target, slack);
        let (cost, anchor) = loose.map(|block| (field[usize::from(block.anchor)], block.anchor)).min()?;
        (cost < FAR).then_some((cost, anchor, field))
    }

    /// The estimated cost of bringing a block to a target; none if there is no block that could be brought.
    pub(super) fn cost(&mut self, target: Block) -> Option<u32> {
        if self.position.block_on(target.anchor) == Some(target) {
            return Some(0);
        }
        self.nearest(target, 0).map(|(cost, ..)| cost)
    }

    /// The anchors of the next steps on the cheapest route, `ahead` at most, after that of the block.
    pub(super) fn route(&self, class: usize, field: &[u32], anchor: u16, ahead: usize) -> Vec<u16> {
        let cost = |anchor: u16| field[usize::from(anchor)];
        let mut route = vec![anchor];
        let mut at = anchor;
        while route.len() <= ahead {
            let steps = Towards::ALL.into_iter();
            let next =
                steps.filter_map(|towards| self.position.tray.step(class, at, towards).map(|step| step.0));
            match next.min_by_key(|&next| cost(next)) {
                Some(next) if cost(next) < cost(at) => at = next,
                _ => break,
            }
            route.push(at);
        }
        route
    }
}
