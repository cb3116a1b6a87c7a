//! Packed moves, used-move masks, images, goals and estimates against the plain rules, on random small puzzles.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::ControlFlow;

use crate::bits::{CellSet, Key};
use crate::puzzles::puzzle;
use crate::reference::Position;
use crate::reference::sliding::Rules;
use crate::sliding::classes::Classes;
use crate::sliding::compile::Sliding;
use crate::sliding::layout::{Anchors, Choice, Flips, Layout, LayoutKind};
use crate::sliding::list_space::ListSpace;
use crate::sliding::mask_space::MaskSpace;
use crate::sliding::metric::{Metric, Shift};
use crate::sliding::puzzle::Puzzle;
use crate::sliding::symmetry::Symmetry;
use crate::sliding::formats::course::{self, Block, Tray};
use crate::grid::Size;
use crate::space::{Columns, End, Guided, Move, Sink, Space, UsedMoves, Walker};

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];

/// A puzzle as the engine and as the rules see it.
struct Case {
    number: u64,
    classes: Classes,
    rules: Rules,
    metric: Metric,
    /// For each block of a plain position its class; none of fixed ones.
    class_at: Vec<Option<usize>>,
    /// Plain positions by the number of moves to them, up to some number of them.
    layers: Vec<HashSet<Position>>,
    /// Whether these are all positions there are.
    is_whole: bool,
}

impl Case {
    fn new(number: u64, metric: Metric) -> Option<Self> {
        Some(Self::of(number, &puzzle(number)?, metric))
    }

