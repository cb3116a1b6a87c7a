//! Estimates from random paths.

use std::time::Duration;

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::probes::estimate;
use traybit_core::search::staged::{StageExpander, Staged, Successor};

/// Below a state of n there are states of n − 1, n − 2, … 0, or n equal ones.
struct Tree {
    root: u64,
    is_regular: bool,
}

impl Staged<u64> for Tree {
    fn last(&self) -> usize {
        10
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((10 - self.root as usize, self.root))
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(self)
    }
}

impl StageExpander<u64> for &Tree {
    fn expand(&mut self, _: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        for (parent, &below) in (0..).zip(states) {
            let state = |rank: u64| if self.is_regular { below - 1 } else { rank };
            let lead = |state: u64| Successor { state, parent, stage: 10 - state as u32, step: 0 };
            successors.extend((0..below).map(state).map(lead));
        }
    }
}

#[test]
fn a_regular_tree_is_known_from_every_path() {
    let tree = Tree { root: 5, is_regular: true };
    let found = estimate(&[&tree, &tree], &mut Rng::new(1, 1), Duration::ZERO, &Limits::default());
    let found = found.expect("no limit");
    // 1 + 5 + 5·4 + 5·4·3 + …
    assert_eq!((found.nodes, found.error), (2.0 * 326.0, 0.0));
}

#[test]
fn the_mean_of_many_estimates_is_the_number_of_nodes() {
    // Each number below the root is in a path or not: 2^5 nodes.
    let tree = Tree { root: 5, is_regular: false };
    let limits = Limits::default();
    let found = |stream| {
        let found = estimate(&[&tree], &mut Rng::new(1, stream), Duration::ZERO, &limits);
        found.expect("no limit")
    };
    let mean = (0..400).map(|stream| found(stream).nodes).sum::<f64>() / 400.0;
    assert!((mean / 32.0 - 1.0).abs() < 0.1, "{mean}");
    let error = (0..400).map(|stream| found(stream).error).sum::<f64>() / 400.0;
    assert!((1.0..32.0).contains(&error), "{error}");
}
