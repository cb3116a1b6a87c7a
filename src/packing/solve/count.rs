//! Counting the packings of a puzzle, and how many there are up to its symmetries, without enumerating them.

use std::io::{Result as IoResult, Write};
use std::sync::atomic::Ordering;
use std::time::Instant;

use crate::budget::Budget;
use crate::cover::{Cover, Kinds, Outline};
use crate::invariant::invariant;
use crate::pack::Pack;
use crate::space::{self, Space, States};
use crate::symmetry::{Symmetry, symmetries};
use traybit_core::bits::{Key, Register, Wide, Width};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::counting::{self, CheckpointWriter, Ended, Saved, Snapshot, Unfinished};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::staged::Staged;

/// Numbers of packings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Count {
    /// All of them, or why that is not known.
    pub total: Result<u128, Unknown>,
    /// The number when symmetric packings are merged, or why it is not known.
    pub distinct: Result<u128, Unknown>,
    /// Symmetries of the puzzle, the identity among them.
    pub symmetries: usize,
    /// Cost of the search.
    pub cost: Cost,
    /// Description of the method.
    pub method: String,
}

/// Reason why a number is not known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unknown {
    /// A limit was reached.
    GaveUp(GaveUp),
    /// It is 2^128 or more.
    Overflow,
    /// A state takes more bits than the widest word has: so many.
    TooWide(u32),
}

impl From<GaveUp> for Unknown {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

impl From<Ended> for Unknown {
    fn from(ended: Ended) -> Self {
        match ended {
            Ended::GaveUp(reason) => Self::GaveUp(reason),
            Ended::Overflow => Self::Overflow,
        }
    }
}

/// Counts the packings of a puzzle.
///
/// # Errors
/// A sentence without its full stop when the checkpoint is not of this puzzle.
pub fn count(pack: &Pack, checkpoint: Option<Checkpoint>, limits: &Limits) -> Result<Count, String> {
    let began = Instant::now();
    let mut budget = Budget::of(limits);
    let kinds = Kinds::of(pack);
    let group = symmetries(pack, &kinds);
    let outline = Outline::of(pack, &kinds);
    let cover = outline.bits(&mut budget).map_err(Unknown::GaveUp).and_then(|bits| match space::word(bits) {
        // No place has to be found to know that.
        Width::Boxed => Err(Unknown::TooWide(bits)),
        _ => Ok((outline.fill(&mut budget)?, bits)),
    });
    let (total, distinct, mut cost, method) = match cover {
        Ok((cover, bits)) => {
            let (total, mut cost) = count_cover(&cover, checkpoint, &mut budget)?;
            let distinct = match total {
                Ok(0) => Ok(0),
                Ok(total) => distinct(&cover, &group, total, &budget, &mut cost),
                Err(unknown) => Err(unknown),
            };
            (total, distinct, cost, format!("boundaries of {bits} bits in {}", space::word(bits).name()))
        }
        Err(unknown) => (Err(unknown), Err(unknown), Cost::default(), "boundaries".to_owned()),
    };
    cost.time = began.elapsed();
    cost.bytes += budget.bytes();
    Ok(Count { total, distinct, symmetries: group.len(), cost, method })
}

/// Counts the packings of a cover.
fn count_cover(
    cover: &Cover,
    checkpoint: Option<Checkpoint>,
    budget: &mut Budget<'_>,
) -> Result<(Result<u128, Unknown>, Cost), String> {
    let bits = space::bits(cover);
    let answer = match space::word(bits) {
        Width::W64 => count_in::<u64>(cover, checkpoint, budget)?,
        Width::W128 => count_in::<u128>(cover, checkpoint, budget)?,
        Width::W256 | Width::W512 => count_in::<Wide<8>>(cover, checkpoint, budget)?,
        Width::Boxed => return Ok((Err(Unknown::TooWide(bits)), Cost::default())),
    };
    Ok(match answer {
        Ok(counting::Count { total, cost }) => (Ok(total), cost),
        Err(Unfinished { ended, cost }) => (Err(ended.into()), cost),
    })
}

fn count_in<W: Register>(
    cover: &Cover,
    checkpoint: Option<Checkpoint>,
    budget: &mut Budget<'_>,
) -> Result<Result<counting::Count, Unfinished>, String> {
    let space = match Space::<W>::new(cover, States::Merged, budget) {
        Ok(space) => space,
        Err(reason) => return Ok(Err(Unfinished { ended: Ended::GaveUp(reason), cost: Cost::default() })),
    };
    let limits = &budget.rest();
    limits.progress.layers.store(space.last() as u32, Ordering::Relaxed);
    let Some(checkpoint) = checkpoint else { return Ok(counting::count(&space, limits, &mut ())) };
    let mut checkpoints = Checkpoints(checkpoint);
    let answer = match checkpoint.store.saved().map_err(|error| error.to_string())? {
        None => counting::count(&space, limits, &mut checkpoints),
        Some(left) => {
            let saved = Saved::read(left, checkpoint.digest, space.last(), limits.memory);
            let saved = saved.map_err(|error| error.to_string())?;
            counting::resume(&space, saved, limits, &mut checkpoints)
        }
    };
    if answer.is_ok() {
        checkpoint.store.finish();
    }
    Ok(answer)
}

struct Checkpoints<'a>(Checkpoint<'a>);

