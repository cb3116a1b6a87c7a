//! A board as people write it: each tile's number, cell by cell, and 0 for the blank.

use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::direction::Direction;
pub use traybit_core::grid::{LONGEST_SIDE, Size};

const MOST_CELLS: usize = LONGEST_SIDE as usize * LONGEST_SIDE as usize;

/// Valid board of *n* cells: one blank, and the tiles 1 to *n* − 1, each once.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// Tiles, row by row; 0 is the blank.
    tiles: Vec<u16>,
    blank: usize,
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
}

impl Board {
    /// Builds the board of these numbers, row by row, or returns the first error in reading order.
    pub fn new(size: Size, tiles: Vec<u16>) -> Result<Self, BoardError> {
        if !size.is_allowed() {
            return Err(BoardError::Size(size));
        }
        if tiles.len() != size.cells() {
            return Err(BoardError::Count(tiles.len()));
        }
        let mut cells = vec![None; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            let Some(found) = cells.get_mut(usize::from(tile)) else {
                return Err(BoardError::TooLarge(tile, cell));
            };
            if let Some(first) = found.replace(cell) {
                return Err(BoardError::Twice(tile, [first, cell]));
            }
        }
        let blank = cells[0].expect("as many numbers as cells, all different, none too large");
        Ok(Self { size, tiles, blank })
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
        let mut tiles: Vec<u16> = (1..=u16::MAX).take(size.cells() - 1).collect();
        tiles.insert(blank, 0);
        Self::new(size, tiles).expect("an allowed size")
    }

    /// Height and width.
    pub fn size(&self) -> Size {
        self.size
    }

    /// Tiles by cell, row by row; 0 is the blank.
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// Cell of the blank.
    pub fn blank(&self) -> usize {
        self.blank
    }

    /// Number of digits of the largest tile's number; at least 1.
    pub fn digits(&self) -> usize {
        (self.tiles.len() - 1).to_string().len()
    }

    /// Moves a tile into the blank and returns its number; at the board's edge, changes nothing: `None`.
    pub fn slide(&mut self, direction: Direction) -> Option<u16> {
        let cell = direction.source(self.blank, self.size)?;
        self.tiles.swap(cell, self.blank);
        Some(self.tiles[std::mem::replace(&mut self.blank, cell)])
    }
}

/// Rows of right-aligned numbers, one space between two; spaces stand for the blank.
impl Display for Board {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let digits = self.digits();
        for row in self.tiles.chunks(usize::from(self.size.width)) {
            let number =
                |&tile: &u16| if tile == 0 { " ".repeat(digits) } else { format!("{tile:>digits$}") };
            let cells: Vec<String> = row.iter().map(number).collect();
            writeln!(f, "{}", cells.join(" ").trim_end())?;
        }
        Ok(())
    }
}

const _: () = assert!(MOST_CELLS - 1 <= u16::MAX as usize, "every tile has a number");
