//! Experiment: visited sets, filled by one thread or by several.
//!
//! The successors of all positions of a puzzle, in the order in which a breadth-first search meets them, are put into
//! each store; all hash alike. *Each* is the time of one insertion. The list gets only the first of them, as its time
//! grows with the square of their number.
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

use dashmap::DashMap;
use hashbrown::HashSet;

use crate::experiment::table::Cell;
use crate::experiment::{Bench, Experiment, STRIDE, space_of};
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::layers::fitting_bits;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::{Columns, UsedMoves, part_index};
use traybit_core::sync::Mutex;
use traybit_core::{GaveUp, Key, Limits};
use traybit_program::reason_words;
use traybit_sliding::space::Sliding;
use traybit_sliding::{Classes, Metric, in_space};

const MOST_POSITIONS: usize = 1_000_000;
const LISTED: usize = 30_000;

pub(super) const SETS: Experiment = Experiment {
    name: "sets",
    question: "What are the positions seen best kept in: a list, a hash set, dashmap, locked shards, or parts?",
    columns: &["insertions", "positions", "time", "each"],
    claims: &[
        ("each", "hash set", "list"),
        ("each", "hash set", "dashmap"),
        ("each", "dashmap, all threads", "dashmap"),
        ("each", "locked shards, all threads", "dashmap, all threads"),
        ("each", "parts, all threads", "dashmap, all threads"),
        ("each", "parts", "hash set"),
    ],
    puzzles: ["klotski century d209", "quzzle dads-puzzle"],
    measure: |bench| {
        bench.on_trays(|bench, _, classes| in_space!(space_of(classes, Metric::Step), space => all(bench, classes, space)))
    },
};

fn all<K: SearchKey>(bench: &mut Bench<'_>, classes: &Classes, space: &dyn Sliding<K>) -> Result<(), GaveUp> {
    let reached = bench.reach(classes, space, MOST_POSITIONS)?;
    let threads = bench.limits.threads;
    let whole = &reached.targets[..];
    let first = &whole[..whole.len().min(LISTED)];
    let mut one = |candidate, fill: Fill<K>, threads, numbers: &[u32]| {
        let fill = |limits: &Limits| fill(&reached.states, numbers, &Limits { threads, ..limits.clone() });
        let (filled, time) = bench.timed(candidate, fill)?;
        let cells = [
            Some(Cell::Count(numbers.len() as u64)),
            filled.ok().map(|distinct| Cell::Count(distinct as u64)),
            Some(time),
            // The number of insertions made is not known if a limit was reached.
            filled.ok().map(|_| time.per(numbers.len())),
        ];
        let cut = (numbers.len() < whole.len()).then_some("insertions").or(reached.bounded);
        bench.add(candidate, cells, filled.map_or_else(|reason| Some(reason_words(reason)[2]), |_| cut));
        Ok(())
    };
    one("list", list, 1, first)?;
    one("hash set", set, 1, whole)?;
    for (fill, [alone, together]) in [
        (shared as Fill<K>, ["dashmap", "dashmap, all threads"]),
        (locked, ["locked shards", "locked shards, all threads"]),
        (by_parts, ["parts", "parts, all threads"]),
    ] {
        one(alone, fill, 1, whole)?;
        if threads > 1 {
            one(together, fill, threads, whole)?;
        }
    }
    Ok(())
}

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

/// A kind of visited set: inserts the keys of these numbers; returns the number of different keys, or the
/// limit that was reached.
type Fill<K> = fn(&[K], &[u32], &Limits) -> Result<usize, GaveUp>;

/// Calls `see` with each of the keys that one thread inserts.
fn for_each<K>(keys: &[K], numbers: &[u32], limits: &Limits, mut see: impl FnMut(&K)) -> Result<(), GaveUp> {
    for numbers in numbers.chunks(STRIDE) {
        limits.check()?;
        for &number in numbers {
            see(&keys[number as usize]);
        }
    }
    Ok(())
}

