//! A packing puzzle as plain data: pieces, a board, and what has to hold. What [`Pack::checked`] returns is valid.

use std::ops::RangeInclusive;

use crate::flaw::Flaw;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;
use traybit_core::turn::Turn;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// What a cell is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Nothing lies there.
    Wall,
    /// Covered or empty.
    Open,
    /// Covered in any packing.
    Full,
}

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

    /// What files call it; none for pieces that are turned and flipped.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Flip => None,
            Self::Turn => Some("turn"),
            Self::Fixed => Some("fixed"),
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
    /// What the cells are, row by row.
    pub floor: Vec<Floor>,
    /// The pieces, at least one kind.
    pub pieces: Vec<Piece>,
    /// How many cells without a wall stay empty, both ends among them.
    pub empty: RangeInclusive<u32>,
    /// Pieces that lie on the board beforehand, ascending by their first cells.
    pub laid: Vec<Laid>,
}

impl Pack {
    /// What a cell is.
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

    /// The puzzle with its open-ended counts cut down to what the board has room for and its pieces laid beforehand in
    /// order, if nothing is wrong with it.
    ///
    /// # Errors
    /// The first [`Flaw`].
    pub fn checked(mut self) -> Result<Self, Flaw> {
        self.laid.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        if let Some(flaw) = self.flaw() {
            return Err(flaw);
        }
        let open = self.open() as u32;
        for piece in 0..self.pieces.len() {
            let (least, most) = self.pieces[piece].counts.clone().into_inner();
            self.pieces[piece].counts = least..=most.min(self.room(&self.pieces[piece])).max(least);
        }
        self.empty = *self.empty.start()..=(*self.empty.end()).min(open);
        Ok(self)
    }
}
