//! Mixes: how many blocks there are of each kind, as counts and as numbers.
//!
//! ```text
//!   kind       2×2   1×2   2×1   1×1
//!   at most      1    10    10    20       a place of the number has a digit for each count from 0 on:
//!   weight       1     2    22   242       code = Σ count · weight
//! ```
//!
//! Taking away a block is taking away the weight of its kind, which keeps mixes in their order.

use crate::universe::pieces::{Pieces, digits};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A choice of numbers of blocks of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Blocks, by kind.
    pub counts: Box<[u32]>,
    /// Cells that no block covers.
    pub empty: u32,
}

/// Numbering of mixes.
#[derive(Debug)]
pub(super) struct Codes {
    places: Vec<Place>,
}

/// Digit of one kind in the number of a mix.
#[derive(Clone, Copy, Debug)]
struct Place {
    weight: u64,
    digits: u64,
    /// Cells of one block.
    area: u32,
}

impl Codes {
    pub(super) fn of(pieces: &Pieces) -> Self {
        let mut weight = 1;
        let places = pieces.kinds().iter().map(|kind| {
            let place = Place { weight, digits: digits(kind), area: kind.shape.area() as u32 };
            weight *= place.digits;
            place
        });
        Self { places: places.collect() }
    }

    pub(super) fn code(&self, mix: &Mix) -> u64 {
        self.places.iter().zip(&mix.counts).map(|(place, &count)| place.weight * u64::from(count)).sum()
    }

    /// The mix without one block of a kind, if it has one.
    pub(super) fn without(&self, code: u64, kind: u8) -> Option<u64> {
        let Place { weight, digits, .. } = self.places[usize::from(kind)];
        (!(code / weight).is_multiple_of(digits)).then(|| code - weight)
    }

    /// Cells that the blocks cover.
    pub(super) fn area(&self, code: u64) -> u32 {
        self.places.iter().map(|place| (code / place.weight % place.digits) as u32 * place.area).sum()
    }
}

/// All mixes that fill the tray together with as many empty cells as may be, the counts of the last kind rising
/// fastest. Some may have no board.
///
/// # Errors
/// When their list would need more memory than there is.
pub fn all_mixes(pieces: &Pieces, limits: &Limits) -> Result<Vec<Mix>, GaveUp> {
    let mut mixes = Vec::new();
    let mut add = |counts: &[u32], empty| {
        let bytes = (mixes.len() + 1) * (size_of::<Mix>() + size_of_val(counts));
        mixes.push(Mix { counts: counts.into(), empty });
        if bytes > limits.memory { Err(GaveUp::Memory) } else { limits.check() }
    };
    extend(pieces, 0, pieces.ground().room(), &mut vec![0; pieces.kinds().len()], &mut add)?;
    Ok(mixes)
}

/// Adds all mixes with the counts of the kinds before `kind`, which leave so many cells.
fn extend(
    pieces: &Pieces,
    kind: usize,
    left: u32,
    counts: &mut [u32],
    add: &mut impl FnMut(&[u32], u32) -> Result<(), GaveUp>,
) -> Result<(), GaveUp> {
    let Some(next) = pieces.kinds().get(kind) else {
        return if pieces.empty().contains(&left) { add(counts, left) } else { Ok(()) };
    };
    let area = next.shape.area() as u32;
    for count in next.counts.clone().take_while(|count| count * area <= left) {
        counts[kind] = count;
        extend(pieces, kind + 1, left - count * area, counts, add)?;
    }
    Ok(())
}
