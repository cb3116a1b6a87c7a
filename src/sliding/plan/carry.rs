//! One block carried to its target, from window to window along the cheapest route.

use std::sync::Arc;

use traybit_core::search::best_first::{BestFirst, Pause};
use traybit_core::search::limits::{Limits, Progress};
use traybit_core::rng::Rng;
use traybit_core::search::outcome::GaveUp;

use crate::board::Towards;
use crate::plan::cells::{Frame, MOST_CELLS};
use crate::plan::field::{FAR, Field, STEP};
use crate::plan::gather::gather;
use crate::plan::position::{Block, FREE, Position, Tray, WALL};
use crate::plan::window::{MOST_BLOCKS, Window};

/// A way to look for the next steps.
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

/// From the cheap to the dear.
const TRIES: [Try; 6] = [
    Try { ahead: 3, margin: 1, free: 4, positions: 100 },
    Try { ahead: 1, margin: 2, free: 8, positions: 200 },
    Try { ahead: 1, margin: 3, free: 12, positions: 400 },
    Try { ahead: 1, margin: 4, free: 16, positions: 800 },
    Try { ahead: 1, margin: 6, free: 30, positions: 2_000 },
    Try { ahead: 1, margin: 8, free: 40, positions: 10_000 },
];
/// How far costs of a field are needed beyond that of the cheapest block.
const SLACK: u32 = 16 * STEP;

/// Rounds of gathering before a carry is given up.
const ROUNDS: usize = 10;
/// Steps to the blocks that give way.
const NEAR: u32 = 14;

/// How a carry ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Carried {
    /// The block is on its target.
    There,
    /// No search found a step.
    Stuck,
    /// The attempt has had its positions, or the limits were reached.
    Over,
}

/// A position with what is held in it, and what may still be spent.
pub(super) struct Carrier<'a> {
    pub tray: &'a Tray<'a>,
    pub position: Position,
    /// Cells of blocks that are on their targets for good.
    pub is_held: Vec<bool>,
    /// Positions that may still be looked at.
    pub effort: usize,
    pub limits: &'a Limits,
    pub rng: Rng,
}

