//! Counts the packings of a puzzle by boundaries, all and up to symmetry: a series of counts with one checkpoint.
//!
//! ```text
//!   all packings │ unchanged by symmetry 1 │ unchanged by symmetry 2 │ …
//!   ended        │ ended                   │ under way               │ not begun
//!   its number   │ its number              │ its states              │              in a snapshot
//! ```

use std::sync::atomic::Ordering;
use web_time::Instant;

use num_bigint::BigUint;

use crate::budget::Budget;
use crate::colouring::refutation;
use crate::cover::{Cover, Outline};
use crate::images::invariant;
use crate::kinds::Kinds;
use crate::solve::enumerate::{self, Callbacks};
use crate::space::halves::{self, middle};
use crate::space::{self, States};
use crate::symmetry::{Symmetry, symmetries};
use crate::{Count, Pack, Unknown};
use traybit_core::search::counting::{self, Checkpoints, CountKey, Opened, Unfinished};
use traybit_core::{Checkpoint, Cost, GaveUp, Limits, Register, Wide, Width};

/// Counts the packings of a puzzle, by enumeration if it has rules that boundaries do not support.
pub fn count(pack: &Pack, checkpoint: Option<Checkpoint>, limits: &Limits) -> Result<Count, String> {
    let pack = &pack.reduced();
    if !pack.is_plain() {
        return enumerate::count(pack, Callbacks { checkpoint, ..Callbacks::default() }, limits);
    }
    let mut budget = Budget::of(limits);
    let kinds = Kinds::of(pack);
    let group = symmetries(pack, &kinds);
    let cover = cover_of(pack, &kinds, &mut budget);
    let refuted = |(cover, bits)| Ok((refutation(&cover, &mut budget)?, cover, bits, space::word(bits)?));
    let (total, distinct, cost, method) = match cover.and_then(refuted) {
        Ok((Some(refuted), ..)) => (Ok(BigUint::ZERO), Ok(BigUint::ZERO), Cost::default(), refuted),
        Ok((None, cover, bits, word)) => {
            let states = space::merged(&cover, &group);
            let mut series = Series::begin(checkpoint)?;
            let total = series.count(&cover, states, &mut budget)?;
            let distinct = match &total {
                Ok(total) => distinct(&cover, &group, total, &budget, &mut series)?,
                Err(unknown) => Err(*unknown),
            };
            if let Some(Checkpoint { store, .. }) = checkpoint.filter(|_| distinct.is_ok()) {
                store.finish();
            }
            let unit = if bits == 1 { "bit" } else { "bits" };
            let mut method = format!("boundaries of {bits} {unit} in {}", word.name());
            if let Some((pieces, _)) = middle(&cover).filter(|_| checkpoint.is_none()) {
                method = format!("{method}, from both ends to the middle since {pieces} pieces differ");
            }
            method += if states == States::Merged { "" } else { ", mirror images merged" };
            (total, distinct, series.cost, method)
        }
        Err(unknown) => (Err(unknown), Err(unknown), Cost::default(), "boundaries".to_owned()),
    };
    let cost = budget.cost(cost);
    Ok(Count { total, distinct, listed: None, symmetries: group.len(), cost, method })
}

/// The cover of a puzzle and the bits of its states; if these are too many, it fails before computing placements.
pub(super) fn cover_of(pack: &Pack, kinds: &Kinds, budget: &mut Budget<'_>) -> Result<(Cover, u32), Unknown> {
    let outline = Outline::of(pack, kinds, budget)?;
    let bits = space::width(&outline.cover, outline.reach(budget)?);
    space::word(bits)?;
    Ok((outline.fill(budget)?, bits))
}

/// Maximum number of equivalent symmetries that are tried to find narrow states.
const TRIED: usize = 8;

