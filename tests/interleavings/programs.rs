//! What is run: small searches whose answers are known, with limits, snapshots and interruptions at any moment.

use std::sync::Arc;

use crate::bits::Key;
use crate::search::ida_star::{Deepening, DepthFirst, Ending};
use crate::search::layered;
use crate::search::limits::Limits;
use crate::search::listing::Listing;
use crate::search::listing::sink::{AtMost, Counting};
use crate::search::listing::watch::{Watch as Looks, Window};
use crate::search::outcome::{Answer, GaveUp};
use crate::search::survey::{Goals, Request, survey};
use crate::search::tally::{Ended, Saved, Snapshot, Watch, meter_holds, resume, tally};
use crate::space::{Expander, Move, Neighbours, Sink, Space, Staged, UsedMoves};
use crate::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use crate::sync::{Mutex, thread};

/// A name and what it runs.
type Program = (&'static str, fn());

pub(crate) const ALL: [Program; 9] = [
    ("layers are whole, without used-move masks", layers_without_masks),
    ("layers are whole, with used-move masks", layers_with_masks),
    ("layers end when they are stopped", layers_stopped),
    ("counts are exact", counts),
    ("counts go on from snapshots, and after running out of memory", counts_interrupted),
    ("the meter of a count does not drift", meters),
    ("listings are whole, in order and resumable", listings),
    ("listings end early and go on", listings_interrupted),
    ("iterations end once", iterations),
];

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
    let found = survey(&space, &limits, Request { farthest: 1, goals: Goals::Collected });
    assert_eq!((&found.explored.sizes[..], found.explored.ended), (&ROW[..], None));
    assert_eq!((&found.goal_counts[..], found.farthest), (&[0, 0, 0, 0, 5, 0][..], vec![31]));
    let mut goals = found.goals;
    goals.sort_unstable();
    assert_eq!(goals, [15, 23, 27, 29, 30]);
    let successors = if has_masks { 5 * 16 } else { 5 * 32 };
    assert_eq!((found.explored.cost.positions, found.explored.cost.successors), (32, successors));
    let Answer::Solved(moves) = layered::solve(&space, &limits, None).expect("nothing is read").answer else { panic!("there is a way") };
    let end = moves.iter().fold(0_u64, |state, bit| state ^ 1 << bit.0);
    assert_eq!((moves.len(), end), (4, 15), "the least of the nearest goals");
}

fn layers_without_masks() {
    layers(false);
}

fn layers_with_masks() {
    layers(true);
}

