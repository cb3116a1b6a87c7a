//! Symmetries of a board, turns and reflections: eight for a square, four for a rectangle.

use traybit_core::grid::Size;

/// Symmetry as reflections in the rows, in the columns and then in the diagonal, each made or not.
pub(super) struct Symmetry {
    rows: bool,
    columns: bool,
    diagonal: bool,
}

impl Symmetry {
    /// All symmetries of a board, the identity first.
    pub(super) fn all(size: Size) -> Vec<Self> {
        let numbers = if size.height == size.width { 0..8 } else { 0..4 };
        let of =
            |number: u8| Self { rows: number & 1 > 0, columns: number & 2 > 0, diagonal: number & 4 > 0 };
        numbers.map(of).collect()
    }

    /// Image of each cell.
    pub(super) fn cells(&self, size: Size) -> Vec<u8> {
        let (height, width) = (usize::from(size.height), usize::from(size.width));
        let image = |cell: usize| {
            let row = if self.rows { height - 1 - cell / width } else { cell / width };
            let column = if self.columns { width - 1 - cell % width } else { cell % width };
            (if self.diagonal { column * width + row } else { row * width + column }) as u8
        };
        (0..size.cells()).map(image).collect()
    }
}
