//! The searches that share something between threads, on schedules that shuttle chooses.
//!
//! Shuttle runs a program again and again, one thread at a time, and at each lock, counter and wait chooses which goes on:
//! at random, or by few changes of priority at random places (probabilistic concurrency testing; Burckhardt and others,
//! 2010). All threads waiting is a failure, and so is every assertion; the schedule is printed and can be replayed.
//! The programs are small searches whose answers are known, with limits, saved states and interruptions at any moment.
#![cfg(interleavings)]

use std::env::var;
use std::ops::ControlFlow;
use std::sync::Arc;

use shuttle::sync::Mutex;
use shuttle::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use shuttle::thread;
use traybit_core::bits::Key;
use traybit_core::search::counting::{CheckpointWriter, Ended, Saved, Snapshot, count, resume};
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::search::enumeration::observers::{Observers, Window};
use traybit_core::search::exploration::{Goals, Request, explore};
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::search::layered;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_core::search::staged::{MoveCode, StageExpander, Staged, Successor};
use traybit_core::space::{Expander, Move, Neighbours, Sink, Space, UsedMoves};

/// Changes of priority in a run of the second kind.
const CHANGES: usize = 3;

/// Runs a program on schedules of both kinds.
fn check(program: fn()) {
    let runs = var("TRAYBIT_SCHEDULES").map_or(1000, |runs| runs.parse().expect("a number of schedules"));
    shuttle::check_random(program, runs);
    shuttle::check_pct(program, runs, CHANGES);
}

fn limits(threads: usize) -> Limits {
    Limits { threads, wide: 1, ..Limits::default() }
}

/// A cube of some dimensions: a move flips a bit, so layer *d* has as many positions as *d* bits can be chosen.
struct Cube {
    bits: u32,
    has_masks: bool,
}

impl Space<u64> for Cube {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_move_bits: if self.has_masks { self.bits } else { 0 }, same_layer: !self.has_masks }
    }
}

impl Expander<u64> for &Cube {
    fn is_goal(&mut self, state: &u64) -> bool {
        state.count_ones() == self.bits - 1
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for bit in 0..self.bits {
            if sink.push(state ^ 1 << bit, Move(bit.into())).is_break() {
                return;
            }
        }
    }
    fn expand(&mut self, states: &[u64], used: &[UsedMoves], sink: &mut Sink<u64, UsedMoves>) {
        let mut used = used.iter();
        for state in states {
            let used = used.next().copied().unwrap_or_default();
            for bit in (0..self.bits).filter(|bit| used >> bit & 1 == 0) {
                if sink.push(state ^ 1 << bit, 1 << bit).is_break() {
                    return;
                }
            }
        }
    }
}

const ROW: [u64; 6] = [1, 5, 10, 10, 5, 1];

fn layers(has_masks: bool) {
    let space = Cube { bits: 5, has_masks };
    let limits = limits(2);
    let found = explore(&space, &limits, Request { farthest: 1, goals: Goals::Collected });
    assert_eq!((&found.explored.sizes[..], found.explored.ended), (&ROW[..], None));
    assert_eq!((&found.goal_counts[..], found.farthest), (&[0, 0, 0, 0, 5, 0][..], vec![31]));
    let mut goals = found.goals;
    goals.sort_unstable();
    assert_eq!(goals, [15, 23, 27, 29, 30]);
    let successors = if has_masks { 5 * 16 } else { 5 * 32 };
    assert_eq!((found.explored.cost.positions, found.explored.cost.successors), (32, successors));
    let Answer::Solved(moves) = layered::solve(&space, &limits, None).expect("nothing is read").answer else {
        panic!("it is solvable")
    };
    let end = moves.iter().fold(0_u64, |state, bit| state ^ 1 << bit.0);
    assert_eq!((moves.len(), end), (4, 15), "the least of the nearest goals");
}

#[test]
fn layers_are_whole_without_used_move_masks() {
    check(|| layers(false));
}

#[test]
fn layers_are_whole_with_used_move_masks() {
    check(|| layers(true));
}

#[test]
fn layers_are_whole_when_stopped() {
    check(layers_stopped);
}

fn layers_stopped() {
    let limits = limits(2);
    let stop = Arc::clone(&limits.stop);
    let stopper = thread::spawn(move || stop.store(true, Ordering::Relaxed));
    let found = explore(&Cube { bits: 5, has_masks: true }, &limits, Request::default()).explored;
    stopper.join().expect("a thread that stops another");
    assert!(ROW.starts_with(&found.sizes));
    match found.ended {
        None => assert_eq!(found.sizes, ROW),
        Some(reason) => assert_eq!(reason, GaveUp::Stopped),
    }
}

