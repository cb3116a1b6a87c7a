//! Counting: exact, within its memory, and resumed from any snapshot.

use shuttle::sync::atomic::{AtomicUsize, Ordering};
use traybit_core::bits::Key;
use traybit_core::search::counting::{CheckpointWriter, Ended, Opened, Saved, Snapshot, count, resume};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::Staged;

use crate::tilings::{BOARD, TILINGS};
use crate::{check, limits};

#[test]
fn counts_are_exact() {
    check(counts);
}

fn counts() {
    let limits = Limits { wide: 0, ..limits(2) };
    let found = count(&BOARD, &limits, &mut ()).expect("enough of everything");
    let alone = count(&BOARD, &Limits { threads: 1, ..Limits::default() }, &mut ()).expect("the same");
    assert_eq!(found.total, TILINGS.into());
    assert_eq!((found.cost.positions, found.cost.successors), (alone.cost.positions, alone.cost.successors));
}

/// Checkpoint writer into memory; every third poll a snapshot is due.
struct Store {
    polls: AtomicUsize,
    saved: Vec<u8>,
}

impl<K: Key + Copy> CheckpointWriter<K> for Store {
    fn is_due(&self) -> bool {
        self.polls.fetch_add(1, Ordering::Relaxed).is_multiple_of(3)
    }
    fn write(&mut self, snapshot: &Snapshot<K>) {
        self.saved.clear();
        snapshot.write(7, &[], &mut self.saved).expect("a list takes all bytes");
    }
}

fn open(saved: &[u8]) -> Opened<'_> {
    Opened::read(saved, 7).expect("what was written")
}

#[test]
fn counts_resume_from_saved_states_and_after_running_out_of_memory() {
    check(counts_interrupted);
}

fn counts_interrupted() {
    let mut limits = Limits { wide: 0, memory: 6000, ..limits(2) };
    let mut store = Store { polls: AtomicUsize::new(0), saved: Vec::new() };
    let mut ended = count(&BOARD, &limits, &mut store);
    let alone = count(&BOARD, &Limits::default(), &mut ()).expect("enough of everything");
    loop {
        match ended {
            Ok(found) => {
                assert_eq!((found.total, found.cost.successors), (TILINGS.into(), alone.cost.successors));
                break;
            }
            Err(unfinished) => assert_eq!(unfinished.ended, Ended::GaveUp(GaveUp::Memory)),
        }
        limits.memory += 3000;
        let saved =
            Saved::read(open(&store.saved), BOARD.last(), &Limits::default()).expect("what was written");
        ended = resume(&BOARD, saved, &limits, &mut store);
    }
    // The last snapshot, written while others worked, leads to the same.
    if !store.saved.is_empty() {
        let saved =
            Saved::read(open(&store.saved), BOARD.last(), &Limits::default()).expect("what was written");
        let again = resume(&BOARD, saved, &Limits::default(), &mut ()).expect("enough of everything");
        assert_eq!((again.total, again.cost.successors), (TILINGS.into(), alone.cost.successors));
    }
}

#[test]
fn memory_counted_by_counts_is_memory_held() {
    check(meters);
}

fn meters() {
    for memory in [4500, 5500, 6500, 8000, 1 << 20] {
        // The count itself asserts it when it ends.
        let ended = count(&BOARD, &Limits { wide: 0, memory, ..limits(2) }, &mut ());
        let reason = ended.err().map(|unfinished| unfinished.ended);
        assert!(matches!(reason, None | Some(Ended::GaveUp(GaveUp::Memory))), "{memory} bytes");
    }
}
