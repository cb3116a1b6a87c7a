//! Exact cover: options that together contain each item as often as it asks.
//!
//! ```text
//!   | Knuth's small example with a colour          comment
//!   p q r | x y                                    items: primary ones, then secondary ones after the bar
//!   p q x y:A                                      options: items, secondary ones perhaps with a colour
//!   p r x:A y
//!   p x:B
//!   q x:A                                          the solution: this and p r x:A y, one colour for x
//!   r y:B
//! ```
//!
//! A primary item is in one of the chosen options, or in a number within its bounds `low:high|`. A secondary item may be in one,
//! or in several that give it the same colour. (Knuth, *The Art of Computer Programming*, volume 4B, section 7.2.2.1: XCC
//! and MCC.)

pub(crate) mod cells;
pub mod checker;
pub(crate) mod packing;
pub mod solve;
pub mod text;

use std::ops::RangeInclusive;

/// An exact cover problem. It is valid: made by [`text::read`], or from a packing puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExactCover {
    /// Primary items, at least one, and after them secondary ones.
    pub items: Vec<Item>,
    /// Number of primary items.
    pub primary: usize,
    /// The options that may be chosen, each once, in the order of the file.
    pub options: Vec<Choice>,
    /// Options of the file that have no primary item: no solution needs them.
    pub idle: usize,
}

/// An item.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    /// Its name.
    pub name: String,
    /// Range of the number of options that contain it: 0 or 1 of a secondary one, or more of one colour.
    pub counts: RangeInclusive<u32>,
}

/// An option, at least one of whose items is primary.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Its line in the file, counted from 1.
    pub line: usize,
    /// The text of that line, without blanks at its ends.
    pub text: String,
    /// Its items by their numbers, each once, and their colours; 0 is none.
    pub entries: Vec<(u32, u32)>,
}

/// A solution: numbers of options, ascending.
pub type Solution = Vec<u32>;
