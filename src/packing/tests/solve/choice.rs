//! Counts by boundaries and by enumeration in turns.

use std::time::Duration;

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing::formats::read;
use traybit_packing::solve::choice::count_in_turns;
use traybit_packing::solve::count::count;
use traybit_packing::solve::numbers::Unknown;

#[test]
fn both_ways_take_turns_until_one_has_the_count() {
    for puzzle in [
        "piece D: any\nXX\n\nboard: 6x6\nempty: 0\n",
        "piece L: 1\nX..\nXXX\n\npiece T: 1\n.X.\nXXX\n\npiece I: 0..2\nXX\n\nboard: 4x4\nempty: 4..8\n",
        "piece L: any\nXX\nX.\n\nboard: 5x6\nempty: 0\n",
    ] {
        let pack = read("puzzle", puzzle.as_bytes()).expect("a valid puzzle");
        let limits = Limits::default();
        let known = count(&pack, None, &limits).expect("no checkpoint");
        let found = count_in_turns(Duration::ZERO, &pack, &limits).expect("no checkpoint");
        assert_eq!((found.total, found.distinct), (known.total, known.distinct), "{puzzle}");
    }
}

#[test]
fn a_count_that_has_no_memory_for_boundaries_is_listed() {
    // Each domino is a piece of its own: boundaries tell which of them were used.
    let domino = |name: usize| format!("piece {name}: 0..1\n{}\n\n", "X".repeat(name + 2));
    let pieces: String = (0..12).map(domino).collect();
    let puzzle = format!("{pieces}board: 4x12\nempty: 0\n");
    let pack = read("puzzle", puzzle.as_bytes()).expect("a valid puzzle");
    let limits = Limits { memory: 400_000, ..Limits::default() };
    let by_boundaries = count(&pack, None, &limits).expect("no checkpoint");
    assert_eq!(by_boundaries.total, Err(Unknown::GaveUp(GaveUp::Memory)));
    let found = count_in_turns(Duration::from_secs(1), &pack, &limits).expect("no checkpoint");
    assert!(found.total.is_ok() && found.method.starts_with("depth first"), "{found:?}");
}

#[test]
fn both_ways_of_counting_share_the_memory() {
    let puzzle = "piece L: any\nXX\nX.\n\nboard: 6x8\nempty: 0\n";
    let pack = read("puzzle", puzzle.as_bytes()).expect("a valid puzzle");
    let limits = |memory| Limits { memory, ..Limits::default() };
    let least = (1..1 << 12)
        .map(|part| part << 14)
        .find(|&memory| count(&pack, None, &limits(memory)).expect("no checkpoint").total.is_ok());
    let memory = least.expect("memory for boundaries");
    let alone = count(&pack, None, &limits(memory)).expect("no checkpoint");
    let found = count_in_turns(Duration::from_mins(1), &pack, &limits(memory)).expect("no checkpoint");
    assert_eq!(found.total, alone.total);
    assert!(found.method.starts_with("depth first"), "boundaries had all of it: {found:?}");
}
