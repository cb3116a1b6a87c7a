//! Parts of boards: a rectangle cut out as a smaller board.

use crate::arrangement::Arrangement;
use crate::board::Board;
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
    let cells = || {
        let rows = part.rows.0..part.rows.1;
        rows.flat_map(|row| {
            (part.columns.0..part.columns.1).map(move |column| (row * width + column) as usize)
        })
    };
    let mut homes: Vec<u16> = cells().map(|cell| to[cell]).collect();
    homes.sort_unstable();
    // Tiles are numbered in the order of their homes, the blank comes before all.
    let blank = homes.partition_point(|&home| usize::from(home) < from.blank_home()) as u16;
    let board = |whole: &[u16]| {
        let number = |cell: usize| {
            let home = whole[cell];
            let index = homes.binary_search(&home).expect("the same tiles in both") as u16;
            if index == blank { 0 } else { index + u16::from(index < blank) }
        };
        Board::new(size, cells().map(number).collect()).expect("each tile once")
    };
    Arrangement::new(&board(from.homes()), &board(to))
}
