//! A board as people write it: each tile's number, cell by cell, and 0 for the blank.

use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::direction::Direction;
pub use traybit_core::grid::{LONGEST_SIDE, Size};

/// Cells of the largest board.
const MOST_CELLS: usize = LONGEST_SIDE as usize * LONGEST_SIDE as usize;

/// Board with the tiles 1 to its cells less one, each once, and one blank; always valid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// By cell, row by row; 0 is the blank.
    tiles: Vec<u16>,
    blank: usize,
}

/// Reason why numbers are no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardError {
    /// The sides are not 1 to 256 cells long.
    Size(Size),
    /// So many numbers, not as many as there are cells.
    Count(usize),
    /// A number past the largest tile, and the cell where it stands.
    TooLarge {
        /// The number.
        tile: u16,
        /// Its cell.
        cell: usize,
    },
    /// A number that stands on two cells.
    Twice {
        /// The number.
        tile: u16,
        /// The first cell.
        first: usize,
        /// The second one.
        cell: usize,
    },
}

impl Board {
    /// Builds the board of these numbers, row by row.
    ///
    /// # Errors
    /// The first [`BoardError`] in reading order. As many numbers as cells, none too large and none twice, leave none
    /// missing.
    ///
    /// # Panics
    /// Never: numbers that would leave no blank are an error.
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
                return Err(BoardError::TooLarge { tile, cell });
            };
            if let Some(first) = found.replace(cell) {
                return Err(BoardError::Twice { tile, first, cell });
            }
        }
        let blank = cells[0].expect("as many numbers as cells, all different, none too large");
        Ok(Self { size, tiles, blank })
    }

    /// Board with all tiles in order, the blank on the last cell.
    ///
    /// # Panics
    /// When the size is not allowed.
    pub fn blank_last(size: Size) -> Self {
        Self::blank_at(size, size.cells() - 1)
    }

    /// Board with the blank on the first cell, then all tiles in order.
    ///
    /// # Panics
    /// When the size is not allowed.
    pub fn blank_first(size: Size) -> Self {
        Self::blank_at(size, 0)
    }

    /// Board with all tiles in order, and the blank on the cell `blank` between them.
    ///
    /// # Panics
    /// When the size is not allowed or has no such cell.
    pub fn blank_at(size: Size, blank: usize) -> Self {
        let mut tiles: Vec<u16> = (1..size.cells() as u32).map(|tile| tile as u16).collect();
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

    /// Digits of the largest tile's number, 1 at least.
    pub fn digits(&self) -> usize {
        (self.tiles.len() - 1).to_string().len()
    }

    /// Moves a tile into the blank and returns its number; `None`, and nothing changes, where the board ends.
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
            let number = |tile: u16| if tile == 0 { String::new() } else { tile.to_string() };
            let cells: Vec<String> = row.iter().map(|&tile| format!("{:>digits$}", number(tile))).collect();
            let line = cells.join(" ");
            writeln!(f, "{}", line.trim_end())?;
        }
        Ok(())
    }
}

const _: () = assert!(MOST_CELLS - 1 <= u16::MAX as usize, "every tile has a number");

#[cfg(test)]
mod tests {
    use super::{Board, BoardError, Size};
    use crate::direction::Direction;

    const SIZE: Size = Size { height: 2, width: 3 };

    #[test]
    fn numbers_make_a_board_or_an_error() {
        let board = |tiles: &[u16]| Board::new(SIZE, tiles.to_vec());
        assert_eq!(board(&[1, 2, 3, 4, 5, 0]), Ok(Board::blank_last(SIZE)));
        assert_eq!(board(&[0, 1, 2, 3, 4, 5]), Ok(Board::blank_first(SIZE)));
        assert_eq!(board(&[1, 2, 3]), Err(BoardError::Count(3)));
        assert_eq!(board(&[1, 2, 6, 4, 5, 0]), Err(BoardError::TooLarge { tile: 6, cell: 2 }));
        assert_eq!(board(&[1, 2, 3, 4, 2, 0]), Err(BoardError::Twice { tile: 2, first: 1, cell: 4 }));
        let none = Size { height: 0, width: 3 };
        assert_eq!(Board::new(none, Vec::new()), Err(BoardError::Size(none)));
        assert_eq!(Board::blank_last(Size::LARGEST).tiles()[65_534], 65_535);
        assert_eq!(Board::new(Size { height: 1, width: 1 }, vec![0]).unwrap().blank(), 0);
    }

    #[test]
    fn tiles_slide_into_the_blank() {
        let mut board = Board::blank_last(SIZE);
        assert_eq!(board.slide(Direction::Up), None);
        assert_eq!(board.slide(Direction::Down), Some(3));
        assert_eq!(board.slide(Direction::Right), Some(2));
        assert_eq!((board.tiles(), board.blank()), (&[1, 0, 2, 4, 5, 3][..], 1));
        assert_eq!(board.to_string(), "1   2\n4 5 3\n");
    }
}
