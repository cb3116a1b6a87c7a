//! The most pieces that fit, and the fewest that block: packings with more pieces, or fewer, until there are none.
//!
//! ```text
//!   the most    9 ──▶ 11 ──▶ 12 ──▶ none with 13 or more   depth first and beams ├─ a turn ─┤           ├─ twice as long
//!   the fewest  9 ──▶ 8 ──▶ 6 ──▶ none with 5 or fewer      a draw from all states           ├─ as long ─┤
//! ```
//!
//! That there are none is seen by an enumeration that ends, or by states from which none can be drawn, where those know all
//! rules.

use std::ops::{ControlFlow, RangeInclusive};
use std::time::{Duration, Instant};

use crate::pack::{Pack, Packing};
use crate::solve::enumerate::{Callbacks, Enumerated, Selection, enumerate};
use crate::solve::numbers::{Count, Unknown};
use crate::solve::sample::{Sample, can_sample, sample};
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

/// Finds a packing with the most pieces or the fewest: `take` gets better and better ones. What is told is how many it got,
/// and why there may be a better one.
///
/// # Errors
/// None without checkpoints, of which there are none.
pub fn extreme(
    pack: &Pack,
    extreme: Extreme,
    limits: &Limits,
    mut take: impl FnMut(Packing),
) -> Result<Enumerated, String> {
    let began = Instant::now();
    let sum = |end: fn(&RangeInclusive<u32>) -> &u32| {
        pack.pieces.iter().fold(0, |sum: u32, piece| sum.saturating_add(*end(&piece.counts)))
    };
    let all = sum(RangeInclusive::start)..=sum(RangeInclusive::end);
    let (mut least, mut most) = pack.rules.pieces.clone().unwrap_or(all).into_inner();
    let (mut found, mut cost) = (0, Cost::default());
    loop {
        let mut better = None;
        let searched = first(&with_pieces(pack, least..=most), limits, &mut better)?;
        cost = cost.then(searched.cost);
        let number = better.as_ref().map(|packing: &Packing| packing.len() as u32);
        better.into_iter().for_each(&mut take);
        found = found.max(searched.found);
        let is_over = match (extreme, number) {
            (_, None) => true,
            (Extreme::Most, Some(number)) => {
                least = number + 1;
                number >= most
            }
            (Extreme::Fewest, Some(number)) => {
                most = number.saturating_sub(1);
                number <= least
            }
        };
        if is_over {
            cost.time = began.elapsed();
            return Ok(Enumerated { found, cost, ..searched });
        }
    }
}

/// Counts, by a method, the packings with the most pieces or the fewest, with that number; it has to be proven for that.
///
/// # Errors
/// As for the method.
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

/// The puzzle with so many pieces together.
pub fn with_pieces(pack: &Pack, pieces: RangeInclusive<u32>) -> Pack {
    let mut pack = pack.clone();
    pack.rules.pieces = Some(pieces);
    pack
}

/// Finds any packing, or that there is none.
fn first(pack: &Pack, limits: &Limits, packing: &mut Option<Packing>) -> Result<Enumerated, String> {
    let selection = Selection { most: 1, distinct: false };
    let mut turn = if can_sample(pack) { TURN } else { Duration::MAX };
    let mut cost = Cost::default();
    loop {
        let mut take = |found| {
            *packing = Some(found);
            ControlFlow::Break(())
        };
        let mut searched =
            enumerate(pack, selection, Callbacks::default(), &limits.for_at_most(turn), &mut take)?;
        cost = cost.then(searched.cost);
        searched.cost = cost;
        if searched.ended != Some(Unknown::GaveUp(GaveUp::Time)) || limits.check().is_err() {
            return Ok(searched);
        }
        let one = Sample { number: 1, seed: 0 };
        let drawn = sample(pack, one, &limits.for_at_most(turn), &mut take);
        cost = cost.then(drawn.cost);
        if drawn.ended.is_none() {
            return Ok(Enumerated { cost, ..drawn });
        }
        turn = turn.saturating_mul(2);
    }
}
