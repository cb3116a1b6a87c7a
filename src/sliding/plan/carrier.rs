//! A position with its held blocks and the remaining effort. Brings free cells near a place, and carries one
//! block to its target, from window to window along the cheapest route through the crowd.
//!
//! ```text
//!   14 10  6  T      costs of the anchors: a step costs 4, and each cell taken by a block in the way costs extra,
//!   18  b 12  4      more if the block is harder to move away
//! ```

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::iter::{successors, zip};
use std::sync::Arc;

use crate::Cell;
use crate::board::Towards;
use crate::plan::cells::{Frame, MOST_BLOCKS, MOST_CELLS};
use crate::plan::position::{Block, Position};
use crate::plan::window::{FAR, Window};
use traybit_core::search::best_first::BestFirst;
use traybit_core::{Answer, GaveUp, Limits, Progress, Rng, Size};

/// Steps tried for each block that gives way to free cells.
pub(super) const STEPS: usize = 30;
/// Steps to the farthest block that gives way.
pub(super) const NEAR: u32 = 14;
/// Of the steps drawn that do not lead away, one in this many is made.
const UPHILL: u64 = 30;

/// Cost of a step.
const STEP: u32 = 4;
/// Cost of a cell taken by a block that stands in the way.
const TAKEN: u32 = 2;
/// Cost of a cell taken by a block on its target.
const HELD: u32 = 12;
/// Number of cells that cost as much as one position in the search for a route.
const CELLS: usize = 16;

/// Margins of the window round a route, in cells, tried in order for its next steps, the cheapest first: most
/// searches that succeed do so soon.
const MARGINS: [u16; 4] = [1, 2, 3, 4];
/// Free cells wanted in a window, if there are some near by, for each cell of its margin.
const FREE: usize = 4;
/// Positions of a search with the margin 0; each cell of the margin doubles them.
const POSITIONS: usize = 50;
/// Times that free cells are brought near before a carry is given up.
const ROUNDS: usize = 4;
/// Distance from the block, beyond its margin, up to which a window takes in free cells.
const FARTHEST: u16 = 16;
/// Range of costs needed in a field, above that of the cheapest block.
const SLACK: u32 = 16 * STEP;
/// Cost of setting up a search, in positions.
const SETTING_UP: usize = 100;
/// Bytes of a [`BestFirst`] search before it has a position.
const BYTES: usize = 1 << 20;
const BYTES_OF_POSITION: usize = 150;

/// The first row and column of a box, and the last ones.
type Bounds = (u16, u16, u16, u16);

/// Reason why a block is not on its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotCarried {
    /// No search found a step for the block whose anchor is there, or there is no block to be carried.
    Stuck { at: u16 },
    /// The attempt has used up its positions, or a limit was reached.
    Over,
}