/// Number of packings up to symmetry, given the total: the mean number of packings fixed by a symmetry (Burnside).
fn distinct(
    cover: &Cover,
    group: &[Symmetry],
    total: &BigUint,
    budget: &Budget<'_>,
    series: &mut Series<'_>,
) -> Result<Known, String> {
    if *total == BigUint::ZERO {
        return Ok(Ok(BigUint::ZERO));
    }
    let mut known: Vec<(&Symmetry, BigUint)> = Vec::new();
    let mut sum = total.clone();
    for symmetry in group.iter().filter(|symmetry| !symmetry.is_identity()) {
        if let Some((_, fixed)) = known.iter().find(|(other, _)| symmetry.fixes_as_many_as(other, group)) {
            sum += fixed;
            continue;
        }
        let alike = group.iter().filter(|other| symmetry.fixes_as_many_as(other, group)).take(TRIED);
        // The memory of these covers is freed afterwards.
        let mut own = budget.clone();
        let covers: Result<Vec<Cover>, GaveUp> =
            alike.map(|symmetry| invariant(cover, symmetry, &mut own)).collect();
        let narrowest = covers.map(|covers| covers.into_iter().min_by_key(space::bits));
        let fixed = match narrowest {
            Ok(cover) => series.count(&cover.expect("it is like itself"), States::Merged, &mut own)?,
            Err(reason) => Err(reason.into()),
        };
        let Ok(fixed) = fixed else { return Ok(fixed) };
        sum += &fixed;
        known.push((symmetry, fixed));
    }
    Ok(Ok(sum / group.len()))
}

/// A number, or why it is not known.
type Known = Result<BigUint, Unknown>;

/// A series of counts, always in the same order.
struct Series<'a> {
    checkpoint: Option<Checkpoint<'a>>,
    /// The snapshot: counts that ended in an earlier run and are not used yet, and the next one, which was under way.
    opened: Option<Opened<'a>>,
    ended: Vec<counting::Count>,
    /// Cost of all counts so far, including earlier runs; its time is that of earlier runs.
    cost: Cost,
}

impl<'a> Series<'a> {
    /// Starts a series, or resumes the saved one.
    fn begin(checkpoint: Option<Checkpoint<'a>>) -> Result<Self, String> {
        let mut opened = None;
        if let Some(Checkpoint { store, digest, .. }) = checkpoint
            && let Some(from) = store.saved().map_err(|error| error.to_string())?
        {
            opened = Some(Opened::read(from, digest).map_err(|error| error.to_string())?);
        }
        Ok(Self { checkpoint, opened, ended: Vec::new(), cost: Cost::default() })
    }

    /// Counts the packings of the next cover.
    fn count(&mut self, cover: &Cover, states: States<'_>, budget: &mut Budget<'_>) -> Result<Known, String> {
        let began = Instant::now();
        let bits = space::bits(cover);
        let known = self.opened.as_mut().and_then(|opened| opened.ended.pop_front());
        let counted = match (known, space::word(bits)) {
            (Some(count), _) => Ok(count),
            (None, Ok(Width::W64)) => self.count_in::<u64>(cover, states, budget)?,
            (None, Ok(Width::W128)) => self.count_in::<u128>(cover, states, budget)?,
            (None, Ok(_)) => self.count_in::<Wide<8>>(cover, states, budget)?,
            (None, Err(unknown)) => return Ok(Err(unknown)),
        };
        let cost = counted.as_ref().map_or_else(|unfinished| unfinished.cost, |count| count.cost);
        let time = self.cost.time + cost.time.saturating_sub(began.elapsed());
        let layers = if self.ended.is_empty() { cost.layers } else { self.cost.layers };
        self.cost = Cost { layers, time, ..self.cost.then(cost) };
        Ok(counted.map_err(|unfinished| unfinished.ended.into()).map(|count| {
            self.ended.push(count.clone());
            count.total
        }))
    }

    fn count_in<W: Register + CountKey>(
        &mut self,
        cover: &Cover,
        states: States<'_>,
        budget: &mut Budget<'_>,
    ) -> Result<Result<counting::Count, Unfinished>, String> {
        if let Some((_, middle)) = middle(cover).filter(|_| self.checkpoint.is_none()) {
            return Ok(halves::count::<W>(cover, middle, states, budget));
        }
        let space = match space::compile::<W>(cover, states, budget) {
            Ok(space) => space,
            Err(ended) => return Ok(Err(Unfinished { ended, cost: Cost::default() })),
        };
        let (space, limits) = (&*space, &budget.rest());
        limits.progress.layers.store(space.last() as u32, Ordering::Relaxed);
        let ended = &self.ended;
        let checkpoints = self.checkpoint.map(|checkpoint| Checkpoints { checkpoint, ended });
        let resume = |opened| counting::resume(space, opened, limits, checkpoints);
        let resumed = self.opened.take().map(resume).transpose().map_err(|error| error.to_string())?;
        Ok(resumed.unwrap_or_else(|| counting::count(space, limits, checkpoints)))
    }
}
