//! Model, formats, rules, spaces and plans of sliding blocks.

mod board;
mod checker;
mod formats;
mod neighbours;
mod plan;
mod random;
mod reference;
mod refute;
mod solve;
mod spaces;
mod universe;

use traybit_core::grid::Size;
use traybit_sliding::puzzle::Puzzle;

/// Sides of trays whose cells fit 64 bits, and of those that need 128.
const HEIGHTS: [u16; 14] = [2, 3, 3, 4, 4, 5, 3, 5, 1, 8, 9, 5, 11, 2];
const WIDTHS: [u16; 14] = [3, 3, 3, 4, 4, 4, 5, 5, 7, 8, 8, 13, 11, 64];

/// The random puzzle of a number; none if no block has room.
fn puzzle(number: u64) -> Option<Puzzle> {
    let place = number as usize % HEIGHTS.len();
    random::sized(number, Size { height: HEIGHTS[place], width: WIDTHS[place] })
}
