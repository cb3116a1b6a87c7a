//! Paint: colours of cells, which keep a piece from places where its shape has room.
//!
//! ```text
//!   piece  a b     board  a b b a      as it is drawn it lies on the first two cells, turned on the last two, and nowhere
//!                                      else; a cell without paint, the piece's or the board's, goes with any
//! ```
//!
//! Two ways to turn a piece onto the same cells are one placement, whatever its colours are there.

use std::collections::{BTreeMap, BTreeSet};

use crate::pack::{Cell, Floor, Pack, Piece};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_core::source_text::is_visible;
use traybit_core::turn::Turn;

/// The paint of a board, and what may lie on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Paint {
    /// The colour of each cell, row by row; empty where none has one.
    pub cells: Vec<Option<char>>,
    /// By colour of pieces, the colours of the board that it fits, where these are not only itself.
    pub fits: BTreeMap<char, BTreeSet<char>>,
}

/// A piece in some orientation, with its paint.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Painted {
    /// The orientation.
    pub shape: Shape,
    /// The colours of its cells in reading order; empty where none has one.
    pub paint: Vec<Option<char>>,
}

impl Painted {
    /// The piece after a turn.
    #[must_use]
    pub fn turned(&self, turn: Turn) -> Self {
        let size = turn.size(Size { height: self.shape.height(), width: self.shape.width() });
        let cells = self.shape.cells().map(|cell| turn.cell(size, cell));
        let mut painted: Vec<(Cell, Option<char>)> = cells.zip(self.paint.iter().copied()).collect();
        painted.sort_unstable();
        let paint = painted.into_iter().map(|(_, colour)| colour).collect();
        Self { shape: self.shape.turned(turn), paint }
    }
}

impl Paint {
    /// True if a cell of a piece may lie on a cell of the board, by their colours.
    pub fn allows(&self, own: Option<char>, below: Option<char>) -> bool {
        let (Some(own), Some(below)) = (own, below) else { return true };
        self.fits.get(&own).map_or(own == below, |fits| fits.contains(&below))
    }

    /// The rows of a board of some size, with `.` for cells without a colour.
    pub fn rows(&self, size: Size) -> Vec<String> {
        let rows = self.cells.chunks(size.width.into());
        rows.map(|row| row.iter().map(|colour| colour.unwrap_or('.')).collect()).collect()
    }

    /// The colours that do not fit only themselves, as files have them: `a on b c, d on e`.
    pub fn pairs(&self) -> String {
        let words = |(own, fits): (&char, &BTreeSet<char>)| {
            let fits: String = fits.iter().flat_map(|colour| [' ', *colour]).collect();
            format!("{own} on{fits}")
        };
        self.fits.iter().map(words).collect::<Vec<String>>().join(", ")
    }
}

impl Pack {
    /// The colour of a cell of the board, if it has one.
    pub fn paint_at(&self, cell: Cell) -> Option<char> {
        self.paint.cells.get(self.size.number(cell)).copied().flatten()
    }

    /// True if a piece may lie on some cells, in reading order, that have its shape, by its paint.
    pub(crate) fn takes(&self, piece: &Painted, cells: impl IntoIterator<Item = Cell>) -> bool {
        let mut painted = piece.paint.iter().zip(cells);
        painted.all(|(&own, cell)| self.paint.allows(own, self.paint_at(cell)))
    }

    /// Removes paint without an effect: that of walls or of no cell at all, and colours that fit themselves, or none of none.
    pub(crate) fn reduce_paint(&mut self) {
        for (colour, floor) in self.paint.cells.iter_mut().zip(&self.floor) {
            *colour = colour.filter(|_| *floor != Floor::Wall);
        }
        let paints = self.pieces.iter_mut().map(|piece| &mut piece.paint);
        for paint in paints.chain([&mut self.paint.cells]) {
            if paint.iter().all(Option::is_none) {
                paint.clear();
            }
        }
        let Paint { cells, fits } = &mut self.paint;
        let is_plain = |own: &char, others: &BTreeSet<char>| others.len() == 1 && others.contains(own);
        fits.retain(|own, others| !(is_plain(own, others) || cells.is_empty() && others.is_empty()));
    }
}

/// True if this can be a colour of cells.
pub fn is_paint(colour: char) -> bool {
    colour.is_alphanumeric() && is_visible(colour)
}

impl Piece {
    /// The different orientations that it can be placed in, each with its paint, ascending.
    pub fn painted(&self) -> Vec<Painted> {
        let drawn = Painted { shape: self.shape.clone(), paint: self.paint.clone() };
        let allowed = Turn::ALL.into_iter().filter(|&turn| self.freedom.allows(turn));
        let mut all: Vec<Painted> = allowed.map(|turn| drawn.turned(turn)).collect();
        all.sort_unstable();
        all.dedup();
        all
    }
}
