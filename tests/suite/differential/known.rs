//! Facts about a whole space by the plain rules.

use std::collections::{HashMap, HashSet};

use num_bigint::BigUint;
use traybit_core::reference::Position;
use traybit_sliding::{Metric, Rules};

use crate::plain_layers::Layers;

/// Maximum positions of a plain search: blocks that all differ may have millions.
pub(crate) const MOST_POSITIONS: usize = 3_000;

/// A whole space in one metric.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    /// Positions at distance 0, 1, 2 …
    pub(crate) sizes: Vec<u64>,
    /// Number of them that meet a goal.
    pub(crate) goals: Vec<u64>,
    /// Positions at distance 0, 1, 2 … from the nearest of all goals.
    pub(crate) from_goals: Vec<u64>,
    /// The fewest moves that lead to a goal, and the number of sequences of that length.
    pub(crate) shortest: Option<(usize, BigUint)>,
}

impl Known {
    /// Answers by the rules alone; `None` beyond [`MOST_POSITIONS`].
    pub(crate) fn of(rules: &Rules, metric: Metric) -> Option<Self> {
        let expand = |position: &Position, found: &mut Vec<Position>| rules.expand(position, metric, found);
        let (mut sizes, mut goals, mut all_goals) = (Vec::new(), Vec::new(), Vec::new());
        let (mut shortest, mut paths) = (None, HashMap::from([(rules.start(), BigUint::from(1u32))]));
        let mut layers = Layers::new(rules.start(), expand);
        while !layers.layer().is_empty() {
            let won: Vec<Position> =
                layers.layer().iter().filter(|position| rules.is_won(position)).cloned().collect();
            if shortest.is_none() {
                let layer: HashSet<&Position> = layers.layer().iter().collect();
                paths.retain(|position, _| layer.contains(position));
                if !won.is_empty() {
                    shortest = Some((sizes.len(), won.iter().map(|goal| &paths[goal]).sum()));
                }
                paths = one_move_on(&paths, expand);
            }
            sizes.push(layers.layer().len() as u64);
            goals.push(won.len() as u64);
            all_goals.extend(won);
            if !layers.advance(MOST_POSITIONS) {
                return None;
            }
        }
        let mut from_goals = Vec::new();
        let mut layers = Layers::from_all(all_goals, expand);
        while !layers.layer().is_empty() {
            from_goals.push(layers.layer().len() as u64);
            layers.advance(MOST_POSITIONS);
        }
        Some(Self { sizes, goals, from_goals, shortest })
    }
}

/// Number of sequences of moves that lead to each position, one move later.
fn one_move_on(
    paths: &HashMap<Position, BigUint>,
    expand: impl Fn(&Position, &mut Vec<Position>),
) -> HashMap<Position, BigUint> {
    let (mut after, mut found) = (HashMap::<Position, BigUint>::new(), Vec::new());
    for (position, paths) in paths {
        expand(position, &mut found);
        for next in found.drain(..) {
            *after.entry(next).or_default() += paths;
        }
    }
    after
}
