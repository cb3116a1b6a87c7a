//! Snapshots of counts: written at any moment, read within limits, and refused when they are damaged.

use std::time::Instant;

use super::{on_threads, totals};
use crate::store::{DIGEST, Store};
use crate::tilings::Tilings;
use traybit_core::bits::Wide;
use traybit_core::search::counting::{
    Checkpoints, Count, CountKey, Ended, Opened, Unfinished, Unread, count, resume,
};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::words::ReadError;

/// Checkpoints of a count alone.
fn kept_in(store: &Store) -> Checkpoints<'_> {
    Checkpoints { checkpoint: store.checkpoint(), ended: &[] }
}

fn resumed<K: CountKey>(bytes: &[u8], space: &Tilings<K>, limits: &Limits) -> Result<Count, Unread> {
    resume(space, Opened::read(bytes, DIGEST)?, limits, None)
}

#[test]
fn memory_is_kept_and_a_count_out_of_it_goes_on_with_more() {
    let space = Tilings::<u64>::with_singles(11, 11);
    let whole = count(&space, &Limits::default(), None).unwrap();
    for threads in [1, 3] {
        let mut met = (0, 0);
        for memory in (12..26).map(|bits| 1 << bits) {
            let store = Store::default();
            let limits = Limits { memory, ..on_threads(threads) };
            match count(&space, &limits, Some(kept_in(&store))) {
                Ok(counted) => {
                    assert_eq!(totals(&counted), totals(&whole));
                    assert!(counted.cost.bytes <= memory);
                    met.0 += 1;
                }
                Err(Unfinished { ended, cost }) => {
                    assert_eq!(ended, Ended::GaveUp(GaveUp::Memory));
                    assert!(0 < cost.bytes && (cost.bytes <= memory || cost.positions == 1), "{cost:?}");
                    met.1 += 1;
                    let bytes = &store.take()[0];
                    let again = resumed(bytes, &space, &on_threads(2)).unwrap();
                    assert_eq!(totals(&again), totals(&whole));
                    assert!(cost.time < again.cost.time, "the time of both runs");
                    let little = Limits { memory: 100, ..Limits::default() };
                    let late = Limits { deadline: Some(Instant::now()), ..Limits::default() };
                    for (limits, reason) in [(little, GaveUp::Memory), (late, GaveUp::Time)] {
                        let unread = resumed(bytes, &space, &limits).err();
                        let Some(Unread::GaveUp(again)) = unread else { panic!("enough: {reason:?}") };
                        assert_eq!(again.ended, Ended::GaveUp(reason));
                        assert!(again.cost.positions <= cost.positions && !again.cost.time.is_zero());
                    }
                }
            }
        }
        assert!(met.0 > 2 && met.1 > 2, "{met:?}");
    }
}

#[test]
fn every_snapshot_leads_to_the_same_total() {
    for (space, threads) in [
        (Tilings::<u64>::with_singles(6, 7), 1),
        (Tilings::with_singles(9, 12), 2),
        // Numbers of more than 64 bits.
        (Tilings::dominoes(120, 2), 1),
    ] {
        let whole = count(&space, &Limits::default(), None).unwrap();
        let store = Store::due_every(1);
        assert_eq!(
            totals(&count(&space, &on_threads(threads), Some(kept_in(&store))).unwrap()),
            totals(&whole)
        );
        let kept = store.take();
        assert!(kept.len() >= 40);
        for bytes in kept.iter().step_by(1 + kept.len() / 60) {
            let again = resumed(bytes, &space, &on_threads(threads)).unwrap();
            assert_eq!(totals(&again), totals(&whole));
        }
    }
}

#[test]
fn what_is_no_snapshot_is_refused() {
    let space = Tilings::<u64>::with_singles(4, 4);
    let read = |bytes: &[u8]| resumed(bytes, &space, &Limits::default());
    let store = Store::due_every(1);
    count(&space, &Limits::default(), Some(kept_in(&store))).unwrap();
    let bytes = &store.take()[5];
    assert!(read(bytes).is_ok());
    for length in (0..bytes.len()).step_by(3) {
        assert!(read(&bytes[..length]).is_err());
    }
    assert!(matches!(read(&[&bytes[..], &[0]].concat()), Err(Unread::Error(ReadError::Damaged))));
    // All bits of a byte in turn.
    for bit in (0..8 * bytes.len()).step_by(9) {
        let mut damaged = bytes.clone();
        damaged[bit / 8] ^= 1 << (bit % 8);
        assert!(read(&damaged).is_err(), "bit {bit}");
    }
    assert!(matches!(Opened::read(&bytes[..], 1), Err(ReadError::OtherSpace)));
    assert!(matches!(read(b"8x8 dominoes, 12988816"), Err(Unread::Error(ReadError::NoSnapshot(_)))));
    let early = resumed(bytes, &Tilings::<u64>::with_singles(1, 3), &Limits::default());
    assert!(matches!(early, Err(Unread::Error(ReadError::Damaged))));
    let wider = resumed(bytes, &Tilings::<Wide<8>>::with_singles(4, 4), &Limits::default());
    assert!(matches!(wider, Err(Unread::Error(ReadError::OtherSpace))));
}

#[test]
fn a_snapshot_keeps_the_counts_that_ended_before() {
    let (first, second) = (Tilings::<u64>::dominoes(120, 2), Tilings::<u64>::with_singles(6, 7));
    let ended = count(&first, &Limits::default(), None).unwrap();
    let store = Store::due_every(1);
    let checkpoints = Checkpoints { checkpoint: store.checkpoint(), ended: std::slice::from_ref(&ended) };
    let Err(_) = count(&second, &Limits { memory: 1 << 12, ..Limits::default() }, Some(checkpoints)) else {
        panic!("4096 bytes are enough")
    };
    let kept = store.take();
    assert!(!kept.is_empty());
    for bytes in kept {
        let opened = Opened::read(&bytes[..], DIGEST).unwrap();
        assert_eq!(opened.ended, std::slice::from_ref(&ended));
        assert!(resume(&second, opened, &Limits::default(), None).is_ok());
    }
}
