//! One block carried to its target, from window to window along the cheapest route.

use std::sync::Arc;

use crate::board::Towards;
use crate::plan::cells::{Frame, MOST_BLOCKS, MOST_CELLS};
use crate::plan::field::{FAR, Field, STEP};
use crate::plan::position::{Block, Carrier, FREE, WALL};
use crate::plan::window::Window;
use crate::puzzle::Cell;
use traybit_core::search::best_first::{BestFirst, Pause};
use traybit_core::search::limits::{Limits, Progress};
use traybit_core::search::outcome::GaveUp;

/// Extent of a search for the next steps.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// Steps that are to be made.
    ahead: usize,
    /// Cells round the route that belong to the window.
    margin: u16,
    /// Free cells that are to be in the window, if there are so many near by.
    free: usize,
    /// Positions of the search.
    positions: usize,
}

/// Tries, from the cheap to the dear: most searches that succeed do so soon.
const TRIES: [Try; 4] = [
    Try { ahead: 3, margin: 1, free: 4, positions: 100 },
    Try { ahead: 1, margin: 2, free: 8, positions: 200 },
    Try { ahead: 1, margin: 3, free: 12, positions: 400 },
    Try { ahead: 1, margin: 4, free: 16, positions: 800 },
];
/// Times that free cells are brought near before a carry is given up.
const ROUNDS: usize = 4;
/// Steps tried for each block that gives way to free cells.
const STEPS: usize = 30;
/// Steps to the farthest block that gives way.
const NEAR: u32 = 14;
/// Distance from the block, beyond its margin, up to which a window takes in free cells.
const FARTHEST: u16 = 16;
/// Range of costs of a field that are needed, from that of the cheapest block on.
const SLACK: u32 = 16 * STEP;
/// Positions that setting up a search is worth.
const SETTING_UP: usize = 100;
/// Cells of the tray that cost as much as a position when routes are looked for.
const CELLS: usize = 16;
/// Bytes of a [`BestFirst`] search before it has a position.
const BYTES: usize = 1 << 20;
/// Bytes of each position of a search.
const BYTES_OF_POSITION: usize = 150;

/// The first row and column of a box, and the last ones.
type Bounds = (u16, u16, u16, u16);

/// The end of a carry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carried {
    /// The block is on its target.
    There,
    /// No search found a step for the block whose anchor is there, or there is no block to be carried.
    Stuck { at: u16 },
    /// The attempt has had its positions, or the limits were reached.
    Over,
}