/// Runs `work` on all threads, each with a part of the numbers.
fn on_all_threads(
    numbers: &[u32],
    limits: &Limits,
    work: impl Fn(&[u32]) -> Result<(), GaveUp> + Sync,
) -> Result<(), GaveUp> {
    let chunk = numbers.len().div_ceil(limits.threads).max(1);
    parallel_map(numbers.chunks(chunk).collect(), limits.threads, work).into_iter().collect()
}

fn list<K: Key>(keys: &[K], numbers: &[u32], limits: &Limits) -> Result<usize, GaveUp> {
    let mut seen: Vec<K> = Vec::new();
    for_each(keys, numbers, limits, |key| {
        if !seen.contains(key) {
            seen.push(key.clone());
        }
    })?;
    Ok(seen.len())
}

fn set<K: Key>(keys: &[K], numbers: &[u32], limits: &Limits) -> Result<usize, GaveUp> {
    let mut seen = Set::default();
    for_each(keys, numbers, limits, |key| _ = seen.insert(Hashed(key.clone())))?;
    Ok(seen.len())
}

fn shared<K: Key>(keys: &[K], numbers: &[u32], limits: &Limits) -> Result<usize, GaveUp> {
    let map = DashMap::<Hashed<K>, (), KeyHash>::default();
    on_all_threads(numbers, limits, |chunk| {
        for_each(keys, chunk, limits, |key| _ = map.insert(Hashed(key.clone()), ()))
    })?;
    Ok(map.len())
}

/// A table with its lock, in cache lines of its own.
#[repr(align(128))]
struct Shard<K>(Mutex<Set<K>>);

fn locked<K: Key>(keys: &[K], numbers: &[u32], limits: &Limits) -> Result<usize, GaveUp> {
    let shards: Vec<Shard<K>> = (0..1 << SHARD_BITS).map(|_| Shard(Mutex::default())).collect();
    on_all_threads(numbers, limits, |chunk| {
        for_each(keys, chunk, limits, |key| {
            // Hashbrown compares keys by the seven highest bits first, so the bits below choose the shard.
            let shard = &shards[part_index(key.hash64() << 7, SHARD_BITS)];
            shard.0.lock().insert(Hashed(key.clone()));
        })
    })?;
    Ok(shards.into_iter().map(|shard| shard.0.into_inner().len()).sum())
}

/// Partitions, as the layered search has them.
fn by_parts<K: Key>(keys: &[K], numbers: &[u32], limits: &Limits) -> Result<usize, GaveUp> {
    let each = size_of::<K>() + keys.first().map_or(0, Key::heap_bytes);
    limits.within(2 * each * numbers.len())?;
    let bits = fitting_bits(keys.len());
    let scattered: Vec<Mutex<Vec<Columns<K, UsedMoves>>>> =
        (0..1 << bits).map(|_| Mutex::default()).collect();
    on_all_threads(numbers, limits, |chunk| {
        let mut parts = vec![Columns::default(); 1 << bits];
        for_each(keys, chunk, limits, |key| {
            parts[part_index(key.hash64(), bits)].keys.push(key.clone());
        })?;
        for (all, part) in scattered.iter().zip(parts) {
            all.lock().push(part);
        }
        Ok(())
    })?;
    let (taken, distinct) = (AtomicUsize::new(0), AtomicUsize::new(0));
    on_all_threads(numbers, limits, |_| {
        let mut table = VisitedTable::<K>::new(false);
        while let Some(part) = scattered.get(taken.fetch_add(1, Ordering::Relaxed)) {
            limits.check()?;
            let mut part = part.lock();
            table.clear(part.iter().map(Columns::len).sum::<usize>() * 2 / 3);
            part.iter_mut().for_each(|columns| table.take(columns));
            distinct.fetch_add(table.len(), Ordering::Relaxed);
        }
        Ok(())
    })?;
    Ok(distinct.into_inner())
}
