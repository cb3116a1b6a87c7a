//! Counts of a series: those that ended are not counted again.

use std::io::{Read, Result, Write};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use traybit_core::search::checkpoint::{Checkpoint, CheckpointStore};
use traybit_core::search::limits::Limits;
use traybit_packing::formats::read;
use traybit_packing::solve::count::count;
use traybit_packing::solve::numbers::Count;

/// Keeps every state that can be saved, and counts how often it was asked whether one is due.
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
        self.kept.lock().unwrap().push(bytes);
        true
    }
    fn finish(&self) {
        self.is_done.store(true, Ordering::Relaxed);
    }
}

#[test]
fn a_series_goes_on_from_any_state_with_what_is_left() {
    let pack =
        read("puzzle", "piece D: any\nXX\n\nboard: 8x8\nempty: 0\n".as_bytes()).expect("a valid puzzle");
    let run = |store: &All| {
        let limits = Limits { threads: 1, ..Limits::default() };
        let found = count(&pack, Some(Checkpoint { store, digest: 7 }), &limits).expect("its own checkpoint");
        assert!(store.is_done.load(Ordering::Relaxed));
        found
    };
    let figures = |found: Count| {
        let cost = found.cost;
        (found.total, found.distinct, cost.positions, cost.successors, cost.layers)
    };
    let all = All::default();
    let whole = figures(run(&all));
    assert_eq!((&whole.0, &whole.1), (&Ok(12_988_816_u32.into()), &Ok(1_629_189_u32.into())));
    let kept = all.kept.into_inner().unwrap();
    let mut last = usize::MAX;
    for bytes in kept.iter().step_by(8).chain(kept.last()) {
        let store = All { saved: Some(bytes), ..All::default() };
        assert_eq!(figures(run(&store)), whole);
        last = store.asked.into_inner();
    }
    assert!(10 * last < all.asked.into_inner(), "the counts that ended were begun again: {last}");
}
