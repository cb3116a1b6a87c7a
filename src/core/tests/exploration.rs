//! Tests of exploration: layers, goals and farthest states, from the start and from several states.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::graph::Graph;
use traybit_core::search::compiled::{by_layer, explore, explore_both, explore_from};
use traybit_core::search::exploration::Request;
use traybit_core::{GaveUp, Limits};

const ALL: Request = Request { farthest: usize::MAX, goals: true };

/// 0 in the middle of 1, 2, 3 … to `length` on one side and of 1001, 1002 … on the other; the tens are goals.
fn line(length: u64) -> Graph {
    let arm = |first: u64| (first..first + length).map(move |state| (state, state + 1));
    let edges: Vec<(u64, u64)> = arm(0).chain([(0, 1001)]).chain(arm(1001)).collect();
    let goals: Vec<u64> = (0..=length).filter(|state| state % 10 == 0).collect();
    Graph::new(0, &goals, &edges)
}

#[test]
fn what_is_not_asked_for_is_not_told() {
    let told = explore(&line(20), &Limits::default(), Request::default());
    assert_eq!(told.explored.sizes, [&[1][..], &[2; 20], &[1]].concat());
    assert!(told.farthest.is_empty() && told.goal_counts.is_empty());
    let counted = explore(&line(20), &Limits::default(), Request { goals: true, ..Request::default() });
    assert_eq!((counted.goal_counts.iter().sum::<u64>(), counted.farthest), (3, Vec::new()));
    let star: Vec<(u64, u64)> = (1..100).map(|point| (0, point * 37 % 101)).collect();
    for (wide, farthest) in [(1, 3), (1 << 20, 3), (1, 200)] {
        let request = Request { farthest, ..Request::default() };
        let limits = Limits { wide, ..Limits::default() };
        let found = explore(&Graph::new(0, &[], &star), &limits, request).farthest;
        assert_eq!((&found[..3], found.len()), (&[1, 2, 3][..], farthest.min(99)));
    }
}

#[test]
fn sources_may_be_neighbours_and_come_twice() {
    for wide in [1, 1 << 20] {
        let limits = Limits { wide, threads: 2, ..Limits::default() };
        let from = |sources: &[u64]| explore_from(&line(6), sources.to_vec(), &limits, ALL);
        let told = from(&[5, 2, 1, 5]);
        assert_eq!(told.explored.sizes, [3, 4, 1, 1, 1, 1, 1, 1, 1]);
        assert_eq!((told.farthest, &told.goal_counts[..]), (vec![1007], &[0, 1, 0, 0, 0, 0, 0, 0, 0][..]));
        let nothing = from(&[]);
        assert_eq!((nothing.explored.sizes, nothing.explored.ended), (Vec::new(), None));
        assert!(nothing.farthest.is_empty() && nothing.goal_counts.is_empty());
    }
}

#[test]
fn goals_count_against_the_memory() {
    let goals: Vec<u64> = (1..20_000).collect();
    // As many states in the next layer: it is found while the goals are held.
    let two_layers = goals.iter().flat_map(|&goal| [(0, goal), (1, goal + 20_000)]);
    let graph = Graph::new(0, &goals, &two_layers.collect::<Vec<_>>());
    for wide in [1, 1 << 20] {
        let told = |memory, goals| {
            // One thread: what several hold at once varies.
            let limits = Limits { memory, wide, threads: 1, ..Limits::default() };
            explore_both(&graph, &limits, Request { farthest: 1, goals }, None).expect("nothing is read")
        };
        let least = |request| {
            let mut memories = (0..).map(|eighths| eighths << 17);
            memories.find(|&memory| {
                let (found, _) = told(memory, request);
                assert!(matches!(found.explored.ended, None | Some(GaveUp::Memory)));
                assert_eq!(found.farthest.is_empty(), found.explored.ended.is_some());
                found.explored.ended.is_none()
            })
        };
        let extra = least(true).zip(least(false)).map(|(all, some)| all - some);
        assert!(extra >= Some(128 << 10), "eight bytes for each goal, or nearly: {extra:?}");
        let from_goals = told(8 << 20, true).1.expect("the first search was finished");
        assert_eq!(from_goals.explored.sizes[0], goals.len() as u64);
    }
}

/// The layers of a square with a tail that are handed over: 0 beside 1 and 2, these beside 3, then 4.
fn layers(most: usize, limits: &Limits) -> (Vec<Vec<u64>>, Result<(), GaveUp>) {
    let (mut layers, graph) = (Vec::new(), Graph::new(0, &[3], &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)]));
    let ended = by_layer(&graph, limits, &mut |layer, _| {
        let mut states = Vec::new();
        layer.for_each(|part, _| {
            states.extend_from_slice(part);
            Ok(())
        })?;
        assert_eq!(layer.count(), states.len());
        states.sort_unstable();
        layers.push(states);
        Ok(if layers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    (layers, ended)
}

#[test]
fn every_layer_is_handed_over_once() {
    let all = vec![vec![0], vec![1, 2], vec![3], vec![4]];
    for wide in [1, 1 << 20] {
        let limits = Limits { wide, threads: 2, ..Limits::default() };
        assert_eq!(layers(9, &limits), (all.clone(), Ok(())));
        assert_eq!(layers(2, &limits), (all[..2].to_vec(), Ok(())));
    }
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(layers(9, &limits), (vec![vec![0]], Err(GaveUp::Stopped)));
}
