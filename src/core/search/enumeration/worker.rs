//! The threads of an enumeration: each takes a part, walks it up to its budget, and puts back its result and what is left.

use crate::bits::Key;
use crate::search::enumeration::Enumeration;
use crate::search::enumeration::collector::Collector;
use crate::search::enumeration::observers::{Observers, View, Window};
use crate::search::enumeration::queue::{Finished, Queue, Turn};
use crate::search::enumeration::stack::{Place, Stack, Walked};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::search::staged::StageExpander;
use crate::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Condvar, MutexGuard};

/// Positions after which a part is cut: about a millisecond's work, a hundred times the cost of a cut.
pub(super) const BUDGET: u64 = if cfg!(interleavings) { 1 << 4 } else { 1 << 14 };

/// Positions between two checks of the limits.
const STRIDE: u64 = if cfg!(interleavings) { 1 << 2 } else { 1 << 8 };

/// Fraction of the memory that results may hold while they wait for an unfinished part.
const AHEAD: usize = 4;

pub(super) struct Shared<'a, K: Key + Copy, C: Collector> {
    enumeration: &'a Enumeration<'a, K, C>,
    limits: &'a Limits,
    observers: &'a Observers<'a>,
    /// Signalled when something was finished.
    changed: Condvar,
    /// Bytes of the queue when it was last changed.
    bytes: AtomicUsize,
    positions: AtomicU64,
    solutions: AtomicU64,
    /// True if each thread's part is still needed.
    needed: Vec<AtomicBool>,
}

pub(super) struct Worker<'a, K: Key + Copy, C: Collector> {
    shared: &'a Shared<'a, K, C>,
    number: usize,
    stack: Stack<K>,
    /// The expander of the space of the last part.
    expander: Option<(usize, Box<dyn StageExpander<K> + 'a>)>,
}

type Locked<'a, C> = MutexGuard<'a, Queue<<C as Collector>::Partial>>;

impl<'a, K: Key + Copy, C: Collector> Shared<'a, K, C> {
    pub(super) fn new(
        enumeration: &'a Enumeration<'a, K, C>,
        limits: &'a Limits,
        observers: &'a Observers<'a>,
    ) -> Self {
        let queue = enumeration.queue.lock();
        Self {
            enumeration,
            limits,
            observers,
            changed: Condvar::default(),
            bytes: AtomicUsize::new(queue.bytes(enumeration.collector)),
            positions: AtomicU64::new(queue.positions),
            solutions: AtomicU64::new(queue.solutions),
            needed: (0..limits.threads.max(1)).map(|_| AtomicBool::new(true)).collect(),
        }
    }

    fn lock(&self) -> Locked<'_, C> {
        self.enumeration.queue.lock()
    }

    fn notify(&self, queue: &mut Locked<'_, C>) {
        self.bytes.store(queue.bytes(self.enumeration.collector), Ordering::Relaxed);
        let all = 0..if queue.ended.is_some() { self.needed.len() } else { 0 };
        for thread in queue.dropped.drain(..).chain(all) {
            self.needed[thread].store(false, Ordering::Relaxed);
        }
        self.changed.notify_all();
    }

    /// Checks the limits, for a thread whose part has `bytes`.
    fn check(&self, bytes: usize) -> Result<(), GaveUp> {
        let bytes = bytes + self.bytes.load(Ordering::Relaxed);
        self.enumeration.peak.fetch_max(bytes, Ordering::Relaxed);
        self.limits.check().and(self.limits.within(bytes))
    }

    /// Positions that may be visited before the next check.
    fn stride(&self) -> u64 {
        match self.observers.every {
            Some((every, _)) if self.limits.threads <= 1 => {
                let every = every.max(1);
                STRIDE.min(every - self.positions.load(Ordering::Relaxed) % every)
            }
            _ => STRIDE,
        }
    }

    /// Counts positions visited and solutions found, and calls the observers.
    fn count(&self, visited: u64, found: u64, stack: &Stack<K>) {
        let before = self.positions.fetch_add(visited, Ordering::Relaxed);
        self.solutions.fetch_add(found, Ordering::Relaxed);
        self.limits.progress.positions.fetch_add(visited, Ordering::Relaxed);
        if let Some((every, visit)) = self.observers.every
            && before / every.max(1) != (before + visited) / every.max(1)
        {
            visit(stack.space, &stack.path);
        }
        if let Some(window) = self.observers.window
            && window.take_request()
        {
            self.show(window, stack);
        }
    }

    fn show(&self, window: &Window, stack: &Stack<K>) {
        let queue = self.lock();
        let (done, parts) = (queue.done(self.enumeration.spaces.len()), queue.waiting());
        drop(queue);
        window.show(View {
            space: stack.space,
            path: stack.path.clone(),
            solutions: self.solutions.load(Ordering::Relaxed),
            done,
            parts,
        });
    }

    /// Delivers the first partial result, while it grows.
    fn deliver<'b>(&'b self, mut queue: Locked<'b, C>) -> Locked<'b, C> {
        while let Some(mut partial) = queue.take_first() {
            drop(queue);
            let flow = self.enumeration.collector.deliver(&mut partial);
            queue = self.lock();
            queue.put_first(partial, flow.is_break(), self.enumeration.collector);
        }
        queue
    }

    fn save<'b>(&'b self, mut queue: Locked<'b, C>) -> Locked<'b, C> {
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
        queue = self.lock();
        queue.is_saving = false;
        queue
    }
}

