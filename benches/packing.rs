//! Packing: the first packing, all of them and their number, by enumeration and by counting; on one thread and on all.
//! Puzzles a second, from the plain puzzle on.

mod threads;

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Duration;

use criterion::{
    BenchmarkGroup, Criterion, SamplingMode, Throughput, criterion_group, criterion_main, measurement,
};
use mimalloc::MiMalloc;
use threads::{limits, threads};
use traybit_packing::formats::read;
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Puzzles, the packings to be enumerated, and how many those are.
const ENUMERATED: [(&str, &str, Selection, u64); 4] = [
    ("Popinjay, the first", "popinjay.txt", Selection { most: 1, distinct: false }, 1),
    ("Popinjay, all", "popinjay.txt", Selection { most: u64::MAX, distinct: false }, 8),
    ("Popinjay with 12 pieces, none", "popinjay-12.txt", Selection { most: u64::MAX, distinct: false }, 0),
    (
        "pentominoes on 6×10, up to symmetry",
        "pentominoes-6x10.txt",
        Selection { most: u64::MAX, distinct: true },
        2339,
    ),
];

/// Puzzles and how many packings they have, all and up to symmetry.
const COUNTED: [(&str, &str, u128, u128); 3] = [
    ("Popinjay", "popinjay.txt", 8, 1),
    ("Popinjay with 12 pieces", "popinjay-12.txt", 0, 0),
    ("11×11 with 13 pieces", "11x11-13.txt", 11_728, 1466),
];

fn puzzle(name: &str) -> Pack {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("puzzles/packing").join(name);
    read(name, File::open(path).expect("a shipped file")).expect("a valid puzzle")
}

fn group<'a>(criterion: &'a mut Criterion, name: &str) -> BenchmarkGroup<'a, measurement::WallTime> {
    let mut group = criterion.benchmark_group(name);
    group
        .throughput(Throughput::Elements(1))
        .sample_size(10)
        .sampling_mode(SamplingMode::Flat)
        .warm_up_time(Duration::from_millis(300))
        .measurement_time(Duration::from_millis(1500));
    group
}

fn enumerated(criterion: &mut Criterion) {
    let mut group = group(criterion, "packings enumerated");
    for (name, file, selection, known) in ENUMERATED {
        let pack = puzzle(file);
        for threads in threads() {
            group.bench_function(format!("{name}, {threads} threads"), |bencher| {
                bencher.iter(|| {
                    let mut take = |_| ControlFlow::Continue(());
                    let found = enumerate(
                        &pack,
                        selection,
                        Callbacks::default(),
                        &limits(threads),
                        &|packing| packing,
                        &mut take,
                    );
                    let found = found.expect("no checkpoint");
                    assert_eq!((found.found, found.ended), (known, None));
                });
            });
        }
    }
    group.finish();
}

fn counted(criterion: &mut Criterion) {
    let mut group = group(criterion, "packings counted");
    for (name, file, total, distinct) in COUNTED {
        let pack = puzzle(file);
        for threads in threads() {
            group.bench_function(format!("{name}, {threads} threads"), |bencher| {
                bencher.iter(|| {
                    let counted = count(&pack, None, &limits(threads)).expect("no checkpoint");
                    assert_eq!((counted.total, counted.distinct), (Ok(total.into()), Ok(distinct.into())));
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, enumerated, counted);
criterion_main!(benches);
