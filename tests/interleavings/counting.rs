//! Counting: exact, within its memory, and resumed from any snapshot.

use traybit_core::search::counting::{Checkpoints, Count, Opened, Unfinished, count, resume};
use traybit_core::{GaveUp, Limits};

use crate::store::{DIGEST, Store};
use crate::{TILINGS, board, check, limits};

#[test]
fn counts_are_exact() {
    check(counts);
}

fn counts() {
    let limits = Limits { wide: 0, ..limits(2) };
    let found = count(&board(), &limits, None).expect("enough of everything");
    let alone = count(&board(), &Limits { threads: 1, ..Limits::default() }, None).expect("the same");
    assert_eq!(found.total, TILINGS.into());
    assert_eq!((found.cost.positions, found.cost.successors), (alone.cost.positions, alone.cost.successors));
}

fn resumed(bytes: &[u8], limits: &Limits, checkpoints: Option<Checkpoints>) -> Result<Count, Unfinished> {
    let opened = Opened::read(bytes, DIGEST).expect("what was written");
    resume::<u64>(&board(), opened, limits, checkpoints).expect("what was written")
}

#[test]
fn counts_resume_from_saved_states_and_after_running_out_of_memory() {
    check(counts_interrupted);
}

fn counts_interrupted() {
    let (board, mut limits) = (board(), Limits { wide: 0, memory: 6000, ..limits(2) });
    let store = Store::due_every(3);
    let checkpoints = Some(Checkpoints { checkpoint: store.checkpoint(), ended: &[] });
    let mut ended = count(&board, &limits, checkpoints);
    let alone = count(&board, &Limits::default(), None).expect("enough of everything");
    let mut saved = Vec::new();
    loop {
        saved.append(&mut store.take());
        match ended {
            Ok(found) => {
                assert_eq!((found.total, found.cost.successors), (TILINGS.into(), alone.cost.successors));
                break;
            }
            Err(unfinished) => assert_eq!(unfinished.ended, GaveUp::Memory),
        }
        limits.memory += 3000;
        ended = resumed(saved.last().expect("a last one"), &limits, checkpoints);
    }
    // The last snapshot, written while others worked, leads to the same.
    if let Some(last) = saved.last() {
        let again = resumed(last, &Limits::default(), None).expect("enough of everything");
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
        let ended = count(&board(), &Limits { wide: 0, memory, ..limits(2) }, None);
        let reason = ended.err().map(|unfinished| unfinished.ended);
        assert!(matches!(reason, None | Some(GaveUp::Memory)), "{memory} bytes");
    }
}
