//! The work queue: parts that are done, under way and waiting, in the order of the walk.
//!
//! ```text
//!   first                                                        last
//!   done │ left, thread 0 │ done │ left, thread 1 │ left │ left │ left
//!                                                   ▲ taken next
//! ```
//!
//! The first waiting part is always taken next. So little work is done ahead of an unfinished part, and with one thread no
//! more parts wait than a stack would hold. The queue is stored in reverse: its first item at the end, where it changes.
//!
//! Its snapshot:
//!
//! ```text
//!   │ "TRAYENUM" │ version │ digest │ spaces │ positions │ solutions │ nanoseconds │ stretches │ stretch │ … │
//!   │ checksum │
//!
//!   stretch │ 0 │ partial result                  one for all parts between two unfinished ones: a list of words
//!           │ 1 │ space │ floor │ stop │ ranks    an unfinished part: ranks are a list
//! ```
//!
//! A part is given by the ranks of its first node and of its ancestors among their siblings: neither states nor moves are
//! written. Stretches are in the order of the walk.

use std::io::{Read, Result as IoResult, Write};
use std::iter::once;
use std::mem::take;
use std::ops::Range;
use web_time::{Duration, Instant};

use crate::search::enumeration::collector::{Collector, PartialResult};
use crate::search::enumeration::stack::{Part, Stack};
use crate::search::words::{Kind, WordReader, WordWriter};
use crate::{GaveUp, Key, ReadError, Staged};

const KIND: Kind = Kind { name: b"TRAYENUM", version: 2, search: "an enumeration" };

enum Item<P> {
    /// The result of finished parts.
    Done(P),
    /// A part, and the number of its thread if it is under way.
    Left(Part, Option<usize>),
}

pub(super) struct Queue<'a, C: Collector> {
    collector: &'a C,
    /// The last one first.
    items: Vec<Item<C::Partial>>,
    /// Bytes of the first result that it kept when it was delivered.
    kept: usize,
    /// True if the first result has grown since it was delivered.
    grown: bool,
    pub(super) positions: u64,
    pub(super) solutions: u64,
    pub(super) ended: Option<GaveUp>,
    /// Beginning of this run, and the time of earlier ones.
    began: Instant,
    before: Duration,
    /// Time of the last call of a display.
    pub(super) displayed: Instant,
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

impl<'a, C: Collector> Queue<'a, C> {
    pub(super) fn new(collector: &'a C) -> Self {
        Self {
            collector,
            items: Vec::new(),
            kept: 0,
            grown: true,
            positions: 0,
            solutions: 0,
            ended: None,
            began: Instant::now(),
            before: Duration::ZERO,
            displayed: Instant::now(),
        }
    }

    /// Time of all runs so far.
    pub(super) fn time(&self) -> Duration {
        self.before + self.began.elapsed()
    }

    fn collected(&self) -> usize {
        let bytes = |item: &_| if let Item::Done(partial) = item { self.collector.bytes(partial) } else { 0 };
        self.items.iter().map(bytes).sum()
    }

    /// Bytes of partial results and of the queue itself.
    pub(super) fn bytes(&self) -> usize {
        let places = self.parts().map(|part| part.ranks.capacity()).sum::<usize>() * size_of::<u32>();
        self.collected() + places + self.items.capacity() * size_of::<Item<C::Partial>>()
    }

    fn parts(&self) -> impl Iterator<Item = &Part> {
        self.items.iter().filter_map(|item| if let Item::Left(part, _) = item { Some(part) } else { None })
    }

    /// True if no part is left, or a limit was reached.
    pub(super) fn is_over(&self) -> bool {
        self.ended.is_some() || self.parts().next().is_none()
    }

    /// The share of the spaces that is done.
    pub(super) fn done(&self, spaces: usize) -> f64 {
        let left: f64 = self.parts().map(|part| part.weight).sum();
        (1.0 - left / spaces.max(1) as f64).clamp(0.0, 1.0)
    }

    /// The next part for a thread, which waits while there are more than `ahead` bytes of undelivered results.
    pub(super) fn take(&mut self, thread: usize, ahead: usize) -> Turn {
        let is_running = self.items.iter().any(|item| matches!(item, Item::Left(_, Some(_))));
        let is_full = self.collected().saturating_sub(self.kept) > ahead;
        let first = self.items.iter_mut().rev().find_map(|item| match item {
            Item::Left(part, its @ None) => Some((part, its)),
            _ => None,
        });
        match first {
            _ if self.ended.is_some() => Turn::Over,
            Some(_) if is_full && is_running => Turn::Wait,
            Some((part, its)) => {
                *its = Some(thread);
                Turn::Take(part.clone())
            }
            None if is_running => Turn::Wait,
            None => Turn::Over,
        }
    }

