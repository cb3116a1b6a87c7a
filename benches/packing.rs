//! Packing: the first packing, all of them and their number, by enumeration and by counting; on one thread and on all.
//! Puzzles a second, from the plain puzzle on.

mod threads;

use std::fs::File;
use std::ops::ControlFlow;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mimalloc::MiMalloc;
use threads::{group, on_threads};
use traybit_packing::formats::read;
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Milliseconds to warm up and to measure.
const TIMES: [u64; 2] = [300, 1500];

/// Puzzles, the packings to be enumerated, and their number.
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

/// Puzzles and the number of their packings, all and up to symmetry.
const COUNTED: [(&str, &str, u128, u128); 3] = [
    ("Popinjay", "popinjay.txt", 8, 1),
    ("Popinjay with 12 pieces", "popinjay-12.txt", 0, 0),
    ("11×11 with 13 pieces", "11x11-13.txt", 11_728, 1466),
];

fn puzzle(name: &str) -> Pack {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("puzzles/packing").join(name);
    read(name, File::open(path).expect("a shipped file")).expect("a valid puzzle")
}

fn enumerated(criterion: &mut Criterion) {
    let mut group = group(criterion, "packings enumerated", TIMES);
    group.throughput(Throughput::Elements(1));
    for (name, file, selection, known) in ENUMERATED {
        let pack = puzzle(file);
        on_threads(&mut group, name, |limits| {
            let mut take = |_| ControlFlow::Continue(());
            let found =
                enumerate(&pack, selection, Callbacks::default(), limits, &|packing| packing, &mut take);
            let found = found.expect("no checkpoint");
            assert_eq!((found.found, found.ended), (known, None));
        });
    }
    group.finish();
}

fn counted(criterion: &mut Criterion) {
    let mut group = group(criterion, "packings counted", TIMES);
    group.throughput(Throughput::Elements(1));
    for (name, file, total, distinct) in COUNTED {
        let pack = puzzle(file);
        on_threads(&mut group, name, |limits| {
            let counted = count(&pack, None, limits).expect("no checkpoint");
            assert_eq!((counted.total, counted.distinct), (Ok(total.into()), Ok(distinct.into())));
        });
    }
    group.finish();
}

criterion_group!(benches, enumerated, counted);
criterion_main!(benches);
