//! One partition of a stage: its states, each with the number of paths that lead to it.
//!
//! ```text
//!   hash  | place in the table: the high 32 bits | partition: the low bits |
//!
//!   segment 0                        segment 1                        segment 2
//!   │ key number │  –   0  │ …  │    │ key number │ key number │ … │  │ …        number 0: the slot is free
//! ```
//!
//! The place is the hash's fraction of the table, high bits first: a table can have any number of segments, and one that
//! grows is read and written from one end to the other, each segment free for use again as soon as it is read. All
//! segments have one size, so that the memory of a finished stage fits a growing one.
//!
//! Numbers have 64 bits. Once a sum does not fit, all numbers of the count get 128 bits, then 512, then 8,192: a
//! frontier that needs wider numbers runs out of memory before that.

use std::hint::black_box;

use num_bigint::BigUint;

use crate::search::counting::Reached;
use crate::search::words::halves;
use crate::{Cost, GaveUp, Key, Register, Successor, Wide};

/// A number of paths: never zero once a state was reached. Each width is a type, so that slots hold the numbers.
pub(super) trait Number: Register {
    /// The next wider number; the widest one is its own.
    type Wider: Number;

    fn sum(self, other: Self) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty => $wider:ty;)*) => {
        $(impl Number for $number {
            type Wider = $wider;

            #[inline(always)]
            fn sum(self, other: Self) -> Option<Self> {
                self.checked_add(other)
            }
        })*
    };
}
numbers! {
    u64 => u128;
    u128 => Wide<8>;
    Wide<8> => Wide<128>;
    Wide<128> => Wide<128>;
}

/// Reason to leave a stage before it is done.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// A snapshot is due.
    Snapshot,
    /// A number would not fit its word.
    TooMany,
    /// A limit is reached.
    GaveUp(GaveUp),
}

impl From<GaveUp> for Halt {
    fn from(reason: GaveUp) -> Self {
        Self::GaveUp(reason)
    }
}

/// Slots of a segment.
pub(super) const SEGMENT: usize = if cfg!(interleavings) { 2 } else { 128 };
/// Number of segments below which a table doubles; from there on it grows by a half.
const SMALL: usize = 32;

/// A state with its number of paths. Packed, since 128-bit words would otherwise leave a quarter of the memory unused.
#[derive(Clone, Copy)]
#[repr(C, packed(8))]
pub(super) struct Slot<K: Copy, N: Copy> {
    pub(super) key: K,
    pub(super) number: N,
}

/// A segment: a fixed number of consecutive slots.
pub(super) type Segment<K, N> = Box<[Slot<K, N>; SEGMENT]>;

pub(super) fn free<K: Key + Copy, N: Number>() -> Slot<K, N> {
    Slot { key: K::from_limbs(&[]), number: N::EMPTY }
}

/// A hash table that only grows.
pub(super) struct Table<K: Copy, N: Copy> {
    /// Slots, the free ones among them.
    pub(super) segments: Vec<Segment<K, N>>,
    slots: usize,
    pub(super) len: usize,
    /// States that it can hold before it has to grow.
    pub(super) most: usize,
}

impl<K: Key + Copy, N: Number> Table<K, N> {
    /// Bytes of a segment and of its place in two lists.
    pub(super) const SEGMENT_BYTES: usize = SEGMENT * size_of::<Slot<K, N>>() + 2 * size_of::<usize>();

    pub(super) const fn empty() -> Self {
        Self { segments: Vec::new(), slots: 0, len: 0, most: 0 }
    }

    pub(super) fn states(&self) -> impl Iterator<Item = (K, N)> {
        self.segments.iter().flat_map(|segment| used(&segment[..]))
    }

    #[inline(always)]
    pub(super) fn is_full(&self) -> bool {
        self.len == self.most
    }

    /// Number of segments after it has grown to hold at least `more` states.
    pub(super) fn segments_for(&self, more: usize) -> usize {
        let states = self.len + more;
        let next = match self.segments.len() {
            0 => 1,
            segments if segments < SMALL => segments * 2,
            segments => segments + segments / 2,
        };
        (states + states / 5 + 2).div_ceil(SEGMENT).max(next)
    }

