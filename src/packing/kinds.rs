//! Kinds of interchangeable pieces, and the scan order of a board's cells.

use std::ops::RangeInclusive;

use indexmap::IndexMap;

use crate::pack::{Cell, Pack, Turned, less};
use traybit_core::sorted;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Number of cells in a line of the scan: the short side of the board.
    pub stride: u32,
    /// True if the scan goes down the columns.
    pub by_columns: bool,
}

impl Scan {
    pub fn of(pack: &Pack) -> Self {
        let size = pack.size;
        let by_columns = size.height < size.width;
        Self { stride: size.height.min(size.width).into(), by_columns }
    }

    pub fn number(self, (row, column): Cell) -> u32 {
        let (line, place) = if self.by_columns { (column, row) } else { (row, column) };
        u32::from(line) * self.stride + u32::from(place)
    }

    pub fn cell(self, number: u32) -> Cell {
        let (line, place) = ((number / self.stride) as u16, (number % self.stride) as u16);
        if self.by_columns { (place, line) } else { (line, place) }
    }

    /// The cells of an orientation whose first cell is `first`, ascending.
    pub fn cells(self, first: u32, offsets: &[u32]) -> Vec<Cell> {
        sorted(offsets.iter().map(|offset| self.cell(first + offset)))
    }
}

/// Kinds of a puzzle: pieces with the same orientations, paint and colour are interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// The kind of each piece of the puzzle, and the pieces of each kind.
    pub of_piece: Vec<usize>,
    pub pieces: Vec<Vec<usize>>,
    /// The orientations of each kind, ascending.
    pub orientations: Vec<Vec<Turned>>,
    pub colours: Vec<Option<String>>,
}

impl Kinds {
    pub fn of(pack: &Pack) -> Self {
        let (mut known, mut of_piece) = (IndexMap::<_, Vec<usize>>::new(), Vec::new());
        for (number, piece) in pack.pieces.iter().enumerate() {
            let kind = known.entry((piece.orientations(), piece.colour.clone()));
            of_piece.push(kind.index());
            kind.or_default().push(number);
        }
        let ((orientations, colours), pieces) = known.into_iter().unzip();
        Self { of_piece, pieces, orientations, colours }
    }

    /// Range of the number of each kind that is still to be placed.
    pub fn left(&self, pack: &Pack) -> Vec<RangeInclusive<u32>> {
        // A surplus of one name does not make up for a lack of another name of its kind.
        let mut all = vec![0..=0; self.orientations.len()];
        for (left, &kind) in pack.left().iter().zip(&self.of_piece) {
            let kind: &mut RangeInclusive<u32> = &mut all[kind];
            *kind = kind.start().saturating_add(*left.start())..=kind.end().saturating_add(*left.end());
        }
        all
    }
}

/// Takes one of some equal pieces from `left`: one that must be placed before one that may be.
pub fn next_of(pieces: &[usize], left: &mut [RangeInclusive<u32>]) -> usize {
    let must = pieces.iter().find(|&&piece| *left[piece].start() > 0);
    let may = || pieces.iter().find(|&&piece| *left[piece].end() > 0);
    let piece = *must.or_else(may).unwrap_or(&pieces[0]);
    left[piece] = less(&left[piece], 1);
    piece
}
