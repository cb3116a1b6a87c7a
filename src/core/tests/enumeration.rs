//! Enumerations of the tilings of a board, in order, with any number of threads, and resumed.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread::yield_now;
use std::time::{Duration, Instant};

use crate::stages::Stages;
use crate::store::{DIGEST, Store};
use crate::tilings::{AtMost, Counting, Found, Tilings, plainly};
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::search::enumeration::{Enumeration, Observers, View};
use traybit_core::{GaveUp, Key, Limits, MoveCode, ReadError, Staged};

/// Enumerates the tilings of some spaces to the end; returns the partial result and how many positions were visited.
fn run<C: Collector>(spaces: &[Tilings], collector: &C, limits: &Limits) -> (C::Partial, u64) {
    let spaces = seen(spaces);
    let mut enumeration = Enumeration::new(&spaces, collector, 7);
    assert_eq!(enumeration.run(limits, &Observers::default()), Ok(()));
    let positions = enumeration.cost().positions;
    assert!(enumeration.done() >= 1.0 && limits.progress.positions.load(Ordering::Relaxed) == positions);
    (enumeration.into_partial(), positions)
}

/// Spaces as an enumeration takes them.
fn seen(spaces: &[Tilings]) -> Vec<&dyn Staged<u64>> {
    spaces.iter().map(|space| space as _).collect()
}

