//! Names of blocks.

use std::collections::HashSet;

use traybit_core::grid::Size;
use traybit_core::source_text::is_visible;
use traybit_sliding::formats::names::{can_be_drawn, in_order};

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
