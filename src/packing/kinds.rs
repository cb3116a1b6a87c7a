//! Pieces that cannot be distinguished, and the order of a board's cells.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::pack::paint::Painted;
use crate::pack::{Cell, Pack, Piece};
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
    /// The kind of each piece of the puzzle.
    pub of_piece: Vec<u16>,
    /// The orientations of each kind, ascending.
    pub orientations: Vec<Vec<Shape>>,
    /// The orientations with their paint: one for each way to turn a piece, ascending.
    pub painted: Vec<Vec<Painted>>,
    /// The colour of each kind.
    pub colours: Vec<Option<String>>,
}

impl Kinds {
    /// The kinds of a puzzle's pieces.
    pub fn of<'a>(pack: &'a Pack) -> Self {
        let mut known: BTreeMap<(Vec<Painted>, &Option<String>), u16> = BTreeMap::new();
        let (mut orientations, mut painted, mut colours) = (Vec::new(), Vec::new(), Vec::new());
        let kind = |piece: &'a Piece| {
            let colour = &piece.colour;
            let kind = known.entry((piece.painted(), colour)).or_insert_with_key(|(own, _)| {
                orientations.push(piece.orientations());
                painted.push(own.clone());
                colours.push(colour.clone());
                orientations.len() as u16 - 1
            });
            *kind
        };
        let of_piece = pack.pieces.iter().map(kind).collect();
        Self { of_piece, orientations, painted, colours }
    }

    /// Range of the number of each kind that is still to be placed.
    pub fn left(&self, pack: &Pack) -> Vec<RangeInclusive<u32>> {
        // A name that has more than it must have makes up for none of its kind that has not.
        let mut all = vec![0..=0; self.orientations.len()];
        for (left, &kind) in pack.left().iter().zip(&self.of_piece) {
            let kind: &mut RangeInclusive<u32> = &mut all[usize::from(kind)];
            *kind = kind.start().saturating_add(*left.start())..=kind.end().saturating_add(*left.end());
        }
        all
    }
}
