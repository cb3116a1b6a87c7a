//! What becomes of the packings of a listing: handed over one by one, or counted.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use serde::{Deserialize, Serialize};

use crate::space::EMPTY;
use crate::split::Part;
use traybit_core::search::limits::Limits;
use traybit_core::search::listing::sink::{Paths, Sink};
use traybit_core::search::outcome::GaveUp;

/// The placements of a packing of a part, by their numbers in the whole cover, ascending.
pub(super) fn placements(part: &Part, path: &[u32], packing: &mut Vec<u32>) {
    packing.clear();
    packing.extend(part.laid);
    packing.extend(path.iter().filter(|step| **step != EMPTY).map(|&step| part.names[step as usize]));
    packing.sort_unstable();
}

/// Packings handed over between two looks at the limits.
const CHECKED_EVERY: usize = 64;

/// Hands packings over in the order of the walk.
pub(super) struct Handing<'a> {
    pub(super) parts: &'a [Part],
    /// Whether only the first of those is wanted that are turned into one another.
    pub(super) distinct: bool,
    /// The most that are wanted.
    pub(super) most: u64,
    /// Whether they are handed over at the end only.
    pub(super) waits: bool,
    /// Looked at while packings are handed over, which may take longer than to find them.
    pub(super) limits: &'a Limits,
    /// Takes each; it may have enough.
    pub(super) take: Mutex<Take<'a>>,
}

/// Who takes packings, and how many were taken.
pub(super) struct Take<'a> {
    pub(super) taken: u64,
    /// The limit at which packings that were found were no longer handed over.
    pub(super) cut: Option<GaveUp>,
    pub(super) hand: &'a mut (dyn FnMut(&[u32]) -> ControlFlow<()> + Send),
}

impl Handing<'_> {
    /// Hands over what is left at the end, whatever the limits say.
    pub(super) fn hand_rest(&self, share: &Paths<u32>) -> ControlFlow<()> {
        self.hand(share, || Ok(()))
    }

    /// Hands over what was gathered, within the limits.
    fn hand(&self, share: &Paths<u32>, check: impl Fn() -> Result<(), GaveUp>) -> ControlFlow<()> {
        let mut take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, (_, packing)) in share.iter().enumerate() {
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

impl Sink<u32> for Handing<'_> {
    type Share = Paths<u32>;

    fn solution(&self, share: &mut Paths<u32>, space: usize, path: &[u32]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let mut packing = Vec::with_capacity(path.len() + 1);
        placements(part, path, &mut packing);
        if !self.distinct || part.images.is_first(&packing, &mut Vec::new()) {
            share.push(space, &packing);
        }
        if share.len() as u64 >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn append(&self, share: &mut Paths<u32>, later: Paths<u32>) {
        share.append(later);
    }

    fn bytes(&self, share: &Paths<u32>) -> usize {
        share.bytes()
    }

    fn deliver(&self, share: &mut Paths<u32>) -> ControlFlow<()> {
        if !self.waits {
            return self.hand(&std::mem::take(share), || self.limits.check());
        }
        if share.len() as u64 >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Counts packings: all, and those that no symmetry turns into one another.
pub(super) struct Counting<'a> {
    pub(super) parts: &'a [Part],
    /// Whether of the parts that are turned into one another there is only the first, so that a packing stands for all its
    /// images.
    pub(super) distinct: bool,
    /// What all symmetries make of placements.
    pub(super) images: &'a crate::images::Images,
}

/// How many packings were found.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) total: u64,
    pub(super) distinct: u64,
}

impl Sink<u32> for Counting<'_> {
    type Share = Found;

    fn solution(&self, share: &mut Found, space: usize, path: &[u32]) -> ControlFlow<()> {
        let part = &self.parts[space];
        let (mut packing, mut image) = (Vec::with_capacity(path.len() + 1), Vec::new());
        placements(part, path, &mut packing);
        let is_first = part.images.is_first(&packing, &mut image);
        share.distinct += u64::from(is_first);
        share.total += match (self.distinct, is_first) {
            (false, _) => 1,
            (true, true) => self.images.different(&packing) as u64,
            (true, false) => 0,
        };
        ControlFlow::Continue(())
    }

    fn append(&self, share: &mut Found, later: Found) {
        share.total += later.total;
        share.distinct += later.distinct;
    }
}
