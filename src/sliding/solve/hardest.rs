//! The hardest starts of a universe: in every component that holds a goal, the boards farthest from all goals.
//!
//! A component is flooded once, from all its boards that meet the goal at the same time; the layer found last holds
//! its hardest starts, and the number of layers tells how hard they are. Goals are collected in one walk over the
//! boards of a mix, which tells the component of each.
//!
//! A component of `b` boards, `g` of them goals, has at most `b − g` layers after the first: it is not flooded where
//! this is less than the last of those best so far, which cannot change the answer.

mod mix;

use std::cmp::Reverse;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use crate::metric::Metric;
use crate::puzzle::Puzzle;
use crate::solve::hardest::mix::Part;
use crate::universe::{Ended, Goal, Mix, Pieces, Universe, all_mixes};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// Options of a search for the hardest starts of a universe.
#[derive(Clone, Copy, Debug)]
pub struct HardestOptions<'a> {
    /// The pieces of the boards.
    pub pieces: &'a Pieces,
    /// The goal.
    pub goal: &'a Goal,
    /// The metric.
    pub metric: Metric,
    /// Number of starts, each of another component.
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
    /// Boards of the component, …
    pub boards: u64,
    /// … those that meet the goal, …
    pub goals: u64,
    /// … and those that are as far from it as this one.
    pub equals: u64,
    /// The puzzle that begins there.
    pub puzzle: Puzzle,
    /// The numbers of the mix and of the component, by which starts as hard are ordered.
    order: (usize, u32),
}

/// The hardest starts of a universe.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Hardest {
    /// The hardest first.
    pub starts: Vec<Hard>,
    /// Boards that have the blocks that the goal names, …
    pub boards: u64,
    /// … and those that meet it.
    pub goals: u64,
    /// Components of all these boards, …
    pub components: u64,
    /// … and those that hold a goal.
    pub with_goal: u64,
    /// The cost; positions are the boards.
    pub cost: Cost,
}

/// Finds the hardest starts. Mixes that need too much memory together are searched in parts.
///
/// # Errors
/// A limit that was reached, or counts of more than 64 bits.
pub fn hardest(options: HardestOptions, limits: &Limits) -> Result<Hardest, Ended> {
    let began = Instant::now();
    let mut mixes = all_mixes(options.pieces, limits)?;
    mixes.retain(|mix| options.goal.is_for(mix));
    let search = Search { options, limits, found: Mutex::default(), bar: AtomicU64::new(options.least) };
    let visit = &mut |universe: &Universe, before| search.universe(universe, before);
    Universe::in_parts(options.pieces, &mixes, 0, limits, visit)?;
    let mut found = search.found.into_inner().unwrap_or_else(PoisonError::into_inner);
    found.cost.positions = found.boards;
    found.cost.time = began.elapsed();
    Ok(found)
}

impl Hardest {
    /// Adds what was found elsewhere, and keeps the `top` of all.
    fn add(&mut self, other: Self, top: usize) {
        self.starts.extend(other.starts);
        self.starts.sort_unstable_by_key(|start| (Reverse(start.distance), start.order));
        self.starts.truncate(top);
        self.boards += other.boards;
        self.goals += other.goals;
        self.components += other.components;
        self.with_goal += other.with_goal;
        self.cost = self.cost.then(other.cost);
        self.cost.layers = self.starts.first().map_or(0, |start| start.distance as u32);
    }

    /// The distance that a further start needs at least to be among the `top`.
    fn bar(&self, HardestOptions { top, least, .. }: HardestOptions) -> u64 {
        self.starts.get(top - 1).map_or(least, |last| last.distance)
    }
}

struct Search<'a> {
    options: HardestOptions<'a>,
    limits: &'a Limits,
    found: Mutex<Hardest>,
    /// Starts below this can no longer be among the best.
    bar: AtomicU64,
}

impl Search<'_> {
    /// Searches all mixes of a universe, `before` which come others: small ones in parallel, each on one thread; with all
    /// threads those that dominate, and those whose part of the memory did not suffice.
    fn universe(&self, universe: &Universe, before: usize) -> Result<(), Ended> {
        let sum = |sizes: &[u64]| sizes.iter().copied().try_fold(0, u64::checked_add).ok_or(Ended::Countless);
        let boards = (0..universe.mixes().len()).map(|mix| sum(universe.component_sizes(mix)));
        let boards = boards.collect::<Result<Vec<u64>, Ended>>()?;
        let all = sum(&boards)?;
        let threads = self.limits.threads;
        let memory = self.limits.memory.saturating_sub(universe.bytes());
        let is_small = |mix: &usize| threads > 1 && u128::from(boards[*mix]) * threads as u128 <= all.into();
        let with_boards = (0..boards.len()).filter(|&mix| boards[mix] > 0);
        let (mut small, mut large): (Vec<_>, Vec<_>) = with_boards.partition(is_small);
        // The largest are begun first, so that no thread is left alone with one in the end.
        small.sort_by_key(|&mix| Reverse(boards[mix]));
        let look = |mix, beside: usize, limits: &Limits| {
            let part = Part { search: self, universe, mix, order: before + mix, limits };
            let mut found = part.look()?;
            found.cost.bytes = found.cost.bytes * beside + universe.bytes();
            self.add(found);
            Ok::<(), GaveUp>(())
        };
        let part = Limits { threads: 1, memory: memory / threads, ..self.limits.clone() };
        let or_later = |mix| match look(mix, threads, &part) {
            Err(GaveUp::Memory) => Ok(Some(mix)),
            ended => ended.map(|()| None),
        };
        let late: Result<Vec<Option<usize>>, GaveUp> =
            parallel_map(small, threads, or_later).into_iter().collect();
        large.extend(late?.into_iter().flatten());
        let whole = Limits { memory, ..self.limits.clone() };
        Ok(large.into_iter().try_for_each(|mix| look(mix, 1, &whole))?)
    }

    /// Adds what was found in a mix.
    fn add(&self, found: Hardest) {
        let mut all = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        all.add(found, self.options.top);
        self.bar.store(all.bar(self.options), Ordering::Relaxed);
        self.limits.progress.positions.store(all.boards, Ordering::Relaxed);
        self.limits.progress.layer.store(all.cost.layers, Ordering::Relaxed);
    }
}
