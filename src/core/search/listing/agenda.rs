//! What is done, under way and waiting, in the order of the walk.
//!
//! ```text
//!   first                                                        last
//!   Done │ Running 0 │ Done │ Running 1 │ Waiting │ Waiting │ Waiting
//!                                          ▲ taken next
//! ```
//!
//! The first waiting part is always taken next. So what is done ahead of an unfinished part is little, and with one
//! thread the waiting parts are no more than those of a stack. The list stands in memory with its first item at the
//! end, where it changes.

use std::iter::once;
use std::ops::Range;
use std::time::Instant;

use crate::search::listing::meter::Meter;
use crate::search::listing::saved::{Saved, Stretch, Unfit};
use crate::search::listing::sink::Sink;
use crate::search::listing::stack::{Part, Place, Stack};
use crate::search::outcome::GaveUp;
use crate::space::Staged;

enum Item<K, M, T> {
    Done(T),
    /// With the number of the thread.
    Running(Part<K, M>, usize),
    Waiting(Part<K, M>),
}

/// The list of all parts.
pub(super) struct Agenda<K, M, T> {
    /// The last one first.
    items: Vec<Item<K, M, T>>,
    waiting: usize,
    running: usize,
    /// Bytes of the shares.
    gathered: usize,
    /// Those of the first share that were left in it when it was delivered.
    kept: usize,
    /// Whether the first share has grown since it was delivered.
    grown: bool,
    pub(super) is_delivering: bool,
    pub(super) is_saving: bool,
    /// When it was last saved, or begun.
    pub(super) saved: Instant,
    /// Threads whose parts were dropped.
    pub(super) dropped: Vec<usize>,
    pub(super) positions: u64,
    pub(super) solutions: u64,
    pub(super) ended: Option<GaveUp>,
}

/// What came of a part.
pub(super) struct Finished<K, M, T> {
    pub(super) share: T,
    pub(super) positions: u64,
    pub(super) solutions: u64,
    /// What was cut off.
    pub(super) left: Vec<Part<K, M>>,
    /// Whether nothing after it is wanted.
    pub(super) enough: bool,
    /// The limit that was reached.
    pub(super) ended: Option<GaveUp>,
}

/// What a thread is to do.
pub(super) enum Turn<K, M> {
    Take(Part<K, M>),
    /// Until another thread has finished something.
    Wait,
    Over,
}

impl<K: Copy, M: Copy, T: Default + Clone> Agenda<K, M, T> {
    pub(super) fn new() -> Self {
        Self {
            items: Vec::new(),
            waiting: 0,
            running: 0,
            gathered: 0,
            kept: 0,
            grown: true,
            is_delivering: false,
            is_saving: false,
            saved: Instant::now(),
            dropped: Vec::new(),
            positions: 0,
            solutions: 0,
            ended: None,
        }
    }

    /// The agenda of what was saved.
    pub(super) fn resume<S: Staged<State = K, Move = M>>(
        spaces: &[S],
        saved: Saved<T>,
        sink: &impl Sink<M, Share = T>,
        meter: &Meter,
    ) -> Result<Self, Unfit> {
        let mut agenda = Self::new();
        (agenda.positions, agenda.solutions) = (saved.positions, saved.solutions);
        for stretch in saved.stretches.into_iter().rev() {
            agenda.items.push(match stretch {
                Stretch::Gathered(share) => {
                    agenda.gathered += sink.bytes(&share);
                    Item::Done(share)
                }
                Stretch::Left { space, ranks, floor, stop } => {
                    let place = Place { space, ranks, floor, stop };
                    let whole = spaces.get(space).ok_or(Unfit::Foreign)?;
                    let weight = 1.0 / spaces.len() as f64;
                    agenda.waiting += 1;
                    Item::Waiting(Stack::find(whole, weight, &place, meter).ok_or(Unfit::Foreign)?)
                }
            });
        }
        Ok(agenda)
    }

    /// What can be saved; the first share must not be away for delivery.
    pub(super) fn save(&self, digest: u64, spaces: usize) -> Saved<T> {
        let stretch = |item: &Item<K, M, T>| match item {
            Item::Done(share) => Stretch::Gathered(share.clone()),
            Item::Running(part, _) | Item::Waiting(part) => {
                let Place { space, ranks, floor, stop } = part.place();
                Stretch::Left { space, ranks, floor, stop }
            }
        };
        Saved {
            digest,
            spaces,
            positions: self.positions,
            solutions: self.solutions,
            stretches: self.items.iter().rev().map(stretch).collect(),
        }
    }

    pub(super) fn waiting(&self) -> usize {
        self.waiting
    }

    /// Bytes of shares and of the list itself.
    pub(super) fn bytes(&self) -> usize {
        self.gathered + self.items.capacity() * size_of::<Item<K, M, T>>()
    }

