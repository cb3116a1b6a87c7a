//! The engine against the plain rules on random small puzzles of every kind: any shapes, walls, gates, blocks that keep
//! an axis or do not move, labels, several goals.

use std::collections::{BTreeSet, HashSet};

use proptest::prelude::{ProptestConfig, any};
use proptest::test_runner::TestCaseError;
use proptest::{prop_assert, prop_assert_eq, proptest};
use traybit::search::limits::Limits;
use traybit::shape::Shape;
use traybit::sliding::compile::{Sliding, Task, with_space};
use traybit::sliding::forms::drawn;
use traybit::sliding::layout::Choice;
use traybit::sliding::metric::Metric;
use traybit::sliding::problem::Problem;
use traybit::sliding::puzzle::{Cell, Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
use traybit::sliding::tray::Size;
use traybit::solve::spaces::{Wishes, explore_packed};
use traybit::solve::{Verdict, Wanted, solve};

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// Numbers from a seed (Marsaglia's xorshift, 2003).
struct Dice(u64);

impl Dice {
    /// 0 to `sides` − 1.
    fn roll(&mut self, sides: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) as usize % sides
    }

    fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.roll(from.len())]
    }
}

/// A random puzzle of at most `most` cells either way.
fn puzzle(seed: u64, most: usize) -> Puzzle {
    let mut dice = Dice(seed | 1);
    (0..20).for_each(|_| _ = dice.roll(2));
    let size = Size { height: 1 + dice.roll(most) as u16, width: 1 + dice.roll(most) as u16 };
    let cells: Vec<Cell> =
        (0..size.height).flat_map(|row| (0..size.width).map(move |column| (row, column))).collect();
    let (walled, gated) = (dice.roll(3) == 0, dice.roll(3) == 0);
    let floor = cells.iter().map(|_| match dice.roll(8) {
        0 if walled => Floor::Wall,
        1 if gated => Floor::Gate(0),
        _ => Floor::Open,
    });
    let floor: Vec<Floor> = floor.collect();
    let names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j', 'k'];
    let admits: Vec<char> = names.into_iter().filter(|_| dice.roll(2) == 0).collect();
    let mut parts = Parts {
        title: None,
        source: None,
        size,
        floor,
        gates: if gated { vec![Gate { mark: '+', admits, is_exit: dice.roll(2) == 0 }] } else { Vec::new() },
        blocks: Vec::new(),
        goals: Vec::new(),
    };
    let (axes, labels) = (dice.roll(3) == 0, dice.roll(3) == 0);
    let mut free: BTreeSet<Cell> = cells.iter().copied().collect();
    for name in names.into_iter().take(1 + dice.roll(names.len())) {
        let freedom = match dice.roll(8) {
            0 | 1 if axes => Freedom::Across,
            2 | 3 if axes => Freedom::Down,
            4 if axes => Freedom::Fixed,
            _ => Freedom::Both,
        };
        let labelled = labels && dice.roll(2) == 0;
        let mut piece = Piece { name, shape: Shape::rectangle(1, 1), anchor: (0, 0), freedom, labelled };
        let may_be_on: Vec<Cell> = free.iter().copied().filter(|&cell| parts.admits(&piece, cell)).collect();
        if may_be_on.len() < 2 {
            break;
        }
        let mut form = vec![dice.pick(&may_be_on)];
        for _ in 0..dice.roll(6) {
            let (row, column) = dice.pick(&form);
            let beside = dice.pick(&[
                (row.wrapping_sub(1), column),
                (row, column.wrapping_sub(1)),
                (row + 1, column),
                (row, column + 1),
            ]);
            if may_be_on.contains(&beside) && !form.contains(&beside) {
                form.push(beside);
            }
        }
        (piece.shape, piece.anchor) = Shape::of(&form);
        for cell in form {
            free.remove(&cell);
        }
        parts.blocks.push(piece);
    }
    let here: Vec<char> = parts.blocks.iter().map(|block| block.name).collect();
    for gate in &mut parts.gates {
        gate.admits.retain(|name| here.contains(name));
    }
    for _ in 0..dice.roll(4) {
        let goal = (0..=dice.roll(2)).filter_map(|_| {
            let block = (!parts.blocks.is_empty()).then(|| dice.roll(parts.blocks.len()))?;
            Some(Target { block, anchor: dice.pick(&cells) })
        });
        let goal: Vec<Target> = goal.collect();
        let mut more = parts.clone();
        more.goals.push(goal);
        if Puzzle::new(more.clone()).is_ok() {
            parts = more;
        }
    }
    Puzzle::new(parts).expect("blocks were put on free cells that admit them")
}

