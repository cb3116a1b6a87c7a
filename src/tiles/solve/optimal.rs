//! Shortest solutions, proven: iterative-deepening A* with bounds that grow with the search.
//!
//! ```text
//!   cells      first                 after some moves             after many
//!   up to 32   walking distance  ─▶  smaller additive tables  ─▶  larger ones       6-6-3 and 7-7-1 on 4×4
//!   more       Manhattan distance
//! ```
//!
//! Tables are built when a search has run for so long that they pay, and stay for the boards that follow.
//! (Korf and Felner, "Disjoint pattern database heuristics", 2002.)

mod levels;
mod walks;

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Instant;

use crate::arrangement::Arrangement;
use crate::bounds::Bounds;
use crate::direction::Direction;
use crate::plain::Plain;
use crate::solve::optimal::levels::{Level, tiles_by_level};
use crate::tables::MOST_CELLS;
use crate::walk::Walk;
use traybit_core::grid::Size;
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// What searches for boards of one size and one rest of the gap share: tables, built when they are first needed.
/// Threads can solve boards of their own with the same one.
#[derive(Debug)]
pub struct Optimiser {
    size: Size,
    rest: usize,
    cache: Option<PathBuf>,
    /// From the one without tables to the one with the largest; none for boards of more than 32 cells.
    levels: Vec<Level>,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A shortest solution: proven, as no shorter one was missed.
    Solved(Vec<Direction>),
    /// No solution is shorter than the one that was known.
    KnownIsShortest,
    /// Proven: there is no solution.
    Unsolvable,
    /// Neither; the bound holds all the same.
    GaveUp(GaveUp),
}

/// What was proven, and what it cost.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proven {
    /// What was found.
    pub finding: Finding,
    /// No solution has fewer moves.
    pub bound: u64,
    /// What it cost: `positions` are those whose moves were looked at, once for each time, and `bytes` those of all
    /// tables that stand.
    pub cost: Cost,
    /// How, in words.
    pub method: String,
}

impl Optimiser {
    /// For boards of this size whose goal has the gap on the cell `rest`. Large tables are kept in the folder `cache`,
    /// if there is one.
    #[must_use]
    pub fn new(size: Size, rest: usize, cache: Option<PathBuf>) -> Self {
        let mut levels = Vec::new();
        if size.cells() <= MOST_CELLS {
            levels.push(Level::lowest(size, rest));
            levels.extend(tiles_by_level(size).into_iter().map(|tiles| Level::new(size, rest, tiles)));
        }
        Self { size, rest, cache, levels }
    }

    /// The bounds of walking distances, of rows and of columns, or of one of both where the other's are too many.
    #[must_use]
    pub fn walking_distance(&self) -> Option<Arc<Bounds>> {
        let bounds = self.levels.first()?.standing()?;
        bounds.walking().iter().any(Option::is_some).then_some(bounds)
    }

