//! Goals, farthest states, several sources, all shortest paths and the cheapest of them, against plain searches over
//! whole layers and over every single path.

use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, proptest, sample};
use traybit_core::bits::Key;
use traybit_core::reference::Position;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::dag::Dag;
use traybit_core::search::exploration::{Goals, Request, explore, explore_from};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::paths::{Shortest, all};
use traybit_core::search::secondary_cost::Least;
use traybit_core::space::{Move, Walker};
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{AnySpace, Sliding};
use traybit_sliding::formats::course::{self, Goal, Tray, read_goal, read_tray};
use traybit_sliding::in_space;
use traybit_sliding::layout::{Flips, LayoutKind};
use traybit_sliding::list_space::ListSpace;
use traybit_sliding::mask_space::MaskSpace;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::reference::Rules;

use crate::layers::{crowded, settings, tight};
use crate::plain;
use crate::programs::here;

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];
const EVERYTHING: Request = Request { farthest: usize::MAX, goals: Goals::Collected };
/// Maximum number of paths that are walked one by one.
const MOST_WALKED: u128 = 20_000;

/// States by their distance from the nearest source.
fn layers_from<T: Ord + Clone, I: IntoIterator<Item = T>>(
    sources: impl IntoIterator<Item = T>,
    next: impl Fn(&T) -> I,
) -> Vec<BTreeSet<T>> {
    let mut seen: BTreeSet<T> = sources.into_iter().collect();
    let (mut layer, mut layers) = (seen.clone(), Vec::new());
    while !layer.is_empty() {
        let after = layer.iter().flat_map(&next).filter(|state| seen.insert(state.clone())).collect();
        layers.push(std::mem::replace(&mut layer, after));
    }
    layers
}

fn sizes<T>(layers: &[BTreeSet<T>]) -> Vec<u64> {
    layers.iter().map(|layer| layer.len() as u64).collect()
}

/// A tray and a goal by the plain rules.
struct Plain {
    rules: Rules,
    width: u16,
    metric: Metric,
}

/// A block of a kind, before and after a move.
type Moved = ((usize, u16), (usize, u16));

impl Plain {
    fn new(tray: &Tray, goal: &Goal, metric: Metric) -> Self {
        Self { rules: Rules::of(&course::puzzle(tray, Some(goal))), width: tray.size().width, metric }
    }

    fn next(&self, position: &Position) -> Vec<(Position, Moved)> {
        let mut found = Vec::new();
        self.rules.expand(position, self.metric, &mut found);
        found.into_iter().map(|after| (after.clone(), self.moved(position, &after))).collect()
    }

    /// The block that stands elsewhere.
    fn moved(&self, before: &Position, after: &Position) -> Moved {
        let blocks = |position: &Position| -> BTreeSet<(usize, u16)> {
            self.rules.kinds().iter().copied().zip(position.iter().copied()).collect()
        };
        let (before, after) = (blocks(before), blocks(after));
        let only = |these: &BTreeSet<_>, others| *these.difference(others).next().expect("one block moved");
        (only(&before, &after), only(&after, &before))
    }

    /// The number of turns a move adds to a path: none when it goes on where the last one ended, in the same direction.
    fn turns(&self, last: Option<Moved>, (from, to): Moved) -> u32 {
        let direction = |(_, from): (usize, u16), (_, to): (usize, u16)| {
            ((to / self.width).cmp(&(from / self.width)), (to % self.width).cmp(&(from % self.width)))
        };
        let goes_on = |last: Moved| last.1 == from && direction(last.0, last.1) == direction(from, to);
        u32::from(!last.is_some_and(goes_on))
    }

    fn layers_from(&self, sources: impl IntoIterator<Item = Position>) -> Vec<BTreeSet<Position>> {
        layers_from(sources, |position| {
            let mut found = Vec::new();
            self.rules.expand(position, self.metric, &mut found);
            found
        })
    }
}

/// All shortest paths among states of these layers: how many moves they have, how many they are, and how many lead
/// anywhere as short; none where no goal is.
fn count_paths<T: Ord + Clone, M>(
    layers: &[BTreeSet<T>],
    next: &impl Fn(&T) -> Vec<(T, M)>,
    is_goal: &impl Fn(&T) -> bool,
) -> Option<(usize, u128, u128)> {
    let length = layers.iter().position(|layer| layer.iter().any(is_goal))?;
    let mut paths: BTreeMap<T, u128> = layers[0].iter().map(|start| (start.clone(), 1)).collect();
    let mut anywhere = 1;
    for layer in &layers[1..=length] {
        let mut longer = BTreeMap::new();
        for (state, paths) in &paths {
            for (after, _) in next(state).into_iter().filter(|(after, _)| layer.contains(after)) {
                *longer.entry(after).or_insert(0) += paths;
            }
        }
        paths = longer;
        anywhere += paths.values().sum::<u128>();
    }
    Some((length, paths.iter().filter(|(state, _)| is_goal(state)).map(|(_, paths)| paths).sum(), anywhere))
}

