//! Layers handed over one after the other.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use crate::graph::Graph;
use traybit_core::search::compiled::by_layer;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// A square with a tail: 0 beside 1 and 2, these beside 3, then 4.
fn square() -> Graph {
    Graph::new(0, &[3], &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)])
}

fn layers(most: usize, limits: &Limits) -> (Vec<Vec<u64>>, Result<(), GaveUp>) {
    let mut layers = Vec::new();
    let ended = by_layer(&square(), limits, &mut |shown| {
        let mut states = Vec::new();
        shown.for_each(|part| {
            states.extend_from_slice(part);
            Ok(())
        })?;
        assert_eq!(shown.count(), states.len());
        states.sort_unstable();
        layers.push(states);
        Ok(if layers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
    });
    (layers, ended)
}

#[test]
fn every_layer_is_seen_once_and_no_more_than_wanted() {
    let all = vec![vec![0], vec![1, 2], vec![3], vec![4]];
    for wide in [1, 1 << 20] {
        let limits = Limits { wide, threads: 2, ..Limits::default() };
        assert_eq!(layers(9, &limits), (all.clone(), Ok(())));
        assert_eq!(layers(2, &limits), (all[..2].to_vec(), Ok(())));
    }
}

#[test]
fn why_it_ended_is_told() {
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(layers(9, &limits), (vec![vec![0]], Err(GaveUp::Stopped)));
    let refused = by_layer(&square(), &Limits::default(), &mut |_| Err(GaveUp::Time));
    assert_eq!(refused, Err(GaveUp::Time));
}
