//! Pieces that cannot be distinguished, and the order of a board's cells.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::pack::{Cell, Pack, Painted, less};
use traybit_core::shape::Shape;

/// The numbers of a board's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scan {
    /// Cells side by side in the scan's direction: the short side of the board.
    pub stride: u16,
    /// True if the scan goes down the columns.
    pub by_columns: bool,
}

impl Scan {
    /// The order for a board.
    pub fn of(pack: &Pack) -> Self {
        let size = pack.size;
        let by_columns = size.height < size.width;
        Self { stride: size.height.min(size.width), by_columns }
    }

    /// The number of a cell.
    pub fn number(self, (row, column): Cell) -> u32 {
        let (line, place) = if self.by_columns { (column, row) } else { (row, column) };
        u32::from(line) * u32::from(self.stride) + u32::from(place)
    }

    /// The cell of a number.
    pub fn cell(self, number: u32) -> Cell {
        let stride = u32::from(self.stride);
        let (line, place) = ((number / stride) as u16, (number % stride) as u16);
        if self.by_columns { (place, line) } else { (line, place) }
    }
}

/// The pieces of a puzzle that cannot be distinguished, since they have the same orientations, paint and colour.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kinds {
    /// The kind of each piece of the puzzle, and the pieces of each kind.
    pub of_piece: Vec<usize>,
    pub pieces: Vec<Vec<usize>>,
    /// The orientations of each kind, ascending.
    pub orientations: Vec<Vec<Shape>>,
    /// The orientations with their paint: one for each way to turn a piece, ascending.
    pub painted: Vec<Vec<Painted>>,
    /// The colour of each kind.
    pub colours: Vec<Option<String>>,
}

impl Kinds {
    /// The kinds of a puzzle's pieces.
    pub fn of(pack: &Pack) -> Self {
        let mut known: BTreeMap<(Vec<Painted>, &Option<String>), usize> = BTreeMap::new();
        let (mut orientations, mut painted, mut colours) = (Vec::new(), Vec::new(), Vec::new());
        let (mut of_piece, mut pieces) = (Vec::new(), Vec::new());
        for (number, piece) in pack.pieces.iter().enumerate() {
            let kind = *known.entry((piece.painted(), &piece.colour)).or_insert_with_key(|(own, colour)| {
                orientations.push(piece.orientations());
                painted.push(own.clone());
                colours.push((*colour).clone());
                pieces.push(Vec::new());
                pieces.len() - 1
            });
            of_piece.push(kind);
            pieces[kind].push(number);
        }
        Self { of_piece, pieces, orientations, painted, colours }
    }

    /// Range of the number of each kind that is still to be placed.
    pub fn left(&self, pack: &Pack) -> Vec<RangeInclusive<u32>> {
        // A name that has more than it must have makes up for none of its kind that has not.
        let mut all = vec![0..=0; self.orientations.len()];
        for (left, &kind) in pack.left().iter().zip(&self.of_piece) {
            let kind: &mut RangeInclusive<u32> = &mut all[kind];
            *kind = kind.start().saturating_add(*left.start())..=kind.end().saturating_add(*left.end());
        }
        all
    }
}

/// One of some equal pieces, of which it leaves less: one that must be placed before one that may be.
pub fn next_of(pieces: &[usize], left: &mut [RangeInclusive<u32>]) -> usize {
    let must = pieces.iter().find(|&&piece| *left[piece].start() > 0);
    let may = || pieces.iter().find(|&&piece| *left[piece].end() > 0);
    let piece = *must.or_else(may).unwrap_or(&pieces[0]);
    left[piece] = less(&left[piece], 1);
    piece
}