    fn of(number: u64, problem: &Puzzle, metric: Metric) -> Self {
        let (classes, rules) = (problem.classes(), Rules::of(problem));
        let start = rules.start();
        let class_of = |cell: &u16| classes.classes.iter().position(|class| class.start.contains(cell));
        let class_at = start.iter().map(class_of).collect();
        let most = if classes.size.cells() > 30 { 16 } else { 100 };
        let mut layers = vec![HashSet::from([start])];
        let mut seen = layers[0].clone();
        let is_whole = loop {
            let mut found = Vec::new();
            layers[layers.len() - 1].iter().for_each(|position| rules.expand(position, metric, &mut found));
            let next: HashSet<Position> =
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
        anchors.iter_mut().for_each(|list| list.sort_unstable());
        anchors
    }

    fn name(&self) -> String {
        format!("puzzle {}, {}", self.number, self.metric)
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

/// Every successor with its move, both ways; goals; positions written and read.
fn each_position<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let mut walker = Walker::new(space);
    let name = case.name();
    assert_eq!(space.start(), space.position(&case.anchors(&case.rules.start())), "{name}");
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

/// The successors of some states that their masks do not rule out, with the masks that these get.
fn masked<K: Key>(space: &dyn Sliding<K>, states: &[K], masks: &[UsedMoves]) -> Vec<(K, UsedMoves)> {
    let keeps_used_moves = space.neighbours().keeps_used_moves();
    let (mut found, mut buffer) = (Vec::new(), Columns::new());
    let mut drain = |successors: &mut Columns<K, UsedMoves>| {
        let mut masks = successors.tags.drain(..);
        for key in successors.keys.drain(..) {
            found.push((key, masks.next().filter(|_| keeps_used_moves).unwrap_or_default()));
        }
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(&mut buffer, 16, &mut drain);
    space.expander().expand(states, masks, &mut sink);
    let _ = sink.flush();
    found
}

/// Layer after layer as a search by layers finds them: no mask rules out a new position or lets a move back through.
fn each_layer<K: Key>(case: &Case, space: &dyn Sliding<K>) {
    let (neighbours, name) = (space.neighbours(), case.name());
    let start = space.canonical(space.start());
    let mut before = BTreeSet::new();
    let mut layer = BTreeMap::from([(start, 0)]);
    let mut met: BTreeSet<K> = layer.keys().cloned().collect();
    for depth in 1..=case.layers.len() {
        let (keys, masks): (Vec<K>, Vec<UsedMoves>) =
            layer.iter().map(|(key, mask)| (key.clone(), *mask)).unzip();
        let mut next: BTreeMap<K, UsedMoves> = BTreeMap::new();
        for (successor, used) in masked(space, &keys, &masks) {
            assert!(
                !neighbours.keeps_used_moves() || !before.contains(&successor),
                "{name}: a move back from layer {}",
                depth - 1
            );
            let known = before.contains(&successor) || layer.contains_key(&successor);
            assert!(neighbours.same_layer || !layer.contains_key(&successor), "{name}: layer {}", depth - 1);
            if !known {
                *next.entry(successor).or_default() |= used;
            }
        }
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

/// The estimate of masks: for each place that is wanted and not taken the steps to the nearest block of the class that is
/// not wanted where it is.
fn each_estimate<C: CellSet, L: Layout<C>>(case: &Case, space: &MaskSpace<C, L>) {
    let steps = |from: u16, to: u16| case.classes.size.steps(from.into(), to.into());
    let apart = |anchors: &[Vec<u16>], wanted: &[Vec<u16>]| {
        let classes = anchors.iter().zip(wanted).map(|(anchors, wanted)| {
            let missing = wanted.iter().filter(|cell| !anchors.contains(cell));
            let spare = || anchors.iter().filter(|cell| !wanted.contains(cell));
            missing
                .map(|&to| spare().map(|&from| steps(from, to)).min().unwrap_or(u16::MAX.into()))
                .sum::<u32>()
        });
        classes.sum::<u32>()
    };
    let start: Vec<Vec<u16>> = case.classes.classes.iter().map(|class| class.start.clone()).collect();
    let whole = match &case.classes.goals[..] {
        [goal] if case.classes.is_whole(goal) => Some(space.position(goal)),
        _ => None,
    };
    assert_eq!(space.goal_state(), whole);
    let mut guide = space.guide();
    for position in case.layers.iter().flatten().take(6) {
        let anchors = case.anchors(position);
        let key = space.position(&anchors);
        let goals = case.classes.goals.iter();
        let nearest = goals.map(|goal| apart(&anchors, goal)).min().unwrap_or(0);
        let mut features = Vec::new();
        assert_eq!(guide.describe(&key, End::Goal, &mut features), nearest);
        assert_eq!(guide.describe(&key, End::Start, &mut Vec::new()), apart(&anchors, &start));
        let listed =
            anchors.iter().enumerate().flat_map(|(class, list)| list.iter().map(move |&at| (class, at)));
        let feature = |(class, to): (usize, u16)| space.feature(Shift { class: class as u16, from: 0, to }.into());
        assert_eq!(features, listed.clone().map(feature).collect::<Vec<u32>>());
        let different: HashSet<u32> = features.iter().copied().collect();
        assert_eq!(different.len(), listed.count(), "features are facts of their own");
    }
}

fn on_masks<C: CellSet, L: Layout<C>>(case: &Case, layout: impl Fn() -> L) {
    let space = MaskSpace::new(&case.classes, layout(), case.metric, Vec::new());
    assert!(!space.is_canonicalised());
    let bits = Some(4 * case.classes.free).filter(|&bits| bits <= UsedMoves::BITS as usize).unwrap_or(0);
    assert_eq!(space.neighbours().used_move_bits as usize, bits, "{}", case.name());
    each_position(case, &space);
    each_layer(case, &space);
    each_estimate(case, &space);
    let symmetries = Symmetry::all(&case.classes);
    if !symmetries.is_empty() {
        let space = MaskSpace::new(&case.classes, layout(), case.metric, symmetries);
        assert!(space.is_canonicalised());
        each_layer(case, &space);
    }
}

/// Runs the puzzles of some numbers on everything that holds them.
fn check(numbers: impl Iterator<Item = u64>) {
    for (number, metric) in numbers.flat_map(|number| METRICS.map(|metric| (number, metric))) {
        let Some(case) = Case::new(number, metric) else { continue };
        let puzzle = &case.classes;
        let (small, fits) = (puzzle.size.cells() <= 64, |kind: LayoutKind| kind.bits(puzzle) <= 128);
        if small && fits(LayoutKind::Planes) && !number.is_multiple_of(3) {
            on_masks::<u64, _>(&case, || Flips::<u64, u128>::planes(puzzle));
        } else if small && fits(LayoutKind::Masks) {
            on_masks::<u64, _>(&case, || Flips::<u64, u128>::masks(puzzle));
        } else if fits(LayoutKind::Anchors) && puzzle.size.cells() <= 128 {
            on_masks::<u128, _>(&case, || Anchors::<u128, u128>::new(puzzle));
        }
        for kind in Choice::all(puzzle).into_iter().map(|choice| choice.kind) {
            if matches!(kind, LayoutKind::Anchors | LayoutKind::FreeCells { .. }) {
                let space = ListSpace::<Box<[u64]>>::new(puzzle, kind, metric);
                each_position(&case, &space);
                if number.is_multiple_of(4) {
                    each_layer(&case, &space);
                }
            }
        }
    }
}

#[test]
fn moves_are_those_of_the_plain_rules() {
    check(0..28);
}

/// A step can lead to an image of where the block was, if taking images changes the parity.
#[test]
fn folded_layers_have_neighbours_of_their_own_where_images_change_the_parity() {
    for (width, is_own) in [(4, true), (5, false)] {
        let block = Block { top: 0, left: 0, height: 1, width: 1 };
        let tray = Tray::new(Size { height: 1, width }, vec![block]).expect("a block");
        let case = Case::of(0, &course::puzzle(&tray, None), Metric::Step);
        let layout = || Flips::<u64, u128>::planes(&case.classes);
        on_masks::<u64, _>(&case, layout);
        let symmetries = Symmetry::all(&case.classes);
        let space = MaskSpace::<u64, _>::new(&case.classes, layout(), case.metric, symmetries);
        assert_eq!(space.neighbours().same_layer, is_own, "{width} columns");
    }
}

/// What states lead to that their masks do not rule out, with the masks that these get.
fn found_from<K: Key>(space: &dyn Sliding<K>, states: &[K], masks: &[UsedMoves]) -> BTreeMap<K, UsedMoves> {
    let mut found = BTreeMap::new();
    for (successor, used) in masked(space, states, masks) {
        *found.entry(successor).or_default() |= used;
    }
    found
}

/// Whoever slid a block slid it to all places of the line: none of its moves is made again, nor of its images'. Where paths
/// are moves, none is made again at all.
#[test]
fn masks_leave_out_the_whole_line() {
    for (size, metric) in [((1, 6), Metric::Slide), ((6, 1), Metric::Slide), ((3, 3), Metric::Path)] {
        let size = Size { height: size.0, width: size.1 };
        let block = Block { top: 0, left: 0, height: 1, width: 1 };
        let tray = Tray::new(size, vec![block]).expect("a block");
        let case = Case::of(0, &course::puzzle(&tray, None), metric);
        let symmetries = Symmetry::all(&case.classes);
        assert!(!symmetries.is_empty());
        for folds in [Vec::new(), symmetries] {
            let layout = Flips::<u64, u128>::planes(&case.classes);
            let space = MaskSpace::<u64, _>::new(&case.classes, layout, metric, folds);
            let first = found_from(&space, &[space.canonical(space.start())], &[0]);
            assert!(first.len() > 2);
            let (states, masks): (Vec<_>, Vec<UsedMoves>) = first.into_iter().unzip();
            let second = found_from(&space, &states, &masks);
            assert!(second.is_empty(), "{size:?}, {metric}, folded {}: {second:?}", space.is_canonicalised());
        }
    }
}

/// The same where only the image of a position was found: its mask is that of the image's line.
#[test]
fn masks_of_images_leave_out_the_whole_line() {
    let block = |left| Block { top: 0, left, height: 1, width: 1 };
    let tray = Tray::new(Size { height: 1, width: 7 }, vec![block(3), block(6)]).expect("two blocks");
    let case = Case::of(0, &course::puzzle(&tray, None), Metric::Slide);
    let layout = Flips::<u64, u128>::planes(&case.classes);
    let space = MaskSpace::<u64, _>::new(&case.classes, layout, case.metric, Symmetry::all(&case.classes));
    let image_of = |anchors: [u16; 2]| space.canonical(space.position(&[anchors.to_vec()]));
    let [near, far] = [image_of([3, 5]), image_of([3, 4])];
    assert!([near, far].iter().all(|key| space.anchors(key)[0][1] == 3), "their images are what is kept");
    let found = found_from(&space, &[space.start()], &[0]);
    assert!(found.contains_key(&far));
    assert!(!found_from(&space, &[near], &[found[&near]]).contains_key(&far), "a move along the line");
}