    /// The bounds with the smaller tables; none where boards are too small or too large for any.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn tables(&self, limits: &Limits) -> Result<Option<Arc<Bounds>>, GaveUp> {
        if self.has_tables() { self.build(1, limits).map(Some) } else { Ok(None) }
    }

    /// Whether boards of this size have tables.
    #[must_use]
    pub fn has_tables(&self) -> bool {
        self.levels.len() > 1
    }

    /// Looks for a shortest solution, or for the proof that the one `known` is: of so many moves, or fewer.
    ///
    /// # Panics
    /// When `start` is of another size or its gap rests elsewhere.
    pub fn solve(&self, start: &Arrangement, known: Option<u64>, limits: &Limits) -> Proven {
        assert_eq!((start.size(), start.rest()), (self.size, self.rest), "the boards it was made for");
        let began = Instant::now();
        let known = known.map(|known| u32::try_from(known).unwrap_or(u32::MAX));
        let mut deepening = Deepening::default();
        let (finding, method) = if start.obstacle().is_some() {
            (Finding::Unsolvable, "parity and order of the tiles".to_owned())
        } else if self.levels.is_empty() {
            let ending = deepening.run(&Plain::new(start), known, None, limits);
            (finding(ending), "IDA*, Manhattan distance".to_owned())
        } else {
            self.climb(start, known, &mut deepening, limits)
        };
        let cost = Cost {
            positions: deepening.moves,
            successors: deepening.moves,
            time: began.elapsed(),
            bytes: self.held(),
            ..Cost::default()
        };
        Proven { finding, bound: deepening.bound.into(), cost, method }
    }

    /// Bytes of all tables that stand.
    fn held(&self) -> usize {
        self.levels.iter().filter_map(Level::standing).map(|bounds| bounds.bytes()).sum()
    }

    /// Searches with the best tables that stand, and with better ones as soon as they are worth it.
    fn climb(
        &self,
        start: &Arrangement,
        known: Option<u32>,
        deepening: &mut Deepening,
        limits: &Limits,
    ) -> (Finding, String) {
        let stands = |&level: &usize| self.levels[level].standing().is_some();
        let mut level = (0..self.levels.len()).rfind(stands).unwrap_or(0);
        // The one that was searched with last, and the last one there is memory for.
        let (mut searched, mut most) = (level, self.levels.len() - 1);
        loop {
            let flow = match self.build(level, limits) {
                Ok(bounds) => {
                    searched = level;
                    self.search(&bounds, (level, most), start, (known, deepening), limits)
                }
                // What the process takes up besides leaves less than was foreseen: the smaller ones have to do.
                Err(GaveUp::Memory) if level > searched => {
                    (level, most) = (searched, searched);
                    continue;
                }
                Err(reason) => ControlFlow::Break(Finding::GaveUp(reason)),
            };
            match flow {
                ControlFlow::Break(finding) => {
                    let walking = self.walking_distance().is_some();
                    return (finding, self.levels[searched].name(walking));
                }
                ControlFlow::Continue(()) => level += 1,
            }
        }
    }

    /// Searches with the tables of one level, and goes on to the next one, up to the last, when that is worth it and fits.
    fn search(
        &self,
        bounds: &Arc<Bounds>,
        (level, most): (usize, usize),
        start: &Arrangement,
        (known, deepening): (Option<u32>, &mut Deepening),
        limits: &Limits,
    ) -> ControlFlow<Finding> {
        let next = self.levels[..=most].get(level + 1);
        let fits = |next: &&Level| {
            limits.within(self.held() + next.bytes()).and_then(|()| limits.has_room(next.bytes())).is_ok()
        };
        let next = next.filter(fits);
        let allowed = next.map(Level::worth);
        let Some(walk) = Walk::new(bounds, start) else { return ControlFlow::Break(Finding::Unsolvable) };
        match deepening.run(&walk, known, allowed, limits) {
            Ending::Spent => ControlFlow::Continue(()),
            ending => ControlFlow::Break(finding(ending)),
        }
    }

    /// The tables of a level.
    fn build(&self, level: usize, limits: &Limits) -> Result<Arc<Bounds>, GaveUp> {
        let Some(lowest) = self.levels.first() else { return Err(GaveUp::Exhausted) };
        let wanted = &self.levels[level];
        if wanted.standing().is_none() {
            limits.within(self.held() + wanted.bytes())?;
        }
        wanted.built(lowest, self.size, self.rest, self.cache.as_deref(), limits)
    }
}

/// What an ending tells of the board.
fn finding(ending: Ending<Direction>) -> Finding {
    match ending {
        Ending::Solved(moves) => Finding::Solved(moves),
        Ending::Proven => Finding::KnownIsShortest,
        Ending::Spent => Finding::GaveUp(GaveUp::Exhausted),
        Ending::GaveUp(reason) => Finding::GaveUp(reason),
    }
}

#[cfg(test)]
mod tests;
