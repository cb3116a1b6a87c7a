//! Hands solutions over one by one, in the order of the walk, as many as are asked for.
//!
//! ```text
//!   thread 1   walks a part │ makes its solutions ready │ walks the next │ …       each thread by itself
//!   thread 2   walks a part │ makes them ready │ hands over all of the first parts that are done │ …
//! ```

use std::mem;
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use crate::pack::{Cell, Packing, Placed};
use traybit_core::search::enumeration::collector::{PartialResult, Paths};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::MoveCode;

/// Solutions handed over between two looks at the limits.
const CHECKED_EVERY: usize = 64;

/// A solution made ready to be handed over, which may wait for those before it.
pub trait Ready: Clone + Send {
    /// Bytes that it takes.
    fn bytes(&self) -> usize;
}

impl Ready for Packing {
    fn bytes(&self) -> usize {
        self.iter().map(|placed| size_of::<Placed>() + size_of_val::<[Cell]>(&placed.cells)).sum()
    }
}

impl Ready for Vec<u32> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..])
    }
}

/// Solutions of some parts of the walk: ready to be handed over, and after them those that are not.
#[derive(Clone, Debug)]
pub(crate) struct Listed<S> {
    ready: Vec<S>,
    /// Bytes of the ready ones.
    bytes: usize,
    paths: Paths,
}

impl<S> Default for Listed<S> {
    fn default() -> Self {
        Self { ready: Vec::new(), bytes: 0, paths: Paths::default() }
    }
}

impl<S: Ready> Listed<S> {
    pub(crate) fn len(&self) -> u64 {
        (self.ready.len() + self.paths.len()) as u64
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes + self.paths.bytes()
    }

    pub(crate) fn push(&mut self, space: usize, path: &[MoveCode]) {
        self.paths.push(space, path);
    }

    /// Adds later solutions, which are all ready if any of these are.
    pub(crate) fn append(&mut self, mut later: Self) {
        debug_assert!(later.ready.is_empty() || self.paths.is_empty(), "those that are ready come first");
        self.ready.append(&mut later.ready);
        self.bytes += later.bytes;
        self.paths.append(later.paths);
    }
}

/// Words: the paths, as nothing is made ready where checkpoints are kept.
impl<S: Ready> PartialResult for Listed<S> {
    fn to_words(&self) -> Vec<u64> {
        debug_assert!(self.ready.is_empty(), "solutions wait for the end of the walk");
        self.paths.to_words()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        Some(Self { paths: Paths::from_words(words)?, ..Self::default() })
    }
}

/// Handing over of solutions, in the order of the walk.
pub(crate) struct Handing<'a, S> {
    /// The most that are taken.
    pub(crate) most: u64,
    /// True if they are handed over at the end only.
    pub(crate) waits: bool,
    /// Looked at while solutions are handed over, which may take longer than to find them.
    limits: &'a Limits,
    receiver: Mutex<Receiver<'a, S>>,
}

/// A receiver of solutions, and how many it has taken.
struct Receiver<'a, S> {
    taken: u64,
    /// The limit at which solutions that were found were no longer handed over.
    cut: Option<GaveUp>,
    /// Takes a solution; it may have enough.
    take: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
}

impl<'a, S: Ready> Handing<'a, S> {
    /// Hands at most so many solutions to `take`.
    pub(crate) fn new(
        most: u64,
        waits: bool,
        limits: &'a Limits,
        take: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
    ) -> Self {
        Self { most, waits, limits, receiver: Mutex::new(Receiver { taken: 0, cut: None, take }) }
    }

    /// Number of solutions handed over, and the limit at which that ended.
    pub(crate) fn taken(&self) -> (u64, Option<GaveUp>) {
        let receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        (receiver.taken, receiver.cut)
    }

    /// Makes solutions ready, unless they wait for the end of the walk.
    pub(crate) fn make_ready(&self, listed: &mut Listed<S>, read: impl Fn(&[MoveCode]) -> S) {
        if !self.waits {
            let paths = mem::take(&mut listed.paths);
            listed.ready.extend(paths.iter().map(|(_, path)| read(path)));
            listed.bytes = listed.ready.iter().map(Ready::bytes).sum();
        }
    }

    /// Hands over what is ready, within the limits.
    pub(crate) fn deliver(&self, listed: &mut Listed<S>) -> ControlFlow<()> {
        if self.waits {
            return self.enough(listed.len());
        }
        listed.bytes = 0;
        self.hand(mem::take(&mut listed.ready).into_iter(), self.limits)
    }

    /// Hands over all, regardless of the limits: there are enough, or the walk has ended.
    pub(crate) fn hand_all(&self, listed: Listed<S>, read: impl Fn(&[MoveCode]) -> S) {
        let paths = listed.paths.iter().map(|(_, path)| read(path));
        let _ = self.hand(listed.ready.into_iter().chain(paths), &Limits::default());
    }

    fn hand(&self, solutions: impl Iterator<Item = S>, limits: &Limits) -> ControlFlow<()> {
        let mut receiver = self.receiver.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, solution) in solutions.enumerate() {
            if receiver.taken >= self.most || receiver.cut.is_some() {
                return ControlFlow::Break(());
            }
            if place % CHECKED_EVERY == CHECKED_EVERY - 1
                && let Err(reason) = limits.check()
            {
                receiver.cut = Some(reason);
                return ControlFlow::Break(());
            }
            receiver.taken += 1;
            (receiver.take)(solution)?;
        }
        self.enough(receiver.taken)
    }

    /// Breaks if so many are as many as are taken.
    pub(crate) fn enough(&self, solutions: u64) -> ControlFlow<()> {
        if solutions >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
