//! Evaluation of boards that are solved as a whole, for beams over boards of some hundred cells at most.
//!
//! ```text
//!   score    for each tile a power of its distance from home, so that none is left far behind
//!          + a penalty for two tiles in their line that have to pass each other (Hansson, Mayer and Yung, 1992)
//!          + the distance of the blank from the tile away from home that is first in the order of the stages
//! ```

use crate::Arrangement;
use crate::lines::plan;
use crate::trail::{Before, Trail};
use traybit_core::search::tour::Walker;

/// Weight of a distance of 1, and its power.
const WEIGHT: f64 = 100.0;
const POWER: f64 = 1.6;
/// Weight of two tiles that have to pass each other.
const CONFLICT: i32 = 300;
/// Weight of a step of the blank.
const PULL: i32 = 50;
/// Random part of a score, which decides between equals.
const NOISE: u64 = 90;

/// Board that is solved as a whole.
pub struct BoardWalk {
    trail: Trail<Sums>,
    width: usize,
    blank_home: u16,
    /// Costs by distance.
    costs: Vec<i32>,
    /// Homes in the order in which they are to be filled, and the place of each in it.
    order: Vec<u16>,
    ranks: Vec<usize>,
}

/// Sums over all tiles of a board.
#[derive(Clone, Copy)]
pub struct Sums {
    score: i32,
    manhattan: i32,
    /// Place of the first tile away from home in the order.
    first: usize,
}

impl BoardWalk {
    /// Begins at a board of at least two rows and columns.
    pub fn new(start: &Arrangement, salt: u32) -> Self {
        let (size, cells, blank_home) = (start.size(), start.homes().len(), start.blank_home() as u16);
        let staged = plan(size, start.blank_home(), 0).0.into_iter().flat_map(|stage| stage.cells);
        let (mut order, mut ranks) = (Vec::new(), vec![usize::MAX; cells]);
        for home in staged.chain(0..cells).filter(|&home| home != start.blank_home()) {
            if ranks[home] == usize::MAX {
                ranks[home] = order.len();
                order.push(home as u16);
            }
        }
        let costs = (0..size.height + size.width).map(|steps| (WEIGHT * f64::from(steps).powf(POWER)) as i32);
        let sums = Sums { score: 0, manhattan: start.manhattan() as i32, first: 0 };
        let trail = Trail::new(start, sums, salt);
        let mut this =
            Self { trail, width: size.width.into(), blank_home, costs: costs.collect(), order, ranks };
        // Each conflict is counted once for either tile.
        let (mut steps, mut conflicts) = (0, 0);
        for (cell, &home) in start.homes().iter().enumerate().filter(|&(_, &home)| home != blank_home) {
            steps += this.costs[this.trail.steps(home.into(), cell) as usize];
            conflicts += this.conflicts(home.into(), cell, true) + this.conflicts(home.into(), cell, false);
        }
        this.trail.at.score = steps + conflicts / 2;
        this.find_first();
        this
    }

    fn find_first(&mut self) {
        let is_home = |&&home: &&u16| self.trail.cells[usize::from(home)] == home;
        self.trail.at.first += self.order[self.trail.at.first..].iter().take_while(is_home).count();
    }

    /// Cost of the conflicts of a tile on a cell with others in its row, or its column.
    #[inline]
    fn conflicts(&self, home: usize, cell: usize, is_row: bool) -> i32 {
        let (place, axis) = (self.trail.places[cell], usize::from(!is_row));
        if self.trail.places[home][axis] != place[axis] {
            return 0;
        }
        let (from, step, count) = if is_row {
            (cell - place[1] as usize, 1, self.width)
        } else {
            (cell % self.width, self.width, self.trail.homes.len() / self.width)
        };
        let mut conflicts = 0;
        for at in (from..).step_by(step).take(count).filter(|&at| at != cell) {
            let other = usize::from(self.trail.homes[at]);
            let is_tile = other != usize::from(self.blank_home) && other != home;
            let passes = (at < cell) == (other > home);
            conflicts += i32::from(is_tile && passes && self.trail.places[other][axis] == place[axis]);
        }
        conflicts * CONFLICT
    }
}

impl Walker for BoardWalk {
    type Undo = Before<Sums>;

    #[inline]
    fn make(&mut self, step: u8, undos: &mut Vec<Self::Undo>) -> bool {
        let Some(source) = self.trail.source(step) else { return false };
        let (home, to) = (usize::from(self.trail.homes[source]), self.trail.blank);
        let (mut at, is_row) = (self.trail.at, step < 2);
        let [from_steps, to_steps] = [source, to].map(|cell| self.trail.steps(home, cell));
        at.manhattan += to_steps - from_steps;
        at.score += self.costs[to_steps as usize] - self.costs[from_steps as usize]
            + self.conflicts(home, to, is_row)
            - self.conflicts(home, source, is_row);
        undos.push(self.trail.slide(source, step, at));
        if self.ranks[home] <= at.first {
            self.trail.at.first = self.ranks[home];
            self.find_first();
        }
        true
    }

    #[inline]
    fn take_back(&mut self, undo: Self::Undo) {
        self.trail.take_back(undo);
    }

    #[inline]
    fn score(&self) -> (i32, u64) {
        let first = self
            .order
            .get(self.trail.at.first)
            .map_or(self.trail.blank, |&home| self.trail.cells[usize::from(home)].into());
        let pull = PULL * self.trail.steps(self.trail.blank, first);
        (self.trail.at.score + pull + self.trail.noise(NOISE), self.trail.hash)
    }

    fn least(&self) -> u32 {
        self.trail.at.manhattan as u32
    }
}
