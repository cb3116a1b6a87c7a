//! Colourings of the board that refute a puzzle before any search.
//!
//! ```text
//!   + - + -     T covers three cells of one colour and one of the other, wherever it lies: 2 or −2
//!   - + - +     I, O, S and L cover two of each: 0
//!   + - + -     the board has equal numbers: 0, which no such sum equals (Golomb, Polyominoes, 1965)
//! ```
//!
//! Lines, and places in a line, have one sign, alternate, or alternate in pairs; a cell has the product of both signs. A
//! colouring refutes a puzzle if no choice of values for its pieces and its empty cells has the board's sum.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigUint;

use crate::budget::Budget;
use crate::cover::{Cover, Kind};
use traybit_core::search::outcome::GaveUp;

/// Maximum number of sums for one colouring: they take a few hundredths of a second.
const MOST_SUMS: u64 = 1 << 30;

/// Number of lines, or of places in a line, after which the sign changes; 0: never.
const TURNS: [u32; 3] = [0, 1, 2];

const PERIOD: u32 = 4;

/// Description of a colouring that proves that a cover has no packing, if there is one.
pub fn refutation(cover: &Cover, budget: &mut Budget<'_>) -> Result<Option<String>, GaveUp> {
    let Some(stride) = cover.stride.filter(|_| !cover.empties().is_empty()) else { return Ok(None) };
    // An orientation has the same value at all cells that are whole periods apart.
    let mut samples = BTreeMap::new();
    for (cell, own) in (0..).zip(&cover.places) {
        let class = (cell / stride % PERIOD, cell % stride % PERIOD);
        samples.extend(own.iter().map(|&orientation| ((orientation, class), cell)));
        budget.work(own.len())?;
    }
    for lines in TURNS {
        for places in TURNS.into_iter().filter(|places| (lines, *places) != (0, 0)) {
            let is_minus = |index: u32, turns: u32| turns > 0 && index / turns % 2 == 1;
            let sign = |cell: u32| is_minus(cell / stride, lines) != is_minus(cell % stride, places);
            let samples = samples.iter().map(|(&(orientation, _), &cell)| (orientation, cell));
            if refutes(cover, samples, &sign, budget)? {
                let [lines, places] =
                    [lines, places].map(|turns| ["alike", "by turns", "by turns of two"][turns as usize]);
                return Ok(Some(format!(
                    "refuted before a search by two colours: lines {lines}, cells of a line {places}"
                )));
            }
        }
    }
    Ok(None)
}

/// True if no pieces have the sum of a board with these signs (true is minus); `samples` represent all placements.
fn refutes(
    cover: &Cover,
    samples: impl Iterator<Item = (u32, u32)>,
    is_minus: &dyn Fn(u32) -> bool,
    budget: &mut Budget<'_>,
) -> Result<bool, GaveUp> {
    let signed = |cell: u32, number: i64| if is_minus(cell) { -number } else { number };
    let board: i64 = (0..).zip(&cover.weights).map(|(cell, &weight)| signed(cell, weight.into())).sum();
    let mut values = vec![BTreeSet::new(); cover.kinds.len()];
    for (number, cell) in samples {
        let orientation = &cover.orientations[number as usize];
        let sum: i64 = orientation.offsets.iter().map(|offset| signed(cell + offset, 1)).sum();
        values[usize::from(orientation.kind)].insert(sum);
    }
    let most_of = |kind: &Kind| u64::from(*kind.counts.end());
    let pieces = cover.kinds.iter().map(most_of).sum::<u64>() + cover.empties().end();
    let most = values.iter().map(|values| values.len() as u64).max().unwrap_or(0);
    if pieces.saturating_mul(most).saturating_mul(cover.weight()) > MOST_SUMS {
        return Ok(false);
    }
    // Cells that may stay empty count as pieces of one cell.
    let empties = (cover.empties(), [-1, 1].into());
    let kinds = cover.kinds.iter().map(|kind| u64::from(*kind.counts.start())..=most_of(kind));
    // Bit i stands for the sum i − weight: no pieces on the board have a lower one.
    let mut sums = BigUint::from(1_u32) << cover.weight();
    for (counts, values) in kinds.zip(values).chain([empties]) {
        let mut several = BigUint::ZERO;
        for count in 0..=*counts.end() {
            if count >= *counts.start() {
                several |= &sums;
            }
            if count < *counts.end() {
                let moved = values.iter().map(|&value| {
                    let places = value.unsigned_abs();
                    if value < 0 { &sums >> places } else { &sums << places }
                });
                sums = moved.fold(BigUint::ZERO, |all, one| all | one);
            }
            budget.work(sums.bits() as usize / 64)?;
        }
        sums = several;
    }
    Ok(!sums.bit((board + cover.weight() as i64) as u64))
}
