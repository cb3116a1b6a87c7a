//! How many insertions a second a visited set takes, on one thread and on all: dashmap, locked shards of hashbrown,
//! one hashbrown set, and this project's tables, one for each part of the hashes.
//!
//! All get the same stream of keys, of which three in ten are new as in a search, and use the same hash. Sets grow
//! from nothing; a part's table, which is filled once all its keys are scattered, knows how many may come.

mod stream;

use std::hash::{BuildHasherDefault, Hasher};
use std::hint::black_box;
use std::num::NonZero;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread::{self, available_parallelism};

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use hashbrown::HashSet;
use mimalloc::MiMalloc;
use traybit_core::bits::Key;
use traybit_core::search::layers::{Layer, part_index};
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::Columns;

/// The programs' own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Binary logarithm of the insertions.
const BITS: u32 = 22;
/// Different keys among them.
const DISTINCT: usize = 1_256_930;
/// Binary logarithm of the number of locked shards.
const SHARD_BITS: u32 = 6;
/// Keys for one shard that a thread collects before it takes the lock.
const BATCH: usize = 64;

/// Hashes a key as the searches do.
#[derive(Default)]
struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn write(&mut self, _: &[u8]) {
        unreachable!("keys are hashed whole");
    }
    #[inline(always)]
    fn write_u128(&mut self, key: u128) {
        self.0 = key.hash64();
    }
    #[inline(always)]
    fn finish(&self) -> u64 {
        self.0
    }
}

type KeyHash = BuildHasherDefault<KeyHasher>;
type Set = HashSet<u128, KeyHash>;

fn visited(criterion: &mut Criterion) {
    let keys = stream::stream(BITS);
    let mut group = criterion.benchmark_group("visited");
    group.throughput(Throughput::Elements(1 << BITS)).sample_size(10).sampling_mode(SamplingMode::Flat);
    let mut compare = |name: &str, threads: usize, insert_all: &dyn Fn(&[u128], usize) -> usize| {
        group.bench_function(format!("{name}, {threads} threads"), |bencher| {
            bencher.iter(|| assert_eq!(insert_all(black_box(&keys), threads), DISTINCT));
        });
    };
    compare("one hashbrown set", 1, &|keys, _| one_set(keys));
    compare("one VisitedTable", 1, &|keys, _| one_table(keys));
    let mut counts = vec![1, available_parallelism().map_or(1, NonZero::get)];
    counts.dedup();
    for threads in counts {
        compare("dashmap", threads, &shared);
        compare("hashbrown in locked shards", threads, &locked);
        compare("hashbrown in shards locked for a batch", threads, &locked_for_batches);
        compare("a VisitedTable for each part", threads, &by_parts);
    }
    group.finish();
}

/// Runs `work` on that many threads, each with its share of the keys.
fn each(keys: &[u128], threads: usize, work: impl Fn(&[u128]) + Sync) {
    thread::scope(|scope| {
        for share in keys.chunks(keys.len().div_ceil(threads)) {
            scope.spawn(|| work(share));
        }
    });
}

fn one_set(keys: &[u128]) -> usize {
    let mut set = Set::default();
    for key in keys {
        set.insert(*key);
    }
    set.len()
}

fn one_table(keys: &[u128]) -> usize {
    let mut table = VisitedTable::<u128>::new(false);
    for key in keys {
        table.insert(*key, 0, key.hash64());
    }
    table.len()
}

fn shared(keys: &[u128], threads: usize) -> usize {
    let map = DashMap::<u128, (), KeyHash>::default();
    each(keys, threads, |share| {
        for key in share {
            map.insert(*key, ());
        }
    });
    map.len()
}

/// Hashbrown sets, each with a lock, and each in cache lines of its own.
struct Shards(Vec<Shard>);

#[repr(align(128))]
#[derive(Default)]
struct Shard(Mutex<Set>);

impl Shards {
    fn new() -> Self {
        Self((0..1 << SHARD_BITS).map(|_| Shard::default()).collect())
    }

    /// The shard's number. Hashbrown tells keys apart by the seven highest bits, so the shard is told by those below.
    #[inline(always)]
    fn index(key: u128) -> usize {
        part_index(key.hash64() << 7, SHARD_BITS)
    }

    #[inline(always)]
    fn insert(&self, shard: usize, keys: &[u128]) {
        let mut set = self.0[shard].0.lock().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            set.insert(*key);
        }
    }

    fn len(self) -> usize {
        let sets = self.0.into_iter().map(|shard| shard.0.into_inner());
        sets.map(|set| set.unwrap_or_else(PoisonError::into_inner).len()).sum()
    }
}

fn locked(keys: &[u128], threads: usize) -> usize {
    let shards = Shards::new();
    each(keys, threads, |share| {
        for key in share {
            shards.insert(Shards::index(*key), &[*key]);
        }
    });
    shards.len()
}

fn locked_for_batches(keys: &[u128], threads: usize) -> usize {
    let shards = Shards::new();
    each(keys, threads, |share| {
        let mut batches: Vec<Vec<u128>> = vec![Vec::new(); 1 << SHARD_BITS];
        for key in share {
            let shard = Shards::index(*key);
            batches[shard].push(*key);
            if batches[shard].len() == BATCH {
                shards.insert(shard, &batches[shard]);
                batches[shard].clear();
            }
        }
        for (shard, batch) in batches.iter().enumerate() {
            shards.insert(shard, batch);
        }
    });
    shards.len()
}

/// As the layered search does it: keys are scattered by hash, then each part is worked on by itself.
fn by_parts(keys: &[u128], threads: usize) -> usize {
    let bits = Layer::<u128>::fitting_bits(DISTINCT);
    let streams: Vec<Mutex<Vec<Columns<u128, u32>>>> = (0..1 << bits).map(|_| Mutex::default()).collect();
    each(keys, threads, |share| {
        let mut parts = vec![Columns::new(); 1 << bits];
        for key in share {
            parts[part_index(key.hash64(), bits)].keys.push(*key);
        }
        for (stream, part) in streams.iter().zip(parts) {
            stream.lock().unwrap_or_else(PoisonError::into_inner).push(part);
        }
    });
    let (taken, distinct) = (AtomicUsize::new(0), AtomicUsize::new(0));
    each(keys, threads, |_| {
        let mut table = VisitedTable::<u128>::new(false);
        while let Some(stream) = streams.get(taken.fetch_add(1, Ordering::Relaxed)) {
            let mut stream = stream.lock().unwrap_or_else(PoisonError::into_inner);
            table.clear(stream.iter().map(Columns::len).sum::<usize>() * 2 / 3);
            stream.iter_mut().for_each(|bag| table.take(bag));
            distinct.fetch_add(table.len(), Ordering::Relaxed);
        }
    });
    distinct.into_inner()
}

criterion_group!(benches, visited);
criterion_main!(benches);
