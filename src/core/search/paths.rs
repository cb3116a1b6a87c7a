//! All shortest paths to a goal, and how many there are.
//!
//! Two paths are the same when their moves are. From layer to layer, each state adds the number of paths that lead to
//! it to that of every state one move on: no path is ever followed by itself, so that numbers of any size take no longer than the
//! graph is large.

use std::time::Instant;

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::checkpoint::Checkpoint;
use crate::search::compiled::SearchKey;
use crate::search::dag::{Dag, Meter, STRIDE};
use crate::search::layered::nearest_goals;
use crate::search::limits::Limits;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::words::ReadError;
use crate::space::Space;

/// The result of a search for all shortest paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortest<K> {
    /// All of them.
    All(Dag<K>),
    /// Proven: no goal can be reached.
    Unsolvable,
    /// Neither.
    GaveUp(GaveUp),
}

/// A result, and its cost.
pub type Priced<K> = (Shortest<K>, Cost);

/// All shortest paths from the start of a space to its goals, and the cost of finding them. Where the start meets
/// the goal that is one path, of no move.
///
/// The search by layers takes all threads, path reconstruction one.
///
/// # Panics
/// When one state of the space stands for several ([`Space::is_canonicalised`]): each has paths of its own.
///
/// It resumes what is in the checkpoint; one that it writes when a goal is found has to be removed by the caller, once
/// that has all answers.
///
/// # Errors
/// When the checkpoint is not of this search, is damaged, or does not fit the memory.
pub fn all<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Priced<K>, ReadError> {
    K::all_paths(space, limits, checkpoint)
}

/// [`all`], compiled where it is called.
pub(super) fn all_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    checkpoint: Option<Checkpoint>,
) -> Result<Priced<K>, ReadError> {
    assert!(!space.is_canonicalised(), "paths to images are not told apart");
    let (nearest, cost) = nearest_goals(space, limits, checkpoint)?;
    let began = Instant::now();
    let mut meter = Meter { limits, peak: cost.bytes };
    let found = match nearest {
        Ok(Some((goals, filters))) => {
            Dag::of(space, filters, goals, &mut meter).map_or_else(Shortest::GaveUp, Shortest::All)
        }
        Ok(None) => Shortest::Unsolvable,
        Err(reason) => Shortest::GaveUp(reason),
    };
    Ok((found, Cost { time: cost.time + began.elapsed(), bytes: meter.peak, ..cost }))
}

/// A number that paths are counted in.
trait Count: Clone + From<u8> {
    /// Adds another one, unless the sum is too large.
    fn add(&mut self, more: &Self) -> Option<()>;
    /// Bytes held.
    fn bytes(&self) -> usize;
}