fn layers_stopped() {
    let limits = limits(2);
    let stop = Arc::clone(&limits.stop);
    let stopper = thread::spawn(move || stop.store(true, Ordering::Relaxed));
    let found = survey(&Cube { bits: 5, has_masks: true }, &limits, Request::default()).explored;
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

impl Staged for Tilings {
    type State = u64;
    type Move = u8;
    type Scratch = ();

    fn scratch(&self) {}
    fn last(&self) -> usize {
        self.height * self.width
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((0, 0))
    }
    fn expand_stage(
        &self,
        stage: usize,
        states: &[u64],
        (): &mut (),
        mut emit: impl FnMut(usize, usize, u64, u8),
    ) {
        for (place, state) in states.iter().enumerate() {
            let mut lay = |cells: u64, tile| {
                let skipped = (state | cells).trailing_ones();
                emit(place, stage + skipped as usize, (state | cells) >> skipped, tile);
            };
            if (stage + 1) % self.width > 0 && state & 2 == 0 {
                lay(3, 0);
            }
            if stage + self.width < self.last() {
                lay(1 | 1 << self.width, 1);
            }
            lay(1, 2);
        }
    }
}

/// Its tilings, known (OEIS A028420).
const BOARD: Tilings = Tilings { height: 3, width: 3 };
const TILINGS: u128 = 131;

fn counts() {
    let limits = Limits { wide: 0, ..limits(2) };
    let found = tally(&BOARD, &limits, &mut ()).expect("enough of everything");
    let alone = tally(&BOARD, &Limits { threads: 1, ..Limits::default() }, &mut ()).expect("the same");
    assert_eq!(found.count, TILINGS);
    assert_eq!((found.cost.positions, found.cost.successors), (alone.cost.positions, alone.cost.successors));
}

/// Wants snapshots whenever the flag is up, and keeps the last one.
struct Keeper {
    wanted: AtomicUsize,
    kept: Vec<u8>,
}

impl<K: Key + Copy> Watch<K> for Keeper {
    fn wants_snapshot(&self) -> bool {
        self.wanted.fetch_add(1, Ordering::Relaxed).is_multiple_of(3)
    }
    fn keep(&mut self, snapshot: &Snapshot<K>) {
        self.kept.clear();
        snapshot.write(7, &mut self.kept).expect("a list takes all bytes");
    }
}

fn counts_interrupted() {
    let mut limits = Limits { wide: 0, memory: 6000, ..limits(2) };
    let mut keeper = Keeper { wanted: AtomicUsize::new(0), kept: Vec::new() };
    let mut ended = tally(&BOARD, &limits, &mut keeper);
    let alone = tally(&BOARD, &Limits::default(), &mut ()).expect("enough of everything");
    loop {
        match ended {
            Ok(found) => {
                assert_eq!((found.count, found.cost.successors), (TILINGS, alone.cost.successors));
                break;
            }
            Err(unfinished) => assert_eq!(unfinished.ended, Ended::GaveUp(GaveUp::Memory)),
        }
        limits.memory += 3000;
        let saved = Saved::read(&keeper.kept[..], 7, BOARD.last(), 1 << 20).expect("what was written");
        ended = resume(&BOARD, saved, &limits, &mut keeper);
    }
    // The last snapshot, kept while others worked, comes to the same.
    if !keeper.kept.is_empty() {
        let saved = Saved::read(&keeper.kept[..], 7, BOARD.last(), 1 << 20).expect("what was written");
        let again = resume(&BOARD, saved, &Limits::default(), &mut ()).expect("enough of everything");
        assert_eq!((again.count, again.cost.successors), (TILINGS, alone.cost.successors));
    }
}

fn meters() {
    for memory in [4500, 5500, 6500, 8000, 1 << 20] {
        assert!(meter_holds(&BOARD, &Limits { wide: 0, memory, ..limits(2) }), "{memory} bytes");
    }
}

/// All tilings in order, and the positions of the walk.
fn plainly(space: &Tilings) -> (Vec<Vec<u8>>, u64) {
    fn visit(space: &Tilings, at: (usize, u64), path: &mut Vec<u8>, all: &mut Vec<Vec<u8>>) -> u64 {
        if at.0 == space.last() {
            all.push(path.clone());
            return 1;
        }
        let mut next = Vec::new();
        space.expand_stage(at.0, &[at.1], &mut (), |_, stage, state, tile| next.push((stage, state, tile)));
        let mut positions = 1;
        for (stage, state, tile) in next {
            path.push(tile);
            positions += visit(space, (stage, state), path, all);
            path.pop();
        }
        positions
    }
    let mut all = Vec::new();
    let positions = visit(space, (0, 0), &mut Vec::new(), &mut all);
    (all, positions)
}

fn listings() {
    let spaces = [BOARD];
    let (all, positions) = plainly(&BOARD);
    let sink = AtMost(usize::MAX);
    let kept = Mutex::new(None);
    let keep = |saved| *kept.lock().expect("nobody fails here") = Some(saved);
    let window = Window::default();
    let watch = Looks { save: Some((std::time::Duration::ZERO, &keep)), window: Some(&window), every: None };
    let limits = limits(3);
    let mut listing = Listing::new(&spaces, &sink, 1);
    assert_eq!(listing.run(&limits, &watch), Ok(()));
    assert_eq!((listing.positions(), listing.solutions()), (positions, all.len() as u64));
    assert_eq!((listing.parts_left(), listing.metered()), (0, 0));
    assert_eq!(limits.progress.positions.load(Ordering::Relaxed), positions);
    assert!(listing.into_share().iter().map(|(_, path)| path).eq(&all), "in the order of the walk");
    let saved = kept.lock().expect("nobody fails here").take();
    if let Some(saved) = saved {
        let mut again = Listing::resume(&spaces, &sink, 1, saved).expect("a state of the same listing");
        assert_eq!(again.run(&Limits::default(), &Looks::default()), Ok(()));
        assert_eq!((again.positions(), again.metered()), (positions, 0));
        assert!(again.into_share().iter().map(|(_, path)| path).eq(&all));
    }
}

fn listings_interrupted() {
    let spaces = [BOARD];
    let (all, positions) = plainly(&BOARD);
    let few = AtMost(40);
    let mut listing = Listing::new(&spaces, &few, 1);
    assert_eq!(listing.run(&limits(3), &Looks::default()), Ok(()));
    assert!(listing.into_share().iter().map(|(_, path)| path).eq(&all[..40]), "the first ones");
    let counted = AtomicU64::new(0);
    let mut listing = Listing::new(&spaces, &Counting, 1);
    for _ in 0..3 {
        let limits = limits(2);
        let stop = Arc::clone(&limits.stop);
        let stopper = thread::spawn(move || stop.store(true, Ordering::Relaxed));
        let ended = listing.run(&limits, &Looks::default());
        stopper.join().expect("a thread that stops another");
        assert!(matches!(ended, Ok(()) | Err(GaveUp::Stopped)));
        let before = counted.swap(listing.solutions(), Ordering::Relaxed);
        assert!(before <= listing.solutions());
    }
    assert_eq!(listing.run(&limits(2), &Looks::default()), Ok(()));
    assert_eq!((listing.positions(), listing.metered()), (positions, 0));
    assert_eq!(listing.into_share(), all.len() as u64);
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

fn iterations() {
    let mut deepening = Deepening::default();
    let Ending::Solved(moves) = deepening.run(&Corner(0b10_1101), None, None, &limits(2)) else {
        panic!("there is a way");
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
