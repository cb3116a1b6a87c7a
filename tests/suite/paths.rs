//! Goals, farthest states, several sources and the number of shortest paths, against plain searches over whole layers.

use std::collections::BTreeSet;

use traybit_core::search::compiled::{SearchKey, all_paths, explore_both, explore_from};
use traybit_core::search::exploration::Request;
use traybit_core::space::Walker;
use traybit_core::{Explored, GaveUp, Limits};
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::space::Sliding;
use traybit_sliding::{Choice, Classes, Metric, Shift, in_space};

use crate::classics::pair;
use crate::differential::known::Known;
use crate::differential::sliding::METRICS;
use crate::differential::small_problems;
use crate::layers::{settings, tight};

const EVERYTHING: Request = Request { farthest: usize::MAX, goals: true };

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
    let explore = |limits: &Limits| explore_both(space, limits, EVERYTHING, None).expect("nothing is read");
    for limits in settings() {
        let (told, hardest) = explore(&limits);
        let Explored { sizes: found, ended, cost } = &told.explored;
        assert_eq!((*ended, found), (None, &sizes(&layers)), "{limits:?}");
        assert_eq!((cost.positions, cost.layers as usize + 1), (found.iter().sum(), found.len()));
        assert_eq!((&told.goal_counts, &told.farthest), (&counts, &last(&layers)), "{limits:?}");
        let all_hardest = hardest.map(|hardest| (hardest.explored.sizes, hardest.farthest));
        assert_eq!(all_hardest, Some((sizes(&from_goals), last(&from_goals))), "{limits:?}");
        let few = Request { farthest: 2, goals: true };
        // Backwards and twice: neither order nor number of the sources matters.
        let sources = goals.iter().rev().chain(&goals).cloned().collect();
        let hardest = explore_from(space, sources, &limits, few);
        assert_eq!(hardest.explored.ended, None);
        assert_eq!(hardest.explored.sizes, sizes(&from_goals), "{limits:?}");
        assert_eq!(hardest.goal_counts.iter().sum::<u64>(), goals.len() as u64, "all in the first layer");
        assert_eq!(hardest.farthest, last(&from_goals).into_iter().take(2).collect::<Vec<_>>());
        let all_from_start = explore_from(space, vec![space.start()], &limits, EVERYTHING);
        assert_eq!((all_from_start.goal_counts, all_from_start.farthest), (told.goal_counts, told.farthest));
    }
    for limits in tight(64 << 10) {
        let (told, _) = explore(&limits);
        assert!(counts.starts_with(&told.goal_counts));
        match told.explored.ended {
            None => assert_eq!((&told.goal_counts, told.farthest), (&counts, last(&layers))),
            Some(reason) => assert_eq!((reason, told.farthest), (GaveUp::Memory, Vec::new())),
        }
    }
    [sizes(&layers), counts, sizes(&from_goals)]
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

/// Length and number of the shortest paths, if there is any; the same with any threads and memory.
fn shortest_paths<K: SearchKey>(space: &dyn Sliding<K>) -> Option<(usize, String)> {
    let mut first = None;
    for limits in settings().chain(tight(64 << 10)) {
        let (found, cost) = all_paths(space, &limits, None).expect("nothing is read");
        let paths = match found {
            Ok(Some(paths)) => paths,
            Ok(None) => return None,
            Err(reason) => {
                assert_eq!(reason, GaveUp::Memory, "{limits:?}");
                assert!(limits.memory <= 64 << 10, "{limits:?}");
                continue;
            }
        };
        assert_eq!((cost.layers as usize, cost.symmetric_merged), (paths.first.len(), false));
        leads_to_a_goal(space, paths.first.iter().copied().map(Shift::from));
        assert_eq!(*first.get_or_insert_with(|| paths.clone()), paths, "{limits:?}");
    }
    first.map(|paths| (paths.first.len(), paths.number.to_string()))
}

/// Masks and lists of a puzzle.
fn spaces(puzzle: &Classes, metric: Metric) -> Vec<AnySpace> {
    let choices = Choice::all(puzzle);
    let chosen = choices.first().into_iter().chain(choices.last());
    chosen.map(|&choice| compile(puzzle, choice, metric, Symmetric::Apart)).collect()
}

#[test]
fn explorations_and_paths_are_those_of_the_plain_rules() {
    small_problems(14, |problem, rules| {
        for metric in METRICS {
            let Some(Known { sizes, goals, from_goals, shortest }) = Known::of(rules, metric) else {
                continue;
            };
            let shortest = shortest.map(|(length, number)| (length, number.to_string()));
            let whole = [sizes, goals, from_goals];
            for space in spaces(&problem.classes(), metric) {
                let (found, paths) = in_space!(space, space => (explorations(space), shortest_paths(space)));
                assert_eq!((&found, &paths), (&whole, &shortest), "{metric:?}");
            }
        }
    });
}

/// A puzzle with more paths than could be walked one by one.
#[test]
fn klotski_has_its_numbers_of_shortest_paths() {
    let puzzle = pair("klotski").classes();
    let known = [(116, "4112640000"), (90, "4096"), (81, "256")];
    for (metric, (length, number)) in METRICS.into_iter().zip(known) {
        let found = in_space!(spaces(&puzzle, metric)[0], space => shortest_paths(space));
        assert_eq!(found, Some((length, number.to_owned())), "{metric:?}");
    }
}
