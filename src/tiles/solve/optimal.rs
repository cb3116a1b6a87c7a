//! Shortest solutions, proven, one or all: iterative-deepening A* with lower bounds that improve with the length of the search.
//!
//! ```text
//!   cells      first                 after some moves                     after many
//!   up to 32   walking distance  ─▶  smaller additive pattern databases  ─▶  larger ones    6-6-3 and 7-7-1 on 4×4
//!   more       Manhattan distance
//! ```
//!
//! Databases are built when a search has run for so long that they pay, and stay for the boards that follow.
//! (Korf and Felner, "Disjoint pattern database heuristics", 2002.)

#[doc(hidden)]
pub mod levels;

use std::path::PathBuf;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::in_node;
use crate::large_node::LargeNode;
use crate::lower_bounds::LowerBounds;
use crate::move_pruning::MovePruning;
use crate::pattern::MOST_CELLS;
use crate::solve::optimal::levels::{Level, tiles_by_level};
use crate::solve::report::{Report, Verdict};
use traybit_core::grid::Size;
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// Longest needless sequences of moves that are pruned: finding longer ones takes more time than they save.
const LONGEST_NEEDLESS: u32 = 10;

/// Optimal solver for boards of one size and one home of the blank. It owns their lower bounds, built when they are
/// first needed, and can be shared by threads that solve boards of their own.
pub struct Optimiser {
    size: Size,
    blank_home: usize,
    cache: Option<PathBuf>,
    /// Walking distances without databases; none for boards of more than 32 cells.
    pub(super) lowest: Option<Arc<LowerBounds>>,
    /// Levels, from the smaller databases to the largest.
    levels: Vec<Level>,
    /// Automaton for searches with databases.
    pruning: OnceLock<MovePruning>,
}

/// Search for a shorter solution than the one known, in about so much time.
pub type Improve<'a> = &'a mut dyn FnMut(&[Direction], Duration) -> Option<Vec<Direction>>;

impl Optimiser {
    /// Prepares boards of this size whose goal has the blank on the cell `blank_home`. Large databases are cached in
    /// the folder `cache`, if there is one.
    pub fn new(size: Size, blank_home: usize, cache: Option<PathBuf>) -> Self {
        let is_small = size.cells() <= MOST_CELLS;
        let lowest = is_small.then(|| Arc::new(LowerBounds::new(size, blank_home)));
        let tiles = if is_small { tiles_by_level(size) } else { Vec::new() };
        Self {
            size,
            blank_home,
            cache,
            lowest,
            levels: tiles.into_iter().map(|tiles| Level::new(size, blank_home, tiles)).collect(),
            pruning: OnceLock::new(),
        }
    }

