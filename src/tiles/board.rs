//! A board as people write it: each tile's number, cell by cell, and 0 for the gap.

use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::direction::Direction;
pub use traybit_core::grid::{LONGEST_SIDE, Size};

/// The most cells of a board.
const MOST_CELLS: usize = LONGEST_SIDE as usize * LONGEST_SIDE as usize;

/// A board that holds the tiles 1 to its cells less one, each once, and one gap. One that exists is valid.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    /// The tile on each cell, row by row; 0 is the gap.
    tiles: Vec<u16>,
    gap: usize,
}

/// Why numbers make no board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Misfit {
    /// The sides are not 1 to 256 cells long.
    Size(Size),
    /// As many numbers as that, not as many as there are cells.
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
    /// The board of these numbers, row by row.
    ///
    /// # Errors
    /// The first [`Misfit`] in reading order. Numbers that are as many as the cells, none too large and none
    /// twice, leave none missing.
    ///
    /// # Panics
    /// Never: what would leave no gap is an error.
    pub fn new(size: Size, tiles: Vec<u16>) -> Result<Self, Misfit> {
        if !size.is_allowed() {
            return Err(Misfit::Size(size));
        }
        if tiles.len() != size.cells() {
            return Err(Misfit::Count(tiles.len()));
        }
        let mut cells = vec![None; tiles.len()];
        for (cell, &tile) in tiles.iter().enumerate() {
            let Some(found) = cells.get_mut(usize::from(tile)) else {
                return Err(Misfit::TooLarge { tile, cell });
            };
            if let Some(first) = found.replace(cell) {
                return Err(Misfit::Twice { tile, first, cell });
            }
        }
        let gap = cells[0].expect("as many numbers as cells, all different, none too large");
        Ok(Self { size, tiles, gap })
    }

    /// All tiles in order, the gap on the last cell.
    ///
    /// # Panics
    /// When the size is not allowed.
    #[must_use]
    pub fn gap_last(size: Size) -> Self {
        Self::gap_at(size, size.cells() - 1)
    }

    /// The gap on the first cell, then all tiles in order.
    ///
    /// # Panics
    /// When the size is not allowed.
    #[must_use]
    pub fn gap_first(size: Size) -> Self {
        Self::gap_at(size, 0)
    }

    /// All tiles in order, and the gap on the cell `rest` between them.
    ///
    /// # Panics
    /// When the size is not allowed or has no such cell.
    #[must_use]
    pub fn gap_at(size: Size, rest: usize) -> Self {
        let mut tiles: Vec<u16> = (1..size.cells() as u32).map(|tile| tile as u16).collect();
        tiles.insert(rest, 0);
        Self::new(size, tiles).expect("an allowed size")
    }

    /// Height and width.
    #[must_use]
    pub fn size(&self) -> Size {
        self.size
    }

    /// The tile on each cell, row by row; 0 is the gap.
    #[must_use]
    pub fn tiles(&self) -> &[u16] {
        &self.tiles
    }

    /// The cell of the gap.
    #[must_use]
    pub fn gap(&self) -> usize {
        self.gap
    }

    /// Digits of the largest tile's number, 1 at least.
    #[must_use]
    pub fn digits(&self) -> usize {
        (self.tiles.len() - 1).to_string().len()
    }

    /// Moves a tile into the gap and tells which; none, and nothing changes, where the board ends.
    pub fn slide(&mut self, direction: Direction) -> Option<u16> {
        let cell = direction.source(self.gap, self.size)?;
        self.tiles.swap(cell, self.gap);
        Some(self.tiles[std::mem::replace(&mut self.gap, cell)])
    }
}

/// Rows of right-aligned numbers, one blank between two; blanks stand for the gap.
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
    use super::{Board, Misfit, Size};
    use crate::direction::Direction;

    const SIZE: Size = Size { height: 2, width: 3 };

    #[test]
    fn numbers_make_a_board_or_a_misfit() {
        let board = |tiles: &[u16]| Board::new(SIZE, tiles.to_vec());
        assert_eq!(board(&[1, 2, 3, 4, 5, 0]), Ok(Board::gap_last(SIZE)));
        assert_eq!(board(&[0, 1, 2, 3, 4, 5]), Ok(Board::gap_first(SIZE)));
        assert_eq!(board(&[1, 2, 3]), Err(Misfit::Count(3)));
        assert_eq!(board(&[1, 2, 6, 4, 5, 0]), Err(Misfit::TooLarge { tile: 6, cell: 2 }));
        assert_eq!(board(&[1, 2, 3, 4, 2, 0]), Err(Misfit::Twice { tile: 2, first: 1, cell: 4 }));
        let none = Size { height: 0, width: 3 };
        assert_eq!(Board::new(none, Vec::new()), Err(Misfit::Size(none)));
        assert_eq!(Board::gap_last(Size::LARGEST).tiles()[65_534], 65_535);
        assert_eq!(Board::new(Size { height: 1, width: 1 }, vec![0]).unwrap().gap(), 0);
    }

    #[test]
    fn tiles_slide_into_the_gap() {
        let mut board = Board::gap_last(SIZE);
        assert_eq!(board.slide(Direction::Up), None);
        assert_eq!(board.slide(Direction::Down), Some(3));
        assert_eq!(board.slide(Direction::Right), Some(2));
        assert_eq!((board.tiles(), board.gap()), (&[1, 0, 2, 4, 5, 3][..], 1));
        assert_eq!(board.to_string(), "1   2\n4 5 3\n");
    }
}
