//! The cheapest of all shortest paths, by a secondary cost.
//!
//! The cost of a move may depend on the state it is made in and on the move before it. So the least cost up to a
//! move is found for each move of the graph, layer by layer: the least over all moves that lead to its state. (This
//! is dynamic programming over pairs of a state and the move that led to it, as in Dijkstra searches that charge for
//! turns.)

use crate::bits::Key;
use crate::search::dag::{Dag, Meter, Rung, STRIDE};
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::space::Move;

/// A shortest path that no other one is cheaper than.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Least {
    /// Its moves.
    pub moves: Vec<Move>,
    /// Its secondary cost.
    pub cost: u64,
}

impl<K: Key> Dag<K> {
    /// One of the cheapest of these paths, where `cost` tells what a move costs after the move before it (none at
    /// the start) in the state it is made in. It is always the same one for the same graph and costs.
    ///
    /// # Errors
    /// When a limit was reached; the graph itself counts against the memory.
    #[expect(clippy::missing_panics_doc, reason = "paths of at least one move have a last one")]
    pub fn least(
        &self,
        limits: &Limits,
        cost: &mut dyn FnMut(Option<Move>, &K, Move) -> u32,
    ) -> Result<Least, GaveUp> {
        let rungs = &self.rungs[..self.length()];
        let Some((first, rest)) = rungs.split_first() else {
            return Ok(Least { moves: Vec::new(), cost: 0 });
        };
        let mut meter = Meter { limits, peak: 0 };
        let start = &first.states[0];
        let mut costs: Vec<u64> =
            first.edges.iter().map(|edge| u64::from(cost(None, start, edge.step))).collect();
        // For each move from the second layer on, the best move before it.
        let mut before = Vec::with_capacity(rest.len());
        let mut held = self.bytes();
        for (earlier, rung) in rungs.iter().zip(rest) {
            held += rung.edges.len() * size_of::<u32>();
            let most = 2 * earlier.edges.len() + rung.edges.len() + rung.states.len();
            meter.hold(held + most * size_of::<u64>())?;
            let best;
            (costs, best) = onwards((earlier, &costs), rung, limits, cost)?;
            before.push(best);
        }
        let ends = (0..).zip(&costs).map(|(edge, &cost)| (cost, edge));
        let (cost, last) = ends.min().expect("a path has a last move");
        Ok(Least { moves: trace(rungs, &before, last), cost })
    }
}

/// For each move of `rung` the least cost of a path up to it, and the move before it on that path, from the costs up
/// to those of the `earlier` layer.
fn onwards<K>(
    (earlier, costs): (&Rung<K>, &[u64]),
    rung: &Rung<K>,
    limits: &Limits,
    cost: &mut dyn FnMut(Option<Move>, &K, Move) -> u32,
) -> Result<(Vec<u64>, Vec<u32>), GaveUp> {
    let arrivals = Arrivals::of(earlier, rung.states.len());
    let mut least = Vec::with_capacity(rung.edges.len());
    let mut best = Vec::with_capacity(rung.edges.len());
    let mut looked = 0;
    for (number, state) in rung.states.iter().enumerate() {
        let arrivals = arrivals.at(number);
        for edge in &rung.edges[rung.leaving(number)] {
            looked += arrivals.len();
            if looked >= STRIDE {
                looked = 0;
                limits.check()?;
            }
            let paths = arrivals.iter().map(|&arrival| {
                let last = earlier.edges[arrival as usize].step;
                (costs[arrival as usize] + u64::from(cost(Some(last), state, edge.step)), arrival)
            });
            let (cost, arrival) = paths.min().expect("some move leads to each state but the start");
            least.push(cost);
            best.push(arrival);
        }
    }
    Ok((least, best))
}

/// The moves up to the one with the number `last` of the last of `rungs`.
fn trace<K>(rungs: &[Rung<K>], before: &[Vec<u32>], last: u32) -> Vec<Move> {
    let mut edges = vec![last];
    for before in before.iter().rev() {
        edges.push(before[edges[edges.len() - 1] as usize]);
    }
    rungs.iter().zip(edges.iter().rev()).map(|(rung, &edge)| rung.edges[edge as usize].step).collect()
}

/// The moves of one layer by the state that they lead to.
struct Arrivals {
    /// Begin of the moves to each state, and the end of the last.
    begin: Vec<u32>,
    edges: Vec<u32>,
}

impl Arrivals {
    /// The moves from `rung` to a layer of so many states, by counting sort.
    fn of<K>(rung: &Rung<K>, states: usize) -> Self {
        let mut begin = vec![0; states + 1];
        for edge in &rung.edges {
            begin[edge.to as usize] += 1;
        }
        let mut end = 0;
        for place in &mut begin {
            end += *place;
            *place = end;
        }
        let mut edges = vec![0; rung.edges.len()];
        for (number, edge) in rung.edges.iter().enumerate().rev() {
            let place = &mut begin[edge.to as usize];
            *place -= 1;
            edges[*place as usize] = number as u32;
        }
        Self { begin, edges }
    }

    fn at(&self, state: usize) -> &[u32] {
        &self.edges[self.begin[state] as usize..self.begin[state + 1] as usize]
    }
}
