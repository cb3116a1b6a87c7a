//! Collectors of packings: handed over one by one, or counted.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::space::EMPTY;
use crate::split::Part;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::MoveCode;

/// The placements of a packing of a part, by their numbers in the whole cover, ascending.
pub(super) fn placements(part: &Part, path: &[MoveCode], packing: &mut Vec<u32>) {
    packing.clear();
    packing.extend(part.placed);
    packing.extend(path.iter().filter(|step| **step != EMPTY).map(|&step| part.names[step as usize]));
    packing.sort_unstable();
}

/// Packings handed over between two looks at the limits.
const CHECKED_EVERY: usize = 64;

/// Hands packings over in the order of the walk.
pub(super) struct Handing<'a> {
    pub(super) parts: &'a [Part],
    /// True if packings that are symmetric to an earlier one are left out.
    pub(super) distinct: bool,
    /// The most that are taken.
    pub(super) most: u64,
    /// True if they are handed over at the end only.
    pub(super) waits: bool,
    /// Looked at while packings are handed over, which may take longer than to find them.
    pub(super) limits: &'a Limits,
    /// Takes each packing; it may have enough.
    pub(super) take: Mutex<Take<'a>>,
}

/// A receiver of packings, and how many it has taken.
pub(super) struct Take<'a> {
    pub(super) taken: u64,
    /// The limit at which packings that were found were no longer handed over.
    pub(super) cut: Option<GaveUp>,
    pub(super) hand: &'a mut (dyn FnMut(&[u32]) -> ControlFlow<()> + Send),
}

impl Handing<'_> {
    /// Hands over the last packings, regardless of the limits.
    pub(super) fn hand_rest(&self, partial: &Paths) -> ControlFlow<()> {
        self.hand(partial, || Ok(()))
    }

    /// Hands over what was collected, within the limits.
    fn hand(&self, partial: &Paths, check: impl Fn() -> Result<(), GaveUp>) -> ControlFlow<()> {
        let mut take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, (_, packing)) in partial.iter().enumerate() {
            if take.taken >= self.most || take.cut.is_some() {
                return ControlFlow::Break(());
            }
            if place % CHECKED_EVERY == CHECKED_EVERY - 1
                && let Err(reason) = check()
            {
                take.cut = Some(reason);
                return ControlFlow::Break(());
            }
            take.taken += 1;
            (take.hand)(packing)?;
        }
        if take.taken >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl Collector for Handing<'_> {
    type Partial = Paths;

    fn solution(&self, partial: &mut Paths, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let mut packing = Vec::with_capacity(path.len() + 1);
        placements(part, path, &mut packing);
        if !self.distinct || part.images.is_first(&packing, &mut Vec::new()) {
            partial.push(space, &packing);
        }
        if partial.len() as u64 >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn append(&self, partial: &mut Paths, later: Paths) {
        partial.append(later);
    }

    fn bytes(&self, partial: &Paths) -> usize {
        partial.bytes()
    }

    fn deliver(&self, partial: &mut Paths) -> ControlFlow<()> {
        if !self.waits {
            return self.hand(&std::mem::take(partial), || self.limits.check());
        }
        if partial.len() as u64 >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Counts packings: all, and those left when symmetric ones are merged.
pub(super) struct Counting<'a> {
    pub(super) parts: &'a [Part],
    /// True if of symmetric parts there is only the first, so that a packing stands for all its images.
    pub(super) distinct: bool,
    /// Images of placements under all symmetries.
    pub(super) images: &'a crate::images::Images,
}

/// Numbers of packings found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Found {
    pub(super) total: u64,
    pub(super) distinct: u64,
}

impl PartialResult for Found {
    fn to_words(&self) -> Vec<u64> {
        vec![self.total, self.distinct]
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let [total, distinct] = *words else { return None };
        Some(Self { total, distinct })
    }
}

impl Collector for Counting<'_> {
    type Partial = Found;

    fn solution(&self, partial: &mut Found, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let (mut packing, mut image) = (Vec::with_capacity(path.len() + 1), Vec::new());
        placements(part, path, &mut packing);
        let is_first = part.images.is_first(&packing, &mut image);
        partial.distinct += u64::from(is_first);
        partial.total += match (self.distinct, is_first) {
            (false, _) => 1,
            (true, true) => self.images.different(&packing) as u64,
            (true, false) => 0,
        };
        ControlFlow::Continue(())
    }

    fn append(&self, partial: &mut Found, later: Found) {
        partial.total += later.total;
        partial.distinct += later.distinct;
    }
}
