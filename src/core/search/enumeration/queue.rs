//! The work queue: parts that are done, under way and waiting, in the order of the walk.
//!
//! ```text
//!   first                                                        last
//!   Done │ Running 0 │ Done │ Running 1 │ Waiting │ Waiting │ Waiting
//!                                          ▲ taken next
//! ```
//!
//! The first waiting part is always taken next. So little is done ahead of an unfinished part, and with one thread no more
//! parts wait than those of a stack. The queue stands in memory with its first item at the end, where it changes.

use std::iter::once;
use std::ops::Range;
use std::time::{Duration, Instant};

use crate::search::enumeration::collector::{Collector, PartialResult};
use crate::search::enumeration::stack::Part;
use crate::search::outcome::GaveUp;

pub(super) enum Item<P> {
    /// The result of finished parts.
    Done(P),
    /// A part, and the number of its thread.
    Running(Part, usize),
    Waiting(Part),
}

pub(super) struct Queue<P> {
    /// The last one first.
    pub(super) items: Vec<Item<P>>,
    /// Bytes of the first result that it kept when it was delivered.
    kept: usize,
    /// True if the first result has grown since it was delivered.
    grown: bool,
    pub(super) is_delivering: bool,
    pub(super) is_saving: bool,
    /// Threads whose parts were dropped.
    pub(super) dropped: Vec<usize>,
    pub(super) positions: u64,
    pub(super) solutions: u64,
    pub(super) ended: Option<GaveUp>,
    /// Beginning of this run, and the time of earlier ones.
    began: Instant,
    pub(super) before: Duration,
}

/// The result of a part.
#[derive(Default)]
pub(super) struct Finished<P> {
    pub(super) partial: P,
    pub(super) positions: u64,
    pub(super) solutions: u64,
    /// Parts that were cut off.
    pub(super) left: Vec<Part>,
    /// True if nothing after it is needed.
    pub(super) enough: bool,
    /// The limit that was reached.
    pub(super) ended: Option<GaveUp>,
}

/// The next thing for a thread to do.
pub(super) enum Turn {
    Take(Part),
    Wait,
    Over,
}

impl<P: PartialResult> Queue<P> {
    pub(super) fn new() -> Self {
        Self {
            items: Vec::new(),
            kept: 0,
            grown: true,
            is_delivering: false,
            is_saving: false,
            dropped: Vec::new(),
            positions: 0,
            solutions: 0,
            ended: None,
            began: Instant::now(),
            before: Duration::ZERO,
        }
    }

