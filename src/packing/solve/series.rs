//! A series of counts with one checkpoint: all packings, and those that each symmetry leaves unchanged.
//!
//! ```text
//!   all packings │ unchanged by symmetry 1 │ unchanged by symmetry 2 │ …
//!   ended        │ ended                   │ under way               │ not begun
//!   its number   │ its number              │ its states              │              in a snapshot
//! ```

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};
use std::vec::IntoIter;

use num_bigint::BigUint;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::solve::numbers::Unknown;
use crate::space::halves::{Back, Front, middle};
use crate::space::{self, Space, States};
use traybit_core::bits::{Register, Wide, Width};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::counting::CountKey;
use traybit_core::search::counting::{self, Checkpoints, Count, Opened, Unfinished, Unread, read};
use traybit_core::search::outcome::{Cost, GaveUp};

/// Reason why a count of a series has no number.
pub(super) enum Stop {
    /// With the cost until then.
    Unknown(Unknown, Cost),
    /// The checkpoint is not of this puzzle: a sentence without its full stop.
    Refused(String),
}

impl From<GaveUp> for Stop {
    fn from(reason: GaveUp) -> Self {
        Self::Unknown(reason.into(), Cost::default())
    }
}

impl From<Unfinished> for Stop {
    fn from(unfinished: Unfinished) -> Self {
        Self::Unknown(unfinished.ended.into(), unfinished.cost)
    }
}

/// Counts that follow one another, always in the same order.
pub(super) struct Series<'a> {
    checkpoint: Option<Checkpoint<'a>>,
    /// Counts that ended in an earlier run, not yet taken.
    known: IntoIter<Count>,
    /// The snapshot of the count after these.
    opened: Option<Opened<'a>>,
    ended: Vec<Count>,
    /// Cost of all counts so far, of earlier runs too.
    cost: Cost,
    /// Time of earlier runs.
    before: Duration,
}

impl<'a> Series<'a> {
    /// Begins a series, or resumes the one that was saved.
    pub(super) fn begin(checkpoint: Option<Checkpoint<'a>>) -> Result<Self, String> {
        let mut opened = None;
        if let Some(Checkpoint { store, digest, .. }) = checkpoint
            && let Some(from) = store.saved().map_err(|error| error.to_string())?
        {
            opened = Some(Opened::read(from, digest).map_err(|error| error.to_string())?);
        }
        let known = opened.as_mut().map(Opened::take_ended).unwrap_or_default().into_iter();
        let (cost, before) = (Cost::default(), Duration::ZERO);
        Ok(Self { checkpoint, known, opened, ended: Vec::new(), cost, before })
    }

    /// The cost of all counts so far; its time is that of earlier runs.
    pub(super) fn cost(&self) -> Cost {
        Cost { time: self.before, ..self.cost }
    }

    /// Counts the packings of the next cover.
    pub(super) fn count(
        &mut self,
        cover: &Cover,
        states: States<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<BigUint, Stop> {
        let began = Instant::now();
        let counted = if let Some(count) = self.known.next() {
            self.before += count.cost.time;
            Ok(count)
        } else {
            let bits = space::bits(cover);
            match space::word(bits) {
                Width::W64 => self.count_in::<u64>(cover, states, budget),
                Width::W128 => self.count_in::<u128>(cover, states, budget),
                Width::W256 | Width::W512 => self.count_in::<Wide<8>>(cover, states, budget),
                Width::Boxed => Err(Stop::Unknown(Unknown::TooWide(bits), Cost::default())),
            }
        };
        let cost = match &counted {
            Ok(count) => count.cost,
            Err(Stop::Unknown(_, cost)) => *cost,
            Err(Stop::Refused(_)) => Cost::default(),
        };
        self.before += cost.time.saturating_sub(began.elapsed());
        let layers = if self.ended.is_empty() { cost.layers } else { self.cost.layers };
        self.cost = Cost { layers, ..self.cost.then(cost) };
        let count = counted?;
        let total = count.total.clone();
        self.ended.push(count);
        Ok(total)
    }

    fn count_in<W: Register + CountKey>(
        &mut self,
        cover: &Cover,
        states: States<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Count, Stop> {
        if let Some((_, middle)) = middle(cover).filter(|_| self.checkpoint.is_none()) {
            return in_halves::<W>(cover, middle, states, budget);
        }
        let space = space::compile::<W>(cover, states, budget)?;
        let (space, limits) = (&*space, &budget.rest());
        limits.progress.layers.store(space.last() as u32, Ordering::Relaxed);
        let ended = &self.ended;
        let checkpoints = self.checkpoint.map(|checkpoint| Checkpoints { checkpoint, ended });
        match self.opened.take().map(|opened| read(opened, space.last(), limits)) {
            None => Ok(counting::count(space, limits, checkpoints)?),
            Some(Ok(saved)) => Ok(counting::resume(space, saved, limits, checkpoints)?),
            Some(Err(Unread::GaveUp(unfinished))) => Err(unfinished.into()),
            Some(Err(Unread::Error(error))) => Err(Stop::Refused(error.to_string())),
        }
    }

    pub(super) fn finish(self) {
        if let Some(checkpoint) = self.checkpoint {
            checkpoint.store.finish();
        }
    }
}

/// Counts the packings of a cover in two halves, which meet at this cell.
fn in_halves<W: Register + CountKey>(
    cover: &Cover,
    middle: usize,
    states: States<'_>,
    budget: &mut Budget<'_>,
) -> Result<Count, Stop> {
    let mut count = Count { total: BigUint::ZERO, cost: Cost::default() };
    let back = Back::<W>::new(cover, middle, states, budget)?;
    let space = Space::new(cover, states, budget)?;
    let mut limits = budget.rest();
    limits.progress.layers.store(cover.weights.len() as u32, Ordering::Relaxed);
    let Some(ways) = counting::reach(&back, &limits)? else { return Ok(count) };
    count.cost = ways.cost();
    limits.memory = limits.memory.saturating_sub(ways.bytes());
    let front = Front::new(space, middle, &back, &*ways);
    let reached = counting::reach(&front, &limits)
        .map_err(|unfinished| Unfinished { cost: count.cost.then(unfinished.cost), ..unfinished })?;
    if let Some(reached) = reached {
        reached.each(&mut |state, number| count.total += number * ways.number(&state) / front.images(state));
        count.cost = count.cost.then(reached.cost());
    }
    Ok(count)
}