/// Plain search ends at so many positions: blocks that are all told apart may have millions.
const MOST_POSITIONS: usize = 20_000;

/// Where each block stands.
type Position = Vec<Cell>;

/// The plain rules.
struct Plain<'a> {
    puzzle: &'a Puzzle,
    /// For each block the first that is its equal as far as the goals tell them apart.
    kinds: Vec<usize>,
}

impl<'a> Plain<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let plain = |block: &Piece| Piece { labelled: false, ..block.clone() };
        let asked = |block: &Piece| {
            let mut targets = puzzle.goals.iter().flatten().map(|target| &puzzle.blocks[target.block]);
            targets.any(|target| puzzle.are_equal(&plain(target), &plain(block)))
        };
        let seen = |block: &Piece| Piece { labelled: block.labelled && asked(block), ..block.clone() };
        let kind = |block: &Piece| {
            let equal = |other: &Piece| puzzle.are_equal(&seen(other), &seen(block));
            puzzle.blocks.iter().position(equal).expect("every block is its own equal")
        };
        Self { puzzle, kinds: puzzle.blocks.iter().map(kind).collect() }
    }

    /// Equal positions are equal sets.
    fn set(&self, position: &Position) -> BTreeSet<(usize, Cell)> {
        self.kinds.iter().copied().zip(position.iter().copied()).collect()
    }

    fn step(&self, position: &Position, block: usize, (down, right): (i32, i32)) -> Option<Position> {
        let piece = &self.puzzle.blocks[block];
        if !piece.freedom.allows((down, right)) {
            return None;
        }
        let taken: Vec<Cell> = (0..position.len())
            .filter(|&other| other != block)
            .flat_map(|other| self.puzzle.blocks[other].shape.cells_at(position[other]))
            .collect();
        for (row, column) in piece.shape.cells_at(position[block]) {
            let row = u16::try_from(i32::from(row) + down).ok()?;
            let column = u16::try_from(i32::from(column) + right).ok()?;
            if !self.puzzle.admits(piece, (row, column)) || taken.contains(&(row, column)) {
                return None;
            }
        }
        let mut next = position.clone();
        let (row, column) = position[block];
        next[block] = ((i32::from(row) + down) as u16, (i32::from(column) + right) as u16);
        Some(next)
    }

    fn moves(&self, position: &Position, metric: Metric) -> Vec<Position> {
        let mut found = Vec::new();
        for block in 0..position.len() {
            let mut reached = vec![position.clone()];
            let mut next = 0;
            while next < reached.len() {
                for towards in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                    let mut at = reached[next].clone();
                    while let Some(after) = self.step(&at, block, towards) {
                        if !reached.contains(&after) {
                            reached.push(after.clone());
                        }
                        at = after;
                        if metric != Metric::Slide {
                            break;
                        }
                    }
                }
                next += 1;
                if metric != Metric::Path {
                    break;
                }
            }
            found.extend(reached.into_iter().skip(1));
        }
        found
    }

    fn is_won(&self, position: &Position) -> bool {
        let set = self.set(position);
        let holds = |target: &Target| set.contains(&(self.kinds[target.block], target.anchor));
        self.puzzle.goals.iter().any(|goal| goal.iter().all(holds))
    }

    /// The sizes of all layers and the nearest goal's distance; none where there are more than [`MOST_POSITIONS`].
    fn explore(&self, metric: Metric) -> Option<(Vec<u64>, Option<usize>)> {
        let start: Position = self.puzzle.blocks.iter().map(|block| block.anchor).collect();
        let mut seen = HashSet::from([self.set(&start)]);
        let (mut layer, mut sizes, mut nearest) = (vec![start], Vec::new(), None);
        while !layer.is_empty() {
            if nearest.is_none() && layer.iter().any(|position| self.is_won(position)) {
                nearest = Some(sizes.len());
            }
            sizes.push(layer.len() as u64);
            let found = layer.iter().flat_map(|position| self.moves(position, metric));
            layer = found.filter(|position| seen.insert(self.set(position))).collect();
            if seen.len() > MOST_POSITIONS {
                return None;
            }
        }
        Some((sizes, nearest))
    }
}

/// Each position one move from the start comes back from its anchors.
struct Anchors;

impl Task for Anchors {
    type Output = ();

