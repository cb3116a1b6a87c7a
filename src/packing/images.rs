//! Packings that are turned into one another, and the one that stands for them.
//!
//! A packing is the ascending list of its placements, by their numbers in the cover's own order. Of a packing and its images
//! that with the smallest list stands for all of them.

use hashbrown::HashMap;

use crate::cover::{Cover, Form};
use crate::symmetry::Symmetry;

/// What symmetries make of placements.
#[derive(Clone, Debug)]
pub struct Images {
    /// For each symmetry but the identity, the image of each placement.
    tables: Vec<Vec<u32>>,
}

impl Images {
    /// Those of all placements of a cover, under symmetries of its puzzle.
    #[must_use]
    pub fn new<'a>(cover: &Cover, symmetries: impl IntoIterator<Item = &'a Symmetry>) -> Self {
        let cells_of = |(cell, form): (u32, u32)| {
            let Form { kind, offsets, .. } = &cover.forms[form as usize];
            (*kind, offsets.iter().map(|offset| cell + offset).collect())
        };
        // By cells: on a narrow board different forms can have the same offsets.
        let placements: Vec<(u16, Vec<u32>)> = cover.placements().into_iter().map(cells_of).collect();
        let numbers: HashMap<&(u16, Vec<u32>), u32> = placements.iter().zip(0..).collect();
        let symmetries = symmetries.into_iter().filter(|symmetry| !symmetry.turn.is_identity());
        let table = |symmetry: &Symmetry| {
            let image = |(kind, cells): &(u16, Vec<u32>)| {
                let mut cells: Vec<u32> = cells.iter().map(|&cell| symmetry.cells[cell as usize]).collect();
                cells.sort_unstable();
                numbers[&(*kind, cells)]
            };
            placements.iter().map(image).collect()
        };
        Self { tables: symmetries.map(table).collect() }
    }

    /// Those of the symmetries that leave a placement as it is.
    #[must_use]
    pub fn keeping(&self, placement: u32) -> Self {
        let keep = |table: &&Vec<u32>| table[placement as usize] == placement;
        Self { tables: self.tables.iter().filter(keep).cloned().collect() }
    }

    /// The images of one placement, one for each symmetry but the identity.
    pub fn of(&self, placement: u32) -> impl Iterator<Item = u32> {
        self.tables.iter().map(move |table| table[placement as usize])
    }

    /// Whether no image of a packing comes before it.
    #[must_use]
    pub fn is_first(&self, packing: &[u32], image: &mut Vec<u32>) -> bool {
        let Some(&first) = packing.first() else { return true };
        self.tables.iter().all(|table| {
            let images = packing.iter().map(|&placement| table[placement as usize]);
            // The first placements tell in most cases.
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

    /// How many different ones there are among a packing and its images.
    #[must_use]
    pub fn different(&self, packing: &[u32]) -> usize {
        let image = |table: &Vec<u32>| {
            let mut image: Vec<u32> = packing.iter().map(|&placement| table[placement as usize]).collect();
            image.sort_unstable();
            image
        };
        let mut images: Vec<Vec<u32>> = self.tables.iter().map(image).collect();
        images.push(packing.to_vec());
        images.sort_unstable();
        images.dedup();
        images.len()
    }
}

#[cfg(test)]
mod tests;
