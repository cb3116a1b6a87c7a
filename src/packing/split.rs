//! A puzzle in parts, by the place of its most constrained piece.
//!
//! ```text
//!  the cross of the pentominoes on 6×10:      . . . . . . . . . .      8 places up to turning the board: one part each,
//!  32 places, in fours that are turned        . x x x x . . . . .      and what the turns that leave that place as it is
//!  into one another                           . x x x x . . . . .      make of a packing is all that is left of symmetry
//! ```
//!
//! Where pieces differ, a scan by cells would decide late where the one goes that has the fewest places, and fail
//! over and over for the same reason.

use crate::budget::Budget;
use crate::cover::Cover;
use crate::images::Images;
use traybit_core::search::outcome::GaveUp;

/// The most parts: a piece of more places does not constrain much.
pub const MOST: usize = 256;

/// The most cells and placements of all parts together.
const LARGEST: usize = 1 << 23;

pub struct Part {
    /// Cells left to be covered.
    pub cover: Cover,
    /// The number in the whole cover of each placement of this part, or `EMPTY` of a move that places none.
    pub names: Vec<u32>,
    /// The placement that makes it a part, by its number in the whole cover.
    pub placed: Option<u32>,
    /// Images of placements of the whole cover under the symmetries that leave that placement unchanged.
    pub images: Images,
}

/// The parts of a cover by the places of a kind of which there is one piece, or all as one part without such a kind. Of
/// places that are images of one another only the first one makes a part.
pub fn split(
    cover: &Cover,
    single: Option<u16>,
    images: &Images,
    budget: &mut Budget<'_>,
) -> Result<Vec<Part>, GaveUp> {
    let placements = cover.placements();
    let is_own = |&number: &u32| {
        let (_, orientation) = placements.get(number);
        Some(cover.orientations[orientation as usize].kind) == single
            && images.of(number).all(|image| number <= image)
    };
    let own: Vec<u32> = (0..placements.count() as u32).filter(is_own).collect();
    let size = placements.count() + cover.weights.len();
    if single.is_none() || own.len().saturating_mul(size) > LARGEST {
        budget.take::<u32>(2 * placements.count())?;
        let names = (0..placements.count() as u32).collect();
        return Ok(vec![Part { cover: cover.clone(), names, placed: None, images: images.clone() }]);
    }
    let mut part = |number: u32| {
        let cover = cover.with(placements.get(number), budget)?;
        budget.take::<u32>(cover.placements().count())?;
        let names = cover.placements().iter().filter_map(|placement| placements.number(placement)).collect();
        Ok(Part { cover, names, placed: Some(number), images: images.fixing(number) })
    };
    own.into_iter().map(&mut part).collect()
}