/// The least cost of the paths that lead from `state` to a goal, each walked on its own.
fn cheapest<T: Ord, M: Copy>(
    (last, state): (Option<M>, &T),
    layers: &[BTreeSet<T>],
    next: &impl Fn(&T) -> Vec<(T, M)>,
    is_goal: &impl Fn(&T) -> bool,
    cost: &impl Fn(Option<M>, &T, M) -> u32,
) -> Option<u64> {
    let Some((layer, later)) = layers.split_first() else { return is_goal(state).then_some(0) };
    let moves = next(state).into_iter().filter(|(after, _)| layer.contains(after));
    let costs = moves.filter_map(|(after, step)| {
        let rest = cheapest((Some(step), &after), later, next, is_goal, cost)?;
        Some(rest + u64::from(cost(last, state, step)))
    });
    costs.min()
}

/// The masks and the lists of a puzzle that has at most 64 bits as planes.
fn masks_and_lists(puzzle: &Classes, metric: Metric) -> [AnySpace; 2] {
    let planes = Flips::<u64, u64>::planes(puzzle);
    [
        AnySpace::W64(Box::new(MaskSpace::<u64, _>::new(puzzle, planes, metric, Vec::new()))),
        AnySpace::Boxed(Box::new(ListSpace::new(puzzle, LayoutKind::Anchors, metric))),
    ]
}

/// The states one move on.
fn successors<K: Key>(space: &dyn Sliding<K>, state: &K) -> Vec<(K, Shift)> {
    let all = Walker::new(space).all(state);
    all.into_iter().map(|(after, step)| (after, step.into())).collect()
}

/// Asserts what explorations report, from the start and from all goals, against searches over the same space; the sizes
/// of the layers and the goals in each.
fn explorations<K: SearchKey>(space: &dyn Sliding<K>) -> [Vec<u64>; 3] {
    let next = |state: &K| successors(space, state).into_iter().map(|(after, _)| after);
    let is_goal = |state: &&K| space.expander().is_goal(state);
    let layers = layers_from([space.start()], next);
    let goals: Vec<K> = layers.iter().flat_map(|layer| layer.iter().filter(is_goal)).cloned().collect();
    let counts: Vec<u64> = layers.iter().map(|layer| layer.iter().filter(is_goal).count() as u64).collect();
    let from_goals = layers_from(goals.clone(), next);
    let last = |layers: &[BTreeSet<K>]| -> Vec<K> { layers.last().into_iter().flatten().cloned().collect() };
    for limits in settings() {
        let told = explore(space, &limits, EVERYTHING);
        assert_eq!((told.explored.ended, &told.explored.sizes), (None, &sizes(&layers)), "{limits:?}");
        assert_eq!((&told.goal_counts, &told.goals), (&counts, &goals), "{limits:?}");
        assert_eq!(told.farthest, last(&layers), "{limits:?}");
        let few = Request { farthest: 2, goals: Goals::Counted };
        // Backwards and twice: neither order nor number of the sources matters.
        let sources = goals.iter().rev().chain(&goals).cloned().collect();
        let hardest = explore_from(space, sources, &limits, few);
        assert_eq!(hardest.explored.ended, None);
        assert_eq!(hardest.explored.sizes, sizes(&from_goals), "{limits:?}");
        assert_eq!(hardest.goal_counts.iter().sum::<u64>(), goals.len() as u64, "all in the first layer");
        assert_eq!(hardest.farthest, last(&from_goals).into_iter().take(2).collect::<Vec<_>>());
        let all_from_start = explore_from(space, vec![space.start()], &limits, EVERYTHING);
        assert_eq!((all_from_start.goals, all_from_start.farthest), (told.goals, told.farthest));
    }
    for limits in tight(64 << 10) {
        let told = explore(space, &limits, EVERYTHING);
        assert!(goals.starts_with(&told.goals) && counts.starts_with(&told.goal_counts));
        match told.explored.ended {
            None => assert_eq!((&told.goals, told.farthest), (&goals, last(&layers))),
            Some(reason) => assert_eq!((reason, told.farthest), (GaveUp::Memory, Vec::new())),
        }
    }
    [sizes(&layers), counts, sizes(&from_goals)]
}

