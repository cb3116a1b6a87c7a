//! Counts the packings of a puzzle, all and up to its symmetries, by boundaries: without enumerating them.

use num_bigint::BigUint;

use crate::budget::Budget;
use crate::colouring::refutation;
use crate::cover::{Cover, Outline};
use crate::invariant::invariant;
use crate::kinds::Kinds;
use crate::pack::Pack;
use crate::solve::enumerate::{self, Callbacks};
use crate::solve::numbers::{Count, Unknown};
use crate::solve::series::{Series, Stop};
use crate::space::halves::middle;
use crate::space::{self, States};
use crate::symmetry::{Symmetry, symmetries};
use traybit_core::bits::Width;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// Counts the packings of a puzzle, by enumeration if it has rules that boundaries do not know.
///
/// # Errors
/// A sentence without its full stop when the checkpoint is not of this puzzle.
pub fn count(pack: &Pack, checkpoint: Option<Checkpoint>, limits: &Limits) -> Result<Count, String> {
    let pack = &*pack.reduced();
    if !pack.is_plain() {
        return enumerate::count(pack, Callbacks { checkpoint, ..Callbacks::default() }, limits);
    }
    let mut budget = Budget::of(limits);
    let kinds = Kinds::of(pack);
    let group = symmetries(pack, &kinds);
    let cover = cover_of(pack, &kinds, &mut budget);
    let refuted = |(cover, bits)| Ok((refutation(&cover, &mut budget)?, cover, bits));
    let (total, distinct, cost, method) = match cover.and_then(refuted) {
        Ok((Some(refuted), ..)) => (Ok(BigUint::ZERO), Ok(BigUint::ZERO), Cost::default(), refuted),
        Ok((None, cover, bits)) => {
            let states = space::merged(&cover, &group);
            let mut series = Series::begin(checkpoint)?;
            let total = known(series.count(&cover, states, &mut budget))?;
            let distinct = match &total {
                Ok(total) => known(distinct(&cover, &group, total, &budget, &mut series))?,
                Err(unknown) => Err(*unknown),
            };
            let cost = series.cost();
            if distinct.is_ok() {
                series.finish();
            }
            let unit = if bits == 1 { "bit" } else { "bits" };
            let mut method = format!("boundaries of {bits} {unit} in {}", space::word(bits).name());
            if let Some((pieces, _)) = middle(&cover).filter(|_| checkpoint.is_none()) {
                method = format!("{method}, from both ends to the middle since {pieces} pieces differ");
            }
            method += if states == States::Merged { "" } else { ", mirror images merged" };
            (total, distinct, cost, method)
        }
        Err(unknown) => (Err(unknown), Err(unknown), Cost::default(), "boundaries".to_owned()),
    };
    let cost = budget.cost(cost);
    Ok(Count { total, distinct, listed: None, symmetries: group.len(), cost, method })
}

/// A number, or why it is not known, unless the checkpoint is refused.
fn known(counted: Result<BigUint, Stop>) -> Result<Result<BigUint, Unknown>, String> {
    match counted {
        Ok(number) => Ok(Ok(number)),
        Err(Stop::Unknown(unknown, _)) => Ok(Err(unknown)),
        Err(Stop::Refused(sentence)) => Err(sentence),
    }
}

/// The cover of a puzzle, and the bits of its states, which are refused before places are found if they are too many.
pub(super) fn cover_of(pack: &Pack, kinds: &Kinds, budget: &mut Budget<'_>) -> Result<(Cover, u32), Unknown> {
    let outline = Outline::of(pack, kinds, budget)?;
    let bits = outline.bits(space::width, budget)?;
    match space::word(bits) {
        Width::Boxed => Err(Unknown::TooWide(bits)),
        _ => Ok((outline.fill(budget)?, bits)),
    }
}

/// Maximum number of alike symmetries that are tried for narrow states.
const TRIED: usize = 8;

/// Number of packings, of this total, when symmetric ones are merged: the mean number that a symmetry leaves unchanged.
fn distinct(
    cover: &Cover,
    group: &[Symmetry],
    total: &BigUint,
    budget: &Budget<'_>,
    series: &mut Series<'_>,
) -> Result<BigUint, Stop> {
    if *total == BigUint::ZERO {
        return Ok(BigUint::ZERO);
    }
    let mut known: Vec<(&Symmetry, BigUint)> = Vec::new();
    let mut sum = total.clone();
    for symmetry in group.iter().filter(|symmetry| !symmetry.is_identity()) {
        if let Some((_, fixed)) = known.iter().find(|(other, _)| symmetry.fixes_as_many_as(other, group)) {
            sum += fixed;
            continue;
        }
        let alike = group.iter().filter(|other| symmetry.fixes_as_many_as(other, group)).take(TRIED);
        // The memory of their covers is given back.
        let mut own = budget.clone();
        let covers = alike.map(|symmetry| invariant(cover, symmetry, &mut own));
        let covers = covers.collect::<Result<Vec<Cover>, GaveUp>>()?;
        // The symmetry is alike to itself.
        let Some(narrowest) = covers.iter().min_by_key(|cover| space::bits(cover)) else { continue };
        let fixed = series.count(narrowest, States::Merged, &mut own)?;
        sum += &fixed;
        known.push((symmetry, fixed));
    }
    Ok(sum / group.len())
}
