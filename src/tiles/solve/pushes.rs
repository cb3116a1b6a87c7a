//! Shortest solutions in pushes, the multi-tile metric (MTM): IDA* whose pushes go along rows and columns in turn.
//!
//! ```text
//!   two pushes along one line are one push, so they alternate:    row  column  row  column …
//!   the bounds     of small databases at first, of larger ones once a search has run for as long as building them takes
//! ```

use std::iter::repeat_n;
use std::mem::replace;

use once_cell::sync::OnceCell;
use web_time::Instant;

use crate::push_bounds::{Places, PushBounds};
use crate::solution::{Push, pushes};
use crate::solve::Report;
use crate::{Arrangement, Direction, Unit};
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::{Cost, GaveUp, Limits, Size};

/// Maximum bytes of a database, by level.
const LEVELS: [usize; 3] = [1 << 16, 1 << 21, 1 << 24];
/// Memory for building the next databases, in bytes per push that is made before.
const BYTES_FOR_A_PUSH: usize = 8;

/// Searches for fewest pushes on the boards of one size and one goal cell of the blank, of at most 32 cells. Threads that
/// solve different boards can share it.
pub struct PushSolver {
    size: Size,
    blank_home: usize,
    levels: [OnceCell<PushBounds>; LEVELS.len()],
}

impl PushSolver {
    /// Solver without any databases yet.
    pub fn new(size: Size, blank_home: usize) -> Self {
        Self { size, blank_home, levels: Default::default() }
    }

    /// Bounds of a level, built when first needed.
    pub fn bounds(&self, level: usize, limits: &Limits) -> Result<&PushBounds, GaveUp> {
        self.levels[level].get_or_try_init(|| {
            let tiles = PushBounds::tiles(self.size, LEVELS[level]);
            let bytes = PushBounds::bytes_for(self.size, LEVELS[level]);
            limits.within(bytes).and_then(|()| limits.has_room(bytes))?;
            PushBounds::new(self.size, self.blank_home, tiles, limits)
        })
    }

    /// Searches for a solution of fewest pushes, which is the known one if none has fewer. The bound is in pushes, and the
    /// board is of the solver's size and without obstacle.
    pub fn solve(&self, start: &Arrangement, known: Vec<Direction>, limits: &Limits) -> Report {
        assert_eq!((start.size(), start.blank_home()), (self.size, self.blank_home), "another kind of board");
        let began = Instant::now();
        let (mut deepening, mut used) = (Deepening::default(), None);
        let ending = self.climb(start, pushes(&known).count() as u32, &mut deepening, &mut used, limits);
        let moves = |pushes: Vec<Push>| {
            pushes.into_iter().flat_map(|push| repeat_n(push.direction, push.tiles)).collect()
        };
        let bytes = self.levels.iter().filter_map(OnceCell::get).map(PushBounds::bytes).sum();
        let cost = Cost { time: began.elapsed(), bytes, ..Cost::default() };
        let tiles = used.map_or(0, |bounds| bounds.tiles);
        let method = format!("IDA* along rows and columns in turn, databases of {tiles} tiles in pushes");
        let report = Report::of_deepening(start, (ending, moves), Some(known), deepening, cost, &method);
        Report { unit: Unit::Push, ..report }
    }

    /// Searches with the largest databases built so far, then with larger ones once they pay and fit in memory. The last
    /// ones are left in `used`.
    fn climb<'a>(
        &'a self,
        start: &Arrangement,
        known: u32,
        deepening: &mut Deepening,
        used: &mut Option<&'a PushBounds>,
        limits: &Limits,
    ) -> Ending<Push> {
        let is_built = |level: &usize| self.levels[*level].get().is_some();
        let (mut level, mut most) = ((1..LEVELS.len()).rfind(is_built).unwrap_or(0), LEVELS.len());
        loop {
            let bounds = match self.bounds(level, limits) {
                Ok(bounds) => used.insert(bounds),
                // Without memory for larger databases the search goes on with the smaller ones.
                Err(GaveUp::Memory) if level > 0 => {
                    (level, most) = (level - 1, level);
                    continue;
                }
                Err(reason) => return Ending::GaveUp(reason),
            };
            level += 1;
            let bytes = LEVELS[..most].get(level).map(|&most| PushBounds::bytes_for(self.size, most));
            let allowed = bytes.map(|bytes| (bytes / BYTES_FOR_A_PUSH) as u64);
            let known = &mut |_: &Deepening| Some(known);
            let ending = match (bounds.patterns(), usize::from(self.size.height + self.size.width) - 2) {
                (..=4, ..=8) => deepening.run(&PushNode::<4, 8>::new(bounds, start), known, allowed, limits),
                (..=8, ..=8) => deepening.run(&PushNode::<8, 8>::new(bounds, start), known, allowed, limits),
                _ => deepening.run(&PushNode::<16, 32>::new(bounds, start), known, allowed, limits),
            };
            if ending != Ending::Spent {
                return ending;
            }
        }
    }
}

