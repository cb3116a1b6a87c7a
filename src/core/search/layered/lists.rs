//! Lists of states on their way to a layer, one for each bucket.

use std::ops::Range;

use crate::search::layers::Writer;
use crate::{Columns, GaveUp, Key, UsedMoves};

/// States by bucket.
pub(super) struct Lists<K> {
    pub(super) by_bucket: Vec<Columns<K, UsedMoves>>,
    pub(super) count: usize,
}

impl<K: Key> Lists<K> {
    pub(super) fn new() -> Self {
        Self { by_bucket: Vec::new(), count: 0 }
    }

    pub(super) fn clear(&mut self, buckets: usize) {
        self.by_bucket.resize_with(buckets, Columns::new);
        self.by_bucket.iter_mut().for_each(Columns::clear);
        self.count = 0;
    }

    /// Moves states to the lists of their buckets, of which some are kept, and writes all lists if they have more than `most`
    /// states together.
    pub(super) fn take(
        &mut self,
        states: &mut Columns<K, UsedMoves>,
        (kept, bucket): (&Range<usize>, impl Fn(&K) -> usize),
        most: usize,
        writer: &mut Writer<K>,
    ) -> Result<(), GaveUp> {
        self.count += states.len();
        states.scatter(&mut self.by_bucket, bucket);
        if kept.len() < self.by_bucket.len() {
            self.by_bucket[..kept.start].iter_mut().for_each(Columns::clear);
            self.by_bucket[kept.end..].iter_mut().for_each(Columns::clear);
            self.count = self.by_bucket[kept.clone()].iter().map(Columns::len).sum();
        }
        self.write_beyond(most, writer)
    }

    /// Writes all lists if they have more than `most` states together. Each keeps room for twice the mean: different ones are
    /// long in turn, and all would keep room for their longest.
    pub(super) fn write_beyond(&mut self, most: usize, writer: &mut Writer<K>) -> Result<(), GaveUp> {
        if self.count <= most {
            return Ok(());
        }
        let room = 2 * self.count.div_ceil(self.by_bucket.len().max(1));
        self.count = 0;
        for (bucket, list) in self.by_bucket.iter_mut().enumerate() {
            writer.put(bucket, &list.keys, &list.tags)?;
            if list.keys.capacity() > room {
                *list = Columns::new();
            }
            list.clear();
        }
        Ok(())
    }
}
