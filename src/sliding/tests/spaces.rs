//! Packed moves, used-move masks, symmetry, goals and estimates against the plain rules, on random small puzzles.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;
use std::slice::from_ref;

use traybit_core::reference::Position;
use traybit_core::space::{Columns, End, Expander, Move, Sink, UsedMoves, Walker};
use traybit_core::{Key, Shape, Size, sorted};
use traybit_sliding::compile::{Symmetric, compile};
use traybit_sliding::formats::course;
use traybit_sliding::in_space;
use traybit_sliding::layout::{Cells, LayoutKind};
use traybit_sliding::space::Sliding;
use traybit_sliding::symmetry::Symmetry;
use traybit_sliding::{Choice, Classes, Metric, Puzzle, Rules, Shift};

use crate::{drawing, puzzle};

pub(crate) const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];
/// Puzzles that are tried.
const PUZZLES: u64 = 14;

/// A puzzle as the engine and as the rules see it.
struct Case {
    number: u64,
    classes: Classes,
    rules: Rules,
    metric: Metric,
    /// Class of each block of a plain position; none of fixed ones.
    class_at: Vec<Option<usize>>,
    /// Plain positions by the number of moves to them, the nearest ones.
    layers: Vec<BTreeSet<Position>>,
    /// True if these are all positions.
    is_whole: bool,
}

impl Case {
    fn new(number: u64, problem: &Puzzle, metric: Metric) -> Self {
        let (classes, rules) = (problem.classes(), Rules::of(problem));
        let class_of = |cell: &u16| classes.classes.iter().position(|class| class.start.contains(cell));
        let class_at = rules.start().iter().map(class_of).collect();
        let most = if classes.size.cells() > 30 { 16 } else { 100 };
        let mut layers = vec![BTreeSet::from([rules.start()])];
        let mut seen = layers[0].clone();
        let is_whole = loop {
            let mut found = Vec::new();
            layers[layers.len() - 1].iter().for_each(|position| rules.expand(position, metric, &mut found));
            let next: BTreeSet<Position> =
                found.into_iter().filter(|position| seen.insert(position.clone())).collect();
            if next.is_empty() {
                break true;
            }
            layers.push(next);
            if seen.len() > most {
                break false;
            }
        };
        Self { number, classes, rules, metric, class_at, layers, is_whole }
    }

    fn anchors(&self, position: &Position) -> Vec<Vec<u16>> {
        let mut anchors = vec![Vec::new(); self.classes.classes.len()];
        for (&cell, &class) in position.iter().zip(&self.class_at) {
            if let Some(class) = class {
                anchors[class].push(cell);
            }
        }
        for list in &mut anchors {
            list.sort_unstable();
        }
        anchors
    }

    fn name(&self) -> String {
        format!("puzzle {}, {:?}", self.number, self.metric)
    }
}

fn moved(anchors: &[Vec<u16>], step: Shift) -> Vec<Vec<u16>> {
    let mut anchors = anchors.to_vec();
    let class = &mut anchors[usize::from(step.class)];
    let place = class.iter().position(|&anchor| anchor == step.from).expect("a block stands there");
    class[place] = step.to;
    class.sort_unstable();
    anchors
}

/// Every successor with its move, from both ends; goals; positions written and read.
fn each_position<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let mut walker = Walker::new(space);
    let name = case.name();
    assert_eq!(space.start(), space.position(&case.anchors(&case.rules.start())), "{name}");
    let whole = match &case.classes.goals[..] {
        [goal] if case.classes.is_whole(goal) => Some(space.position(goal)),
        _ => None,
    };
    assert_eq!(space.goal_state(), whole, "{name}");
    let all = case.layers.iter().flatten();
    for position in all.take(14) {
        let anchors = case.anchors(position);
        let key = space.position(&anchors);
        assert_eq!(space.anchors(&key), anchors, "{name}");
        assert_eq!(walker.is_goal(&key), case.rules.is_won(position), "{name}: {anchors:?}");
        let (mut found, mut steps) = (Vec::new(), Vec::new());
        for (successor, step) in walker.all(&key) {
            found.push(space.anchors(&successor));
            steps.push((successor, Shift::from(step)));
        }
        for ((_, step), found) in steps.iter().zip(&found) {
            assert_eq!(*found, moved(&anchors, *step), "{name}: {step:?} of {anchors:?}");
        }
        for (successor, step) in steps.iter().step_by(7) {
            let undone = (key.clone(), Move::from(step.reversed()));
            assert!(walker.all(successor).contains(&undone), "{name}: {step:?} of {anchors:?}");
        }
        let mut plain = Vec::new();
        case.rules.expand(position, case.metric, &mut plain);
        let mut plain: Vec<Vec<Vec<u16>>> = plain.iter().map(|position| case.anchors(position)).collect();
        plain.sort_unstable();
        found.sort_unstable();
        assert_eq!(found, plain, "{name}: {anchors:?}");
    }
}