impl Carrier<'_> {
    /// The anchor and the cost of the nearest block of the target's class that is not held, and the costs of all anchors
    /// that are at most so much farther.
    fn nearest(&mut self, target: Block, slack: u32) -> Option<(u32, u16, Field)> {
        let is_loose =
            |block: &&Block| block.class == target.class && !self.is_held[usize::from(block.anchor)];
        let mut loose = self.position.blocks.iter().filter(is_loose).peekable();
        loose.peek()?;
        self.effort = self.effort.saturating_sub(1 + self.is_held.len() / CELLS);
        let field = Field::new(self, target, slack);
        let (cost, anchor) = loose.map(|block| (field.at(block.anchor), block.anchor)).min()?;
        (cost < FAR).then_some((cost, anchor, field))
    }

    /// The estimated cost of bringing a block to a target; none where there is no block that could be brought.
    pub(super) fn cost(&mut self, target: Block) -> Option<u32> {
        if self.position.stands(target) {
            return Some(0);
        }
        self.nearest(target, 0).map(|(cost, ..)| cost)
    }

    /// Carries the nearest block of the target's class to it, with so many positions at most.
    pub(super) fn carry(&mut self, target: Block, most: usize) -> Carried {
        let (mut rounds, least) = (0, self.effort.saturating_sub(most));
        while !self.position.stands(target) {
            let Some(left) = self.effort.checked_sub(SETTING_UP) else { return Carried::Over };
            self.effort = left;
            if self.limits.check_time().is_err() {
                return Carried::Over;
            }
            let nearest = self.nearest(target, SLACK);
            let Some((_, anchor, field)) = nearest else { return Carried::Stuck { at: target.anchor } };
            if self.effort < least {
                return Carried::Stuck { at: anchor };
            }
            let mut is_nearer = false;
            for with in &TRIES[..(2 + rounds / 2).min(TRIES.len())] {
                match self.step(target, &field, anchor, with) {
                    Ok(stepped) => is_nearer = stepped,
                    Err(()) => return Carried::Over,
                }
                if is_nearer {
                    break;
                }
            }
            rounds = if is_nearer { 0 } else { rounds + 1 };
            if rounds > ROUNDS {
                return Carried::Stuck { at: anchor };
            }
            if !is_nearer {
                self.bring_free_cells(anchor);
            }
        }
        Carried::There
    }

    /// Brings free cells near a cell; a block with its anchor there stays.
    pub(super) fn bring_free_cells(&mut self, centre: u16) {
        let is_loose = |&number: &usize| {
            let anchor = self.position.blocks[number].anchor;
            anchor != centre && !self.is_held[usize::from(anchor)]
        };
        let near: Vec<usize> =
            self.position.near(self.tray, centre, NEAR).into_iter().filter(is_loose).collect();
        self.gather(centre, &near, STEPS);
    }

    /// Brings the block at an anchor some steps nearer; true if it did. An error when the attempt is over.
    fn step(&mut self, target: Block, field: &Field, anchor: u16, with: &Try) -> Result<bool, ()> {
        self.effort = self.effort.checked_sub(SETTING_UP).ok_or(())?;
        // A unit block goes with the free cells: it is there, or it is not.
        let is_unit = self.tray.fluid == Some(target.class);
        let ahead = if is_unit { usize::MAX } else { with.ahead };
        let route = self.route(target.class, field, anchor, ahead);
        let Some(&last) = route.last().filter(|_| is_unit || route.len() > 1) else { return Ok(false) };
        let goal = if is_unit { 0 } else { field.at(last) };
        let Some(frame) = self.frame(target.class, &route, with) else { return Ok(false) };
        let window = Window::new(self, frame, target, field, goal);
        let Some(window) = window else { return Ok(false) };
        let limits = Limits {
            memory: (BYTES + with.positions.min(self.effort) * BYTES_OF_POSITION).min(self.limits.memory),
            progress: Arc::new(Progress::default()),
            ..self.limits.clone()
        };
        let mut search = BestFirst::on_threads(&window, 1);
        let ended = search.run(&limits, None);
        self.effort = self.effort.saturating_sub(search.cost().positions as usize);
        match ended {
            Ok(Pause::Found(path)) => {
                let before = self.position.moves.len();
                window.carry_out(&mut self.position, &path);
                Ok(self.position.moves.len() > before)
            }
            Ok(_) | Err(GaveUp::Memory | GaveUp::Exhausted | GaveUp::Disk | GaveUp::Peer) => Ok(false),
            Err(GaveUp::Time | GaveUp::Stopped) => Err(()),
        }
    }

    /// The anchors of the next steps on the cheapest route.
    fn route(&self, class: usize, field: &Field, anchor: u16, ahead: usize) -> Vec<u16> {
        let mut route = vec![anchor];
        let mut at = anchor;
        while route.len() <= ahead {
            let next = Towards::ALL.into_iter().filter_map(|towards| self.tray.next(class, at, towards));
            match next.min_by_key(|&next| field.at(next)) {
                Some(next) if field.at(next) < field.at(at) => at = next,
                _ => break,
            }
            route.push(at);
        }
        route
    }

    /// The window round a route, with free cells as far as there are some near by.
    fn frame(&self, class: usize, route: &[u16], with: &Try) -> Option<Frame> {
        let size = self.tray.size();
        let joined = |(top, left, bottom, right): Bounds, (row, column): Cell| {
            (row.min(top), column.min(left), row.max(bottom), column.max(right))
        };
        let cells = route.iter().flat_map(|&anchor| self.tray.cells(class, anchor));
        let tight = cells.map(|cell| size.cell(cell.into())).fold((u16::MAX, u16::MAX, 0, 0), joined);
        let widened = |by: u16| {
            let (top, left, bottom, right) = tight;
            let (bottom, right) = ((bottom + by).min(size.height - 1), (right + by).min(size.width - 1));
            (top.saturating_sub(by), left.saturating_sub(by), bottom, right)
        };
        if !self.fits(tight) {
            return None;
        }
        let mut found = (1..=with.margin).map(widened).rfind(|&wide| self.fits(wide)).unwrap_or(tight);
        // Farther and farther out until there are enough free cells.
        let mut count = self.free_in(found);
        for by in with.margin + 1..=FARTHEST {
            if count >= with.free {
                break;
            }
            for cell in cells_in(widened(by)) {
                let next = joined(found, cell);
                let is_of_use =
                    count < with.free && next != found && self.position.is_free(size.number(cell) as u16);
                if is_of_use && self.fits(next) {
                    found = next;
                    count = self.free_in(found);
                }
            }
        }
        Some(Frame::new(found.0, found.1, found.2 - found.0 + 1, found.3 - found.1 + 1))
    }

    /// True if a window of that box is small enough.
    fn fits(&self, bounds: Bounds) -> bool {
        let (top, left, bottom, right) = bounds;
        let cells = usize::from(bottom - top + 1) * usize::from(right - left + 1);
        let is_block = |&cell: &Cell| {
            let cell = self.tray.size().number(cell);
            let on = self.position.on[cell];
            on != FREE && on != WALL && {
                let block = self.position.blocks[on as usize - 1];
                usize::from(block.anchor) == cell && Some(block.class) != self.tray.fluid
            }
        };
        cells <= MOST_CELLS && cells_in(bounds).filter(is_block).count() <= MOST_BLOCKS
    }

    fn free_in(&self, bounds: Bounds) -> usize {
        let is_free = |&cell: &Cell| self.position.is_free(self.tray.size().number(cell) as u16);
        cells_in(bounds).filter(is_free).count()
    }
}

fn cells_in((top, left, bottom, right): Bounds) -> impl Iterator<Item = Cell> {
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row, column)))
}
