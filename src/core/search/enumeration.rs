//! Enumeration: every path from the start of a space to its last stage, depth first, each once.
//!
//! ```text
//!             start                     Each part is walked by one thread. After a fixed number of positions what
//!          ╱    │    ╲                  it has left is cut into new parts, which take its place in the queue:
//!         ·     ·     ·
//!       ╱ │   ╱ │ ╲    ╲                  done │ part │ part │ part │ …     threads take the first that waits
//!      ·  ▒   ▒ ▒  ▒    ▒                 done │ done, part, part │ part │ …
//! ```
//!
//! The place of a cut depends only on the tree, not on threads or time (Avis and Jordan's budgets, see
//! `enumeration/stack.rs`). So the work on uneven trees is even, a small tree stays one part, and no part is long: all that
//! was done by the ends of parts can be saved, and a kill costs the parts that were under way, 16,384 positions a thread.
//! Solutions are collected part by part and joined in the order of the walk, so the answer, the first solutions included,
//! is the same for any number of threads.

pub mod collector;
mod queue;
mod stack;
mod worker;

use std::io::{Read, Result as IoResult, Write};
use std::mem::take;

use crate::search::enumeration::collector::Collector;
use crate::search::enumeration::queue::{Finished, Queue};
use crate::search::enumeration::stack::Stack;
use crate::search::enumeration::worker::{Worker, budget};
use crate::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Condvar, Mutex, thread};
use crate::{Checkpoint, Cost, GaveUp, Key, Limits, ReadError, Staged};

pub use crate::search::enumeration::worker::{Observers, View, Visit};

/// An enumeration of the solutions of some spaces, in the order of the spaces, that can be interrupted.
pub struct Enumeration<'a, K: Key + Copy, C: Collector> {
    spaces: &'a [&'a dyn Staged<K>],
    collector: &'a C,
    digest: u64,
    queue: Mutex<Queue<'a, C>>,
    /// Signalled when a part was finished.
    changed: Condvar,
    /// True if no part under way is needed any more.
    is_over: AtomicBool,
    /// Positions, those of parts under way included.
    positions: AtomicU64,
    /// Bytes of the queue when it was last changed, and the peak of all.
    bytes: AtomicUsize,
    peak: AtomicUsize,
    /// Positions not yet included in the progress: those of its beginning.
    unreported: u64,
}

impl<'a, K: Key + Copy, C: Collector> Enumeration<'a, K, C> {
    /// A new enumeration. The digest identifies everything that the spaces and the collector were made from.
    pub fn new(spaces: &'a [&'a dyn Staged<K>], collector: &'a C, digest: u64) -> Self {
        let mut queue = Queue::new(collector);
        for (number, &space) in spaces.iter().enumerate() {
            let Some((stage, state)) = space.start() else { continue };
            let mut finished = Finished { positions: 1, ..Finished::default() };
            if stage == space.last() {
                finished.enough = collector.solution(&mut finished.partial, number, &[]).is_break();
                finished.solutions = collector.found(&finished.partial);
            } else {
                let mut stack = Stack::new(number);
                if stack.enter(&mut *space.expander(), stage, &state) {
                    finished.left.push(stack.whole());
                }
            }
            let enough = finished.enough;
            queue.put(0..0, finished);
            if enough {
                break;
            }
        }
        Self::of(spaces, collector, digest, queue)
    }

    fn of(spaces: &'a [&'a dyn Staged<K>], collector: &'a C, digest: u64, queue: Queue<'a, C>) -> Self {
        Self {
            spaces,
            collector,
            digest,
            changed: Condvar::default(),
            is_over: AtomicBool::default(),
            positions: AtomicU64::new(queue.positions),
            bytes: AtomicUsize::default(),
            peak: AtomicUsize::default(),
            unreported: queue.positions,
            queue: Mutex::new(queue),
        }
    }

    /// A new enumeration, or one resumed from the checkpoint if there is one.
    /// An error is a sentence without its full stop.
    pub fn open(
        spaces: &'a [&'a dyn Staged<K>],
        collector: &'a C,
        checkpoint: Option<Checkpoint<'_>>,
    ) -> Result<Self, String> {
        let Some(Checkpoint { store, digest }) = checkpoint else {
            return Ok(Self::new(spaces, collector, 0));
        };
        match store.saved().map_err(|error| error.to_string())? {
            None => Ok(Self::new(spaces, collector, digest)),
            Some(saved) => Self::read(spaces, collector, saved, digest).map_err(|error| error.to_string()),
        }
    }

    /// Reads what [`Self::write`] wrote with these spaces and this digest.
    pub fn read(
        spaces: &'a [&'a dyn Staged<K>],
        collector: &'a C,
        from: impl Read,
        digest: u64,
    ) -> Result<Self, ReadError> {
        Queue::read(collector, from, digest, spaces).map(|queue| Self::of(spaces, collector, digest, queue))
    }

    /// Writes the state that a later enumeration can resume.
    pub fn write(&self, to: &mut dyn Write) -> IoResult<()> {
        self.queue.lock().write(to, self.digest, self.spaces.len())
    }

    /// Enumerates until all solutions are found or the collector has enough. It can be called again after an error.
    pub fn run(&mut self, limits: &Limits, observers: &Observers) -> Result<(), GaveUp> {
        limits.progress.positions.fetch_add(take(&mut self.unreported), Ordering::Relaxed);
        let enumeration = &*self;
        let worker =
            |number| Worker { enumeration, limits, observers, number, stack: Stack::new(0), expander: None };
        // A tree smaller than one part is not worth starting threads.
        if worker(0).run(if limits.threads > 1 { budget(limits) } else { u64::MAX }) {
            thread::scope(|scope| {
                for thread in 1..limits.threads {
                    scope.spawn(move || worker(thread).run(u64::MAX));
                }
                worker(0).run(u64::MAX);
            });
        }
        self.queue.get_mut().ended.take().map_or(Ok(()), Err)
    }

    /// Cost of this run, with the positions and the time of earlier ones. A state is visited once for each path to it.
    pub fn cost(&self) -> Cost {
        let queue = self.queue.lock();
        Cost {
            positions: queue.positions,
            time: queue.time(),
            bytes: self.peak.load(Ordering::Relaxed),
            ..Cost::default()
        }
    }

    /// Solutions found, including those that the collector did not keep.
    pub fn solutions(&self) -> u64 {
        self.queue.lock().solutions
    }

    /// The part of the tree that is done, as in [`View::done`].
    pub fn done(&self) -> f64 {
        self.queue.lock().done(self.spaces.len())
    }

    /// The partial results so far, in the order of the walk, without those taken out when they were delivered.
    pub fn into_partial(self) -> C::Partial {
        self.queue.into_inner().into_partial()
    }
}
