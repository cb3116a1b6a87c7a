//! All shortest paths and their number.

use std::sync::atomic::Ordering;
use std::time::Instant;

use num_bigint::BigUint;

use crate::graph::{Graph, Step, code};
use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::compiled::all_paths;
use traybit_core::search::paths::{self, ShortestPaths};
use traybit_core::search::reconstruction::reconstruct;
use traybit_core::{GaveUp, Limits};

/// So many diamonds in a row: two paths through each.
fn diamonds(many: u64) -> Graph {
    let corners = |at: u64| [(at, at + 1), (at, at + 2), (at + 1, at + 3), (at + 2, at + 3)];
    let edges: Vec<Step> = (0..many).flat_map(|diamond| corners(3 * diamond)).collect();
    Graph::new(0, &[3 * many], &edges)
}

fn count(graph: &Graph) -> (usize, BigUint) {
    match all_paths(graph, &Limits::default(), None).expect("nothing is read") {
        (Ok(Some(ShortestPaths { number, first })), _) => (first.len(), number),
        other => panic!("{other:?}"),
    }
}

#[test]
fn paths_to_the_nearest_goals_are_counted_exactly() {
    for many in [1, 127, 128, 200] {
        assert_eq!(count(&diamonds(many)), (2 * many as usize, BigUint::from(1u8) << many));
    }
    // 2 and 3 are two moves away, by one path and by two; 4 is three moves away.
    let edges = [(0, 1), (0, 5), (1, 2), (1, 3), (5, 3), (3, 4)];
    assert_eq!(count(&Graph::new(0, &[2, 3, 4], &edges)), (2, 3u8.into()));
    assert_eq!(count(&Graph::new(3, &[1, 3], &[(3, 1)])), (0, 1u8.into()), "the start is a goal");
    let graph = Graph::new(0, &[9], &[(0, 1), (1, 2)]);
    let (found, cost) = all_paths(&graph, &Limits::default(), None).expect("nothing is read");
    assert_eq!((found, cost.positions, cost.layers), (Ok(None), 3, 2));
}

#[test]
fn limits_end_the_search() {
    let graph = diamonds(50);
    let gave_up = |limits: &Limits| match all_paths(&graph, limits, None).expect("nothing is read").0 {
        Err(reason) => reason,
        other => panic!("{other:?}"),
    };
    let default = Limits::default;
    assert_eq!(gave_up(&Limits { memory: 100, ..default() }), GaveUp::Memory);
    assert_eq!(gave_up(&Limits { deadline: Some(Instant::now()), ..default() }), GaveUp::Time);
    let stopped = default();
    stopped.stop.store(true, Ordering::Relaxed);
    assert_eq!(gave_up(&stopped), GaveUp::Stopped);
}

#[test]
fn states_that_pass_by_chance_are_dropped() {
    // Beside the two paths 0, 1, 3, 5, 8 and 0, 2, 4, 5, 8 a longer one, 0, 1, 6, 7, 9, 8.
    let edges = [(0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (5, 8), (1, 6), (6, 7), (7, 9), (9, 8)];
    // The layers before that of 8; those of 7 and 9 are let pass one layer too early.
    let layers: [&[u64]; 4] = [&[0], &[1, 2], &[3, 4, 6, 7], &[5, 7, 9]];
    let count = |limits: &Limits| {
        let filter = |keys: &&[u64]| BloomFilter::of(keys, 2);
        let filters = layers.iter().map(filter).collect();
        paths::count(&Graph::new(0, &[8], &edges), filters, vec![8], limits, &mut 0)
    };
    let first = [(0, 1), (1, 3), (3, 5), (5, 8)].map(code).to_vec();
    assert_eq!(count(&Limits::default()), Ok(ShortestPaths { number: 2u8.into(), first }));
    assert_eq!(count(&Limits { memory: 200, ..Limits::default() }), Err(GaveUp::Memory));
}

#[test]
fn a_path_leaves_positions_that_pass_by_chance() {
    // The numbers 0, 1, 2, …, each beside the next; what leads away from the start comes first.
    let edges: Vec<Step> = (0..12).rev().map(|number| (number, number + 1)).collect();
    let filter = |keys: &[u64]| BloomFilter::of(keys, 2);
    // Layers 1 to 5 let their neighbours of later layers through as well.
    let later = (1..6u64).map(|layer| filter(&[layer, 12 - layer, 8]));
    let filters: Vec<BloomFilter> = [filter(&[0])].into_iter().chain(later).collect();
    assert!(filters[5].passes(&7u64, &[]).expect("it is in memory"), "a path that leads nowhere");
    let moves = reconstruct(&Graph::new(0, &[6], &edges), &filters, 6, &Limits::default());
    assert_eq!(moves, Ok((0..6).map(|number| code((number, number + 1))).collect()));
}

#[test]
fn a_path_is_found_where_all_positions_pass() {
    // A line on which what leads away from the start comes first: walks of this length are 2⁶⁴.
    const LENGTH: u64 = 64;
    let edges: Vec<Step> = (0..2 * LENGTH).rev().map(|number| (number, number + 1)).collect();
    let all: Vec<u64> = (0..=2 * LENGTH).collect();
    let filters: Vec<BloomFilter> = (0..LENGTH).map(|_| BloomFilter::of(&all, 2)).collect();
    let graph = Graph::new(0, &[LENGTH], &edges);
    let moves = reconstruct(&graph, &filters, LENGTH, &Limits::default());
    assert_eq!(moves, Ok((0..LENGTH).map(|number| code((number, number + 1))).collect()));
}
