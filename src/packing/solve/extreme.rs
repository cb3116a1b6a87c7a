//! Packings with the most or the fewest pieces: searches for packings with more pieces, or fewer, until there are none.
//!
//! ```text
//!   the most    9 ──▶ 11 ──▶ 12 ──▶ none with 13 or more   depth first and beams ├─ a turn ─┤           ├─ twice as long
//!   the fewest  9 ──▶ 8 ──▶ 6 ──▶ none with 5 or fewer      a draw from all states           ├─ as long ─┤
//! ```
//!
//! The extreme is proven by a complete enumeration, or by states with no packing to draw if they support all rules.

use std::ops::RangeInclusive;
use web_time::{Duration, Instant};

use crate::solve::collector::first_of;
use crate::solve::enumerate;
use crate::solve::sample::{can_sample, sample};
use crate::{Count, Enumerated, Pack, Packing, Unknown};
use traybit_core::{Cost, GaveUp, Limits};

/// Extreme of the number of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Extreme {
    /// The maximum number of pieces in a packing.
    Most,
    /// The minimum.
    Fewest,
}

/// Time of the first turn of an enumeration; then a draw has its turn.
const TURN: Duration = Duration::from_millis(50);

/// The best packing found, with the most or the fewest pieces; it is proven to be optimal unless the search gave up.
pub fn extreme(pack: &Pack, which: Extreme, limits: &Limits) -> (Option<Packing>, Enumerated) {
    let began = Instant::now();
    let (mut least, mut most) = pack.rules.pieces.clone().unwrap_or(pack.pieces_in_all()).into_inner();
    let (mut best, mut cost) = (None, Cost::default());
    loop {
        let (better, searched) = first(&with_pieces(pack, least..=most), limits);
        cost = cost.then(searched.cost);
        let number = better.as_ref().map(|packing| packing.len() as u32);
        best = better.or(best);
        match (number, which) {
            (Some(number), Extreme::Most) if number < most => least = number + 1,
            (Some(number), Extreme::Fewest) if number > least => most = number - 1,
            _ => {
                let (found, cost) = (u64::from(best.is_some()), Cost { time: began.elapsed(), ..cost });
                return (best, Enumerated { found, cost, ..searched });
            }
        }
    }
}

/// Counts the packings with the most or the fewest pieces, and returns that number of pieces, which is proven first.
pub fn count(
    pack: &Pack,
    which: Extreme,
    limits: &Limits,
    method: impl FnOnce(&Pack) -> Result<Count, String>,
) -> Result<(Count, Option<u32>), String> {
    let (best, found) = extreme(pack, which, limits);
    if let Some(reason) = found.ended {
        let Enumerated { symmetries, cost, method, .. } = found;
        let (total, distinct) = (Err(reason), Err(reason));
        return Ok((Count { total, distinct, listed: None, symmetries, cost, method }, None));
    }
    let number = best.map(|packing| packing.len() as u32);
    let only = number.map(|number| with_pieces(pack, number..=number));
    let counted = method(only.as_ref().unwrap_or(pack))?;
    Ok((Count { cost: found.cost.then(counted.cost), ..counted }, number))
}

/// The puzzle with this range of the total number of pieces.
pub fn with_pieces(pack: &Pack, pieces: RangeInclusive<u32>) -> Pack {
    let mut pack = pack.clone();
    pack.rules.pieces = Some(pieces);
    pack
}

/// The first packing, by the search that answers: the cost is without those whose turn ended before.
fn first(pack: &Pack, limits: &Limits) -> (Option<Packing>, Enumerated) {
    let mut turn = if can_sample(pack) { TURN } else { Duration::MAX };
    loop {
        let (found, searched) = enumerate::first(pack, &limits.for_at_most(turn));
        if searched.ended != Some(Unknown::GaveUp(GaveUp::Time)) || limits.check().is_err() {
            return (found, searched);
        }
        let (found, searched) = first_of(|take| Ok(sample(pack, 1, 0, &limits.for_at_most(turn), take)));
        if searched.ended.is_none() {
            return (found, searched);
        }
        turn = turn.saturating_mul(2);
    }
}
