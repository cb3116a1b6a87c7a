//! The hardest starts of a universe: in every component that holds a goal, the boards farthest from all goals.
//!
//! ```text
//!   mix   ─▶  its goals, by component   ─▶  a flood from the goals of each component  ─▶  its last layer
//!             (one walk over its boards)                                                  is farthest
//! ```
//!
//! A component of `b` boards, `g` of them goals, has at most `b − g` layers after the first. It is not flooded
//! if this is less than the distance of the last of the best starts so far: it cannot change the answer.

use std::cmp::Reverse;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use web_time::Instant;

use crate::compile::{Symmetric, compile};
use crate::layout::set;
use crate::space::Sliding;
use crate::universe::{Goal, Mix, Pieces, Universe};
use crate::{Choice, Class, Classes, Metric, Puzzle, in_space};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::compiled::{SearchKey, explore_from};
use traybit_core::search::exploration::Request;
use traybit_core::sync::Mutex;
use traybit_core::{CellSet, Cost, GaveUp, Limits};

/// Boards between two checks of the limits.
const STRIDE: u64 = 1 << 12;

/// Options of a search for the hardest starts of a universe.
#[derive(Clone, Copy, Debug)]
pub struct HardestOptions<'a> {
    /// The pieces of the boards.
    pub pieces: &'a Pieces,
    /// The goal.
    pub goal: &'a Goal,
    /// The metric.
    pub metric: Metric,
    /// Number of starts, at most one of each component.
    pub top: usize,
    /// Minimum distance from the nearest goal.
    pub least: u64,
}

/// The hardest start of one component.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hard {
    /// Moves to the nearest board that meets the goal.
    pub distance: u64,
    /// The blocks.
    pub mix: Mix,
    /// Boards of the component.
    pub boards: u64,
    /// Those that meet the goal.
    pub goals: u64,
    /// Boards of the component as far from the goal as this one.
    pub equals: u64,
    /// The puzzle that begins there.
    pub puzzle: Puzzle,
    /// The number of the component in the mix.
    component: u32,
}

/// The hardest starts of a universe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hardest {
    /// The hardest first.
    pub starts: Vec<Hard>,
    /// Boards that have the blocks that the goal names.
    pub boards: u64,
    /// Those that meet it.
    pub goals: u64,
    /// Components of all these boards.
    pub components: u64,
    /// Those that hold a goal.
    pub with_goal: u64,
    /// The cost; positions are the boards.
    pub cost: Cost,
}

/// Finds the hardest starts. Mixes that need too much memory together are searched in parts.
///
/// # Errors
/// A limit that was reached; [`GaveUp::Exhausted`] if there are 2^64 boards or more.
pub fn hardest(options: HardestOptions, limits: &Limits) -> Result<Hardest, GaveUp> {
    let began = Instant::now();
    let mixes = options.goal.mixes(options.pieces, limits)?;
    let search = Search { options, limits, found: Mutex::default() };
    Universe::in_parts(options.pieces, &mixes, limits, |universe| search.universe(universe))?;
    let mut found = search.found.into_inner();
    found.cost.positions = found.boards;
    found.cost.time = began.elapsed();
    Ok(found)
}

impl Hardest {
    fn add(&mut self, other: Self, options: HardestOptions) {
        self.starts.extend(other.starts);
        // Equally hard ones in the order of the mixes.
        let order = |start: &Hard| (Reverse(start.distance), start.mix.counts.clone(), start.component);
        self.starts.sort_by_cached_key(order);
        self.starts.truncate(options.top);
        self.boards += other.boards;
        self.goals += other.goals;
        self.components += other.components;
        self.with_goal += other.with_goal;
        self.cost = self.cost.then(other.cost);
        self.cost.layers = self.starts.first().map_or(0, |start| start.distance as u32);
    }

    /// Minimum distance of a further start to be among the best.
    fn bar(&self, HardestOptions { top, least, .. }: HardestOptions) -> u64 {
        self.starts.get(top - 1).map_or(least, |last| last.distance)
    }
}

struct Search<'a> {
    options: HardestOptions<'a>,
    limits: &'a Limits,
    found: Mutex<Hardest>,
}

