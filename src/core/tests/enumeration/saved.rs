//! Enumerations that end before all is found, and are resumed.

use std::sync::atomic::Ordering;

use super::{count, listed, run, seen, threads};
use crate::store::{DIGEST, Store};
use crate::tilings::{AtMost, Counting, Found, Tilings};
use traybit_core::bits::Key;
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::Collector;
use traybit_core::search::enumeration::observers::Observers;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::MoveCode;
use traybit_core::search::words::ReadError;

fn written<K: Key + Copy, C: Collector>(enumeration: &Enumeration<K, C>) -> Vec<u8> {
    let mut bytes = Vec::new();
    enumeration.write(&mut bytes).expect("a list takes all bytes");
    bytes
}

#[test]
fn a_stopped_enumeration_is_resumed() {
    let tilings = [Tilings::with_singles(5, 4), Tilings::dominoes(6, 6)];
    let (spaces, collector) = (seen(&tilings), AtMost(usize::MAX));
    let (whole, positions) = run(&tilings, &collector, &threads(1));
    let whole = listed(&whole);
    for (number, every) in [(1, 9_973), (2, 20_011), (3, 70_001)] {
        let mut enumeration = Enumeration::new(&spaces, &collector, DIGEST);
        let mut stops = 0;
        loop {
            let limits = threads(number);
            let stop = |_: usize, _: &[MoveCode]| limits.stop.store(true, Ordering::Relaxed);
            let observers = Observers { every: Some((every, &stop)), ..Observers::default() };
            let ended = enumeration.run(&limits, &observers);
            assert!(limits.progress.positions.load(Ordering::Relaxed) > 0);
            if ended.is_ok() {
                break;
            }
            assert_eq!(ended, Err(GaveUp::Stopped));
            stops += 1;
            // Every second time by way of a file, as a new process would.
            if stops % 2 == 0 {
                let (bytes, before) = (written(&enumeration), enumeration.positions());
                enumeration = Enumeration::read(&spaces, &collector, &bytes[..], DIGEST).expect("as written");
                assert!(enumeration.done() < 1.0 && enumeration.positions() == before);
            }
        }
        assert!(stops > 3);
        assert_eq!((enumeration.positions(), enumeration.solutions()), (positions, whole.len() as u64));
        assert!(listed(&enumeration.into_partial()) == whole, "{number} threads");
    }
}

#[test]
fn a_killed_enumeration_is_resumed_from_what_was_saved() {
    let tilings = [Tilings::with_singles(5, 4), Tilings::dominoes(6, 7)];
    let (solutions, positions) = count(&tilings, &threads(1));
    let spaces = seen(&tilings);
    for number in 1..=3 {
        let store = Store::due_every(1);
        let observers = Observers { store: Some(&store), ..Observers::default() };
        let mut enumeration = Enumeration::new(&spaces, &Counting, DIGEST);
        assert_eq!(enumeration.run(&threads(number), &observers), Ok(()));
        let kept = store.take();
        assert!(kept.len() > 10);
        for bytes in kept.iter().step_by(7) {
            let resumed = Enumeration::read(&spaces, &Counting, &bytes[..], DIGEST);
            let mut enumeration = resumed.expect("as written");
            assert_eq!(enumeration.run(&threads(4 - number), &Observers::default()), Ok(()));
            assert_eq!((enumeration.positions(), enumeration.into_partial()), (positions, Found(solutions)));
        }
    }
}

#[test]
fn damaged_and_foreign_files_are_refused() {
    let tilings = [Tilings::dominoes(6, 6)];
    let spaces = seen(&tilings);
    let store = Store::due_every(1);
    let observers = Observers { store: Some(&store), ..Observers::default() };
    assert_eq!(Enumeration::new(&spaces, &Counting, DIGEST).run(&threads(1), &observers), Ok(()));
    let bytes = store.take().swap_remove(1);
    let read = |bytes: &[u8], digest, tilings: &[Tilings]| {
        Enumeration::read(&seen(tilings), &Counting, bytes, digest).map(drop)
    };
    assert!(read(&bytes, DIGEST, &tilings).is_ok());
    for place in 0..bytes.len() {
        let mut other = bytes.clone();
        other[place] ^= 1 << (place % 8);
        assert!(read(&other, DIGEST, &tilings).is_err());
        assert!(read(&bytes[..place], DIGEST, &tilings).is_err());
    }
    for (digest, tilings) in [(DIGEST + 1, &tilings[..]), (DIGEST, &[]), (DIGEST, &[Tilings::dominoes(2, 2)])]
    {
        assert!(matches!(read(&bytes, digest, tilings), Err(ReadError::OtherSpace)));
    }
    let listed = Enumeration::read(&spaces, &AtMost(1), &bytes[..], DIGEST).map(drop);
    assert!(matches!(listed, Err(ReadError::Damaged)));
    let text = read(b"8x8 dominoes, 12988816", DIGEST, &tilings);
    assert!(matches!(text, Err(ReadError::NoSnapshot(_))));
}
