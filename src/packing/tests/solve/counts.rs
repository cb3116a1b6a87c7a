//! Counts that take turns with enumeration, and a series of counts that resumes from any saved state.

use std::io::{Read, Result, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use crate::read;
use traybit_core::{Checkpoint, CheckpointStore, GaveUp, Limits};
use traybit_packing::solve::choice::count_in_turns;
use traybit_packing::solve::count::count;
use traybit_packing::solve::{Count, Unknown};

/// Keeps every state that can be saved, slowly, and counts how often it was asked whether one is due.
#[derive(Default)]
pub(crate) struct All<'a> {
    pub(crate) saved: Option<&'a [u8]>,
    pub(crate) kept: Mutex<Vec<Vec<u8>>>,
    pub(crate) asked: AtomicUsize,
    pub(crate) is_done: AtomicBool,
}

impl CheckpointStore for All<'_> {
    fn saved(&self) -> Result<Option<Box<dyn Read + '_>>> {
        Ok(self.saved.map(|bytes| Box::new(bytes) as _))
    }
    fn is_due(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.saved.is_none()
    }
    fn save(&self, write: &dyn Fn(&mut dyn Write) -> Result<()>) -> bool {
        let mut bytes = Vec::new();
        write(&mut bytes).expect("a list takes all bytes");
        std::thread::sleep(Duration::from_micros(100));
        self.kept.lock().unwrap().push(bytes);
        true
    }
    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_series_goes_on_from_any_state_with_what_is_left() {
    let pack = read("piece D: any\nXX\n\nboard: 8x8\nempty: 0\n");
    let run = |store: &All| {
        let (limits, began) = (Limits { threads: 1, ..Limits::default() }, Instant::now());
        let counted = count(&pack, Some(Checkpoint { store, digest: 7 }), &limits);
        let Count { total, distinct, cost, .. } = counted.expect("its own checkpoint");
        assert!(store.is_done.load(Ordering::Relaxed));
        let before = cost.time.saturating_sub(began.elapsed());
        ((total, distinct, cost.positions, cost.successors, cost.layers), cost.time, before)
    };
    let all = All::default();
    let (whole, time, _) = run(&all);
    assert_eq!((&whole.0, &whole.1), (&Ok(12_988_816_u32.into()), &Ok(1_629_189_u32.into())));
    let kept = all.kept.into_inner().unwrap();
    let mut last = usize::MAX;
    for bytes in kept.iter().step_by(8).chain(kept.last()) {
        let store = All { saved: Some(bytes), ..All::default() };
        let (found, _, before) = run(&store);
        assert_eq!(found, whole);
        assert!(before <= time, "a time was added twice: {before:?} of {time:?}");
        last = store.asked.into_inner();
    }
    assert!(10 * last < all.asked.into_inner(), "the counts that ended were begun again: {last}");
}

#[test]
fn both_ways_take_turns_until_one_has_the_count() {
    for puzzle in [
        "piece D: any\nXX\n\nboard: 6x6\nempty: 0\n",
        "piece L: 1\nX..\nXXX\n\npiece T: 1\n.X.\nXXX\n\npiece I: 0..2\nXX\n\nboard: 4x4\nempty: 4..8\n",
        "piece L: any\nXX\nX.\n\nboard: 5x6\nempty: 0\n",
    ] {
        let pack = read(puzzle);
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
    let pack = read(&puzzle);
    let limits = Limits { memory: 400_000, ..Limits::default() };
    let by_boundaries = count(&pack, None, &limits).expect("no checkpoint");
    assert_eq!(by_boundaries.total, Err(Unknown::GaveUp(GaveUp::Memory)));
    let found = count_in_turns(Duration::from_secs(1), &pack, &limits).expect("no checkpoint");
    assert!(found.total.is_ok() && found.method.starts_with("depth first"), "{found:?}");
}

#[test]
fn both_ways_of_counting_share_the_memory() {
    let puzzle = "piece L: any\nXX\nX.\n\nboard: 6x8\nempty: 0\n";
    let pack = read(puzzle);
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
