//! Enumeration: whole, in order, ended early and resumed.

use std::ops::ControlFlow;
use std::time::Duration;

use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicU64, Ordering};
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::search::enumeration::observers::{Observers, Window};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::staged::{MoveCode, StageExpander, Staged, Successor};

use crate::tilings::{BOARD, Tiler, Tilings};
use crate::{check, limits, stopper};

/// Collects the first solutions in the order of the walk, at most a number of them.
struct AtMost(usize);

impl AtMost {
    fn flow(&self, partial: &Paths) -> ControlFlow<()> {
        if partial.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Collector for AtMost {
    type Partial = Paths;

    fn solution(&self, partial: &mut Paths, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        if partial.len() < self.0 {
            partial.push(space, path);
        }
        self.flow(partial)
    }
    fn append(&self, partial: &mut Paths, later: Paths) {
        for (space, path) in later.iter().take(self.0.saturating_sub(partial.len())) {
            partial.push(space, path);
        }
    }
    fn deliver(&self, partial: &mut Paths) -> ControlFlow<()> {
        self.flow(partial)
    }
}

/// Counts solutions.
struct Counting;

/// A number of solutions.
#[derive(Clone, Default)]
struct Solutions(u64);

impl Collector for Counting {
    type Partial = Solutions;

    fn solution(&self, partial: &mut Solutions, _space: usize, _path: &[MoveCode]) -> ControlFlow<()> {
        partial.0 += 1;
        ControlFlow::Continue(())
    }
    fn append(&self, partial: &mut Solutions, later: Solutions) {
        partial.0 += later.0;
    }
}

impl PartialResult for Solutions {
    fn to_words(&self) -> Vec<u64> {
        vec![self.0]
    }
    fn from_words(words: &[u64]) -> Option<Self> {
        words.first().copied().map(Self)
    }
}

/// All tilings in order, and the positions of the walk.
fn plainly(space: &Tilings) -> (Vec<Vec<MoveCode>>, u64) {
    fn visit(
        space: &Tilings,
        at: (usize, u64),
        path: &mut Vec<MoveCode>,
        all: &mut Vec<Vec<MoveCode>>,
    ) -> u64 {
        if at.0 == space.last() {
            all.push(path.clone());
            return 1;
        }
        let mut next = Vec::new();
        Tiler(space).expand(at.0, &[at.1], &mut next);
        let mut positions = 1;
        for Successor { state, stage, step, .. } in next {
            path.push(step);
            positions += visit(space, (stage as usize, state), path, all);
            path.pop();
        }
        positions
    }
    let mut all = Vec::new();
    let positions = visit(space, (0, 0), &mut Vec::new(), &mut all);
    (all, positions)
}

#[test]
fn enumerations_are_whole_ordered_and_resumable() {
    check(enumerations);
}

fn enumerations() {
    let spaces: [&dyn Staged<u64>; 1] = [&BOARD];
    let (all, positions) = plainly(&BOARD);
    let collector = AtMost(usize::MAX);
    let last = Mutex::new(None);
    let save = |saved| *last.lock().expect("no thread fails here") = Some(saved);
    let window = Window::default();
    let observers = Observers { save: Some((Duration::ZERO, &save)), window: Some(&window), every: None };
    let limits = limits(3);
    let mut enumeration = Enumeration::new(&spaces, &collector, 1);
    assert_eq!(enumeration.run(&limits, &observers), Ok(()));
    assert_eq!((enumeration.positions(), enumeration.solutions()), (positions, all.len() as u64));
    assert_eq!(enumeration.parts_left(), 0);
    assert_eq!(limits.progress.positions.load(Ordering::Relaxed), positions);
    assert!(enumeration.into_partial().iter().map(|(_, path)| path).eq(&all), "in the order of the walk");
    let saved = last.lock().expect("no thread fails here").take();
    if let Some(saved) = saved {
        let mut again = Enumeration::resume(&spaces, &collector, saved).expect("the same spaces");
        assert_eq!(again.run(&Limits::default(), &Observers::default()), Ok(()));
        assert_eq!((again.positions(), again.parts_left()), (positions, 0));
        assert!(again.into_partial().iter().map(|(_, path)| path).eq(&all));
    }
}

#[test]
fn enumerations_end_early_and_resume() {
    check(enumerations_interrupted);
}

fn enumerations_interrupted() {
    let spaces: [&dyn Staged<u64>; 1] = [&BOARD];
    let (all, positions) = plainly(&BOARD);
    let few = AtMost(40);
    let mut enumeration = Enumeration::new(&spaces, &few, 1);
    assert_eq!(enumeration.run(&limits(3), &Observers::default()), Ok(()));
    assert!(enumeration.into_partial().iter().map(|(_, path)| path).eq(&all[..40]), "the first ones");
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
    assert_eq!((enumeration.positions(), enumeration.parts_left()), (positions, 0));
    assert_eq!(enumeration.into_partial().0, all.len() as u64);
}