    /// Makes room for more states, in `after` segments: new ones are taken from `spare`, and one more while it grows.
    pub(super) fn grow(&mut self, after: usize, spare: &mut Vec<Segment<K, N>>) {
        let lengthen = |segments: &mut Vec<_>, to, spare: &mut Vec<_>| {
            segments.resize_with(to, || spare.pop().unwrap_or_else(|| Box::new([free(); SEGMENT])));
        };
        let before = self.segments.len();
        let old = std::mem::take(&mut self.segments);
        self.slots = after * SEGMENT;
        self.most = self.slots - self.slots / 6;
        // States that have no place in the segments so far: few, at the seams and at the end.
        let mut displaced = Vec::new();
        for (index, mut segment) in old.into_iter().enumerate() {
            let at_hand = ((index + 1) * after).div_ceil(before);
            lengthen(&mut self.segments, at_hand, spare);
            displaced.extend(
                segment.iter().filter(|slot| { slot.number } != N::EMPTY).filter(|slot| !self.put(slot)),
            );
            segment.fill(free());
            spare.push(segment);
        }
        lengthen(&mut self.segments, after, spare);
        while let Some(slot) = displaced.pop() {
            if !self.put(&slot) {
                self.put_from(&slot, 0);
            }
        }
    }

    /// Moves a new state to the first free slot from its place on; false if the segments so far have none.
    #[inline(always)]
    fn put(&mut self, slot: &Slot<K, N>) -> bool {
        self.put_from(slot, self.place(high({ slot.key }.hash64())))
    }

    #[inline(always)]
    fn put_from(&mut self, slot: &Slot<K, N>, mut place: usize) -> bool {
        let end = self.segments.len() * SEGMENT;
        while place < end {
            let at = &mut self.segments[place / SEGMENT][place % SEGMENT];
            if { at.number } == N::EMPTY {
                *at = *slot;
                return true;
            }
            place += 1;
        }
        false
    }

    /// The slot where the search for a state with this hash begins.
    #[inline(always)]
    fn place(&self, high: u32) -> usize {
        ((u64::from(high) * self.slots as u64) >> 32) as usize
    }

    /// True if the first slot of a state is free.
    #[inline(always)]
    pub(super) fn is_free(&self, high: u32) -> bool {
        let place = self.place(high);
        let segment = self.segments.get(place / SEGMENT);
        segment.is_none_or(|segment| { segment[place % SEGMENT].number } == N::EMPTY)
    }

    /// Adds paths to a state; the table is not full. If its number would not fit, it is left as it was.
    #[inline(always)]
    pub(super) fn add(&mut self, key: K, number: N, high: u32) -> Result<(), Halt> {
        let mut place = self.place(high);
        loop {
            let slot = &mut self.segments[place / SEGMENT][place % SEGMENT];
            let before = slot.number;
            if before == N::EMPTY {
                *slot = Slot { key, number };
                self.len += 1;
                return Ok(());
            }
            if { slot.key } == key {
                slot.number = before.sum(number).ok_or(Halt::TooMany)?;
                return Ok(());
            }
            place = if place + 1 == self.slots { 0 } else { place + 1 };
        }
    }

    /// Number of paths to a state, if there are any.
    #[inline(always)]
    pub(super) fn get(&self, key: K, high: u32) -> Option<N> {
        if self.len == 0 {
            return None;
        }
        let mut place = self.place(high);
        loop {
            let slot = &self.segments[place / SEGMENT][place % SEGMENT];
            if { slot.number } == N::EMPTY {
                return None;
            }
            if { slot.key } == key {
                return Some(slot.number);
            }
            place = if place + 1 == self.slots { 0 } else { place + 1 };
        }
    }
}

/// The states of some slots with their numbers.
#[inline(always)]
pub(super) fn used<K: Copy, N: Number>(slots: &[Slot<K, N>]) -> impl Iterator<Item = (K, N)> {
    slots.iter().map(|slot| (slot.key, slot.number)).filter(|&(_, number)| number != N::EMPTY)
}

/// The half of a hash that gives the place in a table.
#[inline(always)]
pub(super) fn high(hash: u64) -> u32 {
    (hash >> 32) as u32
}

/// States whose slots are looked up together, so that their cache misses overlap.
pub(super) const GROUP: usize = 256;

/// The number as a big integer.
fn to_big<N: Number>(number: N) -> BigUint {
    BigUint::new((0..number.limbs()).flat_map(|index| halves(number.limb(index))).collect())
}

/// The last stage, a table for each partition.
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
            let tables = successors[group.clone()].iter().filter_map(|next| self.table(&next.state));
            black_box(tables.filter(|(table, high)| table.is_free(*high)).count());
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
        self.tables.iter().map(|table| table.segments.len()).sum::<usize>() * Table::<K, N>::SEGMENT_BYTES
    }
}
