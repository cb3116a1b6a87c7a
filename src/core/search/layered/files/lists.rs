//! Lists of states on their way to a file, one for each bucket.

use crate::bits::Key;
use crate::search::disk::stored::Writer;
use crate::search::outcome::GaveUp;
use crate::space::{Columns, UsedMoves};

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

    #[inline(always)]
    pub(super) fn push(&mut self, bucket: usize, key: K, mask: Option<UsedMoves>) {
        self.by_bucket[bucket].add(key, mask);
        self.count += 1;
    }

    /// Writes all lists if they have more than `most` states together.
    pub(super) fn write_beyond(&mut self, most: usize, writer: &mut Writer) -> Result<(), GaveUp> {
        if self.count <= most {
            return Ok(());
        }
        self.count = 0;
        write(&mut self.by_bucket, writer)
    }
}

/// Writes lists and empties them. Each keeps room for twice the mean: different ones are long in turn, and all would keep
/// room for their longest.
pub(super) fn write<K: Key>(lists: &mut [Columns<K, UsedMoves>], writer: &mut Writer) -> Result<(), GaveUp> {
    let room = 2 * lists.iter().map(Columns::len).sum::<usize>().div_ceil(lists.len().max(1));
    for (bucket, list) in lists.iter_mut().enumerate() {
        writer.put(bucket, &list.keys, &list.tags)?;
        if list.keys.capacity() > room {
            *list = Columns::new();
        }
        list.clear();
    }
    Ok(())
}