fn threads(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

/// Solutions and positions.
pub(crate) fn count(spaces: &[Tilings], limits: &Limits) -> (u64, u64) {
    let (Found(solutions), positions) = run(spaces, &Counting, limits);
    (solutions, positions)
}

fn listed(paths: &Paths) -> Vec<(usize, Vec<MoveCode>)> {
    paths.iter().map(|(space, path)| (space, path.to_vec())).collect()
}

/// All solutions of some spaces and the positions visited, by a plain walk.
fn walked(spaces: &[Tilings]) -> (Vec<(usize, Vec<MoveCode>)>, u64) {
    let (mut all, mut visited) = (Vec::new(), 0);
    for (number, space) in spaces.iter().enumerate() {
        let (paths, positions) = plainly(space);
        all.extend(paths.into_iter().map(|path| (number, path)));
        visited += positions;
    }
    (all, visited)
}

#[test]
fn order_is_that_of_a_plain_walk_with_any_threads() {
    for spaces in [
        vec![Tilings::with_singles(5, 4), Tilings::dominoes(6, 6)],
        vec![Tilings::with_singles(3, 3)],
        vec![Tilings::dominoes(3, 3)],
        // The only solution lies between parts without any.
        vec![Tilings::dominoes(5, 5), Tilings::dominoes(1, 8), Tilings::dominoes(1, 3)],
    ] {
        let (all, positions) = walked(&spaces);
        for number in 1..=3 {
            // Parts of 16,384, 512 and 16 positions.
            let limits = || Limits { wide: 1 << (20 - 5 * number), ..threads(number) };
            let (found, visited) = run(&spaces, &AtMost(usize::MAX), &limits());
            assert!(listed(&found) == all && visited == positions, "{number} threads");
            for most in [1, 2, 1000, 50_000, all.len().max(1) - 1, all.len(), all.len() + 1] {
                let (found, visited) = run(&spaces, &AtMost(most), &limits());
                let is_short = visited < 20_000 || number > 1 || most > 1000;
                assert!(is_short, "no part after the last one needed is begun");
                assert!(listed(&found) == all[..most.min(all.len())], "{most}, {number} threads");
            }
        }
    }
}

#[test]
fn spaces_without_a_search() {
    assert_eq!(count(&[], &threads(2)), (0, 0));
    let none = Tilings { start: None, ..Tilings::dominoes(4, 4) };
    let full = Tilings { start: Some((16, 0)), ..Tilings::dominoes(4, 4) };
    let stuck = Tilings::dominoes(1, 1);
    assert_eq!(count(std::slice::from_ref(&none), &threads(2)), (0, 0));
    assert_eq!(count(std::slice::from_ref(&full), &threads(2)), (1, 1));
    assert_eq!(count(std::slice::from_ref(&stuck), &threads(2)), (0, 1));
    let spaces = [full.clone(), none, Tilings::dominoes(3, 2), stuck, full, Tilings::dominoes(2, 2)];
    let (found, _) = run(&spaces, &AtMost(6), &threads(2));
    let found: Vec<usize> = found.iter().map(|(space, _)| space).collect();
    assert_eq!(found, [0, 2, 2, 2, 4, 5]);
}

#[test]
fn a_solution_is_kept_while_an_earlier_part_is_under_way() {
    // A path longer than a part, one to the only solution, and a short one: the last ends first, the first one last.
    const LAST: usize = 30_000;
    let store = Store::due_every(usize::MAX);
    let successors = |stage, space: u64| {
        let (end, waits_at, parts) = [(20_001, 20_000, 3), (3, 1, 2), (2, 0, 0)][space as usize];
        while stage == waits_at && store.asked.load(Ordering::Relaxed) < parts {
            yield_now();
        }
        let next = if (stage, space) == (2, 1) { LAST } else { stage + 1 };
        vec![(next, space, 0_u32); usize::from(stage < end)]
    };
    let paths = [0, 1, 2].map(|space| Stages { last: LAST, start: Some((0, space)), successors });
    let spaces: Vec<&dyn Staged<u64>> = paths.iter().map(|space| space as _).collect();
    let mut enumeration = Enumeration::new(&spaces, &AtMost(1), DIGEST);
    let observers = Observers { store: Some(&store), ..Observers::default() };
    assert_eq!(enumeration.run(&threads(3), &observers), Ok(()));
    assert_eq!(listed(&enumeration.into_partial()), [(1, vec![0; 3])]);
}

#[test]
fn each_so_many_positions_are_shown() {
    let spaces = [Tilings::with_singles(4, 4)];
    let (_, positions) = count(&spaces, &threads(1));
    for every in [1, 7, 1000] {
        let shown = Mutex::new(Vec::new());
        let visit = |space: usize, path: &[MoveCode]| {
            assert_eq!(space, 0);
            shown.lock().expect("no panic").push(path.to_vec());
        };
        let observers = Observers { every: Some((every, &visit)), ..Observers::default() };
        let spaces = seen(&spaces);
        assert_eq!(Enumeration::new(&spaces, &Counting, 7).run(&threads(1), &observers), Ok(()));
        let shown = shown.into_inner().expect("no panic");
        // The start is counted, but an empty board need not be shown.
        assert_eq!(shown.len() as u64, positions / every - u64::from(every == 1));
        assert_eq!(shown.iter().collect::<HashSet<_>>().len(), shown.len());
    }
}

#[test]
fn what_is_done_grows_to_the_whole() {
    let spaces = [Tilings::with_singles(5, 4), Tilings::dominoes(2, 2)];
    for number in 1..=2 {
        let seen = Mutex::new(Vec::new());
        let display = |view: View| seen.lock().expect("no panic").push(view);
        let observers = Observers { display: Some((Duration::ZERO, &display)), ..Observers::default() };
        let spaces = self::seen(&spaces);
        let mut enumeration = Enumeration::new(&spaces, &Counting, 7);
        assert_eq!(enumeration.run(&threads(number), &observers), Ok(()));
        assert!(enumeration.done() >= 1.0);
        let seen = seen.into_inner().expect("no panic");
        assert!(seen.len() > 10);
        assert!(seen.iter().all(|view| (0.0..1.0).contains(&view.done) && !view.path.is_empty()));
        if number == 1 {
            let grows = |pair: &[f64]| pair[0] <= pair[1] + 1e-9;
            assert!(seen.iter().map(|view| view.done).collect::<Vec<_>>().windows(2).all(grows));
            assert!(seen.last().is_some_and(|view| view.done > 0.4));
        }
    }
}

/// Hands solutions on as soon as their turn comes, and never keeps any.
struct Stream {
    delivered: Mutex<Paths>,
    most_at_once: AtomicU64,
}

impl Collector for Stream {
    type Partial = Paths;

    fn solution(&self, partial: &mut Paths, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        partial.push(space, path);
        ControlFlow::Continue(())
    }

    fn append(&self, partial: &mut Paths, later: Paths) {
        partial.append(later);
    }

    fn found(&self, partial: &Paths) -> u64 {
        partial.len() as u64
    }

    fn bytes(&self, partial: &Paths) -> usize {
        partial.bytes()
    }

    fn deliver(&self, partial: &mut Paths) -> ControlFlow<()> {
        self.most_at_once.fetch_max(partial.len() as u64, Ordering::Relaxed);
        self.delivered.lock().expect("no panic").append(std::mem::take(partial));
        ControlFlow::Continue(())
    }
}

#[test]
fn solutions_are_delivered_early_and_in_order() {
    let spaces = [Tilings::with_singles(5, 4)];
    let (all, _) = walked(&spaces);
    for number in 1..=3 {
        let stream = Stream { delivered: Mutex::default(), most_at_once: AtomicU64::new(0) };
        // All of them are more.
        let limits = Limits { memory: 3 << 20, ..threads(number) };
        assert!(run(&spaces, &stream, &limits).0.is_empty());
        let delivered = stream.delivered.into_inner().expect("no panic");
        assert!(delivered.bytes() > 3 << 20 && listed(&delivered) == all);
        assert!(stream.most_at_once.into_inner() < all.len() as u64 / 2);
    }
}

#[test]
fn limits_end_it() {
    let spaces = [Tilings::dominoes(16, 16)];
    let spaces = seen(&spaces);
    let collector = AtMost(usize::MAX);
    for number in 1..=2 {
        let run =
            |limits: &Limits| Enumeration::new(&spaces, &collector, 7).run(limits, &Observers::default());
        assert_eq!(run(&Limits { memory: 1 << 20, ..threads(number) }), Err(GaveUp::Memory));
        assert_eq!(run(&Limits { deadline: Some(Instant::now()), ..threads(number) }), Err(GaveUp::Time));
        let limits = threads(number);
        limits.stop.store(true, Ordering::Relaxed);
        assert_eq!(run(&limits), Err(GaveUp::Stopped));
    }
}

#[test]
fn paths_are_the_same_when_written_and_read() {
    let mut paths = Paths::default();
    for path in [&[][..], &[1, 2, 3], &[u32::MAX], &[]] {
        assert_eq!(Paths::from_words(&paths.to_words()).as_ref(), Some(&paths));
        paths.push(path.len(), path);
    }
    let words = paths.to_words();
    assert!((0..words.len()).all(|length| Paths::from_words(&words[..length]).is_none()));
    assert!(Paths::from_words(&[&words[..], &[0]].concat()).is_none());
}

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
                let (bytes, before) = (written(&enumeration), enumeration.cost().positions);
                enumeration = Enumeration::read(&spaces, &collector, &bytes[..], DIGEST).expect("as written");
                assert!(enumeration.done() < 1.0 && enumeration.cost().positions == before);
            }
        }
        assert!(stops > 3);
        assert_eq!((enumeration.cost().positions, enumeration.solutions()), (positions, whole.len() as u64));
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
            let mut again = Enumeration::read(&spaces, &Counting, &bytes[..], DIGEST).expect("as written");
            assert_eq!(again.run(&threads(4 - number), &Observers::default()), Ok(()));
            assert_eq!((again.cost().positions, again.into_partial()), (positions, Found(solutions)));
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