    pub(super) fn finish(&mut self, thread: usize, finished: Finished<C::Partial>) {
        self.ended = self.ended.or(finished.ended);
        let is_its = |item: &Item<_>| matches!(item, Item::Left(_, number) if *number == Some(thread));
        match self.items.iter().rposition(is_its) {
            Some(index) => self.put(index..index + 1, finished),
            // It is no longer needed.
            None => self.positions += finished.positions,
        }
    }

    /// Puts the result of a part in its place.
    pub(super) fn put(&mut self, place: Range<usize>, finished: Finished<C::Partial>) {
        let Finished { partial, positions, solutions, left, enough, ended: _ } = finished;
        let mut index = place.start + left.len();
        self.positions += positions;
        self.solutions += solutions;
        let left = left.into_iter().rev().map(|part| Item::Left(part, None));
        self.items.splice(place, left.chain(once(Item::Done(partial))));
        // Before anything is joined: the result has to stay.
        if enough {
            self.items.drain(..index);
            index = 0;
        }
        self.join(index + 1);
        self.join(index);
        self.grown |= self.items.len() <= index + 1;
    }

    /// Joins the item at `index` with the one that follows it, if both are done.
    fn join(&mut self, index: usize) {
        if index == 0 || index >= self.items.len() {
            return;
        }
        if let [Item::Done(later), Item::Done(earlier)] = &mut self.items[index - 1..=index] {
            self.collector.append(earlier, take(later));
            self.items.remove(index - 1);
        }
    }

    /// Delivers the first result if it has grown, and drops the rest if enough was found.
    pub(super) fn deliver(&mut self) {
        if let Some(Item::Done(first)) = self.items.last_mut()
            && take(&mut self.grown)
        {
            let enough = self.collector.deliver(first).is_break();
            self.kept = self.collector.bytes(first);
            if enough {
                self.items.drain(..self.items.len() - 1);
            }
        }
    }

    pub(super) fn into_partial(self) -> C::Partial {
        let mut whole = C::Partial::default();
        for item in self.items.into_iter().rev() {
            if let Item::Done(partial) = item {
                self.collector.append(&mut whole, partial);
            }
        }
        whole
    }

    /// Writes the snapshot.
    pub(super) fn write(&self, to: &mut dyn Write, digest: u64, spaces: usize) -> IoResult<()> {
        let mut words = WordWriter::begin(to, &KIND, digest)?;
        let (nanoseconds, stretches) = (self.time().as_nanos() as u64, self.items.len() as u64);
        words.put_each(&[spaces as u64, self.positions, self.solutions, nanoseconds, stretches])?;
        for item in self.items.iter().rev() {
            match item {
                Item::Done(partial) => {
                    words.put(0)?;
                    words.put_all(&partial.to_words())?;
                }
                Item::Left(Part { space, ranks, floor, stop, .. }, _) => {
                    words.put_each(&[1, *space as u64, *floor as u64, (*stop).into()])?;
                    words.put_all(&ranks.iter().map(|&rank| rank.into()).collect::<Vec<u64>>())?;
                }
            }
        }
        words.end()
    }

    /// Reads a snapshot of the enumeration of these spaces with this digest.
    pub(super) fn read<K: Key + Copy>(
        collector: &'a C,
        from: impl Read,
        digest: u64,
        spaces: &[&dyn Staged<K>],
    ) -> Result<Self, ReadError> {
        let mut words = WordReader::begin(Box::new(from), &KIND, digest)?;
        let mut queue = Self::new(collector);
        let count = words.number::<usize>()?;
        (queue.positions, queue.solutions) = (words.word()?, words.word()?);
        queue.before = Duration::from_nanos(words.word()?);
        let stretches = words.word()?;
        queue.items = (0..stretches).map(|_| item(&mut words)).collect::<Result<_, _>>()?;
        queue.items.reverse();
        words.end()?;
        // Numbers that no search could have reached would overflow later.
        if queue.positions.max(queue.solutions) > u64::MAX / 4 {
            return Err(ReadError::Damaged);
        }
        if count != spaces.len() {
            return Err(ReadError::OtherSpace);
        }
        for item in &mut queue.items {
            if let Item::Left(part, _) = item {
                let space = *spaces.get(part.space).ok_or(ReadError::OtherSpace)?;
                let found = Stack::new(0).go_to(part, space, &mut *space.expander());
                part.weight = found.ok_or(ReadError::OtherSpace)?;
            }
        }
        Ok(queue)
    }
}

/// Reads a stretch; the weight of a part is not known yet.
fn item<P: PartialResult>(words: &mut WordReader) -> Result<Item<P>, ReadError> {
    if !words.flag()? {
        return P::from_words(&words.list()?).map(Item::Done).ok_or(ReadError::Damaged);
    }
    let (space, floor, stop) = (words.number()?, words.number()?, words.number()?);
    let ranks = words.list()?.into_iter().map(u32::try_from);
    let ranks = ranks.collect::<Result<_, _>>().map_err(|_| ReadError::Damaged)?;
    Ok(Item::Left(Part { space, ranks, floor, stop, weight: 0.0 }, None))
}
