//! How many insertions a second a visited set takes: this project's table, hashbrown's and dashmap's, on the
//! same stream of keys, of which a part is new as in a search.

use std::hint::black_box;
use std::num::NonZero;
use std::thread::{self, available_parallelism};

use criterion::{Criterion, SamplingMode, Throughput, criterion_group, criterion_main};
use dashmap::DashMap;
use hashbrown::HashSet;
use traybit::bits::Key;
use traybit::search::gathering::Gathering;
use traybit::search::layers::part_index;

const INSERTIONS: usize = 4 << 20;
/// Keys that the stream draws from; a breadth-first search meets a position three or four times.
const DRAWN: u64 = 5 << 18;
/// How many of them the stream holds.
const DISTINCT: usize = 1_256_930;
/// Parts, of 2^6, of which one with its table fits a second-level cache.
const PART_BITS: u32 = 6;

/// Keys as wide as those of most puzzles, some set bits in each half, in an order without pattern (the
/// generator is Vigna's, 2015).
fn stream() -> Vec<u128> {
    let mix = |seed: u64| {
        let mut z = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let key = |number: u64| u128::from(mix(number) & mix(!number)) << 32 | u128::from(mix(number + DRAWN));
    (0..INSERTIONS as u64).map(|place| key(mix(place) % DRAWN)).collect()
}

fn visited(criterion: &mut Criterion) {
    let keys = stream();
    let threads = available_parallelism().map_or(1, NonZero::get);
    let mut group = criterion.benchmark_group("visited");
    group
        .throughput(Throughput::Elements(INSERTIONS as u64))
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat);
    let mut compare = |name: &str, insert_all: &dyn Fn(&[u128]) -> usize| {
        group.bench_function(name, |bencher| {
            bencher.iter(|| assert_eq!(insert_all(black_box(&keys)), DISTINCT));
        });
    };
    compare("1 thread, Gathering", &one_table);
    compare("1 thread, Gathering by parts", &|keys| by_parts(keys, 1));
    compare("1 thread, hashbrown", &|keys| keys.iter().copied().collect::<HashSet<u128>>().len());
    compare("1 thread, dashmap", &|keys| shared(keys, 1));
    compare(&format!("{threads} threads, Gathering by parts"), &|keys| by_parts(keys, threads));
    compare(&format!("{threads} threads, dashmap"), &|keys| shared(keys, threads));
    group.finish();
}

fn one_table(keys: &[u128]) -> usize {
    let mut table = Gathering::<u128, ()>::default();
    for key in keys {
        table.insert(*key, (), key.hash64());
    }
    table.len()
}

/// As the layered search does it: keys are scattered by hash, then each part is worked on by itself.
fn by_parts(keys: &[u128], threads: usize) -> usize {
    let scatter = |keys: &[u128]| {
        let mut parts = vec![Vec::new(); 1 << PART_BITS];
        for key in keys {
            parts[part_index(key.hash64(), PART_BITS)].push(*key);
        }
        parts
    };
    let scattered: Vec<Vec<Vec<u128>>> = thread::scope(|scope| {
        let chunks = keys.chunks(keys.len().div_ceil(threads));
        let running: Vec<_> = chunks.map(|chunk| scope.spawn(move || scatter(chunk))).collect();
        running.into_iter().map(|thread| thread.join().expect("it scatters")).collect()
    });
    let absorb = |first: usize| {
        let mut table = Gathering::<u128, ()>::default();
        let mut distinct = 0;
        for part in (first..1 << PART_BITS).step_by(threads) {
            table.clear(scattered.iter().map(|parts| parts[part].len()).sum::<usize>() / 2);
            for key in scattered.iter().flat_map(|parts| &parts[part]) {
                table.insert(*key, (), key.hash64());
            }
            distinct += table.len();
        }
        distinct
    };
    thread::scope(|scope| {
        let absorb = &absorb;
        let running: Vec<_> = (0..threads).map(|first| scope.spawn(move || absorb(first))).collect();
        running.into_iter().map(|thread| thread.join().expect("it absorbs")).sum()
    })
}

fn shared(keys: &[u128], threads: usize) -> usize {
    let map = DashMap::new();
    thread::scope(|scope| {
        for chunk in keys.chunks(keys.len().div_ceil(threads)) {
            let map = &map;
            scope.spawn(move || {
                for key in chunk {
                    map.insert(*key, ());
                }
            });
        }
    });
    map.len()
}

criterion_group!(benches, visited);
criterion_main!(benches);
