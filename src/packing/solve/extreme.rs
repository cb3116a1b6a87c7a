//! The most pieces that fit, and the fewest that block: packings with more pieces, or fewer, until there are none.
//!
//! ```text
//!   the most    9 ──▶ 11 ──▶ 12 ──▶ none with 13 or more   depth first and beams ├─ a turn ─┤           ├─ twice as long
//!   the fewest  9 ──▶ 8 ──▶ 6 ──▶ none with 5 or fewer      a draw from all states           ├─ as long ─┤
//! ```
//!
//! It is proven by an enumeration that ends, or by states from which none can be drawn, if those know all rules.

use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use crate::pack::{Pack, Packing};
use crate::solve::enumerate::{Callbacks, Selection, enumerate};
use crate::solve::sample::{Sample, can_sample, sample};
use crate::solve::{Count, Enumerated, Unknown};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// The extreme that the number of pieces takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The most pieces of all packings.
    Most,
    /// The fewest.
    Fewest,
}

/// Time of an enumeration before a draw has its turn.
const TURN: Duration = Duration::from_millis(50);

/// Hands better and better packings to `take`, until one has the most pieces or the fewest.
///
/// # Errors
/// None, since there is no checkpoint.
pub fn extreme(
    pack: &Pack,
    extreme: Extreme,
    limits: &Limits,
    mut take: impl FnMut(Packing),
) -> Result<Enumerated, String> {
    let began = Instant::now();
    let (mut least, mut most) = pack.rules.pieces.clone().unwrap_or(pack.pieces_in_all()).into_inner();
    let (mut found, mut cost) = (0, Cost::default());
    loop {
        let mut better = None;
        let searched = first(&with_pieces(pack, least..=most), limits, &mut better)?;
        cost = cost.then(searched.cost);
        found = found.max(searched.found);
        let number = better.as_ref().map(|packing: &Packing| packing.len() as u32);
        better.into_iter().for_each(&mut take);
        match (number, extreme) {
            (Some(number), Extreme::Most) if number < most => least = number + 1,
            (Some(number), Extreme::Fewest) if number > least => most = number - 1,
            _ => return Ok(Enumerated { found, cost: Cost { time: began.elapsed(), ..cost }, ..searched }),
        }
    }
}

/// Counts the packings with the most pieces or the fewest, and returns that number of pieces, which has to be proven first.
///
/// # Errors
/// As for the method of counting.
pub fn count(
    pack: &Pack,
    which: Extreme,
    limits: &Limits,
    method: impl FnOnce(&Pack) -> Result<Count, String>,
) -> Result<(Count, Option<u32>), String> {
    let mut number = None;
    let found = extreme(pack, which, limits, |packing| number = Some(packing.len() as u32))?;
    if let Some(reason) = found.ended {
        let Enumerated { symmetries, cost, method, .. } = found;
        let (total, distinct) = (Err(reason), Err(reason));
        return Ok((Count { total, distinct, listed: None, symmetries, cost, method }, None));
    }
    let counted = match number {
        Some(number) => method(&with_pieces(pack, number..=number)),
        None => method(pack),
    };
    counted.map(|counted| (Count { cost: found.cost.then(counted.cost), ..counted }, number))
}

/// The puzzle with this range of the number of all pieces together.
pub fn with_pieces(pack: &Pack, pieces: RangeInclusive<u32>) -> Pack {
    let mut pack = pack.clone();
    pack.rules.pieces = Some(pieces);
    pack
}

fn first(pack: &Pack, limits: &Limits, packing: &mut Option<Packing>) -> Result<Enumerated, String> {
    let selection = Selection { most: 1, distinct: false };
    let mut turn = if can_sample(pack) { TURN } else { Duration::MAX };
    let mut cost = Cost::default();
    let mut take = |found| {
        *packing = Some(found);
        ControlFlow::Break(())
    };
    loop {
        let own = limits.for_at_most(turn);
        let searched = enumerate(pack, selection, Callbacks::default(), &own, &|found| found, &mut take)?;
        cost = cost.then(searched.cost);
        if searched.ended != Some(Unknown::GaveUp(GaveUp::Time)) || limits.check().is_err() {
            return Ok(Enumerated { cost, ..searched });
        }
        let own = limits.for_at_most(turn);
        let drawn = sample(pack, Sample { number: 1, seed: 0 }, &own, &mut take);
        cost = cost.then(drawn.cost);
        if drawn.ended.is_none() {
            return Ok(Enumerated { cost, ..drawn });
        }
        turn = turn.saturating_mul(2);
    }
}
