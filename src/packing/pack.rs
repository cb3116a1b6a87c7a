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
    /// A cell on which nothing lies.
    Wall,
    /// Covered or empty.
    Open,
    /// Covered in any packing.
    Full,
}

/// Freedom to turn a piece before it is placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Freedom {
    /// Turned and flipped over.
    Flip,
    /// Turned, but not flipped over.
    Turn,
    /// Neither turned nor flipped over.
    Fixed,
}

impl Freedom {
    /// True if a piece may be turned so.
    pub fn allows(self, turn: Turn) -> bool {
        match self {
            Self::Flip => true,
            Self::Turn => !turn.flips(),
            Self::Fixed => turn.is_identity(),
        }
    }

    /// Its name in files; none for pieces that are turned and flipped.
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
    /// Freedom to turn it.
    pub freedom: Freedom,
    /// Range of their number, those placed beforehand included.
    pub counts: RangeInclusive<u32>,
}

impl Piece {
    /// The most of it that so many cells have room for.
    pub fn most_in(&self, cells: usize) -> u32 {
        (cells / self.shape.area().max(1)) as u32
    }

    /// The box round its shape, row by row, with one character for its cells and one for the others.
    pub(super) fn drawn(&self, cell: char, blank: char) -> Vec<char> {
        let width = usize::from(self.shape.width());
        let mut drawn = vec![blank; usize::from(self.shape.height()) * width];
        for (row, column) in self.shape.cells() {
            drawn[usize::from(row) * width + usize::from(column)] = cell;
        }
        drawn
    }

    /// The different orientations that it can be placed in, ascending.
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
    /// Range of the number of cells, walls not counted, that stay empty.
    pub empty: RangeInclusive<u32>,
    /// Pieces that lie on the board beforehand, ascending by their first cells.
    pub placed: Vec<Placed>,
}

impl Pack {
    /// The kind of a cell.
    pub fn floor_at(&self, cell: Cell) -> Floor {
        self.floor[self.size.number(cell)]
    }

    /// Number of cells that can be covered.
    pub fn open(&self) -> usize {
        self.floor.iter().filter(|floor| **floor != Floor::Wall).count()
    }

    /// For each piece the range of the number still to be placed.
    pub fn left(&self) -> Vec<RangeInclusive<u32>> {
        let mut left: Vec<RangeInclusive<u32>> =
            self.pieces.iter().map(|piece| piece.counts.clone()).collect();
        for placed in &self.placed {
            let (least, most) = left[placed.piece].clone().into_inner();
            left[placed.piece] = least.saturating_sub(1)..=most.saturating_sub(1);
        }
        left
    }

    /// Range of the number of cells that all pieces cover together.
    pub fn covered(&self) -> RangeInclusive<u64> {
        let sum = |end: fn(&RangeInclusive<u32>) -> &u32| {
            let areas =
                self.pieces.iter().map(|piece| piece.shape.area() as u64 * u64::from(*end(&piece.counts)));
            areas.fold(0, u64::saturating_add)
        };
        sum(RangeInclusive::start)..=sum(RangeInclusive::end)
    }
}
