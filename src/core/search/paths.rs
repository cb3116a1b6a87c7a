//! All shortest paths to a goal, and their number.
//!
//! Two paths are the same when their moves are. From layer to layer, each state adds the number of paths that lead to
//! it to that of every state one move on: no path is ever followed by itself, so that numbers of any size take no longer than the
//! graph is large.

use std::time::Instant;

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::checkpoint::Checkpoint;
use crate::search::dag::{Dag, Meter, STRIDE};
use crate::search::layered::nearest_goals;
use crate::search::limits::Limits;
use crate::search::outcome::{Cost, GaveUp};
use crate::search::words::ReadError;
use crate::space::Space;

/// The result of a search for all shortest paths.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Shortest<K> {
    /// All shortest paths.
    All(Dag<K>),
    /// Proven: no goal can be reached.
    Unsolvable,
    /// Neither.
    GaveUp(GaveUp),
}

/// A result, and its cost.
pub type Priced<K> = (Shortest<K>, Cost);

/// [`all_paths`](crate::search::compiled::all_paths) for any key.
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
    /// The exact number of different sequences of moves.
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
        for pair in self.rungs.windows(2) {
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