impl Carrier<'_> {
    /// Holds a block that is on its target, or lets it go.
    pub(super) fn hold(&mut self, block: Block, held: bool) {
        for cell in self.tray.cells(block.class, block.anchor) {
            self.is_held[usize::from(cell)] = held;
        }
    }

    /// Carries the nearest block of the target's class to it, with the first `tries` ways of looking.
    pub(super) fn carry(&mut self, target: Block, tries: usize, returning: bool) -> Carried {
        let mut gathered = 0;
        while !self.position.stands(target) {
            let counts = |anchor: u16| !returning || !self.is_held[usize::from(anchor)];
            let field = Field::new(self.tray, &self.position, &self.is_held, target, SLACK, counts);
            let nearest = self.position.blocks.iter().filter(|block| block.class == target.class && counts(block.anchor));
            let nearest = nearest.map(|block| (field.at(block.anchor), block.anchor)).min();
            let Some((cost, anchor)) = nearest.filter(|&(cost, _)| cost < FAR) else { return Carried::Stuck };
            let mut is_nearer = false;
            for number in 0..(2 + gathered / 2).min(tries) {
                match self.step(target, &field, anchor, cost, TRIES[number], returning) {
                    Ok(true) => {
                        is_nearer = true;
                        break;
                    }
                    Ok(false) => {}
                    Err(()) => return Carried::Over,
                }
            }
            if is_nearer {
                gathered = 0;
                continue;
            }
            gathered += 1;
            if gathered > ROUNDS {
                return Carried::Stuck;
            }
            self.gather(anchor);
        }
        Carried::There
    }

    /// Brings free cells near a cell.
    pub(super) fn gather(&mut self, centre: u16) {
        let size = self.tray.size();
        let near = |&number: &usize| {
            let anchor = self.position.blocks[number].anchor;
            anchor != centre && !self.is_held[usize::from(anchor)] && size.steps(anchor.into(), centre.into()) <= NEAR
        };
        let near: Vec<usize> = (0..self.position.blocks.len()).filter(near).collect();
        gather(self.tray, &mut self.position, centre, &near, 30, &mut self.rng);
    }

    /// Brings the block at an anchor some steps nearer; whether it did.
    fn step(&mut self, target: Block, field: &Field, anchor: u16, cost: u32, with: Try, returning: bool) -> Result<bool, ()> {
        let is_unit = self.tray.fluid == Some(target.class);
        let mut route = vec![anchor];
        let ahead = if is_unit { usize::MAX } else { with.ahead };
        while route.len() <= ahead {
            let at = route[route.len() - 1];
            let next = Towards::ALL.into_iter().filter_map(|towards| self.tray.next(target.class, at, towards));
            match next.map(|next| (field.at(next), next)).min() {
                Some((less, next)) if less < field.at(at) => route.push(next),
                _ => break,
            }
        }
        let last = route[route.len() - 1];
        let goal = if is_unit { 0 } else { field.at(last) };
        if goal >= cost && !is_unit {
            return Ok(false);
        }
        let Some(frame) = self.frame(target.class, &route, with) else { return Ok(false) };
        let window = Window::new(self.tray, &self.position, &self.is_held, frame, target, field, goal, returning);
        let Some(window) = window else { return Ok(false) };
        let allowed = with.positions.min(self.effort);
        let limits = Limits {
            memory: (1 << 20) + allowed * 150,
            progress: Arc::new(Progress::default()),
            threads: 1,
            ..self.limits.clone()
        };
        let mut search = BestFirst::new(&window);
        let ended = search.run(&limits, None);
        self.effort = self.effort.saturating_sub(100 + search.cost().positions as usize);
        if std::env::var_os("DBG6").is_some() && with.positions == 2000 && !matches!(ended, Ok(Pause::Found(_))) {
            let size = self.tray.size();
            eprintln!("failed: target {:?} from {:?} cost {cost} goal {goal} route {:?}", size.cell(target.anchor.into()), size.cell(anchor.into()), route.iter().map(|&c| size.cell(c.into())).collect::<Vec<_>>());
            for row in frame.top..frame.top + frame.height {
                let cell = |column: u16| size.number((row, column)) as u16;
                let line: String = (frame.left..frame.left + frame.width).map(|column| match self.position.block_on(cell(column)) { None => '.', Some(b) => char::from(b'a' + self.position.blocks[b].class as u8) }).collect();
                let held: String = (frame.left..frame.left + frame.width).map(|column| if self.is_held[usize::from(cell(column))] { '#' } else { '.' }).collect();
                let f: String = (frame.left..frame.left + frame.width).map(|column| format!("{:4}", field.at(cell(column)).min(999))).collect();
                eprintln!("{line}  {held}  {f}");
            }
        }
        if std::env::var_os("DBG5").is_some() {
            eprintln!("try {} {} {} cells {} ", TRIES.iter().position(|t| t.positions == with.positions).unwrap(), matches!(ended, Ok(Pause::Found(_))), search.cost().positions, u32::from(window.frame.height) * u32::from(window.frame.width));
        }
        match ended {
            Ok(Pause::Found(path)) => {
                let before = self.position.moves.len();
                window.carry_out(&mut self.position, &path);
                Ok(self.position.moves.len() > before)
            }
            Err(GaveUp::Time | GaveUp::Stopped) => Err(()),
            _ if self.effort == 0 => Err(()),
            _ => Ok(false),
        }
    }

    /// The window round a route, with free cells as far as there are some near by.
    fn frame(&self, class: usize, route: &[u16], with: Try) -> Option<Frame> {
        let size = self.tray.size();
        let cells = || route.iter().flat_map(|&anchor| self.tray.cells(class, anchor)).map(|cell| size.cell(cell.into()));
        let (top, bottom) = (cells().map(|cell| cell.0).min()?, cells().map(|cell| cell.0).max()?);
        let (left, right) = (cells().map(|cell| cell.1).min()?, cells().map(|cell| cell.1).max()?);
        let widened = |(top, left, bottom, right): (u16, u16, u16, u16), by: u16| {
            (
                top.saturating_sub(by),
                left.saturating_sub(by),
                (bottom + by).min(size.height - 1),
                (right + by).min(size.width - 1),
            )
        };
        let mut found = (top, left, bottom, right);
        if !self.fits(found) {
            return None;
        }
        for by in 1..=with.margin {
            let next = widened((top, left, bottom, right), by);
            if self.fits(next) {
                found = next;
            }
        }
        // Farther and farther out until there are enough free cells.
        let mut count = self.free_in(found);
        for by in with.margin + 1..=16 {
            if count >= with.free {
                break;
            }
            let wide = widened((top, left, bottom, right), by);
            for row in wide.0..=wide.2 {
                for column in wide.1..=wide.3 {
                    let inside = (found.0..=found.2).contains(&row) && (found.1..=found.3).contains(&column);
                    if count >= with.free || inside || !self.position.is_free(size.number((row, column)) as u16) {
                        continue;
                    }
                    let next = (found.0.min(row), found.1.min(column), found.2.max(row), found.3.max(column));
                    if self.fits(next) {
                        found = next;
                        count = self.free_in(found);
                    }
                }
            }
        }
        Some(Frame::new(found.0, found.1, found.2 - found.0 + 1, found.3 - found.1 + 1))
    }

    /// True if a window of that box is small enough.
    fn fits(&self, (top, left, bottom, right): (u16, u16, u16, u16)) -> bool {
        let cells = usize::from(bottom - top + 1) * usize::from(right - left + 1);
        let size = self.tray.size();
        let is_block = |&(row, column): &(u16, u16)| {
            let cell = size.number((row, column));
            let on = self.position.on[cell];
            on != FREE && on != WALL && {
                let block = self.position.blocks[on as usize - 1];
                usize::from(block.anchor) == cell && Some(block.class) != self.tray.fluid
            }
        };
        cells <= MOST_CELLS
            && (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column))).filter(is_block).count()
                <= MOST_BLOCKS
    }

    fn free_in(&self, (top, left, bottom, right): (u16, u16, u16, u16)) -> usize {
        let size = self.tray.size();
        let cells = (top..=bottom).flat_map(|row| (left..=right).map(move |column| (row, column)));
        cells.filter(|&cell| self.position.is_free(size.number(cell) as u16)).count()
    }
}