    /// The weight of all parts that are not done.
    pub(super) fn weight(&self) -> f64 {
        let weight = |item: &Item<K, M, T>| match item {
            Item::Done(_) => 0.0,
            Item::Running(part, _) | Item::Waiting(part) => part.weight,
        };
        self.items.iter().map(weight).sum()
    }

    /// Adds what comes after all there is.
    pub(super) fn extend(&mut self, finished: Finished<K, M, T>, sink: &impl Sink<M, Share = T>) {
        self.put(0..0, finished, sink);
    }

    /// The next part for a thread; it waits while more than `ahead` bytes of shares wait for an unfinished part.
    pub(super) fn take(&mut self, thread: usize, ahead: usize) -> Turn<K, M> {
        if self.ended.is_some() || self.waiting + self.running == 0 {
            return Turn::Over;
        }
        let full = self.gathered.saturating_sub(self.kept) > ahead;
        if self.waiting == 0 || (full && (self.running > 0 || self.is_delivering)) {
            return Turn::Wait;
        }
        for item in self.items.iter_mut().rev() {
            if let Item::Waiting(part) = item {
                let part = part.clone();
                *item = Item::Running(part.clone(), thread);
                self.waiting -= 1;
                self.running += 1;
                return Turn::Take(part);
            }
        }
        Turn::Over
    }

    /// Puts in what came of a thread's part.
    pub(super) fn finish(
        &mut self,
        thread: usize,
        finished: Finished<K, M, T>,
        sink: &impl Sink<M, Share = T>,
    ) {
        self.ended = self.ended.or(finished.ended);
        let is_its = |item: &Item<K, M, T>| matches!(item, Item::Running(_, number) if *number == thread);
        match self.items.iter().rposition(is_its) {
            Some(index) => {
                self.running -= 1;
                self.put(index..index + 1, finished, sink);
            }
            // It is no longer wanted.
            None => self.positions += finished.positions,
        }
    }

    fn put(&mut self, place: Range<usize>, finished: Finished<K, M, T>, sink: &impl Sink<M, Share = T>) {
        let Finished { share, positions, solutions, left, enough, ended: _ } = finished;
        let index = place.start + left.len();
        self.positions += positions;
        self.solutions += solutions;
        self.waiting += left.len();
        self.gathered += sink.bytes(&share);
        self.items.splice(place, left.into_iter().rev().map(Item::Waiting).chain(once(Item::Done(share))));
        self.join(index + 1, sink);
        self.join(index, sink);
        self.grown |= self.items.len() <= index + 1;
        if enough {
            self.drop_after(index.min(self.items.len() - 1), sink);
        }
    }

    /// Joins the item of that index with the one that follows it, where both are done.
    fn join(&mut self, index: usize, sink: &impl Sink<M, Share = T>) {
        if index == 0 || index >= self.items.len() {
            return;
        }
        if let [Item::Done(later), Item::Done(earlier)] = &mut self.items[index - 1..=index] {
            self.gathered -= sink.bytes(later) + sink.bytes(earlier);
            sink.append(earlier, std::mem::take(later));
            self.gathered += sink.bytes(earlier);
            self.items.remove(index - 1);
        }
    }

    /// Drops whatever follows the item of that index.
    fn drop_after(&mut self, index: usize, sink: &impl Sink<M, Share = T>) {
        for item in self.items.drain(..index) {
            match item {
                Item::Done(share) => self.gathered -= sink.bytes(&share),
                Item::Running(_, thread) => {
                    self.running -= 1;
                    self.dropped.push(thread);
                }
                Item::Waiting(_) => self.waiting -= 1,
            }
        }
    }

    /// Takes the first share out, if it has to be delivered.
    pub(super) fn take_first(&mut self, sink: &impl Sink<M, Share = T>) -> Option<T> {
        let Some(Item::Done(first)) = self.items.last_mut() else { return None };
        if self.is_delivering || !self.grown {
            return None;
        }
        (self.grown, self.is_delivering) = (false, true);
        let share = std::mem::take(first);
        self.gathered -= sink.bytes(&share);
        Some(share)
    }

    /// Puts the first share back, and drops the rest if enough was found.
    pub(super) fn put_first(&mut self, mut share: T, enough: bool, sink: &impl Sink<M, Share = T>) {
        self.is_delivering = false;
        if let Some(Item::Done(first)) = self.items.last_mut() {
            self.kept = sink.bytes(&share);
            self.gathered -= sink.bytes(first);
            sink.append(&mut share, std::mem::take(first));
            self.gathered += sink.bytes(&share);
            *first = share;
        }
        if enough {
            self.drop_after(self.items.len().saturating_sub(1), sink);
        }
    }

    /// All that was gathered, in its order.
    pub(super) fn into_share(self, sink: &impl Sink<M, Share = T>) -> T {
        let mut whole = T::default();
        for item in self.items.into_iter().rev() {
            if let Item::Done(share) = item {
                sink.append(&mut whole, share);
            }
        }
        whole
    }
}
