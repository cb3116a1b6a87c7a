//! The threads of an enumeration: each takes a part, walks it up to its budget, and puts back its result and what is left.

use crate::bits::Key;
use crate::search::checkpoint::CheckpointStore;
use crate::search::enumeration::Enumeration;
use crate::search::enumeration::collector::Collector;
use crate::search::enumeration::queue::{Finished, Queue, Turn};
use crate::search::enumeration::stack::{Part, Stack, Walked};
use crate::search::limits::Limits;
use crate::search::staged::{MoveCode, StageExpander};
use crate::sync::atomic::{AtomicBool, Ordering};
use crate::sync::{Mutex, MutexGuard};

/// Positions after which a part is cut: about a millisecond's work, a hundred times the cost of a cut.
pub(super) const BUDGET: u64 = if cfg!(interleavings) { 1 << 4 } else { 1 << 14 };

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
    /// Window of a display.
    pub window: Option<&'a Window>,
}

/// Window of a display: it requests a view, and one of the searching threads answers within 256 positions.
#[derive(Debug, Default)]
pub struct Window {
    is_answered: AtomicBool,
    view: Mutex<Option<View>>,
}

/// View of an enumeration at one moment.
#[derive(Clone, PartialEq, Debug)]
pub struct View {
    /// The space that one thread is searching.
    pub space: usize,
    /// The moves from the start of the space.
    pub path: Vec<MoveCode>,
    /// Solutions found so far.
    pub solutions: u64,
    /// Fraction of the tree that is done, if all successors of a state had equally large subtrees (Knuth, "Estimating the
    /// efficiency of backtrack programs", 1975), without parts under way.
    pub done: f64,
}

impl Window {
    /// Returns the answer since the last call, if there is one, and requests the next.
    pub fn look(&self) -> Option<View> {
        let view = self.view.lock().take();
        self.is_answered.store(false, Ordering::Relaxed);
        view
    }
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

type Locked<'r, 'a, C> = MutexGuard<'r, Queue<'a, C>>;

impl<'r, 'a, K: Key + Copy, C: Collector> Worker<'r, 'a, K, C> {
    /// Works on part after part until all are done or `most` positions were visited; returns true if something is left.
    pub(super) fn run(mut self, most: u64) -> bool {
        let Enumeration { queue: shared, positions, changed, needed, .. } = self.enumeration;
        let until = positions.load(Ordering::Relaxed).saturating_add(most);
        let mut queue = self.deliver(shared.lock());
        self.notify(&mut queue);
        loop {
            if positions.load(Ordering::Relaxed) >= until {
                return queue.ended.is_none() && queue.waiting() > 0;
            }
            match queue.take(self.number, self.limits.memory / AHEAD) {
                Turn::Over => return false,
                Turn::Wait => queue = changed.wait(queue),
                Turn::Take(part) => {
                    needed[self.number].store(true, Ordering::Relaxed);
                    drop(queue);
                    let finished = self.work(&part);
                    queue = shared.lock();
                    queue.finish(self.number, finished);
                    queue = self.save(self.deliver(queue));
                    // Only then: otherwise waiting threads would keep waking each other for nothing.
                    self.notify(&mut queue);
                }
            }
        }
    }

    fn notify(&self, queue: &mut Locked<'r, 'a, C>) {
        let Enumeration { bytes, needed, changed, .. } = self.enumeration;
        bytes.store(queue.bytes(), Ordering::Relaxed);
        let all = 0..if queue.ended.is_some() { needed.len() } else { 0 };
        for thread in queue.dropped.drain(..).chain(all) {
            needed[thread].store(false, Ordering::Relaxed);
        }
        changed.notify_all();
    }

    /// Delivers the first partial result, while it grows.
    fn deliver(&self, mut queue: Locked<'r, 'a, C>) -> Locked<'r, 'a, C> {
        while let Some(mut partial) = queue.take_first() {
            drop(queue);
            let flow = self.enumeration.collector.deliver(&mut partial);
            queue = self.enumeration.queue.lock();
            queue.put_first(partial, flow.is_break());
        }
        queue
    }

    fn save(&self, mut queue: Locked<'r, 'a, C>) -> Locked<'r, 'a, C> {
        let Some(store) = self.observers.store else { return queue };
        if queue.is_delivering || queue.is_saving || !store.is_due() {
            return queue;
        }
        queue.is_saving = true;
        let mut state = Vec::new();
        let written = queue.write(&mut state, self.enumeration.digest, self.enumeration.spaces.len());
        drop(queue);
        debug_assert!(written.is_ok(), "memory takes all bytes");
        store.save(&|to| to.write_all(&state));
        queue = self.enumeration.queue.lock();
        queue.is_saving = false;
        queue
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
        let (mut partial, mut positions, mut added, mut solutions) = (C::Partial::default(), 0, 0, 0);
        let mut ended = None;
        let walked = loop {
            let stride = self.stride().min(BUDGET - positions);
            let mut solution = |path: &[_]| {
                added += 1;
                collector.solution(&mut partial, part.space, path)
            };
            let (visited, walked) = self.stack.walk(space.last(), &mut *expander, stride, &mut solution);
            positions += visited;
            let found = collector.found(&partial, added);
            self.count(visited, found - solutions);
            solutions = found;
            let bytes = self.stack.bytes() * self.limits.threads.max(1) + collector.bytes(&partial);
            peak.fetch_max(bytes, Ordering::Relaxed);
            let is_needed = self.enumeration.needed[self.number].load(Ordering::Relaxed);
            if walked != Walked::Paused || positions >= BUDGET || !is_needed {
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
        collector.finish(&mut partial);
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

    /// Counts positions visited and solutions found, and calls the observers.
    fn count(&self, visited: u64, found: u64) {
        let Enumeration { spaces, queue, positions, solutions, .. } = self.enumeration;
        let (space, path) = (self.stack.space, &self.stack.path);
        let before = positions.fetch_add(visited, Ordering::Relaxed);
        let solutions = solutions.fetch_add(found, Ordering::Relaxed) + found;
        self.limits.progress.positions.fetch_add(visited, Ordering::Relaxed);
        if let Some((every, visit)) = self.observers.every
            && before / every.max(1) != (before + visited) / every.max(1)
        {
            visit(space, path);
        }
        if let Some(window) = self.observers.window
            && !window.is_answered.load(Ordering::Relaxed)
            && !window.is_answered.swap(true, Ordering::Relaxed)
        {
            let done = queue.lock().done(spaces.len());
            *window.view.lock() = Some(View { space, path: path.clone(), solutions, done });
        }
    }
}
