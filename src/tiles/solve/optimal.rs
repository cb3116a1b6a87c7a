//! Provably shortest solutions, one or all, by iterative-deepening A*. The longer a search runs, the better its lower
//! bounds.
//!
//! ```text
//!   Manhattan distance  ─▶  up to 32 cells additive pattern databases, larger and larger     4-4-4-3, 6-6-3, 7-7-1 on 4×4
//!                       ─▶  a second partition besides the largest
//! ```
//!
//! Databases are built once a search has run long enough for them to pay, and are kept for the boards that follow.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::OnceLock;
use web_time::{Duration, Instant};

use crate::lower_bounds::LowerBounds;
use crate::move_pruning::MovePruning;
use crate::node::{LargeNode, OpenNode};
use crate::pattern::index::EntryIndex;
use crate::pattern::{MOST_CELLS, Pattern, cache, database, direct};
use crate::solve::anytime::directions;
use crate::solve::level::{Level, Plan};
use crate::solve::ranked::ranked;
use crate::solve::{Report, Verdict};
use crate::{Arrangement, Direction, in_node};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::{Cost, GaveUp, Limits, Size};

/// Maximum length of needless move sequences that are pruned; finding longer ones takes more time than it saves.
const LONGEST_NEEDLESS: u32 = 10;

/// Maximum number of bytes of a database: 6 tiles on 25 cells, 7 on 16.
const MOST_BYTES: usize = 1 << 27;
/// Number of tiles in a pattern of the first level.
const FEWEST_TILES: usize = 4;
/// Maximum number of tiles in a pattern.
const MOST_TILES: usize = 7;
/// Number of moves along a path, hundreds of positions, between two checks of the limits.
const CHECKED: u32 = 8;

/// Least time of an iteration after which beams are tried, the width of the first one, and the factor from one to the next.
const LEAST_TIME: Duration = Duration::from_millis(100);
const NARROWEST: usize = 1 << 12;
const WIDENING: usize = 4;
/// Maximum length of solutions found by beams.
const LONGEST: u32 = 1 << 10;

/// Optimal solver for boards of one size and one goal cell of the blank. Lower bounds are built when first needed.
/// Threads that solve different boards can share it.
pub struct Optimiser {
    size: Size,
    blank_home: usize,
    cache: Option<PathBuf>,
    /// Databases by number of tiles, and those of a second partition; none for boards of more than 32 cells.
    levels: Vec<Level>,
    /// Automaton for searches with databases.
    pruning: OnceLock<MovePruning>,
}

/// Searches, within a time, for a solution shorter than the given one.
pub(super) type Improve<'a> = &'a mut dyn FnMut(&[Direction], Duration) -> Option<Vec<Direction>>;

impl Optimiser {
    /// Optimiser for boards of this size whose goal has the blank on the cell `blank_home`. Large databases are cached in
    /// the folder `cache`, if there is one.
    pub fn new(size: Size, blank_home: usize, cache: Option<PathBuf>) -> Self {
        let fits = |&tiles: &usize| direct::bytes(size, tiles) <= MOST_BYTES;
        let is_small = size.cells() <= MOST_CELLS;
        let most = if is_small { (2..=MOST_TILES.min(size.cells() - 1)).rfind(fits) } else { None };
        let tiles = most.into_iter().flat_map(|most| [FEWEST_TILES.min(most - 1), most - 1, most]);
        let tiles: BTreeSet<usize> = tiles.filter(|&tiles| tiles > 1).collect();
        let level = |(tiles, is_double)| Level::new(size, blank_home, tiles, is_double);
        let second = most.map(|most| (most, true));
        let levels = tiles.into_iter().map(|tiles| (tiles, false)).chain(second).map(level).collect();
        Self { size, blank_home, cache, levels, pruning: OnceLock::new() }
    }

    /// Bounds of the largest databases but one; `None` if the board is too small or too large for any.
    pub fn pattern_databases(&self, limits: &Limits) -> Result<Option<&LowerBounds>, GaveUp> {
        let level = self.levels.iter().filter(|level| !level.is_double).rev().take(2).last();
        level.map(|level| self.build(level, limits)).transpose()
    }

    /// Searches for a shortest solution: the known one if none is shorter. The start must have the optimiser's size and
    /// blank's home.
    pub fn solve(&self, start: &Arrangement, known: Option<Vec<Direction>>, limits: &Limits) -> Report {
        self.solve_from(start, known, &mut |_, _| None, limits)
    }