impl<K: Key + Copy> CheckpointWriter<K> for Checkpoints<'_> {
    fn is_due(&self) -> bool {
        self.0.store.is_due()
    }

    fn write(&mut self, snapshot: &Snapshot<K>) {
        let write = |to: &mut dyn Write| -> IoResult<()> { snapshot.write(self.0.digest, to) };
        self.0.store.save(&write);
    }
}

/// Number of packings, of this total, when symmetric ones are merged: the mean, over all symmetries, of how many each
/// leaves unchanged.
fn distinct(
    cover: &Cover,
    group: &[Symmetry],
    total: u128,
    budget: &Budget<'_>,
    cost: &mut Cost,
) -> Result<u128, Unknown> {
    let mut known: Vec<(&Symmetry, u128)> = Vec::new();
    // The sum may be too large for a word where the mean is not: it is divided as it grows.
    let size = group.len() as u128;
    let (mut mean, mut rest) = (total / size, total % size);
    for symmetry in group.iter().filter(|symmetry| !symmetry.turn.is_identity()) {
        let like = known.iter().find(|(other, _)| symmetry.fixes_as_many_as(other, group));
        let fixed = if let Some((_, fixed)) = like {
            *fixed
        } else {
            let fixed = fixed(cover, group, symmetry, budget, cost)?;
            known.push((symmetry, fixed));
            fixed
        };
        rest += fixed % size;
        mean += fixed / size + rest / size;
        rest %= size;
    }
    Ok(mean)
}

/// Number of packings that a symmetry leaves unchanged: counted for the one of those that leave as many whose states are
/// narrowest.
fn fixed(
    cover: &Cover,
    group: &[Symmetry],
    symmetry: &Symmetry,
    budget: &Budget<'_>,
    cost: &mut Cost,
) -> Result<u128, Unknown> {
    let alike = group.iter().filter(|other| symmetry.fixes_as_many_as(other, group));
    // What is taken for them is given back at the end.
    let mut own = budget.clone();
    let covers: Vec<Cover> =
        alike.map(|symmetry| invariant(cover, symmetry, &mut own)).collect::<Result<_, _>>()?;
    let Some(narrowest) = covers.iter().min_by_key(|cover| space::bits(cover)) else { return Ok(0) };
    let (count, spent) = count_cover(narrowest, None, &mut own).unwrap_or((Ok(0), Cost::default()));
    cost.positions += spent.positions;
    cost.successors += spent.successors;
    cost.bytes = cost.bytes.max(spent.bytes);
    count
}
