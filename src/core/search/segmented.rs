//! A list that grows without being moved: segments of one length, the first of which grows by itself.
//!
//! ```text
//!   number  │ 0 1 2 … 65,535 │ 65,536 … │ …      segment = number >> 16, place = number & 65,535
//! ```
//!
//! A list in one piece is copied whenever it is full: for a moment it takes up twice as much, and gigabytes take longer
//! than a limit of time leaves.

use std::ops::{Index, IndexMut};

const BITS: u32 = 16;
const SEGMENT: usize = 1 << BITS;

/// A list in segments.
#[derive(Debug)]
pub struct SegmentedVec<T> {
    /// All but the last one are full; there is one at least.
    segments: Vec<Vec<T>>,
}

impl<T> SegmentedVec<T> {
    /// An empty one.
    pub(super) fn new() -> Self {
        Self { segments: vec![Vec::new()] }
    }

    /// Adds an item at the end.
    #[inline]
    pub(super) fn push(&mut self, item: T) {
        let last = self.segments.len() - 1;
        if self.segments[last].len() < SEGMENT {
            self.segments[last].push(item);
        } else {
            let mut segment = Vec::with_capacity(SEGMENT);
            segment.push(item);
            self.segments.push(segment);
        }
    }

    /// How many there are.
    #[inline]
    pub(super) fn len(&self) -> usize {
        let last = self.segments.len() - 1;
        last * SEGMENT + self.segments[last].len()
    }

    /// The item of a number, if there is one.
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.segments.get(number >> BITS)?.get(number % SEGMENT)
    }

    /// True if an item is there, found one by one.
    pub(super) fn contains(&self, item: &T) -> bool
    where
        T: PartialEq,
    {
        self.segments.iter().any(|segment| segment.contains(item))
    }

    /// Bytes held, without what items hold outside themselves.
    pub(super) fn bytes(&self) -> usize {
        let room: usize = self.segments.iter().map(Vec::capacity).sum();
        room * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }

    /// Bytes taken besides at once if `more` items are added.
    pub(super) fn growth(&self, more: usize) -> usize {
        let last = &self.segments[self.segments.len() - 1];
        if last.len() + more <= last.capacity() {
            return 0;
        }
        // One that is not yet as long as all others moves to a place twice as large, or a new one begins.
        let moved = if last.capacity() < SEGMENT { 2 * last.capacity() } else { 0 };
        let begun = (last.len() + more).saturating_sub(1) / SEGMENT * SEGMENT;
        moved.max(begun) * size_of::<T>()
    }
}

impl<T> Index<u32> for SegmentedVec<T> {
    type Output = T;

    #[inline(always)]
    fn index(&self, number: u32) -> &T {
        &self.segments[(number >> BITS) as usize][number as usize % SEGMENT]
    }
}

impl<T> IndexMut<u32> for SegmentedVec<T> {
    #[inline(always)]
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.segments[(number >> BITS) as usize][number as usize % SEGMENT]
    }
}

#[cfg(test)]
mod tests {
    use super::{SEGMENT, SegmentedVec};

    #[test]
    fn items_stand_in_the_order_in_which_they_came() {
        let mut list = SegmentedVec::new();
        assert!(list.len() == 0 && list.get(0).is_none());
        for item in 0..3 * SEGMENT as u64 {
            list.push(item);
            assert_eq!(list.len() as u64, item + 1);
        }
        for number in [0, 1, SEGMENT - 1, SEGMENT, 3 * SEGMENT - 1] {
            assert_eq!((list[number as u32], list.get(number)), (number as u64, Some(&(number as u64))));
            assert!(list.contains(&(number as u64)));
        }
        assert!(list.get(3 * SEGMENT).is_none() && !list.contains(&(3 * SEGMENT as u64)));
        list[SEGMENT as u32] = 7;
        assert_eq!((list[SEGMENT as u32], list.get(0)), (7, Some(&0)));
        assert!(list.bytes() >= 3 * SEGMENT * 8 && list.bytes() < 3 * SEGMENT * 8 + 256);
    }

    #[test]
    fn what_it_takes_up_is_foreseen() {
        let (mut list, step) = (SegmentedVec::new(), 100);
        for first in (0..3 * SEGMENT).step_by(step) {
            let foreseen = list.bytes() + list.growth(step);
            (first..first + step).for_each(|item| list.push(item as u64));
            // The first of all and the list of segments are not worth a word.
            assert!(list.bytes() <= foreseen.max(2048) + 256, "{first}");
        }
    }
}