/// A position with its held blocks and the remaining effort.
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
        self.position.tray.cells(block).for_each(|cell| self.is_held[usize::from(cell)] = held);
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

    /// Draws a random step of one of some blocks away from a cell: the block's number and its next anchor;
    /// `None` if the step cannot be made or, mostly, if it does not lead away.
    pub(super) fn drawn_away(&mut self, centre: u16, blocks: &[usize]) -> Option<(usize, u16)> {
        let (number, anchor) = self.position.drawn_step(blocks, &mut self.rng)?;
        let before = self.position.blocks[number];
        let tray = self.position.tray;
        let distance = |cell: u16| tray.size.steps(centre.into(), cell.into());
        let sum = |block| tray.cells(block).map(distance).sum::<u32>();
        let is_away = sum(Block { anchor, ..before }) > sum(before);
        (is_away || self.rng.below(UPHILL) == 0).then_some((number, anchor))
    }

    /// Cost field for the target's class, up to `slack` above the cheapest block that is not held.
    fn field(&self, target: Block, slack: u32) -> Vec<u32> {
        let Self { position, is_held, .. } = self;
        let tray = position.tray;
        let mut costs = vec![FAR; tray.size.cells()];
        let mut open = BinaryHeap::from([Reverse((0, target.anchor))]);
        let mut bound = FAR;
        costs[usize::from(target.anchor)] = 0;
        let taken = |cell: u16| match position.block_on(cell) {
            None => 0,
            Some(_) if is_held[usize::from(cell)] => HELD,
            Some(block) if position.fluid == Some(block.class) => TAKEN / 2,
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
            for (towards, back) in zip(Towards::ALL, Towards::ALL.into_iter().rev()) {
                let Some((before, _)) = tray.step(target.class, anchor, back) else { continue };
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
        let is_loose = |own: &&Block| own.class == target.class && !self.is_held[usize::from(own.anchor)];
        let mut loose = self.position.blocks.iter().filter(is_loose).peekable();
        loose.peek()?;
        self.effort = self.effort.saturating_sub(1 + self.is_held.len() / CELLS);
        let field = self.field(target, slack);
        let (cost, anchor) = loose.map(|block| (field[usize::from(block.anchor)], block.anchor)).min()?;
        (cost < FAR).then_some((cost, anchor, field))
    }

    /// The estimated cost of bringing a block to a target; `None` if no block could be brought.
    pub(super) fn cost(&mut self, target: Block) -> Option<u32> {
        if self.position.block_on(target.anchor) == Some(target) {
            return Some(0);
        }
        self.nearest(target, 0).map(|(cost, ..)| cost)
    }

    /// Anchors of the next steps on the cheapest route, at most `ahead`, after the anchor of the block.
    pub(super) fn route(&self, class: usize, field: &[u32], anchor: u16, ahead: usize) -> Vec<u16> {
        let cost = |anchor: u16| field[usize::from(anchor)];
        let next = |&at: &u16| {
            let step = |towards| self.position.tray.step(class, at, towards).map(|step| step.0);
            let next = Towards::ALL.into_iter().filter_map(step).min_by_key(|&next| cost(next));
            next.filter(|&next| cost(next) < cost(at))
        };
        successors(Some(anchor), next).take(ahead.saturating_add(1)).collect()
    }

    /// Carries the nearest block of the target's class to it, with at most `most` positions.
    pub(super) fn carry(&mut self, target: Block, most: usize) -> Result<(), NotCarried> {
        let (mut rounds, least) = (0, self.effort.saturating_sub(most));
        while self.position.block_on(target.anchor) != Some(target) {
            self.effort = self.effort.checked_sub(SETTING_UP).ok_or(NotCarried::Over)?;
            self.limits.check_time().map_err(|_| NotCarried::Over)?;
            let nearest = self.nearest(target, SLACK);
            let (_, anchor, field) = nearest.ok_or(NotCarried::Stuck { at: target.anchor })?;
            if self.effort < least {
                return Err(NotCarried::Stuck { at: anchor });
            }
            let margins = MARGINS.into_iter().take(2 + rounds / 2);
            let mut ended = margins.map(|margin| self.step(target, &field, anchor, margin));
            if ended.find(|ended| *ended != Ok(false)).transpose()?.is_some() {
                rounds = 0;
            } else if rounds < ROUNDS {
                rounds += 1;
                self.bring_free_cells(anchor);
            } else {
                return Err(NotCarried::Stuck { at: anchor });
            }
        }
        Ok(())
    }

    /// Brings the block at an anchor some steps nearer; true if it did. Fails if the attempt is over.
    fn step(&mut self, target: Block, field: &[u32], anchor: u16, margin: u16) -> Result<bool, NotCarried> {
        self.effort = self.effort.checked_sub(SETTING_UP).ok_or(NotCarried::Over)?;
        // A unit block goes with the free cells: it is there, or it is not.
        let is_unit = self.position.fluid == Some(target.class);
        let few = if margin == 1 { 3 } else { 1 };
        let route = self.route(target.class, field, anchor, if is_unit { usize::MAX } else { few });
        let [_, .., last] = route[..] else { return Ok(false) };
        let goal = field[usize::from(last)];
        let Some(frame) = self.frame(target.class, &route, margin) else { return Ok(false) };
        let window = Window::new(&self.position, &self.is_held, frame, target, field, goal);
        let positions = POSITIONS << margin;
        let limits = Limits {
            memory: (BYTES + positions.min(self.effort) * BYTES_OF_POSITION).min(self.limits.memory),
            progress: Arc::new(Progress::default()),
            ..self.limits.clone()
        };
        let mut search = BestFirst::on_threads(&window, 1);
        let ended = search.run(&limits, None);
        self.effort = self.effort.saturating_sub(search.cost().positions as usize);
        match ended {
            Some(Answer::Solved(path)) => {
                let before = self.position.moves.len();
                window.carry_out(&mut self.position, &path);
                Ok(self.position.moves.len() > before)
            }
            Some(Answer::GaveUp(GaveUp::Time | GaveUp::Stopped)) => Err(NotCarried::Over),
            _ => Ok(false),
        }
    }

    /// The window round a route, with free cells if there are some near by.
    fn frame(&self, class: usize, route: &[u16], margin: u16) -> Option<Frame> {
        let size = self.position.tray.size;
        let joined = |(top, left, bottom, right): Bounds, (row, column): Cell| {
            (row.min(top), column.min(left), row.max(bottom), column.max(right))
        };
        let cells = route.iter().flat_map(|&anchor| self.position.tray.cells(Block { class, anchor }));
        let tight = cells.map(|cell| size.cell(cell.into())).fold((u16::MAX, u16::MAX, 0, 0), joined);
        let widened = |by: u16| {
            let (top, left, bottom, right) = tight;
            let (bottom, right) = ((bottom + by).min(size.height - 1), (right + by).min(size.width - 1));
            (top.saturating_sub(by), left.saturating_sub(by), bottom, right)
        };
        let is_free = |&cell: &Cell| self.position.is_free(size.number(cell) as u16);
        let free_in = |bounds| cells_in(bounds).filter(is_free).count();
        let mut found = (0..=margin).map(widened).rfind(|&wide| self.fits(wide))?;
        // Farther and farther out until there are enough free cells.
        let (mut count, free) = (free_in(found), FREE * usize::from(margin));
        for cell in (margin + 1..=FARTHEST).flat_map(|by| cells_in(widened(by))).filter(is_free) {
            if count >= free {
                break;
            }
            let next = joined(found, cell);
            if next != found && self.fits(next) {
                (found, count) = (next, free_in(next));
            }
        }
        let (top, left, bottom, right) = found;
        Some(Frame::new(size, (top, left), Size { height: bottom - top + 1, width: right - left + 1 }))
    }

    fn fits(&self, bounds: Bounds) -> bool {
        let Position { tray, fluid, .. } = self.position;
        let is_block = |cell: Cell| {
            let cell = tray.size.number(cell) as u16;
            let block = self.position.block_on(cell);
            block.is_some_and(|block| block.anchor == cell && Some(block.class) != fluid)
        };
        let (top, left, bottom, right) = bounds;
        usize::from(bottom - top + 1) * usize::from(right - left + 1) <= MOST_CELLS
            && cells_in(bounds).filter(|&cell| is_block(cell)).count() <= MOST_BLOCKS
    }
}

fn cells_in((top, left, bottom, right): Bounds) -> impl Iterator<Item = Cell> {
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row, column)))
}
