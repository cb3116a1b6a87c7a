//! Converts numbers of placements to pieces on the board.

use std::ops::RangeInclusive;

use crate::cover::{Cover, Kinds, Placements, Scan};
use crate::pack::{Cell, Pack, Packing, Placed};

/// The placements of a cover as pieces of its puzzle.
pub struct Assembly<'a> {
    pack: &'a Pack,
    kinds: &'a Kinds,
    cover: &'a Cover,
    placements: Placements<'a>,
}

impl<'a> Assembly<'a> {
    /// The assembly of packings from the whole cover of a puzzle.
    pub fn new(pack: &'a Pack, kinds: &'a Kinds, cover: &'a Cover) -> Self {
        Self { pack, kinds, cover, placements: cover.placements() }
    }

    /// The pieces on the board: those placed beforehand and these placements. Pieces of one kind are taken such that there
    /// are enough of each.
    pub fn packing(&self, placements: &[u32]) -> Packing {
        let scan = Scan::of(self.pack);
        let mut packing = self.pack.placed.clone();
        let mut left = self.pack.left();
        for &number in placements {
            let (first, orientation) = self.placements.get(number);
            let orientation = &self.cover.orientations[orientation as usize];
            let mut cells: Vec<Cell> =
                orientation.offsets.iter().map(|offset| scan.cell(first + offset)).collect();
            cells.sort_unstable();
            let piece = self.next_of(orientation.kind, &mut left);
            packing.push(Placed { piece, cells });
        }
        packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        packing
    }

    /// A piece of a kind: one that must be placed before one that may be.
    fn next_of(&self, kind: u16, left: &mut [RangeInclusive<u32>]) -> usize {
        let own = |piece: &usize| self.kinds.of_piece[*piece] == kind;
        let mut pieces = (0..left.len()).filter(own);
        let must = pieces.clone().find(|&piece| *left[piece].start() > 0);
        let may = || pieces.clone().find(|&piece| *left[piece].end() > 0);
        let Some(piece) = must.or_else(may).or_else(|| pieces.next()) else { return 0 };
        let (least, most) = left[piece].clone().into_inner();
        left[piece] = least.saturating_sub(1)..=most.saturating_sub(1);
        piece
    }
}
