//! Canonical packings under symmetry, and a puzzle in parts, by the place of its most constrained piece.
//!
//! ```text
//!  the cross of the pentominoes on 6×10:      . . . . . . . . . .      8 places up to turning the board: one part each,
//!  32 places, in fours that are turned        . x x x x . . . . .      and what the turns that leave that place as it is
//!  into one another                           . x x x x . . . . .      make of a packing is all that is left of symmetry
//! ```
//!
//! A packing is the ascending list of its placements; of its images the smallest list is canonical. A scan by cells would decide
//! late where the piece with the fewest places goes, and fail over and over for the same reason.

use std::sync::Arc;

use crate::budget::Budget;
use crate::cover::{Cover, Placements};
use crate::symmetry::Symmetry;
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

/// The parts of a cover by the places of a kind of one piece, or all as one part. Of places that are images of one another only
/// the first makes a part.
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

/// Images of placements under symmetries.
#[derive(Clone)]
pub struct Images {
    /// For each symmetry but the identity, the image of each placement.
    tables: Vec<Arc<Vec<u32>>>,
}

impl Images {
    /// Images of all placements of a cover under symmetries of its puzzle.
    pub fn new<'a>(
        placements: &Placements<'_>,
        symmetries: impl IntoIterator<Item = &'a Symmetry>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, GaveUp> {
        let symmetries = symmetries.into_iter().filter(|symmetry| !symmetry.is_identity());
        let tables = symmetries.map(|symmetry| placements.images(symmetry, budget).map(Arc::new));
        Ok(Self { tables: tables.collect::<Result<_, _>>()? })
    }

    /// Images under the symmetries that leave a placement unchanged.
    #[must_use]
    pub fn fixing(&self, placement: u32) -> Self {
        let keep = |table: &&Arc<Vec<u32>>| table[placement as usize] == placement;
        Self { tables: self.tables.iter().filter(keep).cloned().collect() }
    }

    /// The images of one placement, one for each symmetry but the identity.
    pub fn of(&self, placement: u32) -> impl Iterator<Item = u32> {
        self.tables.iter().map(move |table| table[placement as usize])
    }

    /// True if no image of a packing comes before it.
    pub fn is_first(&self, packing: &[u32]) -> bool {
        let Some(&first) = packing.first() else { return true };
        let mut image = Vec::new();
        self.tables.iter().all(|table| {
            let images = packing.iter().map(|&placement| table[placement as usize]);
            // The first placements decide in most cases.
            match images.clone().min() {
                Some(least) if least != first => first < least,
                _ => {
                    image.clear();
                    image.extend(images);
                    image.sort_unstable();
                    packing <= &image[..]
                }
            }
        })
    }

    /// The different packings among a packing and its images, ascending.
    pub fn different(&self, packing: &[u32]) -> Vec<Vec<u32>> {
        let image = |table: &Arc<Vec<u32>>| {
            let mut image: Vec<u32> = packing.iter().map(|&placement| table[placement as usize]).collect();
            image.sort_unstable();
            image
        };
        let mut images: Vec<Vec<u32>> = self.tables.iter().map(image).collect();
        images.push(packing.to_vec());
        images.sort_unstable();
        images.dedup();
        images
    }
}
