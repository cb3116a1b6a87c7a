//! Best-first search by rank.

use crate::graph::Graph;
use traybit_core::search::a_star::{Rank, Weight, solve};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};

#[test]
fn a_shorter_way_found_later_counts() {
    // The long path to 3 seems nearer at first: the estimate is admissible and not consistent.
    let edges = [(0, 1), (0, 10), (10, 11), (11, 3), (1, 3), (3, 4), (4, 5), (5, 6), (6, 7)];
    let graph = Graph::new(0, &[7], &edges);
    let mut estimate = |state: &u64| match state {
        1 => 5,
        _ => 0,
    };
    let mut length = |rank| match solve(&graph, rank, &mut estimate, &Limits::default()).answer {
        Answer::Solved(moves) => moves.len(),
        other => panic!("{other:?}"),
    };
    assert_eq!((length(Rank::A_STAR), length(Rank::GREEDY)), (6, 7));
    assert_eq!(length(Rank::weighted(Weight::of_thousandths(1000).unwrap())), 6);
}

#[test]
fn no_goal_is_proven_and_limits_end_it() {
    let line: Vec<(u64, u64)> = (0..100_000).map(|state| (state, state + 1)).collect();
    let graph = Graph::new(0, &[], &line);
    let answer = |limits: &Limits| solve(&graph, Rank::GREEDY, &mut |_| 0, limits).answer;
    assert_eq!(answer(&Limits::default()), Answer::Unsolvable);
    assert_eq!(answer(&Limits { memory: 1 << 20, ..Limits::default() }), Answer::GaveUp(GaveUp::Memory));
    let stopped = Limits::default();
    stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
    assert_eq!(answer(&stopped), Answer::GaveUp(GaveUp::Stopped));
    assert_eq!(Weight::of_thousandths(999), None);
}
