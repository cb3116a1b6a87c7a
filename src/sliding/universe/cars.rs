//! Universes of cars: all boards of Rush Hour, the red car in its row, any number of other cars.
//!
//! ```text
//!   . b b . e .      across   row 0: one car of 2 cells, row 2: the red car, row 4: one of 3      lanes.rs
//!   . . . . e .      down     column 4: one car of 3 cells, column 5: one of 2
//!   a a . . e f      mix      the cars of each row and column in their order; moves keep it
//!   . . . . . f      share    all mixes with the same cars in the rows                            exploration.rs
//!   . d d d . .               boards of one mix, and moves among them                             boards.rs
//!                             their components and distances                                      mix.rs
//! ```
//!
//! A car is 2 or 3 cells long and moves along its line. The red car is one of 2 cells in the row of the exit; a board is
//! solved when it stands at the right end of its row.

mod boards;
mod exploration;
#[doc(hidden)]
pub mod lanes;
mod mix;

pub use crate::universe::cars::exploration::Cars;
