//! Tilings of a board by dominoes, and by dominoes and monominoes, cell by cell.

mod saved;

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use serde::{Deserialize, Serialize};

use crate::search::limits::Limits;
use crate::search::listing::Listing;
use crate::search::listing::sink::{AtMost, Counting, Paths, Sink};
use crate::search::listing::watch::{Watch, Window};
use crate::search::outcome::GaveUp;
use crate::space::Staged;

/// The stage is the first undecided cell; bit i of a state is set when the cell i places on is covered.
#[derive(Clone)]
struct Tilings {
    width: usize,
    height: usize,
    monominoes: bool,
    start: Option<(usize, u64)>,
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
enum Piece {
    Across,
    Down,
    Single,
}

impl Staged for Tilings {
    type State = u64;
    type Move = Piece;
    type Scratch = ();

    fn scratch(&self) {}

    fn last(&self) -> usize {
        self.width * self.height
    }

    fn start(&self) -> Option<(usize, u64)> {
        self.start
    }

    #[inline(always)]
    fn expand_stage(
        &self,
        cell: usize,
        states: &[u64],
        (): &mut (),
        mut emit: impl FnMut(usize, usize, u64, Piece),
    ) {
        for (place, state) in states.iter().enumerate() {
            let mut put = |covered: u64, piece| {
                let whole = state | covered;
                let skip = whole.trailing_ones();
                emit(place, cell + skip as usize, whole >> skip, piece);
            };
            if !(cell + 1).is_multiple_of(self.width) && state & 2 == 0 {
                put(3, Piece::Across);
            }
            if cell + self.width < self.last() {
                put(1 | 1 << self.width, Piece::Down);
            }
            if self.monominoes {
                put(1, Piece::Single);
            }
        }
    }
}

fn dominoes(width: usize, height: usize) -> Tilings {
    Tilings { width, height, monominoes: false, start: Some((0, 0)) }
}

fn with_monominoes(width: usize, height: usize) -> Tilings {
    Tilings { monominoes: true, ..dominoes(width, height) }
}

fn threads(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

/// Solutions and positions.
fn count(spaces: &[Tilings], limits: &Limits) -> (u64, u64) {
    let mut listing = Listing::new(spaces, &Counting, 0);
    assert_eq!(listing.run(limits, &Watch::default()), Ok(()));
    assert!(listing.parts_left() == 0 && listing.done() >= 1.0);
    assert_eq!(limits.progress.positions.load(Ordering::Relaxed), listing.positions());
    let (solutions, positions) = (listing.solutions(), listing.positions());
    assert_eq!(listing.into_share(), solutions);
    (solutions, positions)
}

/// All paths by plain recursion, and how many states they lead through.
fn plainly(space: &Tilings) -> (Vec<Vec<Piece>>, u64) {
    fn visit(
        space: &Tilings,
        stage: usize,
        state: u64,
        path: &mut Vec<Piece>,
        all: &mut Vec<Vec<Piece>>,
    ) -> u64 {
        if stage == space.last() {
            all.push(path.clone());
            return 1;
        }
        let mut successors = Vec::new();
        space.expand_stage(stage, &[state], &mut (), |_, stage, state, step| {
            successors.push((stage, state, step));
        });
        let mut positions = 1;
        for (stage, state, step) in successors {
            path.push(step);
            positions += visit(space, stage, state, path, all);
            path.pop();
        }
        positions
    }
    let mut all = Vec::new();
    let positions =
        space.start.map_or(0, |(stage, state)| visit(space, stage, state, &mut Vec::new(), &mut all));
    (all, positions)
}

fn listed(paths: &Paths<Piece>) -> Vec<(usize, Vec<Piece>)> {
    paths.iter().map(|(space, path)| (space, path.to_vec())).collect()
}

#[test]
fn counts_are_those_of_the_literature() {
    // Kasteleyn, 1961 (dominoes; OEIS A004003) and the matchings of square grids (OEIS A028420).
    for (size, known) in [(2, 2), (4, 36), (6, 6728), (8, 12_988_816)] {
        assert_eq!(count(&[dominoes(size, size)], &threads(2)).0, known);
    }
    for (size, known) in [(1, 1), (2, 7), (3, 131), (4, 10_012), (5, 2_810_694)] {
        assert_eq!(count(&[with_monominoes(size, size)], &threads(1)).0, known);
    }
    assert_eq!(count(&[dominoes(5, 5)], &threads(2)).0, 0);
}

#[test]
fn order_is_that_of_a_plain_walk_with_any_threads() {
    for space in [dominoes(6, 6), with_monominoes(4, 5), with_monominoes(3, 3), dominoes(3, 3)] {
        let (all, positions) = plainly(&space);
        let all: Vec<(usize, Vec<Piece>)> = all.into_iter().map(|path| (0, path)).collect();
        let spaces = [space];
        for number in 1..=3 {
            let sink = AtMost(usize::MAX);
            let mut listing = Listing::new(&spaces, &sink, 0);
            assert_eq!(listing.run(&threads(number), &Watch::default()), Ok(()));
            assert_eq!(listing.positions(), positions);
            assert!(listed(&listing.into_share()) == all, "{number} threads");
        }
    }
}

#[test]
fn the_first_ones_are_the_first_of_all() {
    let spaces = [with_monominoes(4, 5), dominoes(6, 6)];
    let all: Vec<(usize, Vec<Piece>)> = spaces
        .iter()
        .enumerate()
        .flat_map(|(number, space)| plainly(space).0.into_iter().map(move |path| (number, path)))
        .collect();
    for number in 1..=3 {
        for most in [1, 2, 1000, 50_000, all.len() - 1, all.len(), all.len() + 1] {
            let sink = AtMost(most);
            let mut listing = Listing::new(&spaces, &sink, 0);
            assert_eq!(listing.run(&threads(number), &Watch::default()), Ok(()));
            if number == 1 && most <= 1000 {
                assert!(listing.positions() < 20_000, "no part after the last one wanted is begun");
            }
            assert!(listed(&listing.into_share()) == all[..most.min(all.len())], "{most}, {number} threads");
        }
    }
}

#[test]
fn spaces_without_a_search() {
    assert_eq!(count(&[], &threads(2)), (0, 0));
    let none = Tilings { start: None, ..dominoes(4, 4) };
    let full = Tilings { start: Some((16, 0)), ..dominoes(4, 4) };
    let stuck = dominoes(1, 1);
    assert_eq!(count(std::slice::from_ref(&none), &threads(2)), (0, 0));
    assert_eq!(count(std::slice::from_ref(&full), &threads(2)), (1, 1));
    assert_eq!(count(std::slice::from_ref(&stuck), &threads(2)), (0, 1));
    let spaces = [full.clone(), none, dominoes(2, 3), stuck, full, dominoes(2, 2)];
    let sink = AtMost(6);
    let mut listing = Listing::new(&spaces, &sink, 0);
    assert_eq!(listing.run(&threads(2), &Watch::default()), Ok(()));
    let found: Vec<usize> = listing.into_share().iter().map(|(space, _)| space).collect();
    assert_eq!(found, [0, 2, 2, 2, 4, 5]);
}

#[test]
fn each_so_many_positions_are_shown() {
    let spaces = [with_monominoes(4, 4)];
    let (_, positions) = count(&spaces, &threads(1));
    for every in [1, 7, 1000] {
        let shown = Mutex::new(Vec::new());
        let visit = |space: usize, path: &[Piece]| {
            assert_eq!(space, 0);
            shown.lock().expect("no panic").push(path.to_vec());
        };
        let watch = Watch { every: Some((every, &visit)), ..Watch::default() };
        assert_eq!(Listing::new(&spaces, &Counting, 7).run(&threads(1), &watch), Ok(()));
        let shown = shown.into_inner().expect("no panic");
        // The start is counted, but nobody has to be shown an empty board.
        assert_eq!(shown.len() as u64, positions / every - u64::from(every == 1));
        assert_eq!(shown.iter().collect::<HashSet<_>>().len(), shown.len());
    }
}

#[test]
fn what_is_done_grows_to_the_whole() {
    let spaces = [with_monominoes(4, 5), dominoes(2, 2)];
    for number in 1..=2 {
        let window = Window::default();
        let seen = Mutex::new(Vec::new());
        let look = |_: usize, _: &[Piece]| seen.lock().expect("no panic").extend(window.look());
        let watch = Watch { every: Some((1000, &look)), window: Some(&window), ..Watch::default() };
        let mut listing = Listing::new(&spaces, &Counting, 7);
        assert_eq!(listing.run(&threads(number), &watch), Ok(()));
        assert!(listing.done() >= 1.0);
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
    seen: Mutex<Paths<Piece>>,
    most_at_once: AtomicU64,
}

impl Sink<Piece> for Stream {
    type Share = Paths<Piece>;

    fn solution(&self, share: &mut Paths<Piece>, space: usize, path: &[Piece]) -> ControlFlow<()> {
        share.push(space, path);
        ControlFlow::Continue(())
    }

    fn append(&self, share: &mut Paths<Piece>, later: Paths<Piece>) {
        share.append(later);
    }

    fn bytes(&self, share: &Paths<Piece>) -> usize {
        share.bytes()
    }

    fn deliver(&self, share: &mut Paths<Piece>) -> ControlFlow<()> {
        self.most_at_once.fetch_max(share.len() as u64, Ordering::Relaxed);
        self.seen.lock().expect("no panic").append(std::mem::take(share));
        ControlFlow::Continue(())
    }
}

#[test]
fn solutions_are_delivered_early_and_in_order() {
    let spaces = [with_monominoes(4, 5)];
    let all: Vec<(usize, Vec<Piece>)> = plainly(&spaces[0]).0.into_iter().map(|path| (0, path)).collect();
    for number in 1..=3 {
        let stream = Stream { seen: Mutex::default(), most_at_once: AtomicU64::new(0) };
        let mut listing = Listing::new(&spaces, &stream, 7);
        // All of them are more.
        let limits = Limits { memory: 3 << 20, ..threads(number) };
        assert_eq!(listing.run(&limits, &Watch::default()), Ok(()));
        assert!(listing.into_share().is_empty());
        let seen = stream.seen.into_inner().expect("no panic");
        assert!(seen.bytes() > 3 << 20 && listed(&seen) == all);
        assert!(stream.most_at_once.into_inner() < all.len() as u64 / 2);
    }
}

#[test]
fn limits_end_it() {
    let spaces = [dominoes(16, 16)];
    let sink = AtMost(usize::MAX);
    for number in 1..=2 {
        let run = |limits: &Limits| Listing::new(&spaces, &sink, 7).run(limits, &Watch::default());
        assert_eq!(run(&Limits { memory: 1 << 20, ..threads(number) }), Err(GaveUp::Memory));
        assert_eq!(run(&Limits { deadline: Some(Instant::now()), ..threads(number) }), Err(GaveUp::Time));
        let limits = threads(number);
        limits.stop.store(true, Ordering::Relaxed);
        assert_eq!(run(&limits), Err(GaveUp::Stopped));
    }
}
