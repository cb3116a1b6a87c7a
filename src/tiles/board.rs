//! A board as people write it: each tile's number, cell by cell, and 0 for the blank.
//!
//! ```text
//!   1 2 3      1 2 3      1 2 x      x   wall: never moves, and no tile enters
//!   4 5 6      4 * *      3 4 5      *   open cell, of goals only: holds any tile that the goal does not name,
//!   7 8 0      * * *      6 0 7          or the blank
//! ```

use std::collections::BTreeSet;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::direction::Direction;
pub use traybit_core::grid::{LONGEST_SIDE, Size};

pub(crate) const MOST_CELLS: usize = LONGEST_SIDE as usize * LONGEST_SIDE as usize;

/// Number that stands for a wall among a board's tiles.
pub const WALL: u16 = u16::MAX;
/// Number that stands for an open cell among a goal's tiles.
pub const ANY: u16 = u16::MAX - 1;
/// The signs of both in text.
pub(crate) const WALL_SIGN: &str = "x";
pub(crate) const ANY_SIGN: &str = "*";

/// Valid board of *n* cells that are not walls: one blank, and the tiles 1 to *n* − 1, each once; those that a goal does
/// not name have its open cells, two at least. The largest board has neither walls nor open cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// Tiles, row by row; 0 is the blank.
    tiles: Vec<u16>,
    blank: usize,
    is_plain: bool,
}

/// Reason why numbers are not a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The sides are not 1 to 256 cells long.
    Size(Size),
    /// The number of tiles, which differs from that of the cells.
    Count(usize),
    /// A number greater than the largest tile's, and its cell.
    TooLarge(u16, usize),
    /// A number that occurs on two cells.
    Twice(u16, [usize; 2]),
    /// Every cell is a wall.
    Walls,
}

impl Board {
    /// Builds the board of these numbers, row by row, or returns the first error in reading order. A single open cell gets
    /// the number that is missing.
    pub fn new(size: Size, mut tiles: Vec<u16>) -> Result<Self, BoardError> {
        if !size.is_allowed() {
            return Err(BoardError::Size(size));
        }
        if tiles.len() != size.cells() {
            return Err(BoardError::Count(tiles.len()));
        }
        let is_sign = |tile: u16| tile >= ANY && size.cells() < MOST_CELLS;
        let walls = tiles.iter().filter(|&&tile| is_sign(tile) && tile == WALL).count();
        let mut cells = vec![None; tiles.len() - walls];
        for (cell, &tile) in tiles.iter().enumerate().filter(|&(_, &tile)| !is_sign(tile)) {
            let Some(found) = cells.get_mut(usize::from(tile)) else {
                return Err(BoardError::TooLarge(tile, cell));
            };
            if let Some(first) = found.replace(cell) {
                return Err(BoardError::Twice(tile, [first, cell]));
            }
        }
        // As many numbers are missing as cells are open.
        let mut open = (0..tiles.len()).filter(|&cell| is_sign(tiles[cell]) && tiles[cell] == ANY);
        let (first, is_last) = (open.next(), open.next().is_none());
        let blank = cells.first().ok_or(BoardError::Walls)?.or(first).expect("open if it is missing");
        if let (Some(cell), true) = (first, is_last) {
            tiles[cell] = cells.iter().position(Option::is_none).expect("a number for each cell") as u16;
        }
        Ok(Self { size, is_plain: walls == 0 && is_last, tiles, blank })
    }

    /// Board with all tiles in order, the blank on the last cell.
    pub fn blank_last(size: Size) -> Self {
        Self::blank_at(size, size.cells() - 1)
    }

    /// Board with the blank on the first cell, then all tiles in order.
    pub fn blank_first(size: Size) -> Self {
        Self::blank_at(size, 0)
    }

