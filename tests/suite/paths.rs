//! Goals, farthest states, several sources and the number of shortest paths, against plain searches over whole layers.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;

use proptest::prelude::{ProptestConfig, any};
use proptest::{collection, proptest, sample};
use traybit_core::reference::Position;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::compiled::all_paths;
use traybit_core::search::compiled::{explore, explore_from};
use traybit_core::search::exploration::{Goals, Request};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::paths::Shortest;
use traybit_core::space::Walker;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::AnySpace;
use traybit_sliding::formats::course::{self, Goal, Tray, read_goal, read_tray};
use traybit_sliding::in_space;
use traybit_sliding::layout::{Flips, LayoutKind};
use traybit_sliding::list_space::ListSpace;
use traybit_sliding::mask_space::MaskSpace;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::reference::Rules;
use traybit_sliding::space::Sliding;

use crate::layers::{crowded, settings, tight};
use crate::plain;
use crate::programs::here;

const METRICS: [Metric; 3] = [Metric::Step, Metric::Slide, Metric::Path];
const EVERYTHING: Request = Request { farthest: usize::MAX, goals: Goals::Collected };

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
    metric: Metric,
}

impl Plain {
    fn new(tray: &Tray, goal: &Goal, metric: Metric) -> Self {
        Self { rules: Rules::of(&course::puzzle(tray, Some(goal))), metric }
    }

    fn next(&self, position: &Position) -> Vec<Position> {
        let mut found = Vec::new();
        self.rules.expand(position, self.metric, &mut found);
        found
    }

    fn layers_from(&self, sources: impl IntoIterator<Item = Position>) -> Vec<BTreeSet<Position>> {
        layers_from(sources, |position| self.next(position))
    }
}

/// All shortest paths among states of these layers: their length and their number; none where no goal is.
fn count_paths<T: Ord + Clone>(
    layers: &[BTreeSet<T>],
    next: &impl Fn(&T) -> Vec<T>,
    is_goal: &impl Fn(&T) -> bool,
) -> Option<(usize, u128)> {
    let length = layers.iter().position(|layer| layer.iter().any(is_goal))?;
    let mut paths: BTreeMap<T, u128> = layers[0].iter().map(|start| (start.clone(), 1)).collect();
    for layer in &layers[1..=length] {
        let mut longer = BTreeMap::new();
        for (state, paths) in &paths {
            for after in next(state).into_iter().filter(|after| layer.contains(after)) {
                *longer.entry(after).or_insert(0) += paths;
            }
        }
        paths = longer;
    }
    Some((length, paths.iter().filter(|(state, _)| is_goal(state)).map(|(_, paths)| paths).sum()))
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
fn successors<K: SearchKey>(space: &dyn Sliding<K>, state: &K) -> Vec<(K, Shift)> {
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

/// Asserts that a list of moves leads from the start to a goal.
fn leads_to_a_goal<K: SearchKey>(space: &dyn Sliding<K>, moves: impl Iterator<Item = Shift>) {
    let mut state = space.start();
    for step in moves {
        let made = successors(space, &state).into_iter().find(|(_, other)| *other == step);
        state = made.expect("a move that can be made").0;
    }
    assert!(space.expander().is_goal(&state));
}

/// Length and number of the shortest paths, the same with any threads and memory; none where there is none.
fn shortest_paths<K: SearchKey>(space: &dyn Sliding<K>) -> Option<(usize, String)> {
    let mut first = None;
    for limits in settings().chain(tight(64 << 10)) {
        let (found, cost) = all_paths(space, &limits, None).expect("nothing is read");
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
        assert_eq!(dag.path().count(), dag.length());
        leads_to_a_goal(space, dag.path().map(Shift::from));
        let number = dag.count(&Limits::default()).expect("memory enough").to_string();
        let (_, known) = first.get_or_insert_with(|| (number.clone(), dag.clone()));
        assert_eq!(*known, dag, "{limits:?}");
    }
    first.map(|(number, dag)| (dag.length(), number))
}

fn same_paths(tray: &Tray, goal: &Goal) {
    let puzzle = course::puzzle(tray, Some(goal)).classes();
    for metric in METRICS {
        let plain = Plain::new(tray, goal, metric);
        let layers = plain.layers_from([plain.rules.start()]);
        let is_goal = |position: &Position| plain.rules.is_won(position);
        let expected = count_paths(&layers, &|position| plain.next(position), &is_goal);
        for space in masks_and_lists(&puzzle, metric) {
            let found = in_space!(space, space => shortest_paths(space));
            let expected = expected.map(|(length, number)| (length, number.to_string()));
            assert_eq!(found, expected, "{metric}\n{tray}\n{goal}");
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
        let found = in_space!(masks, space => shortest_paths(space));
        assert_eq!(expected, Some(known), "{metric}");
        assert_eq!(found, Some((known.0, known.1.to_string())), "{metric}");
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
    fn paths_are_as_many_as_the_plain_search_counts(
        open in plain::trays(1..=4, 1..=4, 4),
        crowded in crowded(6),
        picks in collection::vec(any::<(sample::Index, sample::Index, sample::Index)>(), 1..4),
    ) {
        for tray in [open, crowded] {
            same_paths(&tray, &plain::goals(&tray, &picks));
        }
    }
}
