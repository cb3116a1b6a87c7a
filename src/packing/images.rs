//! Canonical packings under symmetry.
//!
//! A packing is the ascending list of its placements, by their numbers in the cover's own order. Of a packing and its images
//! that with the smallest list stands for all of them.

use std::sync::Arc;

use crate::budget::Budget;
use crate::cover::Placements;
use crate::symmetry::Symmetry;
use traybit_core::search::outcome::GaveUp;

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
