//! The placements of a cover, numbered: cell after cell, and at each cell in the order of the orientations.

use crate::budget::Budget;
use crate::cover::Cover;
use crate::symmetry::Symmetry;
use traybit_core::search::outcome::GaveUp;

/// All ways to place an orientation: each is its first cell and the orientation.
#[derive(Clone, Debug)]
pub struct Placements<'a> {
    cover: &'a Cover,
    /// The number of the first placement at each cell, and the end.
    starts: Vec<u32>,
}

impl<'a> Placements<'a> {
    pub(super) fn of(cover: &'a Cover) -> Self {
        let mut starts = vec![0];
        let ends = cover.places.iter().scan(0, |end, places| {
            *end += places.len() as u32;
            Some(*end)
        });
        starts.extend(ends);
        Self { cover, starts }
    }

    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let all = (0..).zip(&self.cover.places);
        all.flat_map(|(cell, places)| places.iter().map(move |&orientation| (cell, orientation)))
    }

    /// The placement of a number.
    #[must_use]
    pub fn get(&self, number: u32) -> (u32, u32) {
        let cell = self.starts.partition_point(|&start| start <= number) - 1;
        (cell as u32, self.cover.places[cell][(number - self.starts[cell]) as usize])
    }

    /// The number of a placement, if it is one.
    #[must_use]
    pub fn number(&self, (cell, orientation): (u32, u32)) -> Option<u32> {
        let rank = self.cover.places[cell as usize].binary_search(&orientation).ok()?;
        Some(self.starts[cell as usize] + rank as u32)
    }

    /// The kind of a placement, and its cells, ascending.
    #[must_use]
    pub fn covered(&self, (cell, orientation): (u32, u32)) -> (u16, Vec<u32>) {
        let orientation = &self.cover.orientations[orientation as usize];
        (orientation.kind, orientation.offsets.iter().map(|offset| cell + offset).collect())
    }

    /// The image of each placement under a symmetry.
    ///
    /// # Errors
    /// The limit that is reached.
    pub(crate) fn images(&self, symmetry: &Symmetry, budget: &mut Budget<'_>) -> Result<Vec<u32>, GaveUp> {
        budget.take::<u32>(self.len())?;
        // A symmetry turns an orientation into the same one everywhere.
        let mut turned: Vec<Option<u32>> = vec![None; self.cover.orientations.len()];
        let mut images = Vec::with_capacity(self.len());
        for (cell, orientation) in self.iter() {
            let own = &self.cover.orientations[orientation as usize];
            let cells = own.offsets.iter().map(|offset| symmetry.cells[(cell + offset) as usize]);
            let first = cells.clone().min().unwrap_or(cell);
            let image = *turned[orientation as usize].get_or_insert_with(|| {
                let mut offsets: Vec<u32> = cells.map(|cell| cell - first).collect();
                offsets.sort_unstable();
                let is_image = |&&other: &&u32| {
                    let other = &self.cover.orientations[other as usize];
                    (other.kind, &other.offsets) == (own.kind, &offsets)
                };
                // A symmetry of the puzzle has an image of each placement.
                self.cover.places[first as usize].iter().find(is_image).copied().unwrap_or(orientation)
            });
            images.extend(self.number((first, image)));
            budget.work(own.offsets.len())?;
        }
        debug_assert_eq!(images.len(), self.len(), "each placement has an image");
        Ok(images)
    }
}