impl Count for u128 {
    fn add(&mut self, more: &Self) -> Option<()> {
        *self = self.checked_add(*more)?;
        Some(())
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

impl Count for BigUint {
    fn add(&mut self, more: &Self) -> Option<()> {
        *self += more;
        Some(())
    }

    fn bytes(&self) -> usize {
        size_of::<Self>() + self.bits().div_ceil(8) as usize
    }
}

impl<K: Key> Dag<K> {
    /// How many different sequences of moves these paths are: exactly.
    ///
    /// # Errors
    /// When a limit was reached; the graph itself counts against the memory.
    #[expect(clippy::missing_panics_doc, reason = "no sum is too large for a `BigUint`")]
    pub fn count(&self, limits: &Limits) -> Result<BigUint, GaveUp> {
        match self.count_as::<u128>(limits)? {
            Some(count) => Ok(count.into()),
            None => Ok(self.count_as::<BigUint>(limits)?.expect("no sum is too large for it")),
        }
    }

    /// The number of paths, or none when it is too large for `N`.
    fn count_as<N: Count>(&self, limits: &Limits) -> Result<Option<N>, GaveUp> {
        let mut meter = Meter { limits, peak: 0 };
        let mut paths: Vec<N> = vec![1.into()];
        for pair in self.rungs().windows(2) {
            let mut next: Vec<N> = vec![0.into(); pair[1].states.len()];
            for (state, paths) in paths.iter().enumerate() {
                if state % STRIDE == 0 {
                    limits.check()?;
                }
                for edge in &pair[0].edges[pair[0].leaving(state)] {
                    if next[edge.to as usize].add(paths).is_none() {
                        return Ok(None);
                    }
                }
            }
            let numbers: usize = paths.iter().chain(&next).map(Count::bytes).sum();
            meter.hold(self.bytes() + numbers)?;
            paths = next;
        }
        let mut sum = N::from(0);
        let whole = paths.iter().try_for_each(|paths| sum.add(paths));
        Ok(whole.map(|()| sum))
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::Ordering;
    use std::time::Instant;

    use num_bigint::BigUint;

    use super::{Shortest, all};
    use crate::search::graph::{Graph, Step};
    use crate::search::limits::Limits;
    use crate::search::outcome::GaveUp;

    /// So many diamonds in a row: two paths through each.
    fn diamonds(many: u64) -> Graph {
        let corners = |at: u64| [(at, at + 1), (at, at + 2), (at + 1, at + 3), (at + 2, at + 3)];
        let edges: Vec<Step> = (0..many).flat_map(|diamond| corners(3 * diamond)).collect();
        Graph::new(0, &[3 * many], &edges)
    }

    fn count(graph: &Graph) -> (usize, BigUint) {
        match all(graph, &Limits::default(), None).expect("nothing is read") {
            (Shortest::All(dag), _) => (dag.length(), dag.count(&Limits::default()).expect("no limit")),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn more_ways_than_a_word_holds_are_counted_exactly() {
        for many in [1, 127, 128, 200] {
            assert_eq!(count(&diamonds(many)), (2 * many as usize, BigUint::from(1u8) << many));
        }
        let digits = "1606938044258990275541962092341162602522202993782792835301376";
        assert_eq!(count(&diamonds(200)).1.to_string(), digits, "2 to the power of 200");
    }

    #[test]
    fn only_the_nearest_goals_count() {
        // 2 and 3 are two moves away, by one path and by two; 4 is three moves away.
        let edges = [(0, 1), (0, 5), (1, 2), (1, 3), (5, 3), (3, 4)];
        assert_eq!(count(&Graph::new(0, &[2, 3, 4], &edges)), (2, 3u8.into()));
    }

    #[test]
    fn one_way_of_no_move_leads_to_a_start_that_is_a_goal() {
        let graph = Graph::new(3, &[1, 3], &[(3, 1)]);
        assert_eq!(count(&graph), (0, 1u8.into()));
        let (Shortest::All(dag), cost) = all(&graph, &Limits::default(), None).expect("nothing is read")
        else {
            panic!("a path is there")
        };
        let least = dag.least(&Limits::default(), &mut |_, _, _| 1).expect("no limit");
        assert_eq!((least.moves, least.cost, dag.states(0), cost.layers), (Vec::new(), 0, &[3][..], 0));
    }

    #[test]
    fn where_no_goal_can_be_reached_no_way_is_there() {
        let (found, cost) =
            all(&Graph::new(0, &[9], &[(0, 1), (1, 2)]), &Limits::default(), None).expect("nothing is read");
        assert_eq!((found, cost.positions, cost.layers), (Shortest::Unsolvable, 3, 2));
    }

    #[test]
    fn limits_end_the_search() {
        let graph = diamonds(50);
        let gave_up = |limits: &Limits| match all(&graph, limits, None).expect("nothing is read").0 {
            Shortest::GaveUp(reason) => reason,
            other => panic!("{other:?}"),
        };
        let default = Limits::default;
        assert_eq!(gave_up(&Limits { memory: 100, ..default() }), GaveUp::Memory);
        assert_eq!(gave_up(&Limits { deadline: Some(Instant::now()), ..default() }), GaveUp::Time);
        let stopped = default();
        stopped.stop.store(true, Ordering::Relaxed);
        assert_eq!(gave_up(&stopped), GaveUp::Stopped);
    }
}