    fn run<S: Sliding>(self, space: &S) {
        let start = space.start();
        assert_eq!(space.position(&space.anchors(&start)), start);
        let mut scratch = space.scratch();
        space.expand(&start, &mut scratch, |next, _| assert_eq!(space.position(&space.anchors(&next)), next));
    }
}

fn as_by_the_plain_rules(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let plain = Plain::new(puzzle);
    let problem = Problem::Drawn(puzzle.clone());
    let classes = problem.classes();
    let limits = Limits { threads: 2, ..Limits::default() };
    for metric in METRICS {
        let Some((sizes, nearest)) = plain.explore(metric) else { continue };
        for choice in Choice::all(&classes) {
            with_space(&classes, choice, metric, Anchors);
            let engine = explore_packed(&classes, choice, metric, Wishes::default(), &limits).explored;
            prop_assert_eq!(engine.ended, None);
            prop_assert_eq!(&engine.sizes, &sizes, "{:?} in {}s: {:?}", choice, metric, puzzle);
        }
        for wanted in [Wanted::Shortest(metric), Wanted::Any] {
            match solve(&problem, wanted, &limits).verdict {
                Verdict::Solved { slides, length } => {
                    prop_assert_eq!(problem.verify(&slides), Ok(()));
                    if wanted != Wanted::Any {
                        prop_assert_eq!(Some(length), nearest, "{} of {:?}", metric, puzzle);
                    }
                    prop_assert!(nearest.is_some(), "{:?}", puzzle);
                }
                Verdict::Unsolvable(_) => prop_assert_eq!(None, nearest, "{} of {:?}", metric, puzzle),
                Verdict::GaveUp(reason) => prop_assert!(false, "gave up: {:?}", reason),
            }
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_kind_of_puzzle_is_searched_by_the_plain_rules(seed in any::<u64>()) {
        as_by_the_plain_rules(&puzzle(seed, 4))?;
    }
}

/// Blocks that only a gate tells apart, in a tray with a symmetry; fixed blocks that serve each other's targets; more
/// goals than are looked at one by one, on lists.
#[test]
fn what_tells_blocks_apart_counts_everywhere() -> Result<(), TestCaseError> {
    for text in [
        "gate +: a\ntray:\naa.\nbb.\nc..\n#+#\n\ngoal: c 0 1\n",
        "gate +: a\ntray:\nab.\n...\n#+#\n\ngoal: b 1 1\n",
        "fixed: bc\ntray:\nb.c\n..a\n\ngoal: b 0 2\n",
        "fixed: b, c\nlabels: b\ntray:\nb.c\n..a\n\ngoal: b 0 2\n",
        "exit >: a\ntray:\na.b\n#.#\n>>>\n>>>\n>>>\n>>>\n\ngoal: a leaves\n",
    ] {
        as_by_the_plain_rules(&drawn::read("drawing", text.as_bytes()).expect("a valid drawing"))?;
    }
    Ok(())
}

#[test]
fn random_puzzles_are_of_every_kind() {
    let puzzles: Vec<Puzzle> =
        (1..=600).map(|seed| puzzle(0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(seed), 4)).collect();
    let some = |kind: &dyn Fn(&Puzzle) -> bool| puzzles.iter().filter(|puzzle| kind(puzzle)).count() >= 10;
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| !block.shape.is_rectangle())));
    assert!(some(&|puzzle| puzzle.floor.contains(&Floor::Wall)));
    assert!(some(&|puzzle| puzzle.floor.contains(&Floor::Gate(0)) && !puzzle.gates[0].admits.is_empty()));
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| block.freedom == Freedom::Across)));
    assert!(some(&|puzzle| puzzle.blocks.iter().any(|block| block.labelled) && !puzzle.goals.is_empty()));
    assert!(some(&|puzzle| puzzle.goals.len() > 1));
    let nearest: Vec<Option<Option<usize>>> = puzzles
        .iter()
        .map(|puzzle| Plain::new(puzzle).explore(Metric::Slide).map(|(_, nearest)| nearest))
        .collect();
    let asks = |puzzle: &Puzzle| !puzzle.goals.is_empty();
    let impossible =
        nearest.iter().zip(&puzzles).filter(|(found, puzzle)| **found == Some(None) && asks(puzzle));
    assert!(nearest.iter().filter(|found| found.flatten().is_some_and(|length| length > 1)).count() >= 10);
    assert!(impossible.count() >= 10);
    // Few are too large for plain search.
    assert!(nearest.iter().filter(|found| found.is_none()).count() <= 12);
}
