//! From a puzzle to keys and back: every layout packs and unpacks what the plain rules lead to, and nothing else.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use traybit_core::reference::Position;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Sliding, Task, with_space};
use traybit_sliding::formats::course::{self, read_goal};
use traybit_sliding::formats::{self, Content};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::reference::Rules;

use super::parts::parts;

/// Larger trays take too long to be tried often.
const MOST_CELLS: usize = 132;
const MOST_GOALS: usize = 32;
/// So many moves are made.
const MOST_MOVES: usize = 6;
/// And so many of those that there are are undone.
const MOST_UNDONE: usize = 24;

/// A puzzle, its goal if it is a tray, and bytes that choose a metric and moves.
pub(crate) fn check(data: &[u8]) {
    let [puzzle, goal, turns] = parts(data);
    let problem = match formats::read("file", puzzle) {
        Ok(Content::Tray(tray)) => match read_goal("goal", goal, Some(tray.size())) {
            Ok(goal) => course::puzzle(&tray, Some(&goal)),
            Err(_) => return,
        },
        Ok(Content::Puzzle(puzzle)) if puzzle.goals.len() <= MOST_GOALS => puzzle,
        _ => return,
    };
    if problem.size.cells() > MOST_CELLS {
        return;
    }
    let (metric, turns) = turns.split_first().map_or((0, turns), |(first, turns)| (first % 3, turns));
    let metric = [Metric::Step, Metric::Slide, Metric::Path][usize::from(metric)];
    let classes = problem.classes();
    let rules = Rules::of(&problem);
    let names = Names::of(&classes, &rules);
    for choice in Choice::all(&classes) {
        let walk = Walk { classes: &classes, rules: &rules, names: &names, metric, turns };
        with_space(&classes, choice, metric, walk);
        with_space(&classes, choice, metric, Fold { classes: &classes });
    }
}

/// What the rules call the blocks that the engine moves, and where the others stand.
struct Names {
    /// For each class the number of its kind.
    kind_of: Vec<usize>,
    /// Kinds and cells of blocks that never move.
    fixed: Vec<(usize, u16)>,
}

impl Names {
    fn of(classes: &Classes, rules: &Rules) -> Self {
        let start = rules.start();
        let mut fixed: Vec<(usize, u16)> = rules.kinds().iter().copied().zip(start).collect();
        let mut kind_of = Vec::new();
        for class in &classes.classes {
            let mut kinds = BTreeSet::new();
            for anchor in &class.start {
                let place = fixed.iter().position(|(_, at)| at == anchor).expect("a block at the start");
                kinds.insert(fixed.swap_remove(place).0);
            }
            assert!(kinds.len() < 2, "blocks of one class are of one kind");
            kind_of.push(kinds.first().copied().unwrap_or(usize::MAX));
        }
        Self { kind_of, fixed }
    }

    /// A position as the rules have it.
    fn plain(&self, anchors: &[Vec<u16>]) -> Position {
        let moved = self.kind_of.iter().zip(anchors);
        let moved = moved.flat_map(|(&kind, anchors)| anchors.iter().map(move |&at| (kind, at)));
        let mut blocks: Vec<(usize, u16)> = moved.chain(self.fixed.iter().copied()).collect();
        blocks.sort_unstable();
        blocks.into_iter().map(|(_, at)| at).collect()
    }
}

/// Some moves, all successors of each position on the way compared.
struct Walk<'a> {
    classes: &'a Classes,
    rules: &'a Rules,
    names: &'a Names,
    metric: Metric,
    turns: &'a [u8],
}

impl Task for Walk<'_> {
    type Output = ();

    fn run<S: Sliding>(self, space: &S) {
        let start: Vec<Vec<u16>> = self.classes.classes.iter().map(|class| class.start.clone()).collect();
        let mut state = space.start();
        assert_eq!(space.anchors(&state), start);
        let mut scratch = space.scratch();
        let (mut way, mut all) = (Vec::new(), BTreeSet::new());
        for turn in self.turns.iter().take(MOST_MOVES).chain([&0]) {
            let plain = self.names.plain(&space.anchors(&state));
            assert_eq!(space.is_goal(&state, &mut scratch), self.rules.is_won(&plain));
            let mut next = Vec::new();
            space.expand(&state, &mut scratch, |successor, step| next.push((successor, step)));
            let mut found = BTreeSet::new();
            // Undoing all of very many paths would take too long.
            let apart = 1 + next.len() / MOST_UNDONE;
            for (number, (successor, step)) in next.iter().enumerate() {
                let anchors = space.anchors(successor);
                assert_eq!(space.position(&anchors), *successor);
                assert!(anchors.iter().all(|anchors| anchors.is_sorted_by(|one, other| one < other)));
                if number.is_multiple_of(apart) {
                    let mut returned = false;
                    space.expand(successor, &mut scratch, |back, undone| {
                        returned |= back == state && undone == space.reverse(*step);
                    });
                    assert!(returned, "{step:?} can be undone");
                }
                found.insert(self.names.plain(&anchors));
            }
            let mut expected = Vec::new();
            self.rules.expand(&plain, self.metric, &mut expected);
            let expected: BTreeSet<Position> = expected.into_iter().collect();
            assert_eq!(found, expected);
            all.extend(found);
            way.push(state);
            let Some((successor, _)) = next.get(usize::from(*turn) % next.len().max(1)) else { break };
            state = successor.clone();
        }
        // All of them side by side, without a mark that rules moves out.
        let mut together = BTreeSet::new();
        let mut take = |successor: S::State| {
            together.insert(self.names.plain(&space.anchors(&successor)));
            ControlFlow::Continue(())
        };
        if (1..=u32::BITS).contains(&space.neighbours().mark_bits) {
            space.expand_marked(&way, &vec![0u32; way.len()], &mut scratch, |successor, _| take(successor));
        } else {
            space.expand_marked(&way, &vec![(); way.len()], &mut scratch, |successor, ()| take(successor));
        }
        assert_eq!(together, all);
    }
}

/// Positions that stand for their images.
struct Fold<'a> {
    classes: &'a Classes,
}

impl Task for Fold<'_> {
    type Output = ();
    const FOLDS: bool = true;

    fn run<S: Sliding>(self, space: &S) {
        let mut scratch = space.scratch();
        let start = space.start();
        let folded = space.fold(start.clone());
        assert_eq!(space.fold(folded.clone()), folded);
        let blocks: usize = space.anchors(&folded).iter().map(Vec::len).sum();
        assert_eq!(blocks, self.classes.blocks());
        assert_eq!(space.is_goal(&folded, &mut scratch), space.is_goal(&start, &mut scratch));
        // The images of a position have the same images as neighbours.
        let mut neighbours = |state: &S::State| {
            let mut found = BTreeSet::new();
            space.expand(state, &mut scratch, |next, _| {
                found.insert(space.anchors(&space.fold(next)));
            });
            found
        };
        assert_eq!(neighbours(&start), neighbours(&folded));
    }
}