/// The successors of some states that their masks do not rule out, each with the union of the masks that it gets.
fn found_from<K: Key>(space: &dyn Sliding<K>, states: &[K], masks: &[UsedMoves]) -> BTreeMap<K, UsedMoves> {
    let mut found = BTreeMap::new();
    for (successor, used) in collected(space, |expander, sink| expander.expand(states, masks, sink)) {
        *found.entry(successor).or_default() |= used;
    }
    found
}

/// Successors and masks that an expansion hands over.
fn collected<K: Key>(
    space: &dyn Sliding<K>,
    expand: impl FnOnce(&mut dyn Expander<K>, &mut Sink<K, UsedMoves>),
) -> Vec<(K, UsedMoves)> {
    let keeps_used_moves = space.neighbours().used_moves;
    let (mut found, mut buffer) = (Vec::new(), Columns::default());
    let mut look = |Columns { keys, tags }: &mut Columns<K, UsedMoves>| {
        let mut masks = tags.drain(..);
        found.extend(keys.drain(..).map(|key| (key, masks.next().unwrap_or_default())));
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(&mut buffer, keeps_used_moves, 16, &mut look);
    expand(&mut *space.expander(), &mut sink);
    let _ = sink.flush();
    found
}

/// Moves that may change some of the slow bits and those that do not are all moves together, as masks leave them.
fn each_half<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let masked = usize::from(space.neighbours().used_moves);
    for (key, used) in found_from(space, &[space.start()], &[0][..masked]).into_iter().take(6) {
        let (states, masks) = (from_ref(&key), &[used][..masked]);
        let all = sorted(collected(space, |expander, sink| expander.expand(states, masks, sink)));
        for mask in space.slow_bits() {
            let half = |may_change| {
                collected(space, |expander, sink| {
                    // What ruled out all moves before is forgotten.
                    expander.expand(&states[..masked], &[!0][..masked], sink);
                    expander.expand_partly(states, masks, (&mask, may_change), sink);
                })
            };
            let staying = half(false);
            assert!(staying.iter().all(|(state, _)| state.masked(&mask) == key.masked(&mask)));
            let both = sorted(half(true).into_iter().chain(staying));
            assert_eq!(both, all, "{}: {:?}", case.name(), mask);
        }
    }
}

/// Layer after layer as a search by layers finds them: no mask rules out a new position or lets a move back through.
fn each_layer<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let (neighbours, name) = (space.neighbours(), case.name());
    let start = space.canonical(space.start());
    let mut before = BTreeSet::new();
    let mut layer = BTreeMap::from([(start, 0)]);
    let mut met: BTreeSet<K> = layer.keys().cloned().collect();
    for depth in 1..=case.layers.len() {
        let (keys, masks): (Vec<K>, Vec<UsedMoves>) = layer.clone().into_iter().unzip();
        let mut next = found_from(space, &keys, &masks);
        next.retain(|successor, _| {
            let (goes_back, stays) = (before.contains(successor), layer.contains_key(successor));
            assert!(!neighbours.used_moves || !goes_back, "{name}: a move back, found in layer {depth}");
            assert!(
                neighbours.same_layer || !stays,
                "{name}: a move within its layer, found in layer {depth}"
            );
            !goes_back && !stays
        });
        let plain = case.layers.get(depth).into_iter().flatten();
        let mut plain: BTreeSet<K> =
            plain.map(|position| space.canonical(space.position(&case.anchors(position)))).collect();
        plain.retain(|key| !met.contains(key));
        if depth < case.layers.len() || case.is_whole {
            assert!(next.keys().eq(&plain), "{name}: layer {depth}, {} for {}", next.len(), plain.len());
        }
        met.extend(plain);
        before = layer.into_keys().collect();
        layer = next;
    }
}

