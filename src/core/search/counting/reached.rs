//! The last stage of a count, state by state.

use std::hint::black_box;

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::counting::Count;
use crate::search::counting::table::{Number, Spare, Table, high};
use crate::search::outcome::Cost;
use crate::search::staged::Successor;
use crate::search::words::halves;

/// The states of the last stage that were reached, with their numbers of paths.
pub trait Reached<K>: Send + Sync {
    /// Cost of the search.
    fn cost(&self) -> Cost;
    /// Number of paths to a state; 0 where none leads to it.
    fn number(&self, state: &K) -> BigUint;
    /// Removes, from this one on, the successors whose states no path leads to.
    fn retain(&self, successors: &mut Vec<Successor<K>>, from: usize);
    /// Visits all states with their numbers.
    fn each(&self, visit: &mut dyn FnMut(K, BigUint));
    /// Bytes that they take.
    fn bytes(&self) -> usize;
    /// The numbers of all states together.
    fn sum(&self) -> Count {
        let mut total = BigUint::ZERO;
        self.each(&mut |_, number| total += number);
        Count { total, cost: self.cost() }
    }
}

/// States that are looked up together, so that their cache misses overlap.
const GROUP: usize = 256;

/// The number in words of any length.
fn to_big<N: Number>(number: N) -> BigUint {
    BigUint::new((0..number.limbs()).flat_map(|index| halves(number.limb(index))).collect())
}

/// Tables of the last stage, a partition each.
pub(super) struct Last<K: Copy, N: Copy> {
    pub(super) tables: Vec<Table<K, N>>,
    pub(super) cost: Cost,
}

impl<K: Key + Copy, N: Number> Last<K, N> {
    /// The table of a state, and the half of its hash for it.
    #[inline(always)]
    fn table(&self, state: &K) -> Option<(&Table<K, N>, u32)> {
        let hash = state.hash64();
        let table = self.tables.get(hash as usize & self.tables.len().wrapping_sub(1))?;
        Some((table, high(hash)))
    }

    #[inline(always)]
    fn find(&self, state: &K) -> Option<N> {
        self.table(state).and_then(|(table, high)| table.get(*state, high))
    }

    #[inline(always)]
    fn is_free(&self, state: &K) -> bool {
        self.table(state).is_none_or(|(table, high)| table.is_free(high))
    }
}

impl<K: Key + Copy, N: Number> Reached<K> for Last<K, N> {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn number(&self, state: &K) -> BigUint {
        self.find(state).map_or(BigUint::ZERO, to_big)
    }

    fn retain(&self, successors: &mut Vec<Successor<K>>, from: usize) {
        let mut kept = from;
        for first in (from..successors.len()).step_by(GROUP) {
            let group = first..successors.len().min(first + GROUP);
            let free = successors[group.clone()].iter().filter(|successor| self.is_free(&successor.state));
            black_box(free.count());
            for index in group {
                let successor = successors[index];
                if self.find(&successor.state).is_some() {
                    successors[kept] = successor;
                    kept += 1;
                }
            }
        }
        successors.truncate(kept);
    }

    fn each(&self, visit: &mut dyn FnMut(K, BigUint)) {
        for (state, number) in self.tables.iter().flat_map(Table::states) {
            visit(state, to_big(number));
        }
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.segments.len()).sum::<usize>() * Spare::<K, N>::BYTES
    }
}
