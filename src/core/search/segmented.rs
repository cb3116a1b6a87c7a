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
pub(super) const SEGMENT: usize = 1 << BITS;

#[derive(Debug)]
pub(super) struct SegmentedVec<T> {
    /// Segments, at least one; all but the last are full.
    segments: Vec<Vec<T>>,
}

impl<T> SegmentedVec<T> {
    pub(super) fn new() -> Self {
        Self { segments: vec![Vec::new()] }
    }

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

    #[inline]
    pub(super) fn len(&self) -> usize {
        let last = self.segments.len() - 1;
        last * SEGMENT + self.segments[last].len()
    }

    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.segments.get(number >> BITS)?.get(number % SEGMENT)
    }

    /// Bytes held, without what items hold outside themselves.
    pub(super) fn bytes(&self) -> usize {
        let room: usize = self.segments.iter().map(Vec::capacity).sum();
        room * size_of::<T>() + self.segments.capacity() * size_of::<Vec<T>>()
    }

    /// Bytes allocated at once when `more` items are added.
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