/// Steps that a position of masks seems to be from another: for each target that is not taken those to the nearest block
/// of the class that is on no target.
fn apart(classes: &Classes, anchors: &[Vec<u16>], targets: &[Vec<u16>]) -> u32 {
    let steps = |from: u16, to: u16| classes.size.steps(from.into(), to.into());
    let classes = anchors.iter().zip(targets).map(|(anchors, targets)| {
        let missing = targets.iter().filter(|cell| !anchors.contains(cell));
        let spare = || anchors.iter().filter(|cell| !targets.contains(cell));
        missing.map(|&to| spare().map(|&from| steps(from, to)).min().unwrap_or(u16::MAX.into())).sum::<u32>()
    });
    classes.sum()
}

/// Estimates on masks, and the features that tell positions apart.
fn each_estimate<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let classes = &case.classes;
    let start: Vec<Vec<u16>> = classes.classes.iter().map(|class| class.start.clone()).collect();
    let mut guide = space.guide();
    for position in case.layers.iter().flatten().take(6) {
        let anchors = case.anchors(position);
        let key = space.position(&anchors);
        let nearest = classes.goals.iter().map(|goal| apart(classes, &anchors, goal)).min().unwrap_or(0);
        let mut features = Vec::new();
        assert_eq!(guide.describe(&key, End::Goal, &mut features), nearest);
        assert_eq!(guide.describe(&key, End::Start, &mut Vec::new()), apart(classes, &anchors, &start));
        let listed =
            anchors.iter().zip(0..).flat_map(|(list, class)| list.iter().map(move |&at| (class, at)));
        let feature = |(class, to)| space.feature(Shift { class, from: 0, to }.into());
        assert_eq!(features, listed.map(feature).collect::<Vec<u32>>());
        let different: HashSet<u32> = features.iter().copied().collect();
        assert_eq!(different.len(), features.len(), "no two features are equal");
    }
}

/// Checks a puzzle in one layout.
fn check_layout(case: &Case, choice: Choice) {
    let (classes, metric) = (&case.classes, case.metric);
    let on_masks = choice.cells != Cells::Lists;
    in_space!(compile(classes, choice, metric, Symmetric::Apart), space => {
        assert!(!space.is_canonicalised());
        each_position(case, space);
        each_half(case, space);
        if on_masks {
            let is_narrow = 4 * classes.free <= UsedMoves::BITS as usize;
            assert_eq!(space.neighbours().used_moves, is_narrow, "{}", case.name());
            each_estimate(case, space);
        }
        if on_masks || case.number.is_multiple_of(4) {
            each_layer(case, space);
        }
    });
    in_space!(compile(classes, choice, metric, Symmetric::Merged), space => {
        if space.is_canonicalised() {
            each_layer(case, space);
        }
    });
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    // Another block fits into the gap of one that slides up and down.
    let gap = drawing("tray:\naa.\na..\naab\n...\n\ngoal: b 1 1\n");
    let random = (0..PUZZLES).filter_map(|number| Some((number, puzzle(number)?)));
    for (number, puzzle) in random.chain([(0, gap)]) {
        for metric in METRICS {
            let case = Case::new(number, &puzzle, metric);
            let (lists, masks): (Vec<Choice>, Vec<Choice>) =
                Choice::all(&case.classes).into_iter().partition(|choice| choice.cells == Cells::Lists);
            let one = masks.get(number as usize % masks.len().max(1));
            lists.iter().chain(one).for_each(|choice| check_layout(&case, *choice));
        }
    }
}

