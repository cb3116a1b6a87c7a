//! The placements of a cover, numbered: cell after cell, and at each cell in the order of the orientations; and as pieces.

use crate::cover::Cover;
use crate::kinds::{Kinds, Scan, next_of};
use crate::pack::{Cell, Pack, Packing, Placed};

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
}

/// The placements of a cover as pieces of its puzzle.
pub struct Assembly<'a> {
    pack: &'a Pack,
    placements: Placements<'a>,
    pieces: &'a [Vec<usize>],
}

impl<'a> Assembly<'a> {
    /// The assembly of packings from the whole cover of a puzzle.
    pub fn new(pack: &'a Pack, kinds: &'a Kinds, cover: &'a Cover) -> Self {
        Self { pack, placements: cover.placements(), pieces: &kinds.pieces }
    }

    /// The pieces on the board: those placed beforehand and these placements, with the pieces of a kind within their counts.
    pub fn packing(&self, placements: &[u32]) -> Packing {
        let scan = Scan::of(self.pack);
        let mut packing = self.pack.placed.clone();
        let mut left = None;
        packing.extend(placements.iter().map(|&number| {
            let (first, orientation) = self.placements.get(number);
            let orientation = &self.placements.cover.orientations[orientation as usize];
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
