//! Names of blocks: one visible character each.

use std::ops::RangeInclusive;

use crate::puzzle::{Cell, Piece};
use traybit_core::shape::Shape;
use traybit_core::source_text::is_visible;

/// Sources of names, in this order: ranges of Unicode that are read from left to right, each character on its own. They suffice
/// for the 65,536 blocks of the largest tray.
const SUPPLIES: [RangeInclusive<char>; 10] = [
    'a'..='z',
    'A'..='Z',
    '0'..='9',
    'À'..='ɏ',
    'Α'..='ω',
    'А'..='ӿ',
    '\u{4e00}'..='\u{9fff}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{3400}'..='\u{4dbf}',
    '\u{20000}'..='\u{2a6df}',
];

/// The first character of Han.
const HAN: char = '\u{4e00}';

/// True if a block of a drawing, or a gate's mark, can be called so: visible, and without a meaning of its own there.
pub fn can_be_drawn(c: char) -> bool {
    is_visible(c) && !matches!(c, '.' | '#' | ';' | ':' | ',')
}

/// Names for blocks that have none: a to z, A to Z, 0 to 9, then further letters.
pub fn in_order() -> impl Iterator<Item = char> {
    // All of Han and Hangul will do.
    SUPPLIES.into_iter().flatten().filter(|c| *c >= HAN || c.is_alphanumeric() && is_visible(*c))
}

/// Blocks that move along rows and columns, named in order.
pub(crate) fn named(blocks: impl Iterator<Item = (Shape, Cell)>) -> Vec<Piece> {
    in_order().zip(blocks).map(|(name, (shape, anchor))| Piece::new(name, shape, anchor)).collect()
}