#[test]
fn a_goal_of_more_blocks_than_there_are_is_met_nowhere() {
    let bar = |row| (Shape::rectangle(1, 3), (row, 0));
    let tray = course::tray(Size { height: 4, width: 3 }, [bar(3)]);
    for goal in [[bar(0), bar(1)], [bar(0), bar(3)], [bar(1), bar(2)]] {
        let case = Case::new(0, &course::with_goal(tray.clone(), goal), Metric::Step);
        assert_eq!(case.layers.len(), 4);
        for choice in Choice::all(&case.classes) {
            in_space!(compile(&case.classes, choice, case.metric, Symmetric::Apart), space => {
                each_position(&case, space);
            });
        }
    }
}

/// A puzzle of unit blocks in an open tray.
fn units(size: (u16, u16), at: &[u16], metric: Metric) -> Case {
    let blocks = at.iter().map(|&column| (Shape::rectangle(1, 1), (0, column)));
    Case::new(0, &course::tray(Size { height: size.0, width: size.1 }, blocks), metric)
}

/// The layout whose moves are cheapest.
fn planes(case: &Case) -> Choice {
    let choice = Choice::all(&case.classes)[0];
    assert_eq!(choice.kind, LayoutKind::Planes);
    choice
}

/// A step can lead to an image of the position itself, if the symmetry changes the parity.
#[test]
fn symmetric_positions_are_neighbours_where_the_symmetry_changes_the_parity() {
    for (width, is_own) in [(4, true), (5, false)] {
        let case = units((1, width), &[0], Metric::Step);
        let choice = planes(&case);
        check_layout(&case, choice);
        in_space!(compile(&case.classes, choice, case.metric, Symmetric::Merged), space => {
            assert_eq!(space.neighbours().same_layer, is_own, "{width} columns");
        });
    }
}

/// A slide is followed by none along the same line, since the first one led to all places of the line; the same holds for
/// its images, and for paths of any shape.
#[test]
fn masks_rule_out_the_whole_line() {
    for (size, metric) in [((1, 6), Metric::Slide), ((6, 1), Metric::Slide), ((3, 3), Metric::Path)] {
        let case = units(size, &[0], metric);
        for symmetric in [Symmetric::Apart, Symmetric::Merged] {
            in_space!(compile(&case.classes, planes(&case), metric, symmetric), space => {
                assert_eq!(space.is_canonicalised(), symmetric == Symmetric::Merged);
                let first = found_from(space, &[space.canonical(space.start())], &[0]);
                assert!(first.len() > 2);
                let (states, masks): (Vec<_>, Vec<UsedMoves>) = first.into_iter().unzip();
                let second = found_from(space, &states, &masks);
                assert!(second.is_empty(), "{size:?}, {metric:?}, {symmetric:?}: {second:?}");
            });
        }
    }
}

/// Masks where only the image of a position was found: that of the image's line.
#[test]
fn masks_of_images_rule_out_the_whole_line() {
    let case = units((1, 7), &[3, 6], Metric::Slide);
    in_space!(compile(&case.classes, planes(&case), case.metric, Symmetric::Merged), space => {
        let image_of = |anchors: [u16; 2]| space.canonical(space.position(&[anchors.to_vec()]));
        let [near, far] = [image_of([3, 5]), image_of([3, 4])];
        for key in [&near, &far] {
            assert_eq!(space.anchors(key)[0][1], 3, "the image is kept");
        }
        let found = found_from(space, &[space.start()], &[0]);
        assert!(found.contains_key(&far));
        assert!(!found_from(space, from_ref(&near), &[found[&near]]).contains_key(&far), "a move along the line");
    });
}

#[test]
fn a_goal_leaves_the_symmetries_that_it_has_itself() {
    let (square, oblong) = ("tray:\nab.\n.b.\ncc.\n", "tray:\nab..\n.b..\ncc..\n");
    for (tray, goal, count) in [
        (square, "", 7),
        (square, "goal: a 1 1", 7),
        (square, "goal: a 0 1", 1),
        (square, "goal: a 0 0", 1),
        (square, "goal: c 2 1", 0),
        (oblong, "", 3),
        (oblong, "goal: a 1 1", 1),
        (oblong, "goal: a 0 1", 0),
        (oblong, "goal: c 2 1", 1),
    ] {
        let puzzle = drawing(&format!("{tray}\n{goal}\n"));
        assert_eq!(Symmetry::all(&puzzle.classes()).len(), count, "{tray}{goal}");
    }
}