impl<'a, K: Key + Copy, C: Collector> Worker<'a, K, C> {
    pub(super) fn new(shared: &'a Shared<'a, K, C>, number: usize) -> Self {
        Self { shared, number, stack: Stack::new(0), expander: None }
    }

    /// Works on part after part until all are done or `most` positions were visited; returns true if something is left.
    pub(super) fn run(mut self, most: u64) -> bool {
        let shared = self.shared;
        let until = shared.positions.load(Ordering::Relaxed).saturating_add(most);
        let mut queue = shared.deliver(shared.lock());
        shared.notify(&mut queue);
        loop {
            if shared.positions.load(Ordering::Relaxed) >= until {
                return queue.ended.is_none() && queue.waiting() > 0;
            }
            match queue.take(self.number, shared.limits.memory / AHEAD, shared.enumeration.collector) {
                Turn::Over => return false,
                Turn::Wait => {
                    queue = shared.changed.wait(queue);
                }
                Turn::Take(part) => {
                    shared.needed[self.number].store(true, Ordering::Relaxed);
                    drop(queue);
                    let finished = self.work(&part.place);
                    queue = shared.lock();
                    queue.finish(self.number, finished, shared.enumeration.collector);
                    queue = shared.save(shared.deliver(queue));
                    // Only then: waiting threads that notified each other of nothing would never rest.
                    shared.notify(&mut queue);
                }
            }
        }
    }

    /// Walks a part, up to the budget.
    fn work(&mut self, place: &Place) -> Finished<C::Partial> {
        let Shared { enumeration: &Enumeration { spaces, collector, .. }, limits, .. } = *self.shared;
        let number = place.space;
        let space = spaces[number];
        let expander = match &mut self.expander {
            Some((of, expander)) if *of == number => expander,
            other => &mut other.insert((number, space.expander())).1,
        };
        let weight = self.stack.go_to(place, space, &mut **expander);
        debug_assert!(weight.is_some(), "a part is of its space");
        let (mut partial, mut positions, mut added, mut solutions) = (C::Partial::default(), 0, 0, 0);
        let mut ended = None;
        let walked = loop {
            let stride = self.shared.stride().min(BUDGET - positions);
            let mut solution = |path: &[_]| {
                added += 1;
                collector.solution(&mut partial, number, path)
            };
            let (visited, walked) = self.stack.walk(space.last(), &mut **expander, stride, &mut solution);
            positions += visited;
            let found = collector.found(&partial, added);
            self.shared.count(visited, found - solutions, &self.stack);
            solutions = found;
            let bytes = self.stack.bytes() * limits.threads.max(1) + collector.bytes(&partial);
            self.shared.enumeration.peak.fetch_max(bytes, Ordering::Relaxed);
            if walked != Walked::Paused || positions >= BUDGET {
                break walked;
            }
            if !self.shared.needed[self.number].load(Ordering::Relaxed) {
                break walked;
            }
            ended = self.shared.check(bytes).err();
            if ended.is_some() {
                break walked;
            }
        };
        let left = match walked {
            Walked::Paused => self.stack.take_apart(),
            Walked::Through | Walked::Enough => Vec::new(),
        };
        collector.finish(&mut partial);
        let enough = walked == Walked::Enough;
        Finished { partial, positions, solutions, left, enough, ended }
    }
}
