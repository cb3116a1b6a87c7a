//! A packing puzzle as plain data: pieces, a board, and what has to hold. A puzzle from [`Pack::checked`] is valid.

use std::ops::RangeInclusive;

use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// A kind of cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Nothing lies there.
    Wall,
    /// Covered or empty.
    Open,
    /// Covered in any packing.
    Full,
}

/// How a piece may be turned before it is placed.
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
    /// True if a piece may be turned so.
    #[must_use]
    pub fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Flip => true,
            Self::Turn => !turn.flips(),
            Self::Fixed => turn.is_identity(),
        }
    }

    /// Its name in files; none for pieces that are turned and flipped.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Flip => None,
            Self::Turn => Some("turn"),
            Self::Fixed => Some("fixed"),
        }
    }
}

/// Equal pieces, which cannot be distinguished.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// Its name; no two pieces of a puzzle have the same.
    pub name: String,
    /// Its shape, connected.
    pub shape: Shape,
    /// How it may be turned.
    pub freedom: Freedom,
    /// How many there may be, both ends among them, those placed beforehand counted too.
    pub counts: RangeInclusive<u32>,
}

impl Piece {
    /// The different orientations that it can be placed in, ascending.
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
pub struct Placed {
    /// Its place in the list of pieces.
    pub piece: usize,
    /// The cells that it covers, ascending.
    pub cells: Vec<Cell>,
}

/// The pieces of a whole packing, those placed beforehand among them, ascending by their first cells.
pub type Packing = Vec<Placed>;

/// A puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pack {
    /// Title.
    pub title: Option<String>,
    /// Source.
    pub source: Option<String>,
    /// The board's size.
    pub size: Size,
    /// The cells, row by row.
    pub floor: Vec<Floor>,
    /// The pieces, at least one kind.
    pub pieces: Vec<Piece>,
    /// How many cells without a wall stay empty, both ends among them.
    pub empty: RangeInclusive<u32>,
    /// Pieces that lie on the board beforehand, ascending by their first cells.
    pub placed: Vec<Placed>,
}

impl Pack {
    /// The kind of a cell.
    #[must_use]
    pub fn floor_at(&self, (row, column): Cell) -> Floor {
        self.floor[usize::from(row) * usize::from(self.size.width) + usize::from(column)]
    }

    /// How many cells can be covered.
    #[must_use]
    pub fn open(&self) -> usize {
        self.floor.iter().filter(|floor| **floor != Floor::Wall).count()
    }

    /// The most pieces of a kind that have room on the board, whatever else lies there.
    #[must_use]
    pub fn room(&self, piece: &Piece) -> u32 {
        (self.open() / piece.shape.area().max(1)) as u32
    }
}
