//! Converts numbers of placements to pieces on the board.

use std::ops::RangeInclusive;

use crate::cover::{Cover, Placements};
use crate::kinds::{Kinds, Scan};
use crate::pack::{Cell, Pack, Packing, Placed};

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

    /// The pieces on the board: those placed beforehand and these placements. Pieces of one kind are taken such that there
    /// are enough of each.
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