    /// Time of all runs so far.
    pub(super) fn time(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    pub(super) fn waiting(&self) -> usize {
        self.items.iter().filter(|item| matches!(item, Item::Waiting(_))).count()
    }

    fn is_running(&self) -> bool {
        self.items.iter().any(|item| matches!(item, Item::Running(..)))
    }

    fn collected(&self, collector: &impl Collector<Partial = P>) -> usize {
        let bytes =
            |item: &Item<P>| if let Item::Done(partial) = item { collector.bytes(partial) } else { 0 };
        self.items.iter().map(bytes).sum()
    }

    /// Bytes of partial results and of the queue itself.
    pub(super) fn bytes(&self, collector: &impl Collector<Partial = P>) -> usize {
        let places = self.parts().map(|part| part.place.bytes()).sum::<usize>();
        self.collected(collector) + places + self.items.capacity() * size_of::<Item<P>>()
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.items.iter().filter_map(|item| match item {
            Item::Done(_) => None,
            Item::Running(part, _) | Item::Waiting(part) => Some(part),
        })
    }

    /// The share of the spaces that is done.
    pub(super) fn done(&self, spaces: usize) -> f64 {
        let left: f64 = self.parts().map(|part| part.weight).sum();
        (1.0 - left / spaces.max(1) as f64).clamp(0.0, 1.0)
    }

    pub(super) fn extend(&mut self, finished: Finished<P>, collector: &impl Collector<Partial = P>) {
        self.put(0..0, finished, collector);
    }

    /// The next part for a thread, which waits while there are more than `ahead` bytes of undelivered results.
    pub(super) fn take(
        &mut self,
        thread: usize,
        ahead: usize,
        collector: &impl Collector<Partial = P>,
    ) -> Turn {
        if self.ended.is_some() {
            return Turn::Over;
        }
        let is_full = self.collected(collector).saturating_sub(self.kept) > ahead;
        let is_running = self.is_running();
        let first = self.items.iter_mut().rev().find_map(|item| {
            let Item::Waiting(part) = item else { return None };
            let part = part.clone();
            Some((part, item))
        });
        match first {
            None if is_running => Turn::Wait,
            None => Turn::Over,
            Some(_) if is_full && (is_running || self.is_delivering) => Turn::Wait,
            Some((part, item)) => {
                *item = Item::Running(part.clone(), thread);
                Turn::Take(part)
            }
        }
    }

    /// Puts the result of a thread's part in its place.
    pub(super) fn finish(
        &mut self,
        thread: usize,
        finished: Finished<P>,
        collector: &impl Collector<Partial = P>,
    ) {
        self.ended = self.ended.or(finished.ended);
        let is_its = |item: &Item<P>| matches!(item, Item::Running(_, number) if *number == thread);
        match self.items.iter().rposition(is_its) {
            Some(index) => self.put(index..index + 1, finished, collector),
            // It is no longer needed.
            None => self.positions += finished.positions,
        }
    }

    fn put(&mut self, place: Range<usize>, finished: Finished<P>, collector: &impl Collector<Partial = P>) {
        let Finished { partial, positions, solutions, left, enough, ended: _ } = finished;
        let index = place.start + left.len();
        self.positions += positions;
        self.solutions += solutions;
        self.items.splice(place, left.into_iter().rev().map(Item::Waiting).chain(once(Item::Done(partial))));
        self.join(index + 1, collector);
        self.join(index, collector);
        self.grown |= self.items.len() <= index + 1;
        if enough {
            self.drop_after(index.min(self.items.len() - 1));
        }
    }

    /// Joins the item at `index` with the one that follows it, if both are done.
    fn join(&mut self, index: usize, collector: &impl Collector<Partial = P>) {
        if index == 0 || index >= self.items.len() {
            return;
        }
        if let [Item::Done(later), Item::Done(earlier)] = &mut self.items[index - 1..=index] {
            collector.append(earlier, std::mem::take(later));
            self.items.remove(index - 1);
        }
    }

    /// Drops all that follows the item at `index`.
    fn drop_after(&mut self, index: usize) {
        for item in self.items.drain(..index) {
            if let Item::Running(_, thread) = item {
                self.dropped.push(thread);
            }
        }
    }

    /// Takes the first result out if it is to be delivered.
    pub(super) fn take_first(&mut self) -> Option<P> {
        let Some(Item::Done(first)) = self.items.last_mut() else { return None };
        if self.is_delivering || !self.grown {
            return None;
        }
        (self.grown, self.is_delivering) = (false, true);
        Some(std::mem::take(first))
    }

    /// Puts the first result back, and drops the rest if enough was found.
    pub(super) fn put_first(
        &mut self,
        mut partial: P,
        enough: bool,
        collector: &impl Collector<Partial = P>,
    ) {
        self.is_delivering = false;
        if let Some(Item::Done(first)) = self.items.last_mut() {
            self.kept = collector.bytes(&partial);
            collector.append(&mut partial, std::mem::take(first));
            *first = partial;
        }
        if enough {
            self.drop_after(self.items.len().saturating_sub(1));
        }
    }

    pub(super) fn into_partial(self, collector: &impl Collector<Partial = P>) -> P {
        let mut whole = P::default();
        for item in self.items.into_iter().rev() {
            if let Item::Done(partial) = item {
                collector.append(&mut whole, partial);
            }
        }
        whole
    }
}
