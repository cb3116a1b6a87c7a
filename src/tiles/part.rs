//! Parts of boards: a rectangle cut out as a smaller board.

use hashbrown::HashMap;

use crate::arrangement::Arrangement;
use crate::lines::Rectangle;
use traybit_core::grid::Size;

/// Cuts out `part`, outside of which all tiles are at home.
///
/// # Panics
/// When a tile outside of it is not at home.
pub(super) fn cut_home(from: &Arrangement, part: Rectangle) -> Arrangement {
    let homes: Vec<u16> = (0..=u16::MAX).take(from.homes().len()).collect();
    cut(from, &homes, part)
}

/// Cuts out `part` of a board and of its goal `to`, outside of which the two are alike. `to` holds homes by cell, as
/// [`Arrangement::homes`] does. Both have their blank in the part.
///
/// # Panics
/// When the two do not hold the same tiles within the part.
pub(super) fn cut(from: &Arrangement, to: &[u16], part: Rectangle) -> Arrangement {
    let width = i32::from(from.size().width);
    let side = |range: (i32, i32)| (range.1 - range.0) as u16;
    let size = Size { height: side(part.rows), width: side(part.columns) };
    let row = |row| (part.columns.0..part.columns.1).map(move |column| (row * width + column) as usize);
    let cells: Vec<usize> = (part.rows.0..part.rows.1).flat_map(row).collect();
    // Cells of the part, by the home that the goal has there.
    let inner: HashMap<u16, u16> = cells.iter().map(|&cell| to[cell]).zip(0..).collect();
    let homes = cells.iter().map(|&cell| inner[&from.homes()[cell]]).collect();
    Arrangement::of_homes(size, homes, inner[&(from.blank_home() as u16)].into())
}
