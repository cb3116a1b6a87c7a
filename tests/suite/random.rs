//! The engine against the plain rules, on random small trays, in every layout and metric.

use std::collections::BTreeSet;

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, prop_assert, prop_assert_eq, prop_assume, proptest, sample};
use traybit_core::bits::Key;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::space::Walker;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::formats::course::{self, Block, Goal, Tray};
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::solve::{Objective, Verdict, solve};
use traybit_sliding::space::Sliding;
use traybit_sliding::symmetry::Symmetry;

use crate::plain;

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// The moves from the start, each checked to be undone by its reverse, and whether the key after it is the key
/// that the plain tray after it packs to.
struct Expand<'a> {
    puzzle: &'a Classes,
    choice: Choice,
    metric: Metric,
    goal: &'a Goal,
}

impl Expand<'_> {
    fn run<K: Key>(self, space: &dyn Sliding<K>) -> BTreeSet<(Block, Block)> {
        let (mut walker, start) = (Walker::new(space), space.start());
        let block = |class: u16, anchor: u16| {
            let (top, left) = self.puzzle.row_column(anchor);
            let class = &self.puzzle.classes[usize::from(class)];
            Block { top, left, height: class.shape.height(), width: class.shape.width() }
        };
        let mut moves = BTreeSet::new();
        for (key, step) in walker.all(&start) {
            let step = Shift::from(step);
            let mut undone = 0;
            for (back, reverse) in walker.all(&key) {
                if Shift::from(reverse) == step.reversed() {
                    assert_eq!(back, start, "{step:?} undone leads back");
                    undone += 1;
                }
            }
            assert_eq!(undone, 1, "{step:?} can be undone by one move");
            let (from, to) = (block(step.class, step.from), block(step.class, step.to));
            assert_eq!(format!("{key:?}"), self.packed_after(from, to), "{step:?} in {:?}", self.choice);
            assert!(moves.insert((from, to)), "{step:?} comes once");
        }
        moves
    }
}

impl Expand<'_> {
    fn packed_after(&self, from: Block, to: Block) -> String {
        let blocks: Vec<Block> = self
            .puzzle
            .classes
            .iter()
            .flat_map(|class| {
                class.start.iter().map(|&anchor| {
                    let (top, left) = self.puzzle.row_column(anchor);
                    Block { top, left, height: class.shape.height(), width: class.shape.width() }
                })
            })
            .map(|block| if block == from { to } else { block })
            .collect();
        let tray = Tray::new(self.puzzle.size, blocks).expect("a move leads to a valid tray");
        let puzzle = course::puzzle(&tray, Some(self.goal)).classes();
        let space = compile(&puzzle, self.choice, self.metric, Symmetric::Apart);
        in_space!(space, space => format!("{:?}", space.start()))
    }
}

fn same_moves_in_every_layout(tray: &Tray) {
    let goal = Goal::new(tray.size(), Vec::new()).expect("an empty goal is valid");
    let puzzle = course::puzzle(tray, Some(&goal)).classes();
    let blocks = tray.blocks().iter().copied().collect();
    for metric in METRICS {
        let plain: BTreeSet<(Block, Block)> =
            plain::moves(tray.size(), &blocks, metric).into_iter().map(|(_, from, to)| (from, to)).collect();
        for choice in Choice::all(&puzzle) {
            let task = Expand { puzzle: &puzzle, choice, metric, goal: &goal };
            let space = compile(&puzzle, choice, metric, Symmetric::Apart);
            let found = in_space!(space, space => task.run(space));
            assert_eq!(found, plain, "{choice:?}, {metric}, {tray}");
        }
    }
}

