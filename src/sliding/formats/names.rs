//! Names of blocks: one visible character each.

use std::ops::RangeInclusive;

use traybit_core::source_text::is_visible;

/// Sources of names, in this order: blocks of Unicode that are read from left to right, each character on its own.
/// Han and Hangul give one name to each of the 65,536 blocks that the largest tray can hold.
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
#[must_use]
pub fn can_be_drawn(c: char) -> bool {
    is_visible(c) && !matches!(c, '.' | '#' | ';' | ':' | ',')
}

/// Names for blocks that have none: a to z, A to Z, 0 to 9, then further letters.
pub fn in_order() -> impl Iterator<Item = char> {
    // All of Han and Hangul will do.
    SUPPLIES.into_iter().flatten().filter(|c| *c >= HAN || c.is_alphanumeric() && is_visible(*c))
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{can_be_drawn, in_order, is_visible};
    use traybit_core::grid::Size;

    #[test]
    fn every_block_of_the_largest_tray_has_a_name() {
        let names: Vec<char> = in_order().collect();
        assert!(names.len() >= Size::LARGEST.cells(), "{} names", names.len());
        assert_eq!(names.iter().collect::<HashSet<_>>().len(), names.len());
        assert!(names.iter().all(|name| can_be_drawn(*name)));
        assert_eq!(names[..63].iter().collect::<String>().split_at(52).1, "0123456789À");
    }

    #[test]
    fn what_cannot_be_seen_is_no_name() {
        for c in [' ', '\t', '\u{7f}', '\u{a0}', '\u{3000}', '\u{200b}', '\u{301}', '\u{feff}', '\u{e000}'] {
            assert!(!is_visible(c), "{c:?}");
        }
        for c in ['a', '\'', '"', '\\', '+', '>', '3', 'ß', '木', '☃', '🧩'] {
            assert!(can_be_drawn(c), "{c:?}");
        }
        assert!(".#;:,".chars().all(|c| is_visible(c) && !can_be_drawn(c)));
    }
}
