//! Visited sets, filled by one thread or by several.
//!
//! ```text
//!   list     k₀ k₁ k₂ …                      searched linearly for every key
//!   set      one hashbrown table             one thread only
//!   dashmap  shards, each behind a lock      locks, hashes and shards are the package's own
//!   shards   2⁶ hashbrown tables             the same written plainly: a lock for each insertion
//!   parts    keys scattered by hash first,   no lock: a part belongs to one thread
//!            then a table for each part
//! ```

use std::hash::{BuildHasherDefault, Hash, Hasher};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use dashmap::DashMap;
use hashbrown::HashSet;

use traybit_core::bits::Key;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::layers::{Layer, part_index};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::{Columns, UsedMoves};

/// Insertions between two looks at the limits.
const STRIDE: usize = 64;
/// Binary logarithm of the number of locked shards.
const SHARD_BITS: u32 = 6;

/// Hashes keys as the searches do.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("a key gives its hash, which is one word");
    }
    #[inline(always)]
    fn write_u64(&mut self, hash: u64) {
        self.0 = hash;
    }
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

type KeyHash = BuildHasherDefault<KeyHasher>;
type Set<K> = HashSet<Hashed<K>, KeyHash>;

/// A key for tables that hash by the traits of the standard library.
#[derive(Clone, PartialEq, Eq)]
struct Hashed<K>(K);

impl<K: Key> Hash for Hashed<K> {
    #[inline(always)]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0.hash64());
    }
}

/// A kind of visited set: inserts everything and returns the number of different keys, or the limit that was reached.
pub(super) type Fill<K> = fn(&Stream<K>, &Limits) -> Result<usize, GaveUp>;

/// Keys that are to be inserted, by number.
pub(super) struct Stream<'a, K> {
    pub(super) keys: &'a [K],
    pub(super) numbers: &'a [u32],
}

impl<K: Key> Stream<'_, K> {
    /// Calls `visit` with each key of one thread's numbers.
    fn for_each(&self, chunk: &[u32], limits: &Limits, mut visit: impl FnMut(&K)) -> Result<(), GaveUp> {
        for numbers in chunk.chunks(STRIDE) {
            limits.check()?;
            for &number in numbers {
                visit(&self.keys[number as usize]);
            }
        }
        Ok(())
    }

    /// Runs `work` on all threads, each with a part of the numbers.
    fn on_all_threads(
        &self,
        limits: &Limits,
        work: impl Fn(&[u32]) -> Result<(), GaveUp> + Sync,
    ) -> Result<(), GaveUp> {
        let chunk = self.numbers.len().div_ceil(limits.threads).max(1);
        parallel_map(self.numbers.chunks(chunk).collect(), limits.threads, work).into_iter().collect()
    }
}

pub(super) fn list<K: Key>(stream: &Stream<K>, limits: &Limits) -> Result<usize, GaveUp> {
    let mut seen: Vec<K> = Vec::new();
    stream.for_each(stream.numbers, limits, |key| {
        if !seen.contains(key) {
            seen.push(key.clone());
        }
    })?;
    Ok(seen.len())
}

pub(super) fn set<K: Key>(stream: &Stream<K>, limits: &Limits) -> Result<usize, GaveUp> {
    let mut seen = Set::default();
    stream.for_each(stream.numbers, limits, |key| {
        seen.insert(Hashed(key.clone()));
    })?;
    Ok(seen.len())
}

pub(super) fn shared<K: Key>(stream: &Stream<K>, limits: &Limits) -> Result<usize, GaveUp> {
    let map = DashMap::<Hashed<K>, (), KeyHash>::default();
    stream.on_all_threads(limits, |chunk| {
        stream.for_each(chunk, limits, |key| {
            map.insert(Hashed(key.clone()), ());
        })
    })?;
    Ok(map.len())
}

/// A table with its lock, in cache lines of its own.
#[repr(align(128))]
struct Shard<K>(Mutex<Set<K>>);

pub(super) fn locked<K: Key>(stream: &Stream<K>, limits: &Limits) -> Result<usize, GaveUp> {
    let shards: Vec<Shard<K>> = (0..1 << SHARD_BITS).map(|_| Shard(Mutex::default())).collect();
    stream.on_all_threads(limits, |chunk| {
        stream.for_each(chunk, limits, |key| {
            // Hashbrown tells keys apart by the seven highest bits, so the shard is told by those below.
            let shard = &shards[part_index(key.hash64() << 7, SHARD_BITS)];
            shard.0.lock().unwrap_or_else(PoisonError::into_inner).insert(Hashed(key.clone()));
        })
    })?;
    let sets = shards.into_iter().map(|shard| shard.0.into_inner());
    Ok(sets.map(|set| set.unwrap_or_else(PoisonError::into_inner).len()).sum())
}

/// Partitions, as the layered search has them.
pub(super) fn by_parts<K: Key>(stream: &Stream<K>, limits: &Limits) -> Result<usize, GaveUp> {
    let each = size_of::<K>() + stream.keys.first().map_or(0, Key::heap_bytes);
    limits.within(2 * each * stream.numbers.len())?;
    let bits = Layer::<K>::fitting_bits(stream.keys.len());
    let scattered: Vec<Mutex<Vec<Columns<K, UsedMoves>>>> =
        (0..1 << bits).map(|_| Mutex::default()).collect();
    stream.on_all_threads(limits, |chunk| {
        let mut parts = vec![Columns::new(); 1 << bits];
        stream.for_each(chunk, limits, |key| {
            parts[part_index(key.hash64(), bits)].keys.push(key.clone());
        })?;
        for (all, part) in scattered.iter().zip(parts) {
            all.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        }
        Ok(())
    })?;
    let (taken, distinct) = (AtomicUsize::new(0), AtomicUsize::new(0));
    stream.on_all_threads(limits, |_| {
        let mut table = VisitedTable::<K>::new(false);
        while let Some(part) = scattered.get(taken.fetch_add(1, Ordering::Relaxed)) {
            limits.check()?;
            let mut part = part.lock().unwrap_or_else(PoisonError::into_inner);
            table.clear(part.iter().map(Columns::len).sum::<usize>() * 2 / 3);
            part.iter_mut().for_each(|columns| table.take(columns));
            distinct.fetch_add(table.len(), Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(distinct.into_inner())
}

#[cfg(test)]
mod tests {
    use super::{Fill, Stream, by_parts, list, locked, set, shared};
    use traybit_core::bits::Key;
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;

    fn all<K: Key>() -> [Fill<K>; 5] {
        [list, set, shared, locked, by_parts]
    }

    #[test]
    fn all_stores_hold_the_same_keys() {
        let keys: Vec<u128> = (0..700).map(|number| number << 40).collect();
        let numbers: Vec<u32> = (0..5000).map(|place| place * place % 701 % 700).collect();
        let mut different = numbers.clone();
        different.sort_unstable();
        different.dedup();
        for threads in [1, 2, 3] {
            let limits = Limits { threads, ..Limits::default() };
            for fill in all() {
                let stream = Stream { keys: &keys, numbers: &numbers };
                assert_eq!(fill(&stream, &limits), Ok(different.len()));
                assert_eq!(fill(&Stream { numbers: &[], ..stream }, &limits), Ok(0));
            }
        }
    }

    #[test]
    fn limits_end_them() {
        let stopped = Limits { threads: 2, ..Limits::default() };
        stopped.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        for fill in all() {
            let stream = Stream { keys: &[1u64], numbers: &[0, 0, 0] };
            assert_eq!(fill(&stream, &stopped), Err(GaveUp::Stopped));
        }
    }
}
