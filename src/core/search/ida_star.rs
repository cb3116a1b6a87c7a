//! Iterative-deepening A*: depth-first search within a bound on the solution's length, repeated with larger bounds.
//!
//! ```text
//!   bound 5        ·             a move after which no solution is within the bound is not made; nothing is
//!                ╱ │ ╲           stored but the path. If an iteration ends without a solution, the bound is
//!               ·  ╳  ·          proven.
//!              ╱╲     │
//!             ╳  ·    ╳          Several threads share an iteration: its first levels are walked breadth-first, and
//!                ╳               the threads take the ends of these prefixes one by one.
//! ```
//!
//! (Korf, "Depth-first iterative-deepening: an optimal admissible tree search", 1985; one tree shared by threads
//! from its top: Rao, Kumar and Ramesh, 1987.)

use std::fmt::Debug;
use std::ops::ControlFlow;
use std::sync::OnceLock;
use web_time::{Duration, Instant};

use crate::on_processor;
use crate::processor::Processor;
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use crate::sync::thread;
use crate::{GaveUp, Limits};

/// Moves of an iteration after which the next one is shared by threads.
const WIDE: u64 = if cfg!(interleavings) { 1 } else { 1 << 14 };
/// Prefixes per thread: enough that the last ones to be finished are a small part of the work.
const PREFIXES: usize = if cfg!(interleavings) { 2 } else { 128 };

/// Moves are sorted in the first 1/`SORTED` of a path: later ones matter less and are more frequent.
const SORTED: u32 = 4;

/// Maximum length: a path is as deep on the stack as it is long.
const DEEPEST: u32 = 2000;

/// A state that a depth-first search changes in place by making and undoing moves; it has at most `MOST` moves.
pub trait DepthFirst<const MOST: usize>: Clone + Send + Sync {
    /// A move.
    type Move: Copy + Send + Sync + Debug;
    /// A move with its effect, or the change that undoes it.
    type Change: Copy + Default;
    /// Rise of the bound from one iteration to the next: 2 if all paths to the goal have the same parity.
    const STEP: u32;
    /// States that one thread expands between two checks of the limits: some milliseconds at most.
    const STRIDE: u64 = 1 << 15;

    /// Lower bound on the moves from here; 0 only in a goal.
    fn bound(&self) -> u32;
    /// Writes to the front of `changes` the moves that do not rule out solutions of at most `left` further moves; returns
    /// their number. Redundant moves, such as the reverse of the last one, may be left out.
    fn expand(&self, left: u32, changes: &mut [Self::Change; MOST]) -> usize;
    /// Estimated distance to the goal after a change, in any unit: the nearest is tried first.
    fn estimate(change: &Self::Change) -> u32;
    /// The move of a change.
    fn step(change: &Self::Change) -> Self::Move;
    /// Makes a move, or takes it back; returns the reverse.
    fn apply(&mut self, change: &Self::Change) -> Self::Change;
}

/// End of a search by iterations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ending<M> {
    /// A shortest solution was found.
    Solved(Vec<M>),
    /// The bound is no longer below the known length.
    Proven,
    /// The allowed number of moves was made.
    Spent,
    /// A limit was reached.
    GaveUp(GaveUp),
}

/// A search by iterations: what is known so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deepening {
    /// Lower bound: no solution has fewer moves.
    pub bound: u32,
    /// Moves made so far.
    pub moves: u64,
    /// Time of the last finished iteration.
    pub time: Duration,
    /// Moves of the last two finished iterations, the last one first.
    last: [u64; 2],
}

impl Deepening {
    /// Bytes of a thread's state and of the moves along its longest path.
    pub fn bytes<S: DepthFirst<MOST>, const MOST: usize>(&self, start: &S) -> usize {
        size_of_val(start) + self.bound as usize * size_of::<[S::Change; MOST]>()
    }

    /// Looks for a shortest solution from `start`, resuming at the current bound, until about `allowed` moves were made in
    /// all. Before each iteration `known` returns the length of a known solution: only shorter ones are searched for. Past
    /// a bound of 2,000 it gives up as exhausted.
    pub fn run<S: DepthFirst<MOST>, const MOST: usize>(
        &mut self,
        start: &S,
        known: &mut dyn FnMut(&Self) -> Option<u32>,
        allowed: Option<u64>,
        limits: &Limits,
    ) -> Ending<S::Move> {
        let least = start.bound();
        self.bound = self.bound.max(least);
        if least == 0 {
            return Ending::Solved(Vec::new());
        }
        loop {
            limits.progress.layer.store(self.bound, Ordering::Relaxed);
            if known(self).is_some_and(|known| self.bound >= known) {
                return Ending::Proven;
            }
            if self.bound > DEEPEST {
                return Ending::GaveUp(GaveUp::Exhausted);
            }
            if let Err(reason) = limits.check() {
                return Ending::GaveUp(reason);
            }
            let (before, began) = (self.moves, Instant::now());
            // The number of moves grows by the same factor from one iteration to the next.
            let [last, earlier] = self.last.map(|moves| moves as f64);
            let expected = if earlier > 0.0 { before as f64 + last * last / earlier } else { 0.0 };
            limits.progress.expected.store(expected as u64, Ordering::Relaxed);
            let shared = Shared::<S, MOST> {
                limits,
                counted: AtomicU64::new(before),
                allowed: allowed.unwrap_or(u64::MAX),
                ending: OnceLock::new(),
            };
            let threads = if self.last[0] < WIDE { 1 } else { limits.threads };
            shared.iterate(start, self.bound, threads);
            self.moves = shared.counted.into_inner();
            if let Some(ending) = shared.ending.into_inner() {
                return ending;
            }
            self.last = [self.moves - before, self.last[0]];
            self.time = began.elapsed();
            self.bound += S::STEP;
        }
    }
}