    /// Bounds with the smaller pattern databases, or without any where boards are too small for them; none where they
    /// are too large for any bounds.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn pattern_databases(&self, limits: &Limits) -> Result<Option<Arc<LowerBounds>>, GaveUp> {
        if self.lowest.is_none() {
            return Ok(None);
        }
        self.build(self.levels.len().min(1), limits).map(Some)
    }

    /// Automaton that prunes needless moves, built when it is first needed.
    pub(super) fn pruning(&self) -> &MovePruning {
        self.pruning.get_or_init(|| MovePruning::new(self.size, LONGEST_NEEDLESS))
    }

    /// Searches for a shortest solution, which is the known one where none is shorter.
    ///
    /// # Panics
    /// When `start` is of another size or its blank is at home elsewhere.
    pub fn solve(&self, start: &Arrangement, known: Option<Vec<Direction>>, limits: &Limits) -> Report {
        self.solve_from(start, known, &mut |_, _| None, limits)
    }

    /// A shortest solution of a board without obstacle.
    ///
    /// # Errors
    /// The limit that came first.
    pub(super) fn shortest(
        &self,
        start: &Arrangement,
        known: Option<Vec<Direction>>,
        limits: &Limits,
    ) -> Result<Vec<Direction>, GaveUp> {
        let Report { verdict, ended, .. } = self.solve(start, known, limits);
        match (verdict, ended) {
            (Verdict::Solved { moves, .. }, None) => Ok(moves),
            (_, ended) => Err(ended.unwrap_or(GaveUp::Exhausted)),
        }
    }

    /// Searches for a shortest solution; between iterations `improve` may shorten the known one, in about half the time of the
    /// last: the next one takes some five times as long, and none is needed where the known solution is proven.
    ///
    /// # Panics
    /// When `start` is of another size or its blank is at home elsewhere.
    pub(super) fn solve_from(
        &self,
        start: &Arrangement,
        known: Option<Vec<Direction>>,
        improve: Improve,
        limits: &Limits,
    ) -> Report {
        assert_eq!((start.size(), start.blank_home()), (self.size, self.blank_home), "another kind of board");
        if let Some(obstacle) = start.obstacle() {
            return Report::unsolvable(start, obstacle);
        }
        let began = Instant::now();
        let mut search = Search { known, improve, deepening: Deepening::default(), limits };
        let mut path = 0;
        let (ending, method) = if self.lowest.is_none() {
            let node = LargeNode::new(start);
            let ending = search.run(&node, None);
            path = limits.threads.max(1) * search.deepening.bytes(&node);
            (ending, "IDA*, Manhattan distance".to_owned())
        } else {
            self.climb(start, &mut search)
        };
        let bytes = self.held() + path;
        let Search { known, deepening, .. } = search;
        let cost = Cost { time: began.elapsed(), bytes, ..Cost::default() };
        Report::of_deepening(start, ending, known, deepening, cost, &method)
    }

    /// Enumerates all solutions of a board that have the fewest moves, `length`, and returns their number.
    ///
    /// # Errors
    /// The limit that came first.
    pub fn every(
        &self,
        start: &Arrangement,
        length: u32,
        limits: &Limits,
        give: &mut dyn FnMut(&[Direction]),
    ) -> Result<u64, GaveUp> {
        let mut all = Every { limits, give, path: Vec::new(), found: 0, made: 0 };
        if length == 0 {
            (all.give)(&[]);
            return Ok(1);
        }
        match self.pattern_databases(limits)? {
            // Sequences of moves that are needless for one solution are in others.
            Some(bounds) => {
                in_node!(&bounds, start, &bounds.reversals, node => all.descend(&mut { node }, length - 1))?;
            }
            None => all.descend(&mut LargeNode::new(start), length - 1)?,
        }
        Ok(all.found)
    }

    /// Bytes of all bounds that are built.
    fn held(&self) -> usize {
        let built = self.levels.iter().filter_map(Level::built);
        let bounds = self.lowest.iter().chain(built).map(|bounds| bounds.bytes()).sum::<usize>();
        bounds + self.pruning.get().map_or(0, MovePruning::bytes)
    }

    /// Searches with the best databases that are built, and with better ones as soon as they are worth it and fit.
    /// Levels are counted from 1 on; 0 is that without databases.
    fn climb(&self, start: &Arrangement, search: &mut Search) -> (Ending<Direction>, String) {
        let limits = search.limits;
        let mut level = self.levels.iter().rposition(|level| level.built().is_some()).map_or(0, |at| at + 1);
        // The last level searched, and the largest that there is memory for.
        let (mut searched, mut largest) = (level, self.levels.len());
        let ending = loop {
            let bounds = match self.build(level, limits) {
                Ok(bounds) => bounds,
                // The rest of the process leaves less memory than was foreseen: the smaller databases have to do.
                Err(GaveUp::Memory) if level > searched => {
                    (level, largest) = (searched, searched);
                    continue;
                }
                Err(reason) => break Ending::GaveUp(reason),
            };
            searched = level;
            let better = self.levels[..largest].get(level).filter(|level| self.fits(level, limits));
            let pruning = if level > 0 { self.pruning() } else { &bounds.reversals };
            let worth = better.map(Level::worth);
            match in_node!(&bounds, start, pruning, node => search.run(&node, worth)) {
                Ending::Spent => level += 1,
                ending => break ending,
            }
        };
        let bounds = match searched.checked_sub(1) {
            Some(level) => self.levels[level].name(),
            None if self.lowest.iter().any(|bounds| bounds.has_walking_distances()) => {
                "walking distance".into()
            }
            None => "Manhattan distance".into(),
        };
        (ending, format!("IDA*, {bounds}"))
    }

    /// True if there is memory to build a level.
    fn fits(&self, level: &Level, limits: &Limits) -> bool {
        limits.within(self.held() + level.bytes()).and_then(|()| limits.has_room(level.bytes())).is_ok()
    }

    /// Bounds with the databases of a level, or without any.
    fn build(&self, level: usize, limits: &Limits) -> Result<Arc<LowerBounds>, GaveUp> {
        let Some(lowest) = &self.lowest else { return Err(GaveUp::Exhausted) };
        let Some(level) = level.checked_sub(1) else { return Ok(Arc::clone(lowest)) };
        let level = &self.levels[level];
        if let Some(bounds) = level.built() {
            return Ok(Arc::clone(bounds));
        }
        limits.within(self.held() + level.bytes())?;
        level.build(lowest, self.cache.as_deref(), limits)
    }
}

/// Search for a solution that is shorter than the known one.
struct Search<'a> {
    known: Option<Vec<Direction>>,
    improve: Improve<'a>,
    deepening: Deepening,
    limits: &'a Limits,
}

impl Search<'_> {
    /// Goes on from a node of the start.
    fn run<S: DepthFirst<4, Move = Direction>>(
        &mut self,
        node: &S,
        allowed: Option<u64>,
    ) -> Ending<Direction> {
        let Self { known, improve, deepening, limits } = self;
        let mut length = |last: Duration| {
            if let Some(shorter) = known.as_ref().and_then(|known| improve(known, last / 2)) {
                *known = Some(shorter);
            }
            known.as_ref().map(|known| known.len() as u32)
        };
        deepening.run(node, &mut length, allowed, limits)
    }
}

/// Enumeration of shortest solutions: the last iteration of IDA*, which goes on after each of them.
struct Every<'a> {
    limits: &'a Limits,
    give: &'a mut dyn FnMut(&[Direction]),
    path: Vec<Direction>,
    found: u64,
    made: u64,
}

impl Every<'_> {
    /// Follows all paths to the goal that have `left` moves after the next one.
    fn descend<S: DepthFirst<4, Move = Direction>>(
        &mut self,
        state: &mut S,
        left: u32,
    ) -> Result<(), GaveUp> {
        self.made += 1;
        if self.made.is_multiple_of(S::STRIDE) {
            self.limits.check()?;
        }
        let mut changes = [S::Change::default(); 4];
        let count = state.expand(left, &mut changes);
        for change in &changes[..count] {
            self.path.push(S::step(change));
            if left == 0 {
                self.found += 1;
                (self.give)(&self.path);
            } else {
                let undo = state.apply(change);
                self.descend(state, left - 1)?;
                state.apply(&undo);
            }
            self.path.pop();
        }
        Ok(())
    }
}
