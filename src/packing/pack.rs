//! A packing puzzle as plain, valid data: pieces, a board, and what has to hold.

use std::ops::RangeInclusive;

use crate::grid::Size;
use crate::shape::Shape;
use crate::turn::Turn;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// How a piece may be turned before it is laid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// Turned and flipped over.
    Flip,
    /// Turned, but not flipped over.
    Turn,
    /// Neither.
    Fixed,
}

impl Freedom {
    /// Whether a piece may be turned so.
    #[must_use]
    pub fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Flip => true,
            Self::Turn => !turn.flips(),
            Self::Fixed => turn.is_identity(),
        }
    }
}

/// Equal pieces, which nothing tells apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// What sentences call it; no two pieces of a puzzle have the same.
    pub name: String,
    /// Its form, connected.
    pub shape: Shape,
    /// How it may be turned.
    pub freedom: Freedom,
    /// How many there may be, both ends among them, those laid beforehand counted too.
    pub counts: RangeInclusive<u32>,
}

impl Piece {
    /// The different forms that it can be laid in, ascending.
    #[must_use]
    pub fn orientations(&self) -> Vec<Shape> {
        let allowed = Turn::ALL.into_iter().filter(|&turn| self.freedom.allows(turn));
        let mut shapes: Vec<Shape> = allowed.map(|turn| self.shape.turned(turn)).collect();
        shapes.sort_unstable();
        shapes.dedup();
        shapes
    }
}

/// A piece on the board.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Laid {
    /// Its place in the list of pieces.
    pub piece: usize,
    /// The cells that it covers, ascending.
    pub cells: Vec<Cell>,
}

/// The pieces of a whole packing, those laid beforehand among them, ascending by their first cells.
pub type Packing = Vec<Laid>;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// What it is called.
    pub title: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// The board's size.
    pub size: Size,
    /// Whether a cell can be covered, row by row; the others are walls.
    pub floor: Vec<bool>,
    /// The pieces, at least one kind.
    pub pieces: Vec<Piece>,
    /// How many open cells may stay empty, both ends among them.
    pub empty: RangeInclusive<u32>,
    /// Pieces that lie on the board beforehand, ascending by their first cells.
    pub laid: Vec<Laid>,
}

impl Pack {
    /// Whether a cell can be covered.
    #[must_use]
    pub fn is_open(&self, (row, column): Cell) -> bool {
        self.floor[usize::from(row) * usize::from(self.size.width) + usize::from(column)]
    }

    /// How many cells can be covered.
    #[must_use]
    pub fn open(&self) -> usize {
        self.floor.iter().filter(|is_open| **is_open).count()
    }
}
