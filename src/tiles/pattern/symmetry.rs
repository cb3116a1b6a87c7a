//! Symmetries of a board, turns and reflections: eight for a square, four for a rectangle.

use traybit_core::grid::Size;

/// Images of the cells under each symmetry: reflections in the rows, in the columns and then in the diagonal, each made or
/// not; the identity first.
pub(super) fn symmetries(size: Size) -> impl Iterator<Item = Vec<u8>> {
    let (height, width) = (usize::from(size.height), usize::from(size.width));
    let number = if height == width { 8 } else { 4 };
    (0..number).map(move |symmetry: u8| {
        let image = |cell: usize| {
            let row = if symmetry & 1 > 0 { height - 1 - cell / width } else { cell / width };
            let column = if symmetry & 2 > 0 { width - 1 - cell % width } else { cell % width };
            (if symmetry & 4 > 0 { column * width + row } else { row * width + column }) as u8
        };
        (0..size.cells()).map(image).collect()
    })
}
