//! Enumeration: whole, in order, ended early and resumed.

use std::time::Duration;

use shuttle::sync::atomic::{AtomicU64, Ordering};
use traybit_core::search::enumeration::{Enumeration, Observers, View};
use traybit_core::search::staged::Staged;
use traybit_core::{GaveUp, Limits};

use crate::store::{DIGEST, Store};
use crate::tilings::{AtMost, Counting, Tilings, plainly};
use crate::{board, check, limits, stopper};

#[test]
fn enumerations_are_whole_ordered_and_resumable() {
    check(enumerations);
}

fn enumerations() {
    let spaces: [&dyn Staged<u64>; 1] = [&board()];
    let (all, positions) = plainly(&board());
    let collector = AtMost(usize::MAX);
    let store = Store::due_every(1);
    let display = |view: View| assert_eq!(view.space, 0);
    let observers = Observers { store: Some(&store), display: Some((Duration::ZERO, &display)), every: None };
    let limits = limits(3);
    let mut enumeration = Enumeration::new(&spaces, &collector, DIGEST);
    assert_eq!(enumeration.run(&limits, &observers), Ok(()));
    assert_eq!((enumeration.cost().positions, enumeration.solutions()), (positions, all.len() as u64));
    assert!(enumeration.done() >= 1.0);
    assert_eq!(limits.progress.positions.load(Ordering::Relaxed), positions);
    assert!(enumeration.into_partial().iter().map(|(_, path)| path).eq(&all), "in the order of the walk");
    if let Some(last) = store.take().last() {
        let mut again = Enumeration::read(&spaces, &collector, &last[..], DIGEST).expect("as written");
        assert_eq!(again.run(&Limits::default(), &Observers::default()), Ok(()));
        assert!(again.cost().positions == positions && again.done() >= 1.0);
        assert!(again.into_partial().iter().map(|(_, path)| path).eq(&all));
    }
}

#[test]
fn enumerations_end_early_and_resume() {
    check(enumerations_interrupted);
}

fn enumerations_interrupted() {
    let spaces: [&dyn Staged<u64>; 1] = [&board()];
    let (all, positions) = plainly(&board());
    let few = AtMost(40);
    let mut enumeration = Enumeration::new(&spaces, &few, 1);
    assert_eq!(enumeration.run(&limits(3), &Observers::default()), Ok(()));
    assert!(enumeration.into_partial().iter().map(|(_, path)| path).eq(&all[..40]), "the first ones");
    // The only solution lies between parts without any.
    let hidden: [&dyn Staged<u64>; 3] =
        [&Tilings::dominoes(5, 3), &Tilings::dominoes(1, 8), &Tilings::dominoes(1, 3)];
    let mut enumeration = Enumeration::new(&hidden, &AtMost(1), 1);
    assert_eq!(enumeration.run(&limits(3), &Observers::default()), Ok(()));
    assert_eq!(enumeration.into_partial().len(), 1);
    let counted = AtomicU64::new(0);
    let mut enumeration = Enumeration::new(&spaces, &Counting, 1);
    for _ in 0..3 {
        let limits = limits(2);
        let stopper = stopper(&limits);
        let ended = enumeration.run(&limits, &Observers::default());
        stopper.join().expect("a thread that stops another");
        assert!(matches!(ended, Ok(()) | Err(GaveUp::Stopped)));
        let before = counted.swap(enumeration.solutions(), Ordering::Relaxed);
        assert!(before <= enumeration.solutions());
    }
    assert_eq!(enumeration.run(&limits(2), &Observers::default()), Ok(()));
    assert!(enumeration.cost().positions == positions && enumeration.done() >= 1.0);
    assert_eq!(enumeration.into_partial().0, all.len() as u64);
}
