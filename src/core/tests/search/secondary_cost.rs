//! The cheapest of all shortest paths by a secondary cost.

use crate::graph::{Graph, code};
use traybit_core::search::dag::Dag;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::paths::{Shortest, all};
use traybit_core::search::secondary_cost::Least;
use traybit_core::space::Move;

/// Two paths to 3, two on to 6.
const EDGES: [(u64, u64); 8] = [(0, 1), (0, 2), (1, 3), (2, 3), (3, 4), (3, 5), (4, 6), (5, 6)];

fn dag() -> Dag<u64> {
    match all(&Graph::new(0, &[6], &EDGES), &Limits::default(), None).expect("nothing is read").0 {
        Shortest::All(dag) => dag,
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_dear_move_pays_when_it_makes_the_next_one_cheap() {
    let mut cost = |last: Option<Move>, state: &u64, step: Move| {
        let ends = |Move(code): Move| (code >> 32, code & 0xffff_ffff);
        let (last, step) = (last.map(ends), ends(step));
        assert_eq!((last.map(|last| last.1), *state), ((step.0 > 0).then_some(step.0), step.0));
        match (last, step) {
            (None, (0, 2)) => 3,
            // Only a path through 2 leads to 5 without cost.
            (Some((2, 3)), (3, 5)) => 0,
            (_, (3, _)) => 7,
            _ => 1,
        }
    };
    let least = dag().least(&Limits::default(), &mut cost);
    assert_eq!(least, Ok(Least { moves: [(0, 2), (2, 3), (3, 5), (5, 6)].map(code).to_vec(), cost: 5 }));
}

#[test]
fn costs_that_differ_nowhere_give_some_way() {
    let Least { moves, cost } = dag().least(&Limits::default(), &mut |_, _, _| u32::MAX).expect("no limit");
    assert_eq!((moves.len(), cost), (4, 4 * u64::from(u32::MAX)));
    assert!(moves.windows(2).all(|pair| pair[0].0 & 0xffff_ffff == pair[1].0 >> 32));
}

#[test]
fn memory_is_accounted_for() {
    let dag = dag();
    let limits = Limits { memory: dag.bytes(), ..Limits::default() };
    assert_eq!(dag.least(&limits, &mut |_, _, _| 0), Err(GaveUp::Memory));
    assert_eq!(dag.count(&limits), Err(GaveUp::Memory));
}
