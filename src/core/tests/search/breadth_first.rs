//! Breadth-first search with a queue.

use crate::graph::{Graph, code};
use traybit_core::search::breadth_first::{Encountered, solve};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};

#[test]
fn both_collections_find_the_fewest_moves() {
    let ring: Vec<(u64, u64)> = (0..10).map(|state| (state, (state + 1) % 10)).collect();
    let graph = Graph::new(0, &[7, 6], &ring);
    let expected = Answer::Solved([(0, 9), (9, 8), (8, 7)].map(code).to_vec());
    for encountered in [Encountered::List, Encountered::Set] {
        let outcome = solve(&graph, encountered, &Limits::default());
        assert_eq!(outcome.answer, expected);
        assert_eq!((outcome.cost.positions, outcome.cost.layers), (8, 3));
    }
    let none = Graph::new(0, &[99], &ring);
    let outcome = solve(&none, Encountered::List, &Limits::default());
    assert_eq!((outcome.answer, outcome.cost.positions), (Answer::Unsolvable, 10));
    assert_eq!(outcome.cost.layers, 5);
}

#[test]
fn limits_end_it() {
    let line: Vec<(u64, u64)> = (0..200_000).map(|state| (state, state + 1)).collect();
    let graph = Graph::new(0, &[], &line);
    let little = Limits { memory: 1 << 20, ..Limits::default() };
    assert_eq!(solve(&graph, Encountered::Set, &little).answer, Answer::GaveUp(GaveUp::Memory));
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(solve(&graph, Encountered::List, &stopped).answer, Answer::GaveUp(GaveUp::Stopped));
}
