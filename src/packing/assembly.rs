//! Converts numbers of placements to pieces on the board.

use crate::cover::{Cover, Kinds, Scan};
use crate::pack::{Cell, Pack, Packing, Placed};

/// The placements of a cover as pieces of its puzzle.
#[derive(Clone, Debug)]
pub struct Assembly<'a> {
    pack: &'a Pack,
    kinds: &'a Kinds,
    cover: &'a Cover,
    placements: Vec<(u32, u32)>,
}

impl<'a> Assembly<'a> {
    /// Those of the whole cover of a puzzle.
    #[must_use]
    pub fn new(pack: &'a Pack, kinds: &'a Kinds, cover: &'a Cover) -> Self {
        Self { pack, kinds, cover, placements: cover.placements() }
    }

    /// The pieces on the board: those placed beforehand and these placements. Pieces of one kind are taken such that there
    /// are enough of each.
    #[must_use]
    pub fn packing(&self, placements: &[u32]) -> Packing {
        let scan = Scan::of(self.pack);
        let mut packing = self.pack.placed.clone();
        let mut left = self.left();
        for &number in placements {
            let (first, orientation) = self.placements[number as usize];
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

    /// How many of each piece must still be placed, and how many may be.
    fn left(&self) -> Vec<(u32, u32)> {
        let counts = self.pack.pieces.iter().map(|piece| (*piece.counts.start(), *piece.counts.end()));
        let mut left: Vec<(u32, u32)> = counts.collect();
        for placed in &self.pack.placed {
            let (least, most) = &mut left[placed.piece];
            (*least, *most) = (least.saturating_sub(1), most.saturating_sub(1));
        }
        left
    }

    /// A piece of a kind: one that must be placed before one that may be.
    fn next_of(&self, kind: u16, left: &mut [(u32, u32)]) -> usize {
        let own = |piece: &usize| self.kinds.of_piece[*piece] == kind;
        let mut pieces = (0..left.len()).filter(own);
        let must = pieces.clone().find(|&piece| left[piece].0 > 0);
        let may = || pieces.clone().find(|&piece| left[piece].1 > 0);
        let Some(piece) = must.or_else(may).or_else(|| pieces.next()) else { return 0 };
        left[piece].0 = left[piece].0.saturating_sub(1);
        left[piece].1 = left[piece].1.saturating_sub(1);
        piece
    }
}
