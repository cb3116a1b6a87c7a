//! Puzzles as keys and back: every layout packs and unpacks what the plain rules lead to, and nothing else.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use traybit_core::Key;
use traybit_core::reference::Position;
use traybit_core::space::{Columns, Sink, UsedMoves, Walker};
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::formats::course::{self, read_goal};
use traybit_sliding::space::Sliding;
use traybit_sliding::{Choice, Classes, Metric, Rules, Shift, formats, in_space};

use crate::parts::parts;

/// Larger trays take too long to be tried often.
const MOST_CELLS: usize = 132;
const MOST_GOALS: usize = 32;
/// Number of moves made.
const MOST_MOVES: usize = 6;
/// Most moves of a position that are undone.
const MOST_UNDONE: usize = 24;

/// A puzzle, its goal if it is a tray, and bytes that choose a metric and moves.
pub fn check(data: &[u8]) {
    let [puzzle, goal, turns] = parts(data);
    let problem = match formats::read("file", puzzle) {
        Ok(tray) if !tray.named => match read_goal("goal", goal, Some(tray.size)) {
            Ok(goal) => course::with_goal(tray, goal),
            Err(_) => return,
        },
        Ok(puzzle) if puzzle.goals.len() <= MOST_GOALS => puzzle,
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
        in_space!(compile(&classes, choice, metric, Symmetric::Apart), space => walk.run(space));
        let canonical = Canonical { classes: &classes };
        in_space!(compile(&classes, choice, metric, Symmetric::Merged), space => canonical.run(space));
    }
}

/// Names that the rules give to the blocks that the engine moves, and anchors of the others.
struct Names {
    /// For each class the number of its kind.
    kind_of: Vec<usize>,
    /// Kinds and cells of blocks that never move.
    fixed: Vec<(usize, u16)>,
}

impl Names {
    fn of(classes: &Classes, rules: &Rules) -> Self {
        let start = rules.start();
        let mut fixed: Vec<(usize, u16)> = rules.kind_at.iter().copied().zip(start).collect();
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

impl Walk<'_> {
    fn run<K: Key>(self, space: &dyn Sliding<K>) {
        let start: Vec<Vec<u16>> = self.classes.classes.iter().map(|class| class.start.clone()).collect();
        let mut state = space.start();
        assert_eq!(space.anchors(&state), start);
        let mut walker = Walker::new(space);
        let (mut way, mut all) = (Vec::new(), BTreeSet::new());
        for turn in self.turns.iter().take(MOST_MOVES).chain([&0]) {
            let plain = self.names.plain(&space.anchors(&state));
            assert_eq!(walker.is_goal(&state), self.rules.is_won(&plain));
            let next = walker.all(&state);
            let mut found = BTreeSet::new();
            // Undoing all of very many paths would take too long.
            let apart = 1 + next.len() / MOST_UNDONE;
            for (number, (successor, step)) in next.iter().enumerate() {
                let anchors = space.anchors(successor);
                assert_eq!(space.position(&anchors), *successor);
                assert!(anchors.iter().all(|anchors| anchors.is_sorted_by(|one, other| one < other)));
                if number.is_multiple_of(apart) {
                    let reverse = Shift::from(*step).reversed().into();
                    let returned = walker.all(successor).contains(&(state.clone(), reverse));
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
        // All of them side by side, without a mask that rules moves out.
        let mut together = BTreeSet::new();
        let mut look = |successors: &mut Columns<K, UsedMoves>| {
            together.extend(successors.keys.drain(..).map(|next| self.names.plain(&space.anchors(&next))));
            ControlFlow::Continue(())
        };
        let mut buffer = Columns::default();
        let mut sink = Sink::new(&mut buffer, false, 64, &mut look);
        space.expander().expand(&way, &vec![0; way.len()], &mut sink);
        let _ = sink.flush();
        assert_eq!(together, all);
    }
}

/// Positions that stand for their images.
struct Canonical<'a> {
    classes: &'a Classes,
}

impl Canonical<'_> {
    fn run<K: Key>(self, space: &dyn Sliding<K>) {
        let mut walker = Walker::new(space);
        let start = space.start();
        let image = space.canonical(start.clone());
        assert_eq!(space.canonical(image.clone()), image);
        let blocks: usize = space.anchors(&image).iter().map(Vec::len).sum();
        assert_eq!(blocks, self.classes.blocks());
        assert_eq!(walker.is_goal(&image), walker.is_goal(&start));
        // The images of a position have the same images as neighbours.
        let mut neighbours = |state: &K| -> BTreeSet<Vec<Vec<u16>>> {
            walker.all(state).into_iter().map(|(next, _)| space.anchors(&space.canonical(next))).collect()
        };
        assert_eq!(neighbours(&start), neighbours(&image));
    }
}
