//! The threads of an enumeration: each takes a part, walks it up to its budget, and puts back its result and what is left.

use web_time::{Duration, Instant};

use crate::search::enumeration::Enumeration;
use crate::search::enumeration::collector::Collector;
use crate::search::enumeration::queue::{Finished, Queue, Turn};
use crate::search::enumeration::stack::{Part, Stack, Walked};
use crate::sync::atomic::Ordering;
use crate::{CheckpointStore, Key, Limits, MoveCode, StageExpander};

/// Positions after which a part is cut: by default about a millisecond's work, a hundred times the cost of a cut.
pub(super) fn budget(limits: &Limits) -> u64 {
    limits.wide.div_ceil(2).max(1 << 4) as u64
}

/// Positions between two checks of the limits.
const STRIDE: u64 = if cfg!(interleavings) { 1 << 2 } else { 1 << 8 };

/// Fraction of the memory that results may hold while they wait for an unfinished part.
const AHEAD: usize = 4;

/// Called with a space and the path to the position visited last.
pub type Visit<'a> = &'a (dyn Fn(usize, &[MoveCode]) + Sync);

/// Observers of an enumeration; by default none.
#[derive(Clone, Copy, Default)]
pub struct Observers<'a> {
    /// Number of positions between two calls: exact with one thread, else within 256 positions of each thread.
    pub every: Option<(u64, Visit<'a>)>,
    /// Checkpoint store; the enumeration is saved at the end of a part if that is due.
    pub store: Option<&'a dyn CheckpointStore>,
    /// Time between two calls of a display, and the display; one of the searching threads calls it.
    pub display: Option<(Duration, &'a (dyn Fn(View) + Sync))>,
}

/// View of an enumeration at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The space that one thread is searching.
    pub space: usize,
    /// The moves from the start of the space.
    pub path: Vec<MoveCode>,
    /// Solutions of the parts that are done.
    pub solutions: u64,
    /// Fraction of the tree that is done, if all successors of a state had equally large subtrees (Knuth, "Estimating the
    /// efficiency of backtrack programs", 1975), without parts under way.
    pub done: f64,
}

pub(super) struct Worker<'r, 'a, K: Key + Copy, C: Collector> {
    pub(super) enumeration: &'r Enumeration<'a, K, C>,
    pub(super) limits: &'r Limits,
    pub(super) observers: &'r Observers<'r>,
    pub(super) number: usize,
    pub(super) stack: Stack<K>,
    /// The expander of the space of the last part.
    pub(super) expander: Option<(usize, Box<dyn StageExpander<K> + 'a>)>,
}

impl<'a, K: Key + Copy, C: Collector> Worker<'_, 'a, K, C> {
    /// Works on part after part until all are done or `most` positions were visited; returns true if something is left.
    pub(super) fn run(mut self, most: u64) -> bool {
        let Enumeration { queue: shared, positions, changed, .. } = self.enumeration;
        let until = positions.load(Ordering::Relaxed).saturating_add(most);
        let mut queue = shared.lock();
        queue.deliver();
        self.notify(&queue);
        loop {
            if positions.load(Ordering::Relaxed) >= until {
                return !queue.is_over();
            }
            match queue.take(self.number, self.limits.memory / AHEAD) {
                Turn::Over => return false,
                Turn::Wait => queue = changed.wait(queue),
                Turn::Take(part) => {
                    drop(queue);
                    let finished = self.work(&part);
                    queue = shared.lock();
                    queue.finish(self.number, finished);
                    queue.deliver();
                    self.save(&queue);
                    // Only then: otherwise waiting threads would keep waking each other for nothing.
                    self.notify(&queue);
                }
            }
        }
    }

    fn notify(&self, queue: &Queue<'a, C>) {
        let Enumeration { bytes, is_over, changed, .. } = self.enumeration;
        bytes.store(queue.bytes(), Ordering::Relaxed);
        is_over.store(queue.is_over(), Ordering::Relaxed);
        changed.notify_all();
    }

    fn save(&self, queue: &Queue<'a, C>) {
        let Enumeration { digest, spaces, .. } = self.enumeration;
        if let Some(store) = self.observers.store.filter(|store| store.is_due()) {
            store.save(&|to| queue.write(to, *digest, spaces.len()));
        }
    }

    /// Walks a part, up to the budget.
    fn work(&mut self, part: &Part) -> Finished<C::Partial> {
        let Enumeration { spaces, collector, peak, bytes: others, .. } = self.enumeration;
        let space = spaces[part.space];
        let mut expander = match self.expander.take() {
            Some((of, expander)) if of == part.space => expander,
            _ => space.expander(),
        };
        let weight = self.stack.go_to(part, space, &mut *expander);
        debug_assert!(weight.is_some(), "a part is of its space");
        let (mut partial, mut positions) = (C::Partial::default(), 0);
        let (mut ended, budget) = (None, budget(self.limits));
        let walked = loop {
            let stride = self.stride().min(budget - positions);
            let mut solution = |path: &[_]| collector.solution(&mut partial, part.space, path);
            let (visited, walked) = self.stack.walk(space.last(), &mut *expander, stride, &mut solution);
            positions += visited;
            self.count(visited);
            let bytes = self.stack.bytes() * self.limits.threads.max(1) + collector.bytes(&partial);
            peak.fetch_max(bytes, Ordering::Relaxed);
            let is_over = self.enumeration.is_over.load(Ordering::Relaxed);
            if walked != Walked::Paused || positions >= budget || is_over {
                break walked;
            }
            let bytes = bytes + others.load(Ordering::Relaxed);
            peak.fetch_max(bytes, Ordering::Relaxed);
            ended = self.limits.check().and(self.limits.within(bytes)).err();
            if ended.is_some() {
                break walked;
            }
        };
        self.expander = Some((part.space, expander));
        let left = if walked == Walked::Paused { self.stack.take_apart() } else { Vec::new() };
        let solutions = collector.found(&partial);
        Finished { partial, positions, solutions, left, enough: walked == Walked::Enough, ended }
    }

    /// Positions that may be visited before the next check.
    fn stride(&self) -> u64 {
        match self.observers.every {
            Some((every, _)) if self.limits.threads <= 1 => {
                let every = every.max(1);
                STRIDE.min(every - self.enumeration.positions.load(Ordering::Relaxed) % every)
            }
            _ => STRIDE,
        }
    }

    /// Counts positions visited, and calls the observers.
    fn count(&self, visited: u64) {
        let Enumeration { spaces, queue, positions, .. } = self.enumeration;
        let (space, path) = (self.stack.space, &self.stack.path);
        let before = positions.fetch_add(visited, Ordering::Relaxed);
        self.limits.progress.positions.fetch_add(visited, Ordering::Relaxed);
        if let Some((every, visit)) = self.observers.every
            && before / every.max(1) != (before + visited) / every.max(1)
        {
            visit(space, path);
        }
        if let Some((pause, display)) = self.observers.display
            && let mut queue = queue.lock()
            && queue.displayed.elapsed() >= pause
        {
            queue.displayed = Instant::now();
            let (solutions, done) = (queue.solutions, queue.done(spaces.len()));
            drop(queue);
            display(View { space, path: path.clone(), solutions, done });
        }
    }
}
