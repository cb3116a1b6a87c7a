//! A rectangle cut out of a board: a smaller board of its own.

use crate::arrangement::Arrangement;
use crate::board::Board;
use crate::rows::Rectangle;
use traybit_core::grid::Size;

/// The board that leads home within `part`, outside of which all are at home.
///
/// # Panics
/// When they are not.
#[must_use]
pub fn cut_home(from: &Arrangement, part: Rectangle) -> Arrangement {
    let homes: Vec<u16> = (0..=u16::MAX).take(from.homes().len()).collect();
    cut(from, &homes, part)
}

/// The board that leads from one to another within `part`, outside of which the two are alike. `to` holds for each
/// cell the home of who is to stand there, as [`Arrangement::homes`] does. Both have their gap in the part.
///
/// # Panics
/// When the two do not hold the same tiles within the part.
#[must_use]
pub fn cut(from: &Arrangement, to: &[u16], part: Rectangle) -> Arrangement {
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
    // Tiles are numbered in the order of their homes, the gap comes before all.
    let gap = homes.partition_point(|&home| usize::from(home) < from.rest()) as u16;
    let board = |whole: &[u16]| {
        let number = |cell: usize| {
            let home = whole[cell];
            let index = homes.binary_search(&home).expect("the same tiles in both") as u16;
            if index == gap { 0 } else { index + u16::from(index < gap) }
        };
        Board::new(size, cells().map(number).collect()).expect("each tile once")
    };
    Arrangement::new(&board(from.homes()), &board(to))
}