    /// Board of an allowed size with all tiles in order, and the blank on its cell `blank` between them.
    pub fn blank_at(size: Size, blank: usize) -> Self {
        Self::new(size, numbers(size.cells(), blank)).expect("an allowed size")
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Tiles by cell, row by row; 0 is the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// True if it has neither walls nor open cells.
    pub fn is_plain(&self) -> bool {
        self.is_plain
    }

    /// Number on a cell; `None` for a wall or an open cell.
    pub fn number(&self, cell: usize) -> Option<u16> {
        Some(self.tiles[cell]).filter(|&tile| self.is_plain || tile < ANY)
    }

    /// Numbers by cell, row by row.
    pub fn numbers(&self) -> Vec<Option<u16>> {
        (0..self.tiles.len()).map(|cell| self.number(cell)).collect()
    }

    /// True if the cell is a wall.
    pub fn is_wall(&self, cell: usize) -> bool {
        !self.is_plain && self.tiles[cell] == WALL
    }

    /// The board with all its tiles in order, around its walls; the blank comes first or last.
    #[must_use]
    pub fn in_order(&self, blank_first: bool) -> Self {
        let mut tiles = self.tiles.clone();
        let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| !self.is_wall(cell)).collect();
        let numbers = numbers(cells.len(), if blank_first { 0 } else { cells.len() - 1 });
        cells.into_iter().zip(numbers).for_each(|(cell, tile)| tiles[cell] = tile);
        Self::new(self.size, tiles).expect("each tile once")
    }

    /// The goal without open cells: what the board `start`, which has none, holds there stays, unless the goal names it;
    /// then the other numbers, in order.
    #[must_use]
    pub fn filled(&self, start: &Self) -> Self {
        let named: BTreeSet<u16> = self.tiles.iter().copied().collect();
        let mut left: BTreeSet<u16> =
            start.tiles.iter().copied().filter(|tile| !named.contains(tile)).collect();
        let mut tiles = self.tiles.clone();
        let open = (0..tiles.len()).filter(|&cell| self.number(cell).is_none() && !self.is_wall(cell));
        let (kept, others): (Vec<_>, Vec<_>) = open.partition(|&cell| left.contains(&start.tiles[cell]));
        for cell in kept {
            tiles[cell] = start.tiles[cell];
            left.remove(&tiles[cell]);
        }
        others.into_iter().zip(left).for_each(|(cell, tile)| tiles[cell] = tile);
        Self::new(self.size, tiles).expect("each tile once")
    }

    /// Cell of the blank; in a goal that does not name it, the first open one.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Number of digits of the largest tile's number; at least 1.
    pub fn digits(&self) -> usize {
        (self.tiles.len() - 1).to_string().len()
    }

    /// One of its numbers as text, or a wall's or an open cell's sign, right-aligned; `blank` stands for the blank.
    pub(crate) fn written(&self, tile: u16, width: usize, blank: &str) -> String {
        match tile {
            0 => format!("{blank:>width$}"),
            WALL | ANY if !self.is_plain => {
                format!("{:>width$}", if tile == WALL { WALL_SIGN } else { ANY_SIGN })
            }
            _ => format!("{tile:>width$}"),
        }
    }

    /// Moves a tile into the blank and returns its number; at the board's edge or a wall, changes nothing: `None`.
    pub fn slide(&mut self, direction: Direction) -> Option<u16> {
        let cell = direction.source(self.blank, self.size).filter(|&cell| !self.is_wall(cell))?;
        self.tiles.swap(cell, self.blank);
        Some(self.tiles[std::mem::replace(&mut self.blank, cell)])
    }
}

/// The numbers of so many cells in order, 0 on the cell `blank` between them.
fn numbers(cells: usize, blank: usize) -> Vec<u16> {
    let mut numbers: Vec<u16> = (1..=u16::MAX).take(cells - 1).collect();
    numbers.insert(blank, 0);
    numbers
}

/// Rows of right-aligned numbers, one space between two; spaces stand for the blank.
impl Display for Board {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let digits = self.digits();
        for row in self.tiles.chunks(usize::from(self.size.width)) {
            let cells: Vec<String> = row.iter().map(|&tile| self.written(tile, digits, " ")).collect();
            writeln!(f, "{}", cells.join(" ").trim_end())?;
        }
        Ok(())
    }
}

const _: () = assert!(MOST_CELLS - 1 <= u16::MAX as usize, "every tile has a number");