/// Board as the places of the tiles of at most `PATTERNS` patterns along both axes, changed push by push. It has at most
/// `MOST` pushes: one for each other cell of the blank's row and column.
#[derive(Clone)]
pub struct PushNode<'a, const PATTERNS: usize, const MOST: usize> {
    bounds: &'a PushBounds,
    blank: u8,
    places: [[Places; PATTERNS]; 2],
    /// Lower bounds on the pushes along both axes.
    needed: [u8; 2],
    /// Axis of the last push: the next one goes along the other.
    last: Option<u8>,
}

/// Push with the places along its axis after it, or the change that undoes it.
#[derive(Clone, Copy, Debug)]
pub struct Change<const PATTERNS: usize> {
    direction: Direction,
    tiles: u8,
    blank: u8,
    places: [Places; PATTERNS],
    needed: u8,
    last: Option<u8>,
    estimate: u8,
}

impl<const PATTERNS: usize> Default for Change<PATTERNS> {
    fn default() -> Self {
        let places = [Places::default(); PATTERNS];
        Self { direction: Direction::Up, tiles: 0, blank: 0, places, needed: 0, last: None, estimate: 0 }
    }
}

impl<'a, const PATTERNS: usize, const MOST: usize> PushNode<'a, PATTERNS, MOST> {
    /// Node of a board without obstacle.
    pub fn new(bounds: &'a PushBounds, start: &Arrangement) -> Self {
        let (mut places, mut needed) = ([[Places::default(); PATTERNS]; 2], [0; 2]);
        for (axis, (places, needed)) in bounds.axes.iter().zip(places.iter_mut().zip(&mut needed)) {
            for (pattern, places) in places[..bounds.patterns()].iter_mut().enumerate() {
                let entry;
                (*places, entry) = axis.places(pattern, start);
                *needed = entry.max(*needed);
            }
        }
        Self { bounds, blank: start.blank() as u8, places, needed, last: None }
    }
}

/// Lower bound on pushes, given those needed along both axes, if the next one goes along `axis`.
#[inline(always)]
fn least(needed: [u8; 2], axis: usize) -> u32 {
    u32::from(2 * needed[1 - axis]).max(u32::from(2 * needed[axis]).saturating_sub(1))
}

impl<const PATTERNS: usize, const MOST: usize> DepthFirst<MOST> for PushNode<'_, PATTERNS, MOST> {
    type Move = Push;
    type Change = Change<PATTERNS>;
    const STEP: u32 = 1;

    fn bound(&self) -> u32 {
        least(self.needed, 0).min(least(self.needed, 1))
    }

    #[inline(always)]
    fn expand(&self, left: u32, changes: &mut [Self::Change; MOST]) -> usize {
        let mut count = 0;
        for direction in Direction::ALL {
            let number = direction as usize / 2;
            let (axis, last) = (&self.bounds.axes[number], Some(number as u8));
            if self.last == last {
                continue;
            }
            let (mut blank, mut needed, mut places) = (self.blank, self.needed, self.places[number]);
            for tiles in 1.. {
                let source = direction.source(blank.into(), self.bounds.size).map(|cell| cell as u8);
                let Some(source) = source else { break };
                (needed[number], blank) = (axis.step(&mut places, blank, source), source);
                let estimate = needed[0] + needed[1];
                let change =
                    Change { direction, tiles, blank, places, needed: needed[number], last, estimate };
                // Kept or overwritten by the next one.
                changes[count % MOST] = change;
                count += usize::from(least(needed, 1 - number) <= left);
            }
        }
        count
    }

    #[inline(always)]
    fn estimate(change: &Self::Change) -> u32 {
        change.estimate.into()
    }

    #[inline(always)]
    fn step(change: &Self::Change) -> Push {
        Push { direction: change.direction, tiles: change.tiles.into() }
    }

    #[inline(always)]
    fn apply(&mut self, change: &Self::Change) -> Self::Change {
        let axis = change.direction as usize / 2;
        Change {
            direction: change.direction.opposite(),
            blank: replace(&mut self.blank, change.blank),
            places: replace(&mut self.places[axis], change.places),
            needed: replace(&mut self.needed[axis], change.needed),
            last: replace(&mut self.last, change.last),
            ..*change
        }
    }
}