impl Search<'_> {
    /// Searches all mixes of a universe: small ones in parallel, each on one thread; with all threads those that
    /// dominate, and those that ran out of their part of the memory.
    fn universe(&self, universe: &Universe) -> Result<(), GaveUp> {
        let boards = (0..universe.mixes.len()).map(|mix| universe.boards(mix));
        let boards = boards.collect::<Result<Vec<u64>, GaveUp>>()?;
        let all = boards.iter().copied().try_fold(0, u64::checked_add).ok_or(GaveUp::Exhausted)?;
        let (all, threads) = (u128::from(all), self.limits.threads);
        let memory = self.limits.memory.saturating_sub(universe.bytes);
        let is_small = |mix: &usize| threads > 1 && u128::from(boards[*mix]) * threads as u128 <= all;
        let with_boards = (0..boards.len()).filter(|&mix| boards[mix] > 0);
        let (mut small, mut large): (Vec<_>, Vec<_>) = with_boards.partition(is_small);
        // The largest first, so that no thread is left alone with one in the end.
        small.sort_by_key(|&mix| Reverse(boards[mix]));
        let search = |mix, at_once: usize, limits: &Limits| {
            let mut found = self.mix(universe, mix, limits)?;
            found.cost.bytes = found.cost.bytes * at_once + universe.bytes;
            let mut all = self.found.lock();
            all.add(found, self.options);
            self.limits.progress.positions.store(all.boards, Ordering::Relaxed);
            self.limits.progress.layer.store(all.cost.layers, Ordering::Relaxed);
            Ok(())
        };
        let part = Limits { threads: 1, memory: memory / threads, ..self.limits.clone() };
        for (mix, ended) in parallel_map(small, threads, |mix| (mix, search(mix, threads, &part))) {
            match ended {
                Err(GaveUp::Memory) => large.push(mix),
                ended => ended?,
            }
        }
        let whole = Limits { memory, ..self.limits.clone() };
        large.into_iter().try_for_each(|mix| search(mix, 1, &whole))
    }

    /// The hardest starts of a mix, given by its number in the universe, if they can still be among the best.
    fn mix(&self, universe: &Universe, mix: usize, limits: &Limits) -> Result<Hardest, GaveUp> {
        let HardestOptions { pieces, goal, metric, .. } = self.options;
        let first = universe.for_each_board(mix, |board, _| Err(board.to_vec()));
        let first = first.expect_err("mixes without boards are left out");
        let classes = Classes::anywhere(&goal.puzzle(pieces, &first));
        let kind = |class: &Class| pieces.kinds.iter().position(|kind| kind.shape == class.shape);
        let kinds: Vec<usize> = classes.classes.iter().filter_map(kind).collect();
        let space = compile(&classes, Choice::of(&classes), metric, Symmetric::Apart);
        in_space!(space, space => self.components(space, &kinds, universe, mix, limits))
    }

    fn components<K: SearchKey>(
        &self,
        space: &dyn Sliding<K>,
        kinds: &[usize],
        universe: &Universe,
        mix: usize,
        limits: &Limits,
    ) -> Result<Hardest, GaveUp> {
        let HardestOptions { pieces, goal, .. } = self.options;
        // All boards that meet the goal, each after its component, and the bytes that they take.
        let (mut goals, mut bytes, mut boards) = (Vec::new(), 0, 0u64);
        let mut anchors = vec![Vec::new(); kinds.len()];
        universe.for_each_board(mix, |board, component| {
            boards += 1;
            if boards % STRIDE == 1 {
                limits.check()?;
                limits.within(2 * bytes)?;
            }
            if goal.is_met(board) {
                for (anchors, &kind) in anchors.iter_mut().zip(kinds) {
                    anchors.clear();
                    anchors.extend(board[kind].each().map(|anchor| anchor as u16));
                }
                let state = space.position(&anchors);
                bytes += state.heap_bytes();
                if goals.len() == goals.capacity() {
                    bytes += goals.len().max(4) * size_of::<(u32, K)>();
                }
                goals.push((component(), state));
            }
            Ok(())
        })?;
        limits.within(2 * bytes)?;
        goals.sort_unstable();
        let sizes = universe.component_sizes(mix);
        let components = sizes.len() as u64;
        let mut found = Hardest { boards, goals: goals.len() as u64, components, ..Hardest::default() };
        for goals in goals.chunk_by(|one, other| one.0 == other.0) {
            found.with_goal += 1;
            let component = goals[0].0;
            let boards = sizes[component as usize];
            // Starts below this can no longer be among the best.
            let bar = self.found.lock().bar(self.options).max(found.bar(self.options));
            if boards - (goals.len() as u64) < bar {
                continue;
            }
            let sources = goals.iter().map(|goal| goal.1.clone()).collect();
            let limits = Limits { memory: limits.memory - bytes, progress: Arc::default(), ..limits.clone() };
            let exploration = explore_from(space, sources, &limits, Request { farthest: 1, goals: false });
            if let Some(reason) = exploration.explored.ended {
                return Err(reason);
            }
            let layers = exploration.explored.sizes;
            debug_assert_eq!(layers.iter().sum::<u64>(), boards, "goals reach their whole component");
            let (Some(&equals), Some(farthest)) = (layers.last(), exploration.farthest.first()) else {
                continue;
            };
            let mut board = vec![0; pieces.kinds.len()];
            for (&kind, anchors) in kinds.iter().zip(space.anchors(farthest)) {
                board[kind] = set(anchors);
            }
            let start = Hard {
                distance: layers.len() as u64 - 1,
                mix: universe.mixes[mix].clone(),
                boards,
                goals: goals.len() as u64,
                equals,
                puzzle: goal.puzzle(pieces, &board),
                component,
            };
            let cost = exploration.explored.cost;
            let cost = Cost { bytes: cost.bytes + bytes, ..cost };
            let starts = if start.distance < bar { Vec::new() } else { vec![start] };
            found.add(Hardest { starts, cost, ..Hardest::default() }, self.options);
        }
        Ok(found)
    }
}