fn same_explorations(tray: &Tray, goal: &Goal) {
    let puzzle = course::puzzle(tray, Some(goal)).classes();
    for metric in METRICS {
        let plain = Plain::new(tray, goal, metric);
        let is_goal = |position: &&Position| plain.rules.is_won(position);
        let layers = plain.layers_from([plain.rules.start()]);
        let from_goals = plain.layers_from(layers.iter().flatten().filter(is_goal).cloned());
        let counts = layers.iter().map(|layer| layer.iter().filter(is_goal).count() as u64);
        let plain = [sizes(&layers), counts.collect(), sizes(&from_goals)];
        for space in masks_and_lists(&puzzle, metric) {
            let found = in_space!(space, space => explorations(space));
            assert_eq!(found, plain, "{metric}\n{tray}\n{goal}");
        }
    }
}

/// Number and length of the shortest paths, and the least number of turns of one of them.
#[derive(Clone, Copy)]
struct Paths<'a> {
    /// The cost of a move is 0 when it goes on where the last one ended, in the same direction.
    puzzle: &'a Classes,
}

fn turns(puzzle: &Classes, last: Option<Shift>, step: Shift) -> u32 {
    let direction = |step: Shift| {
        let ((top, left), (row, column)) = (puzzle.row_column(step.from), puzzle.row_column(step.to));
        (row.cmp(&top), column.cmp(&left))
    };
    let goes_on =
        |last: Shift| (last.class, last.to) == (step.class, step.from) && direction(last) == direction(step);
    u32::from(!last.is_some_and(goes_on))
}

/// The moves, which are made from the start and have to lead to a goal, with the move before and the state.
fn replayed<K: SearchKey>(space: &dyn Sliding<K>, moves: &[Shift]) -> Vec<(Option<Shift>, K, Shift)> {
    let (mut state, mut last, mut made) = (space.start(), None, Vec::new());
    for &step in moves {
        let (after, _) = successors(space, &state)
            .into_iter()
            .find(|(_, other)| *other == step)
            .expect("a move that can be made");
        made.push((last, std::mem::replace(&mut state, after), step));
        last = Some(step);
    }
    assert!(space.expander().is_goal(&state));
    made
}

/// The cheapest of all shortest paths, and its cost.
fn least<K: Key>(
    dag: &Dag<K>,
    mut cost: impl FnMut(Option<Shift>, &K, Shift) -> u32,
) -> Result<(Vec<Shift>, u64), GaveUp> {
    let mut cost =
        |last: Option<Move>, state: &K, step: Move| cost(last.map(Shift::from), state, step.into());
    let Least { moves, cost } = dag.least(&Limits::default(), &mut cost)?;
    Ok((moves.into_iter().map(Shift::from).collect(), cost))
}

impl Paths<'_> {
    fn run<K: SearchKey>(self, space: &dyn Sliding<K>) -> Option<(usize, String, u64)> {
        let next = |state: &K| successors(space, state);
        let is_goal = |state: &K| space.expander().is_goal(state);
        let by_turns = |last, _: &K, step| turns(self.puzzle, last, step);
        // A cost that depends on everything it may.
        let by_state = |last: Option<Shift>, state: &K, step: Shift| {
            let before = last.map_or(3, |last| u32::from(last.from));
            (state.hash64() % 5) as u32 + (before ^ u32::from(step.to)) % 7
        };
        let layers = layers_from([space.start()], |state| next(state).into_iter().map(|(after, _)| after));
        let plain = OnceCell::new();
        let mut told = None;
        for limits in settings().chain(tight(64 << 10)) {
            let (found, cost) = all(space, &limits, None).expect("nothing is read");
            let dag = match found {
                Shortest::All(dag) => dag,
                Shortest::Unsolvable => return None,
                Shortest::GaveUp(reason) => {
                    assert_eq!(reason, GaveUp::Memory, "{limits:?}");
                    assert!(limits.memory <= 64 << 10, "{limits:?}");
                    continue;
                }
            };
            assert_eq!((cost.layers as usize, cost.symmetric_merged), (dag.length(), false));
            let unlimited = Limits::default();
            let (moves, cost) = least(&dag, by_turns).expect("memory enough");
            let paid = replayed(space, &moves)
                .iter()
                .map(|(last, state, step)| by_turns(*last, state, *step))
                .sum::<u32>();
            assert_eq!((moves.len(), u64::from(paid)), (dag.length(), cost));
            let other = least(&dag, by_state).expect("memory enough");
            let paid = replayed(space, &other.0)
                .iter()
                .map(|(last, state, step)| by_state(*last, state, *step))
                .sum::<u32>();
            assert_eq!(u64::from(paid), other.1);
            let plain = plain.get_or_init(|| {
                let (length, _, anywhere) = count_paths(&layers, &next, &is_goal)?;
                let start = (None, &space.start());
                let walk = || cheapest(start, &layers[1..=length], &next, &is_goal, &by_state);
                (anywhere <= MOST_WALKED).then(walk).flatten()
            });
            assert!(plain.is_none_or(|plain| plain == other.1), "{limits:?}: {plain:?}, {other:?}");
            let count = dag.count(&unlimited).expect("memory enough").to_string();
            let these = (dag.length(), count, cost, moves, other.0, dag);
            let first = told.get_or_insert_with(|| these.clone());
            assert_eq!(*first, these, "{limits:?}");
        }
        told.map(|(length, count, cost, ..)| (length, count, cost))
    }
}