/// A board tiled by dominoes and single cells. The stage is the first cell that is not covered, a bit of a state a covered
/// cell from there on.
struct Tilings {
    height: usize,
    width: usize,
}

impl Staged<u64> for Tilings {
    fn last(&self) -> usize {
        self.height * self.width
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((0, 0))
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(Tiler(self))
    }
}

struct Tiler<'a>(&'a Tilings);

impl StageExpander<u64> for Tiler<'_> {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        let space = self.0;
        for (parent, state) in (0..).zip(states) {
            let mut cover = |cells: u64, step| {
                let skipped = (state | cells).trailing_ones();
                let state = (state | cells) >> skipped;
                successors.push(Successor { state, parent, stage: stage as u32 + skipped, step });
            };
            if !(stage + 1).is_multiple_of(space.width) && state & 2 == 0 {
                cover(3, 0);
            }
            if stage + space.width < space.last() {
                cover(1 | 1 << space.width, 1);
            }
            cover(1, 2);
        }
    }
}

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

/// Its tilings, known (OEIS A028420).
const BOARD: Tilings = Tilings { height: 3, width: 3 };
const TILINGS: u128 = 131;

#[test]
fn counts_are_exact() {
    check(counts);
}

fn counts() {
    let limits = Limits { wide: 0, ..limits(2) };
    let found = count(&BOARD, &limits, &mut ()).expect("enough of everything");
    let alone = count(&BOARD, &Limits { threads: 1, ..Limits::default() }, &mut ()).expect("the same");
    assert_eq!(found.total, TILINGS);
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
        snapshot.write(7, &mut self.saved).expect("a list takes all bytes");
    }
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
                assert_eq!((found.total, found.cost.successors), (TILINGS, alone.cost.successors));
                break;
            }
            Err(unfinished) => assert_eq!(unfinished.ended, Ended::GaveUp(GaveUp::Memory)),
        }
        limits.memory += 3000;
        let saved = Saved::read(&store.saved[..], 7, BOARD.last(), 1 << 20).expect("what was written");
        ended = resume(&BOARD, saved, &limits, &mut store);
    }
    // The last snapshot, written while others worked, leads to the same.
    if !store.saved.is_empty() {
        let saved = Saved::read(&store.saved[..], 7, BOARD.last(), 1 << 20).expect("what was written");
        let again = resume(&BOARD, saved, &Limits::default(), &mut ()).expect("enough of everything");
        assert_eq!((again.total, again.cost.successors), (TILINGS, alone.cost.successors));
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
    let observers =
        Observers { save: Some((std::time::Duration::ZERO, &save)), window: Some(&window), every: None };
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
        let stop = Arc::clone(&limits.stop);
        let stopper = thread::spawn(move || stop.store(true, Ordering::Relaxed));
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

/// A corner of a cube that has to become 0: bits are flipped, the lowest few one by one.
#[derive(Clone)]
struct Corner(u64);

impl DepthFirst<6> for Corner {
    type Move = u32;
    type Change = u32;
    const STEP: u32 = 1;
    const STRIDE: u64 = 2;

    fn bound(&self) -> u32 {
        u32::from(self.0 > 0)
    }
    fn expand(&self, last: Option<u32>, left: u32, changes: &mut [u32; 6]) -> usize {
        let mut count = 0;
        for bit in (0..6).filter(|&bit| Some(bit) != last && (self.0 ^ 1 << bit).count_ones() <= left) {
            changes[count] = bit;
            count += 1;
        }
        count
    }
    fn step(change: &u32) -> u32 {
        *change
    }
    fn apply(&mut self, change: &u32) -> u32 {
        self.0 ^= 1 << change;
        *change
    }
}

#[test]
fn iterations_end_once() {
    check(iterations);
}

fn iterations() {
    let mut deepening = Deepening::default();
    let Ending::Solved(moves) = deepening.run(&Corner(0b10_1101), None, None, &limits(2)) else {
        panic!("it is solvable");
    };
    assert_eq!(moves.iter().fold(0b10_1101_u64, |state, bit| state ^ 1 << bit), 0);
    assert_eq!((moves.len(), deepening.bound), (4, 4));
    let mut deepening = Deepening::default();
    let ended = deepening.run(&Corner(0b11_1111), None, Some(40), &limits(2));
    assert!(matches!(ended, Ending::Spent | Ending::Solved(_)));
    let limits = limits(2);
    let stop = Arc::clone(&limits.stop);
    let stopper = thread::spawn(move || stop.store(true, Ordering::Relaxed));
    let ended = Deepening::default().run(&Corner(0b11_1111), None, None, &limits);
    stopper.join().expect("a thread that stops another");
    assert!(matches!(ended, Ending::GaveUp(GaveUp::Stopped) | Ending::Solved(_)));
}
