//! The last stage of a count, state by state.

use num_bigint::BigUint;

use crate::bits::Key;
use crate::search::counting::number::Number;
use crate::search::counting::table::{Spare, Table, high};
use crate::search::outcome::Cost;

/// The states of the last stage that were reached, with their numbers of paths.
pub trait Reached<K>: Send + Sync {
    /// Cost of the search.
    fn cost(&self) -> Cost;
    /// Number of paths to a state; 0 where none leads to it.
    fn number(&self, state: &K) -> BigUint;
    /// True if a path leads to a state.
    fn has(&self, state: &K) -> bool;
    /// Visits all states with their numbers.
    fn each(&self, visit: &mut dyn FnMut(K, BigUint));
    /// Bytes that they take.
    fn bytes(&self) -> usize;
}

/// Tables of the last stage, a partition each.
pub(super) struct Last<K: Copy, N: Copy> {
    pub(super) tables: Vec<Table<K, N>>,
    pub(super) cost: Cost,
}

impl<K: Key + Copy, N: Number> Last<K, N> {
    #[inline(always)]
    fn find(&self, state: &K) -> Option<N> {
        let hash = state.hash64();
        let table = self.tables.get(hash as usize & self.tables.len().wrapping_sub(1))?;
        table.get(*state, high(hash))
    }
}

impl<K: Key + Copy, N: Number> Reached<K> for Last<K, N> {
    fn cost(&self) -> Cost {
        self.cost
    }

    fn number(&self, state: &K) -> BigUint {
        self.find(state).map_or(BigUint::ZERO, Number::to_big)
    }

    fn has(&self, state: &K) -> bool {
        self.find(state).is_some()
    }

    fn each(&self, visit: &mut dyn FnMut(K, BigUint)) {
        for (state, number) in self.tables.iter().flat_map(Table::states) {
            visit(state, number.to_big());
        }
    }

    fn bytes(&self) -> usize {
        self.tables.iter().map(|table| table.segments.len()).sum::<usize>() * Spare::<K, N>::BYTES
    }
}