fn same_paths(tray: &Tray, goal: &Goal) {
    let puzzle = course::puzzle(tray, Some(goal)).classes();
    for metric in METRICS {
        let plain = Plain::new(tray, goal, metric);
        let start = plain.rules.start();
        let layers = plain.layers_from([start.clone()]);
        let next = |position: &Position| plain.next(position);
        let is_goal = |position: &Position| plain.rules.is_won(position);
        let expected = count_paths(&layers, &next, &is_goal);
        let least = expected.filter(|expected| expected.2 <= MOST_WALKED).and_then(|(length, ..)| {
            let turns = |last, _: &Position, step| plain.turns(last, step);
            cheapest((None, &start), &layers[1..=length], &next, &is_goal, &turns)
        });
        for space in masks_and_lists(&puzzle, metric) {
            let found = in_space!(space, space => Paths { puzzle: &puzzle }.run(space));
            let context = format!("{metric}\n{tray}\n{goal}");
            let counted = found.as_ref().map(|(length, count, _)| (*length, count.clone()));
            assert_eq!(counted, expected.map(|(length, count, _)| (length, count.to_string())), "{context}");
            if let (Some(least), Some((_, _, cost))) = (least, found) {
                assert_eq!(cost, least, "{context}");
            }
        }
    }
}

/// A puzzle with more paths than could be walked one by one, by the plain rules.
#[test]
fn klotski_has_as_many_shortest_paths_as_the_plain_search_counts() {
    let open = |name: &str| File::open(here("puzzles/sliding").join(name)).expect("a shipped puzzle");
    let tray = read_tray("klotski", open("klotski")).expect("a valid tray");
    let goal = read_goal("goal", open("klotski.goal"), Some(tray.size())).expect("a valid goal");
    let puzzle = course::puzzle(&tray, Some(&goal)).classes();
    let known = [(116, 4_112_640_000), (90, 4096), (81, 256)];
    for (metric, known) in METRICS.into_iter().zip(known) {
        let plain = Plain::new(&tray, &goal, metric);
        let layers = plain.layers_from([plain.rules.start()]);
        let is_goal = |position: &Position| plain.rules.is_won(position);
        let expected = count_paths(&layers, &|position| plain.next(position), &is_goal);
        let [masks, _] = masks_and_lists(&puzzle, metric);
        let found = in_space!(masks, space => Paths { puzzle: &puzzle }.run(space));
        let (length, count, _) = found.expect("a solution");
        assert_eq!(expected.map(|(length, count, _)| (length, count)), Some(known), "{metric}");
        assert_eq!((length, count), (known.0, known.1.to_string()), "{metric}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn explorations_are_those_of_the_plain_search(
        open in plain::trays(1..=4, 1..=4, 5),
        crowded in crowded(6),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 1..3),
    ) {
        for tray in [open, crowded] {
            same_explorations(&tray, &plain::goals(&tray, &picks));
        }
    }

    #[test]
    fn paths_are_as_many_and_as_cheap_as_one_by_one(
        open in plain::trays(1..=4, 1..=4, 4),
        crowded in crowded(6),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 1..4),
    ) {
        for tray in [open, crowded] {
            same_paths(&tray, &plain::goals(&tray, &picks));
        }
    }
}
