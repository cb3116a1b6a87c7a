//! Graphs of all shortest paths.

use crate::graph::Graph;
use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::dag::{Dag, Meter};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Beside the two paths 0, 1, 3, 5, 8 and 0, 2, 4, 5, 8 a longer one, 0, 1, 6, 7, 9, 8.
const EDGES: [(u64, u64); 10] =
    [(0, 1), (0, 2), (1, 3), (2, 4), (3, 5), (4, 5), (5, 8), (1, 6), (6, 7), (7, 9)];

fn dag(limits: &Limits) -> Result<Dag<u64>, GaveUp> {
    let edges: Vec<(u64, u64)> = EDGES.into_iter().chain([(9, 8)]).collect();
    // The layers before that of 8; those of 7 and 9 are let pass one layer too early.
    let layers: [&[u64]; 4] = [&[0], &[1, 2], &[3, 4, 6, 7], &[5, 7, 9]];
    let filters: Vec<BloomFilter> =
        layers.iter().map(|keys| BloomFilter::Held(vec![BloomFilter::part(keys, 2)])).collect();
    assert!(
        filters[2].passes(&7u64, &[]).unwrap() && filters[3].passes(&9u64, &[]).unwrap(),
        "paths that lead nowhere"
    );
    Dag::of(&Graph::new(0, &[8], &edges), filters, vec![8], &mut Meter { limits, peak: 0 })
}

#[test]
fn states_that_pass_by_chance_are_dropped() {
    let dag = dag(&Limits::default()).expect("no limit");
    assert_eq!(dag.length(), 4);
    let states = [0, 1, 2, 3, 4].map(|distance| dag.states(distance));
    assert_eq!(states, [&[0][..], &[1, 2], &[3, 4], &[5], &[8]]);
    assert_eq!(dag.count(&Limits::default()), Ok(2u8.into()));
}

#[test]
fn memory_is_accounted_for() {
    assert_eq!(dag(&Limits { memory: 200, ..Limits::default() }), Err(GaveUp::Memory));
}
