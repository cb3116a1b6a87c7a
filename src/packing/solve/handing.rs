//! Hands solutions over one by one, in the order of the walk, as many as are asked for.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use traybit_core::search::enumeration::collector::Paths;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::MoveCode;

/// Solutions handed over between two looks at the limits.
const CHECKED_EVERY: usize = 64;

/// Handing over of solutions, in the order of the walk.
pub(crate) struct Handing<'a, S> {
    /// The most that are taken.
    pub(crate) most: u64,
    /// True if they are handed over at the end only.
    pub(crate) waits: bool,
    /// Looked at while packings are handed over, which may take longer than to find them.
    pub(crate) limits: &'a Limits,
    /// Takes each solution; it may have enough.
    take: Mutex<Take<'a, S>>,
}

/// A receiver of solutions, and how many it has taken.
struct Take<'a, S> {
    taken: u64,
    /// The limit at which solutions that were found were no longer handed over.
    cut: Option<GaveUp>,
    hand: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
}

impl<'a, S> Handing<'a, S> {
    /// Hands at most so many solutions to `take`.
    pub(crate) fn new(
        most: u64,
        waits: bool,
        limits: &'a Limits,
        take: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
    ) -> Self {
        Self { most, waits, limits, take: Mutex::new(Take { taken: 0, cut: None, hand: take }) }
    }

    /// Number of solutions handed over, and the limit at which that ended.
    pub(crate) fn taken(&self) -> (u64, Option<GaveUp>) {
        let take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        (take.taken, take.cut)
    }

    /// Hands over what was collected, within the limits.
    pub(crate) fn hand(
        &self,
        solutions: &Paths,
        read: impl Fn(&[MoveCode]) -> S,
        limits: &Limits,
    ) -> ControlFlow<()> {
        let mut take = self.take.lock().unwrap_or_else(PoisonError::into_inner);
        for (place, (_, path)) in solutions.iter().enumerate() {
            if take.taken >= self.most || take.cut.is_some() {
                return ControlFlow::Break(());
            }
            if place % CHECKED_EVERY == CHECKED_EVERY - 1
                && let Err(reason) = limits.check()
            {
                take.cut = Some(reason);
                return ControlFlow::Break(());
            }
            take.taken += 1;
            (take.hand)(read(path))?;
        }
        self.enough(take.taken)
    }

    /// Breaks if so many are as many as are taken.
    pub(crate) fn enough(&self, solutions: u64) -> ControlFlow<()> {
        if solutions >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}
