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

/// One choice of how many blocks there are of each kind.
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

#[cfg(test)]
mod tests {
    use super::{Codes, all_mixes};
    use crate::universe::pieces::Pieces;
    use crate::universe::typed::{parse_kinds, parse_tray};
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;

    fn pieces(kinds: &str) -> Pieces {
        Pieces::new(parse_tray("2x3").unwrap(), parse_kinds(kinds).unwrap().0, 1..=4).unwrap()
    }

    #[test]
    fn mixes_keep_to_counts_and_empty_cells() {
        let mixes = all_mixes(&pieces("1x2=1..,xx/x.=0..1,1x1=..1"), &Limits::default()).unwrap();
        let counts: Vec<&[u32]> = mixes.iter().map(|mix| &*mix.counts).collect();
        assert_eq!(counts, [&[1, 0, 0][..], &[1, 0, 1], &[1, 1, 0], &[2, 0, 0], &[2, 0, 1]]);
        assert_eq!(mixes.iter().map(|mix| mix.empty).collect::<Vec<_>>(), [4, 3, 1, 2, 1]);
        assert_eq!(all_mixes(&pieces("1x2=4.."), &Limits::default()), Ok(vec![]));
        let tight = Limits { memory: 100, ..Limits::default() };
        assert_eq!(all_mixes(&pieces("1x2,1x1"), &tight), Err(GaveUp::Memory));
    }

    #[test]
    fn codes_tell_mixes_apart_and_lose_blocks_one_by_one() {
        let pieces = pieces("2x2=0..1,1x2,1x1");
        let codes = Codes::of(&pieces);
        let mixes = all_mixes(&pieces, &Limits::default()).unwrap();
        let mut numbers: Vec<u64> = mixes.iter().map(|mix| codes.code(mix)).collect();
        for (mix, &code) in mixes.iter().zip(&numbers) {
            assert_eq!(codes.area(code) + mix.empty, 6);
            for kind in 0..3u8 {
                let mut fewer = mix.clone();
                let count = &mut fewer.counts[usize::from(kind)];
                let less = (*count > 0).then(|| *count -= 1);
                assert_eq!(codes.without(code, kind), less.map(|()| codes.code(&fewer)));
            }
        }
        numbers.sort_unstable();
        numbers.dedup();
        assert_eq!(numbers.len(), mixes.len());
    }
}
