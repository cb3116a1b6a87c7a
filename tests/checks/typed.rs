//! Values of options: sizes, times, numbers, trays, pieces and their places.

use std::time::Duration;

use traybit_core::input::parse_counts;
use traybit_program::{parse_size, parse_threads, parse_time};
use traybit_sliding::universe::{Goal, MOST_CELLS, Pieces, parse_kinds, parse_places, parse_tray};

use crate::parts::parts;

/// A tray, pieces, their places and how many cells stay empty, each of which may be any other option, too.
pub fn check(data: &[u8]) {
    let texts = parts::<4>(data).map(|part| String::from_utf8_lossy(part).trim_end_matches('\n').to_owned());
    for text in &texts {
        let _ = (parse_size(text), parse_threads(text));
        if let Ok(time) = parse_time(text) {
            assert!(time <= Duration::MAX);
        }
        if let Ok(counts) = parse_counts(text) {
            assert!(!counts.is_empty());
        }
    }
    let [tray, kinds, places, empty] = &texts;
    let (Ok(ground), Ok(kinds)) = (parse_tray(tray), parse_kinds(kinds)) else { return };
    assert!(ground.room() as usize <= MOST_CELLS);
    let empty = parse_counts(empty).unwrap_or(0..=u32::MAX);
    let Ok(pieces) = Pieces::new(ground, kinds, empty) else { return };
    if let Ok(places) = parse_places(places) {
        let _ = Goal::new(&pieces, &places);
    }
}
