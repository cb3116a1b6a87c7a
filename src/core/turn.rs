//! The eight symmetries of a square, by which a board is turned or mirrored.
//!
//! ```text
//!  1 2      exchanged: rows become columns    1 3      upside down    3 4      mirrored    2 1
//!  3 4                                        2 4                     1 2                  4 3
//! ```
//!
//! Each is made of these three, in this order: a quarter turn, for one, exchanges and mirrors.

use crate::grid::Size;

/// Rows and columns exchanged, then rows in reverse, then columns in reverse.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Rows become columns.
    pub exchanged: bool,
    /// The last row comes first.
    pub upside_down: bool,
    /// The last column comes first.
    pub mirrored: bool,
}

impl Turn {
    /// All eight, the one that changes nothing first, those that keep rows rows before the others.
    pub const ALL: [Self; 8] = {
        let mut all = [Self { exchanged: false, upside_down: false, mirrored: false }; 8];
        let mut bits = 0;
        while bits < 8 {
            all[bits] = Self { exchanged: bits & 4 > 0, upside_down: bits & 2 > 0, mirrored: bits & 1 > 0 };
            bits += 1;
        }
        all
    };

    /// True if it changes nothing.
    pub fn is_identity(self) -> bool {
        self == Self::ALL[0]
    }

    /// True if it is no rotation: a piece that it turns has to be lifted off the table.
    pub fn flips(self) -> bool {
        self.exchanged ^ self.upside_down ^ self.mirrored
    }

    /// The size that a board of this size becomes.
    pub fn size(self, size: Size) -> Size {
        if self.exchanged { Size { height: size.width, width: size.height } } else { size }
    }

    /// Image of the cell (row, column) when the board *becomes* one of this `size`.
    pub fn cell(self, size: Size, (row, column): (u16, u16)) -> (u16, u16) {
        let (row, column) = if self.exchanged { (column, row) } else { (row, column) };
        let row = if self.upside_down { size.height - 1 - row } else { row };
        let column = if self.mirrored { size.width - 1 - column } else { column };
        (row, column)
    }

    /// Image of a direction, given as rows and columns.
    pub fn direction(self, (down, right): (i32, i32)) -> (i32, i32) {
        let (down, right) = if self.exchanged { (right, down) } else { (down, right) };
        let turned = |step: i32, reverse: bool| if reverse { -step } else { step };
        (turned(down, self.upside_down), turned(right, self.mirrored))
    }
}
