//! The placements of a cover, numbered: cell after cell, and at each cell in the order of the orientations; and as pieces.

use std::ops::RangeInclusive;

use hashbrown::HashMap;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::kinds::{Kinds, Scan};
use crate::pack::{Cell, Pack, Packing, Placed};
use crate::symmetry::Symmetry;
use traybit_core::search::outcome::GaveUp;

/// All placements of orientations: each is its first cell and the orientation.
pub struct Placements<'a> {
    cover: &'a Cover,
    /// The number of the first placement at each cell, and the end.
    starts: Vec<u32>,
}

impl Cover {
    pub fn placements(&self) -> Placements<'_> {
        Placements { cover: self, starts: self.starts() }
    }

    pub(crate) fn starts(&self) -> Vec<u32> {
        let ends = self.places.iter().scan(0, |end, places| {
            *end += places.len() as u32;
            Some(*end)
        });
        [0].into_iter().chain(ends).collect()
    }
}

impl<'a> Placements<'a> {
    pub fn count(&self) -> usize {
        self.starts[self.starts.len() - 1] as usize
    }

    /// All of them, in the order of their numbers.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u32)> + use<'a> {
        let all = (0..).zip(&self.cover.places);
        all.flat_map(|(cell, places)| places.iter().map(move |&orientation| (cell, orientation)))
    }

    pub fn get(&self, number: u32) -> (u32, u32) {
        let cell = self.starts.partition_point(|&start| start <= number) - 1;
        (cell as u32, self.cover.places[cell][(number - self.starts[cell]) as usize])
    }

    /// The number of a placement, if it is one.
    pub fn number(&self, (cell, orientation): (u32, u32)) -> Option<u32> {
        let rank = self.cover.places[cell as usize].binary_search(&orientation).ok()?;
        Some(self.starts[cell as usize] + rank as u32)
    }

    /// The kind of a placement, and its cells, ascending.
    pub fn covered(&self, (cell, orientation): (u32, u32)) -> (u16, Vec<u32>) {
        let orientation = &self.cover.orientations[orientation as usize];
        (orientation.kind, orientation.offsets.iter().map(|offset| cell + offset).collect())
    }

    /// The image of each placement under a symmetry.
    pub(crate) fn images(&self, symmetry: &Symmetry, budget: &mut Budget<'_>) -> Result<Vec<u32>, GaveUp> {
        budget.take::<u32>(self.count())?;
        // On a narrow board different orientations can have the same offsets.
        let mut alike: HashMap<(u16, &[u32]), Vec<u32>> = HashMap::new();
        for (orientation, number) in self.cover.orientations.iter().zip(0..) {
            alike.entry((orientation.kind, &orientation.offsets)).or_default().push(number);
        }
        let (mut images, mut cells) = (Vec::with_capacity(self.count()), Vec::new());
        for (cell, orientation) in self.iter() {
            let own = &self.cover.orientations[orientation as usize];
            cells.clear();
            cells.extend(own.offsets.iter().map(|offset| symmetry.cells[(cell + offset) as usize]));
            cells.sort_unstable();
            let first = cells.first().copied().unwrap_or(cell);
            for cell in &mut cells {
                *cell -= first;
            }
            let mut others =
                alike.get(&(symmetry.kinds[usize::from(own.kind)], &cells[..])).into_iter().flatten();
            images.extend(others.find_map(|&image| self.number((first, image))));
            budget.work(own.offsets.len())?;
        }
        debug_assert_eq!(images.len(), self.count(), "each placement has an image");
        Ok(images)
    }
}

/// The placements of a cover as pieces of its puzzle.
pub struct Assembly<'a> {
    pack: &'a Pack,
    cover: &'a Cover,
    placements: Placements<'a>,
    pieces: Vec<Vec<usize>>,
}

impl<'a> Assembly<'a> {
    /// The assembly of packings from the whole cover of a puzzle.
    pub fn new(pack: &'a Pack, kinds: &'a Kinds, cover: &'a Cover) -> Self {
        let mut pieces = vec![Vec::new(); kinds.orientations.len()];
        for (piece, &kind) in kinds.of_piece.iter().enumerate() {
            pieces[usize::from(kind)].push(piece);
        }
        Self { pack, cover, placements: cover.placements(), pieces }
    }

    /// The pieces on the board: those placed beforehand and these placements, with the pieces of a kind within their counts.
    pub fn packing(&self, placements: &[u32]) -> Packing {
        let scan = Scan::of(self.pack);
        let mut packing = self.pack.placed.clone();
        let mut left = None;
        packing.extend(placements.iter().map(|&number| {
            let (first, orientation) = self.placements.get(number);
            let orientation = &self.cover.orientations[orientation as usize];
            let mut cells: Vec<Cell> =
                orientation.offsets.iter().map(|offset| scan.cell(first + offset)).collect();
            cells.sort_unstable();
            let piece = match self.pieces[usize::from(orientation.kind)][..] {
                [piece] => piece,
                ref several => next_of(several, left.get_or_insert_with(|| self.pack.left())),
            };
            Placed { piece, cells }
        }));
        packing.sort_unstable_by_key(|placed| placed.cells[0]);
        packing
    }
}

/// One of some pieces: one that must be placed before one that may be.
fn next_of(pieces: &[usize], left: &mut [RangeInclusive<u32>]) -> usize {
    let must = pieces.iter().find(|&&piece| *left[piece].start() > 0);
    let may = || pieces.iter().find(|&&piece| *left[piece].end() > 0);
    let Some(&piece) = must.or_else(may).or_else(|| pieces.first()) else { return 0 };
    let (least, most) = left[piece].clone().into_inner();
    left[piece] = least.saturating_sub(1)..=most.saturating_sub(1);
    piece
}