/// State shared by the threads of an iteration.
struct Shared<'a, S: DepthFirst<MOST>, const MOST: usize> {
    limits: &'a Limits,
    counted: AtomicU64,
    allowed: u64,
    /// The first ending that any thread found.
    ending: OnceLock<Ending<S::Move>>,
}

impl<S: DepthFirst<MOST>, const MOST: usize> Shared<'_, S, MOST> {
    fn iterate(&self, start: &S, bound: u32, threads: usize) {
        let root = (start.clone(), Vec::new());
        if threads <= 1 {
            return self.work(&[root], bound, &AtomicUsize::new(0));
        }
        let prefixes = self.spread(root, bound, PREFIXES * threads);
        let taken = AtomicUsize::new(0);
        thread::scope(|scope| {
            for _ in 1..threads {
                scope.spawn(|| self.work(&prefixes, bound, &taken));
            }
            self.work(&prefixes, bound, &taken);
        });
    }

    /// The ends of all paths of the least length that gives `many`. None is a goal: a solution is as long as the bound.
    fn spread(&self, root: (S, Vec<S::Move>), bound: u32, many: usize) -> Vec<(S, Vec<S::Move>)> {
        let mut prefixes = vec![root];
        for depth in 1..bound {
            if prefixes.len() >= many || prefixes.is_empty() {
                break;
            }
            let mut longer = Vec::with_capacity(3 * prefixes.len());
            for (state, path) in &prefixes {
                let mut changes = [S::Change::default(); MOST];
                let count = state.expand(bound - depth, &mut changes);
                changes[..count].sort_by_key(S::estimate);
                for change in &changes[..count] {
                    let mut state = state.clone();
                    state.apply(change);
                    longer.push((state, path.iter().copied().chain([S::step(change)]).collect()));
                }
            }
            self.count(prefixes.len() as u64);
            prefixes = longer;
        }
        prefixes
    }

    fn work(&self, prefixes: &[(S, Vec<S::Move>)], bound: u32, taken: &AtomicUsize) {
        let Some((first, _)) = prefixes.first() else { return };
        let (state, sorted) = (first.clone(), bound - bound / SORTED);
        let mut worker = Worker { shared: self, state, made: 0, sorted, path: Vec::new() };
        while self.ending.get().is_none()
            && let Some((state, path)) = prefixes.get(taken.fetch_add(1, Ordering::Relaxed))
        {
            worker.state.clone_from(state);
            let flow = on_processor!(|on| worker.descend(on, bound - path.len() as u32));
            if flow.is_break() && !worker.path.is_empty() {
                let path = path.iter().copied().chain(worker.path.drain(..).rev()).collect();
                let _ = self.ending.set(Ending::Solved(path));
            }
        }
        self.count(worker.made % S::STRIDE);
    }

    fn count(&self, moves: u64) -> u64 {
        let counted = self.counted.fetch_add(moves, Ordering::Relaxed) + moves;
        self.limits.progress.positions.store(counted, Ordering::Relaxed);
        counted
    }

    /// Counts the moves made since the last check; breaks if the work has to end.
    #[cold]
    fn look(&self, made: u64) -> ControlFlow<()> {
        let counted = self.count(made);
        if let Err(reason) = self.limits.check() {
            let _ = self.ending.set(Ending::GaveUp(reason));
        } else if counted >= self.allowed {
            let _ = self.ending.set(Ending::Spent);
        }
        if self.ending.get().is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

struct Worker<'a, 'b, S: DepthFirst<MOST>, const MOST: usize> {
    shared: &'a Shared<'b, S, MOST>,
    state: S,
    made: u64,
    /// Moves are sorted where at least this many are left.
    sorted: u32,
    /// The moves to the goal, the last one first.
    path: Vec<S::Move>,
}

impl<S: DepthFirst<MOST>, const MOST: usize> Worker<'_, '_, S, MOST> {
    /// Breaks off with the path of a solution of exactly `left` moves, or without one if the work has to end.
    #[inline(always)]
    fn descend(&mut self, on: impl Processor, left: u32) -> ControlFlow<()> {
        self.made += 1;
        if self.made.is_multiple_of(S::STRIDE) {
            self.shared.look(S::STRIDE)?;
        }
        let left = left - 1;
        let mut changes = [S::Change::default(); MOST];
        let count = self.state.expand(left, &mut changes);
        if left >= self.sorted {
            changes[..count].sort_by_key(S::estimate);
        }
        for change in &changes[..count] {
            let step = S::step(change);
            if left == 0 {
                self.path.push(step);
                return ControlFlow::Break(());
            }
            let undo = self.state.apply(change);
            // Moved, so that the next level has it in registers.
            let worker = &mut *self;
            if on.call(move || worker.descend(on, left)).is_break() {
                if !self.path.is_empty() {
                    self.path.push(step);
                }
                return ControlFlow::Break(());
            }
            self.state.apply(&undo);
        }
        ControlFlow::Continue(())
    }
}