/// Asserts that every search gives the answer of the plain one, with a solution that holds.
fn same_answers(tray: &Tray, goal: &Goal) -> Result<(), proptest::test_runner::TestCaseError> {
    let limits = Limits { threads: 2, ..Limits::default() };
    let problem = course::puzzle(tray, Some(goal));
    for metric in METRICS {
        let expected = plain::shortest(tray, goal, metric);
        match solve(&problem, Objective::Shortest(metric), &limits).verdict {
            Verdict::Solved { slides, length } => {
                prop_assert_eq!(Some(length), expected);
                prop_assert!(problem.verify(&slides).is_ok());
            }
            Verdict::Unsolvable(_) => prop_assert_eq!(None, expected),
            Verdict::GaveUp(reason) => prop_assert!(false, "gave up: {:?}", reason),
        }
    }
    let expected = plain::shortest(tray, goal, Metric::Slide);
    match solve(&problem, Objective::Any, &limits).verdict {
        Verdict::Solved { slides, length } => {
            prop_assert!(expected.is_some_and(|least| least <= length));
            prop_assert_eq!(slides.len(), length);
            prop_assert!(problem.verify(&slides).is_ok());
        }
        Verdict::Unsolvable(_) => prop_assert_eq!(None, expected),
        Verdict::GaveUp(reason) => prop_assert!(false, "gave up: {:?}", reason),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn packed_moves_are_the_plain_ones(tray in plain::trays(1..=6, 1..=8, 12)) {
        same_moves_in_every_layout(&tray);
    }

    #[test]
    fn answers_are_those_of_the_plain_search(
        tray in plain::trays(1..=4, 1..=4, 7),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 0..4),
    ) {
        same_answers(&tray, &plain::goals(&tray, &picks))?;
    }

    #[test]
    fn answers_in_crowded_trays_are_those_of_the_plain_search(
        tray in plain::trays(3..=4, 3..=4, 5),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 1..9),
    ) {
        let tray = filled(&tray, 2);
        same_answers(&tray, &plain::goals(&tray, &picks))?;
    }

    #[test]
    fn answers_to_goals_with_a_symmetry_are_those_of_the_plain_search(
        tray in plain::trays(2..=4, 2..=4, 6),
        (crowded, chosen, across) in any::<(bool, sample::Index, sample::Index)>(),
    ) {
        let tray = if crowded { filled(&tray, 2) } else { tray };
        prop_assume!(!tray.blocks().is_empty());
        let goal = on_an_axis(tray.size(), *chosen.get(tray.blocks()), across);
        prop_assume!(goal.is_some());
        let goal = goal.unwrap_or_default();
        prop_assume!(!Symmetry::all(&course::puzzle(&tray, Some(&goal)).classes()).is_empty());
        same_answers(&tray, &goal)?;
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn packed_moves_of_larger_trays_are_the_plain_ones(tray in plain::trays(8..=12, 8..=13, 24)) {
        same_moves_in_every_layout(&tray);
    }

    #[test]
    fn packed_moves_of_nearly_full_trays_are_the_plain_ones(tray in plain::trays(1..=12, 1..=12, 6)) {
        same_moves_in_every_layout(&filled(&tray, 3));
    }
}

/// A goal for one block that is its own mirror image.
fn on_an_axis(size: Size, block: Block, across: sample::Index) -> Option<Goal> {
    let (rows, columns) = (size.height - block.height, size.width - block.width);
    let (top, left) = if columns.is_multiple_of(2) {
        (across.index(usize::from(rows) + 1) as u16, columns / 2)
    } else if rows.is_multiple_of(2) {
        (rows / 2, across.index(usize::from(columns) + 1) as u16)
    } else {
        return None;
    };
    Goal::new(size, vec![Block { top, left, ..block }]).ok()
}

/// The tray with unit blocks on all free cells but `free` of them.
fn filled(tray: &Tray, free: usize) -> Tray {
    let Size { height, width } = tray.size();
    let cells = (0..height).flat_map(|top| (0..width).map(move |left| (top, left)));
    let mut blocks = tray.blocks().to_vec();
    let open: Vec<(u16, u16)> =
        cells.filter(|&cell| !blocks.iter().any(|block| block.covers(cell))).collect();
    // Every k-th free cell stays free, so that the gaps are not all in one corner.
    let every = open.len().div_ceil(free.max(1)).max(1);
    for (index, &(top, left)) in open.iter().enumerate() {
        if index % every != every / 2 {
            blocks.push(Block { top, left, height: 1, width: 1 });
        }
    }
    Tray::new(tray.size(), blocks).expect("only free cells were filled")
}