    /// A shortest solution of a solvable board; its cost is added to `spent`.
    pub(super) fn shortest(
        &self,
        start: &Arrangement,
        known: Option<Vec<Direction>>,
        limits: &Limits,
        spent: &mut Cost,
    ) -> Result<Vec<Direction>, GaveUp> {
        let Report { verdict, ended, cost, .. } = self.solve(start, known, limits);
        *spent = spent.then(cost);
        match (verdict, ended) {
            (Verdict::Solved { moves, .. }, None) => Ok(moves),
            (_, ended) => Err(ended.unwrap_or(GaveUp::Exhausted)),
        }
    }

    /// Searches for a shortest solution. Between iterations, `improve` may shorten the known one, in about half the time
    /// of the last iteration. The next one takes some five times as long, and is skipped if the bound proves the known
    /// solution shortest.
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
        let mut deepening = Deepening::default();
        let mut best =
            Best { start, moves: known, improve, width: NARROWEST, time: Duration::ZERO, positions: 0 };
        let (ending, bounds) = self.climb(start, &mut deepening, &mut best, limits);
        deepening.moves += best.positions;
        let known = best.moves;
        let path = limits.threads.max(1) * deepening.bytes(&LargeNode::new(start));
        let cost = Cost { time: began.elapsed(), bytes: self.held() + path, ..Cost::default() };
        let ending = (ending, |moves| moves);
        Report::of_deepening(start, ending, known, deepening, cost, &format!("IDA*, {bounds}"))
    }

    /// Enumerates all shortest solutions of a board, those of `length` moves, and returns their number; adds to the cost.
    pub fn every(
        &self,
        start: &Arrangement,
        length: u32,
        limits: &Limits,
        cost: &mut Cost,
        give: &mut Give<'_>,
    ) -> Result<u64, GaveUp> {
        let began = Instant::now();
        let mut walk = Walk { path: Vec::new(), cost: *cost, limits, give };
        let bounds = if start.is_plain { self.pattern_databases(limits) } else { Ok(None) };
        let found = match bounds {
            _ if !start.is_plain => walk.follow(&mut OpenNode::new(start), length),
            // Sequences that are needless for one solution occur in others: only reversals are pruned.
            Ok(Some(bounds)) => in_node!(bounds, start, &bounds.reversals, node => {
                walk.follow(&mut { node }, length)
            }),
            Ok(None) | Err(GaveUp::Memory) => walk.follow(&mut LargeNode::new(start), length),
            Err(reason) => Err(reason),
        };
        let bytes = cost.bytes.max(self.held());
        *cost = Cost { time: cost.time + began.elapsed(), bytes, ..walk.cost };
        found
    }

    fn held(&self) -> usize {
        let built = self.levels.iter().filter_map(|level| level.bounds.get());
        built.map(LowerBounds::bytes).sum::<usize>() + self.pruning.get().map_or(0, MovePruning::bytes)
    }

    /// Searches with the best databases built so far, or with the Manhattan distance, then with better ones once they pay
    /// and fit in memory. Also returns the name of the last bounds.
    fn climb(
        &self,
        start: &Arrangement,
        deepening: &mut Deepening,
        best: &mut Best,
        limits: &Limits,
    ) -> (Ending<Direction>, String) {
        // Number of levels: those built, those searched with, and the most that memory allows.
        let mut built =
            self.levels.iter().rposition(|level| level.bounds.get().is_some()).map_or(0, |at| at + 1);
        let (mut searched, mut most) = (built, self.levels.len());
        let ending = loop {
            let bounds =
                match built.checked_sub(1).map(|level| self.build(&self.levels[level], limits)).transpose() {
                    Ok(bounds) => bounds,
                    // Less memory is left than estimated: the search continues with the smaller databases.
                    Err(GaveUp::Memory) if built > searched => {
                        (built, most) = (searched, searched);
                        continue;
                    }
                    Err(reason) => break Ending::GaveUp(reason),
                };
            searched = built;
            let plan = self.levels[..most].get(built).map(Level::plan);
            let fits = |plan: &&Plan| {
                let room = limits.within(self.held() + plan.bytes).and_then(|()| limits.has_room(plan.bytes));
                plan.positions > 0 && room.is_ok()
            };
            let allowed = plan.filter(fits).map(|plan| plan.positions);
            let known = &mut |deepening: &Deepening| {
                if let Some(bounds) = bounds {
                    best.shorten(bounds, deepening, limits);
                }
                best.length(deepening)
            };
            let ending = if let Some(bounds) = bounds {
                let pruning = self.pruning.get_or_init(|| MovePruning::new(self.size, LONGEST_NEEDLESS));
                in_node!(bounds, start, pruning, node => deepening.run(&node, known, allowed, limits))
            } else {
                deepening.run(&LargeNode::new(start), known, allowed, limits)
            };
            match ending {
                Ending::Spent if allowed.is_some() => built += 1,
                ending => break ending,
            }
        };
        let name = searched.checked_sub(1).map(|level| self.levels[level].name());
        (ending, name.unwrap_or_else(|| "Manhattan distance".to_owned()))
    }

    /// Bounds of a level. Databases are built or loaded when first needed; other threads wait.
    fn build<'a>(&'a self, level: &'a Level, limits: &Limits) -> Result<&'a LowerBounds, GaveUp> {
        level.bounds.get_or_try_init(|| {
            limits.check()?;
            let plan = level.plan();
            limits.within(self.held() + plan.bytes)?;
            let build = |index: &EntryIndex, pattern: Pattern, halves: &mut [u8]| {
                cache::load_or_build(self.cache.as_deref(), self.size, pattern, halves, |halves| {
                    database::build(index, pattern, limits, halves)
                })
            };
            let earlier = self.levels.iter().rev().find_map(|level| level.bounds.get());
            let board = (self.size, self.blank_home);
            LowerBounds::new(board, &plan.partitions, earlier, limits.threads, build)
        })
    }
}

