//! One block carried to its target, from window to window along the cheapest route.

use std::sync::Arc;

use crate::plan::carrier::{Carrier, STEP};
use crate::plan::cells::{Frame, MOST_BLOCKS, MOST_CELLS};
use crate::plan::position::{Block, Position};
use crate::plan::window::Window;
use crate::puzzle::Cell;
use traybit_core::grid::Size;
use traybit_core::search::best_first::BestFirst;
use traybit_core::search::limits::{Limits, Progress};
use traybit_core::search::outcome::{Answer, GaveUp};

/// Extent of a search for the next steps.
#[derive(Clone, Copy, Debug)]
struct Try {
    /// Steps that are to be made.
    ahead: usize,
    /// Cells round the route that belong to the window.
    margin: u16,
    /// Free cells that are to be in the window, if they are near by.
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
/// Distance from the block, beyond its margin, up to which a window takes in free cells.
const FARTHEST: u16 = 16;
/// Range of costs of a field that are needed, from that of the cheapest block on.
const SLACK: u32 = 16 * STEP;
/// Positions that setting up a search is worth.
const SETTING_UP: usize = 100;
/// Bytes of a [`BestFirst`] search before it has a position.
const BYTES: usize = 1 << 20;
/// Bytes of each position of a search.
const BYTES_OF_POSITION: usize = 150;

/// The first row and column of a box, and the last ones.
type Bounds = (u16, u16, u16, u16);

/// Reason why a block is not on its target.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum NotCarried {
    /// No search found a step for the block whose anchor is there, or there is no block to be carried.
    Stuck { at: u16 },
    /// The attempt has had its positions, or the limits were reached.
    Over,
}

impl Carrier<'_> {
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
            let tries = &TRIES[..(2 + rounds / 2).min(TRIES.len())];
            let mut ended = tries.iter().map(|with| self.step(target, &field, anchor, with));
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

    /// Brings the block at an anchor some steps nearer; true if it did. An error when the attempt is over.
    fn step(&mut self, target: Block, field: &[u32], anchor: u16, with: &Try) -> Result<bool, NotCarried> {
        self.effort = self.effort.checked_sub(SETTING_UP).ok_or(NotCarried::Over)?;
        // A unit block goes with the free cells: it is there, or it is not.
        let is_unit = self.position.tray.fluid == Some(target.class);
        let route = self.route(target.class, field, anchor, if is_unit { usize::MAX } else { with.ahead });
        let Some(&last) = route.last().filter(|_| is_unit || route.len() > 1) else { return Ok(false) };
        let goal = if is_unit { 0 } else { field[usize::from(last)] };
        let Some(frame) = self.frame(target.class, &route, with) else { return Ok(false) };
        let window = Window::new(self, frame, target, field, goal);
        let limits = Limits {
            memory: (BYTES + with.positions.min(self.effort) * BYTES_OF_POSITION).min(self.limits.memory),
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

    /// The window round a route, with free cells as far as there are some near by.
    fn frame(&self, class: usize, route: &[u16], with: &Try) -> Option<Frame> {
        let size = self.position.tray.size();
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
        if !self.fits(tight) {
            return None;
        }
        let is_free = |&cell: &Cell| self.position.is_free(size.number(cell) as u16);
        let free_in = |bounds| cells_in(bounds).filter(is_free).count();
        let mut found = (1..=with.margin).map(widened).rfind(|&wide| self.fits(wide)).unwrap_or(tight);
        // Farther and farther out until there are enough free cells.
        let mut count = free_in(found);
        for by in with.margin + 1..=FARTHEST {
            if count >= with.free {
                break;
            }
            for cell in cells_in(widened(by)).filter(is_free) {
                let next = joined(found, cell);
                if count < with.free && next != found && self.fits(next) {
                    found = next;
                    count = free_in(found);
                }
            }
        }
        let (top, left, bottom, right) = found;
        Some(Frame::new(size, (top, left), Size { height: bottom - top + 1, width: right - left + 1 }))
    }

    fn fits(&self, bounds: Bounds) -> bool {
        let Position { tray, .. } = self.position;
        let is_block = |cell: Cell| {
            let cell = tray.size().number(cell) as u16;
            let block = self.position.block_on(cell);
            block.is_some_and(|block| block.anchor == cell && Some(block.class) != tray.fluid)
        };
        let (top, left, bottom, right) = bounds;
        usize::from(bottom - top + 1) * usize::from(right - left + 1) <= MOST_CELLS
            && cells_in(bounds).filter(|&cell| is_block(cell)).count() <= MOST_BLOCKS
    }
}

fn cells_in((top, left, bottom, right): Bounds) -> impl Iterator<Item = Cell> {
    (top..=bottom).flat_map(move |row| (left..=right).map(move |column| (row, column)))
}
