//! Canonical packings under symmetry.
//!
//! A packing is the ascending list of its placements, by their numbers in the cover's own order. Of a packing and its images
//! that with the smallest list stands for all of them.

use hashbrown::HashMap;

use crate::cover::{Cover, Orientation};
use crate::symmetry::Symmetry;

/// The placements of a cover by kind and cells. (On a narrow board different orientations can have the same offsets.)
pub(crate) struct Placements {
    numbers: HashMap<(u16, Vec<u32>), u32>,
    all: Vec<(u16, Vec<u32>)>,
}

impl Placements {
    pub(crate) fn of(cover: &Cover) -> Self {
        Self::those(cover, |_, _| true)
    }

    /// The placements of which this is true.
    pub(crate) fn those(cover: &Cover, mut are: impl FnMut(u16, &[u32]) -> bool) -> Self {
        let (mut all, mut cells) = (Vec::new(), Vec::new());
        for (cell, orientation) in cover.placements() {
            let Orientation { kind, offsets, .. } = &cover.orientations[orientation as usize];
            cells.clear();
            cells.extend(offsets.iter().map(|offset| cell + offset));
            if are(*kind, &cells) {
                all.push((*kind, cells.clone()));
            }
        }
        Self { numbers: all.iter().cloned().zip(0..).collect(), all }
    }

    /// The kind of a placement and its cells, ascending.
    pub(crate) fn get(&self, number: usize) -> &(u16, Vec<u32>) {
        &self.all[number]
    }

    /// The image of each placement under a symmetry.
    pub(crate) fn images(&self, symmetry: &Symmetry) -> Vec<u32> {
        let image = |(kind, cells): &(u16, Vec<u32>)| {
            let mut cells: Vec<u32> = cells.iter().map(|&cell| symmetry.cells[cell as usize]).collect();
            cells.sort_unstable();
            self.numbers[&(*kind, cells)]
        };
        self.all.iter().map(image).collect()
    }
}

/// Images of placements under symmetries.
#[derive(Clone, Debug)]
pub struct Images {
    /// For each symmetry but the identity, the image of each placement.
    tables: Vec<Vec<u32>>,
}

impl Images {
    /// Images of all placements of a cover under symmetries of its puzzle.
    #[must_use]
    pub fn new<'a>(cover: &Cover, symmetries: impl IntoIterator<Item = &'a Symmetry>) -> Self {
        let placements = Placements::of(cover);
        let symmetries = symmetries.into_iter().filter(|symmetry| !symmetry.is_identity());
        Self { tables: symmetries.map(|symmetry| placements.images(symmetry)).collect() }
    }

    /// Images under the symmetries that leave a placement unchanged.
    #[must_use]
    pub fn fixing(&self, placement: u32) -> Self {
        let keep = |table: &&Vec<u32>| table[placement as usize] == placement;
        Self { tables: self.tables.iter().filter(keep).cloned().collect() }
    }

    /// The images of one placement, one for each symmetry but the identity.
    pub fn of(&self, placement: u32) -> impl Iterator<Item = u32> {
        self.tables.iter().map(move |table| table[placement as usize])
    }

    /// True if no image of a packing comes before it.
    #[must_use]
    pub fn is_first(&self, packing: &[u32], image: &mut Vec<u32>) -> bool {
        let Some(&first) = packing.first() else { return true };
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

    /// Number of different packings among a packing and its images.
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