/// Shortest solution known while a search runs.
struct Best<'a, 'b> {
    start: &'a Arrangement,
    moves: Option<Vec<Direction>>,
    improve: Improve<'b>,
    /// Width of the next beam, and the time that the last one took.
    width: usize,
    time: Duration,
    /// Moves made by beams.
    positions: u64,
}

impl Best<'_, '_> {
    fn length(&mut self, deepening: &Deepening) -> Option<u32> {
        let shorter = self.moves.as_ref().and_then(|known| (self.improve)(known, deepening.time / 2));
        self.moves = shorter.or(self.moves.take());
        self.moves.as_ref().map(|known| known.len() as u32)
    }

    /// Searches with wider and wider beams, one on each thread, for about twice as long as the last iteration took. The
    /// next one, some five times as long, is not needed if they find a solution as short as the bound.
    fn shorten(&mut self, bounds: &LowerBounds, deepening: &Deepening, limits: &Limits) {
        while deepening.time >= LEAST_TIME
            && self.width > 0
            && self.time * WIDENING as u32 <= 2 * deepening.time
            && let most = self.moves.as_ref().map_or(LONGEST, |known| known.len() as u32 - 2)
            && most >= deepening.bound
        {
            let (began, threads) = (Instant::now(), limits.threads.max(1));
            let limits = Limits { memory: limits.memory / threads, ..limits.clone() };
            let beams = parallel_map((0..threads as u64).collect(), threads, |salt| {
                let mut positions = 0;
                let found = ranked(bounds, self.start, (self.width, most), salt, &mut positions, &limits);
                (found, positions)
            });
            self.width *= WIDENING;
            for (found, positions) in beams {
                self.positions += positions;
                match found {
                    Ok(steps) => {
                        let moves = steps.map(|path| directions(&path)).into_iter().chain(self.moves.take());
                        self.moves = moves.min_by_key(Vec::len);
                    }
                    // No memory for wider ones, or a limit that the search itself meets next.
                    Err(_) => self.width = 0,
                }
            }
            self.time = began.elapsed();
        }
    }
}

/// Consumer of enumerated solutions, one at a time, which ends the enumeration with an error.
pub type Give<'a> = dyn FnMut(&[Direction]) -> Result<(), GaveUp> + 'a;

/// Enumeration of solutions: the last iteration of IDA*, continued after each solution.
struct Walk<'a, 'b> {
    path: Vec<Direction>,
    cost: Cost,
    limits: &'a Limits,
    give: &'a mut Give<'b>,
}

impl Walk<'_, '_> {
    /// Enumerates all paths to the goal of `most` moves, and returns their number. Some have more moves than a stack holds.
    fn follow<S: DepthFirst<4, Move = Direction>>(&mut self, node: &mut S, most: u32) -> Result<u64, GaveUp> {
        // For each state on the path its changes, and how many are left; the last one made is the change that leads back.
        let (mut found, mut along) = (0, Vec::new());
        loop {
            let left = most - self.path.len() as u32;
            let (mut changes, mut count) = ([S::Change::default(); 4], 0);
            if left == 0 {
                (self.give)(&self.path)?;
                found += 1;
            } else {
                if left.is_multiple_of(CHECKED) {
                    self.limits.check()?;
                }
                count = node.expand(left - 1, &mut changes);
                changes[..count].reverse();
                self.cost.positions += 1;
                self.cost.successors += count as u64;
            }
            along.push((changes, count));
            while let Some((_, 0)) = along.last() {
                along.pop();
                self.path.pop();
                along.last().map(|(changes, count)| node.apply(&changes[*count]));
            }
            let Some((changes, count)) = along.last_mut() else { return Ok(found) };
            *count -= 1;
            self.path.push(S::step(&changes[*count]));
            changes[*count] = node.apply(&changes[*count]);
        }
    }
}
