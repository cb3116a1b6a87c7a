//! Layers by words and by lists.

mod index;
mod rotation;

use std::sync::atomic::Ordering;

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_tiles::full_space::FullSpace;

fn space(height: u16, width: u16, blank_home: usize, has_lists: bool) -> FullSpace {
    let space = FullSpace::new(Size { height, width }, blank_home).unwrap();
    if has_lists { space } else { space.without_lists() }
}

#[test]
fn expanding_words_finds_the_positions_of_the_lists() {
    let one = Limits { threads: 1, ..Limits::default() };
    let two = Limits { threads: 2, ..Limits::default() };
    for (height, width) in [(1, 3), (2, 2), (2, 4), (3, 3), (5, 2)] {
        let (mut listed, mut expanded) = (space(height, width, 1, true), space(height, width, 1, false));
        loop {
            let found = listed.advance(&one);
            assert_eq!(expanded.advance(&two), found);
            assert_eq!(listed.last(100), expanded.last(100));
            if found == Ok(0) {
                break;
            }
        }
    }
}

#[test]
fn limits_end_a_layer() {
    let limits = Limits { threads: 2, ..Limits::default() };
    limits.stop.store(true, Ordering::Relaxed);
    for has_lists in [true, false] {
        assert_eq!(space(3, 3, 4, has_lists).advance(&limits), Err(GaveUp::Stopped));
    }
}
