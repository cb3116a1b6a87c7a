//! How many positions a second whole puzzles are solved at, shortest in slides, on one thread and on all.

use std::fs::File;
use std::num::NonZero;
use std::path::Path;
use std::thread::available_parallelism;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mimalloc::MiMalloc;
use traybit::search::limits::Limits;
use traybit::sliding::metric::Metric;
use traybit::sliding::text::{read_goal, read_tray};
use traybit::sliding::tray::{Goal, Tray};
use traybit::solve::{Report, Verdict, Wanted, solve};

/// The programs' own.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Names, and the fewest slides (see `puzzles/sliding/index.csv`).
const PUZZLES: [(&str, usize); 3] = [("klotski", 90), ("century-and-a-half", 170), ("d209", 25)];

fn read(name: &str) -> (Tray, Goal) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("puzzles/sliding");
    let open = |name: &str| File::open(folder.join(name)).expect("a shipped file");
    let tray = read_tray(name, open(name)).expect("a valid tray");
    let goal = read_goal(name, open(&format!("{name}.goal")), Some(tray.size())).expect("a valid goal");
    (tray, goal)
}

/// The report on a puzzle whose shortest solution has `slides` slides.
fn solved(tray: &Tray, goal: &Goal, slides: usize, threads: usize) -> Report {
    let limits = Limits { threads, ..Limits::default() };
    let report = solve(tray, goal, Wanted::Shortest(Metric::Slide), &limits);
    assert!(matches!(report.verdict, Verdict::Solved { length, .. } if length == slides), "{report:?}");
    report
}

fn puzzles(criterion: &mut Criterion) {
    let all = available_parallelism().map_or(1, NonZero::get);
    let mut group = criterion.benchmark_group("puzzles");
    for (name, slides) in PUZZLES {
        let (tray, goal) = read(name);
        for threads in [1, all] {
            let positions = solved(&tray, &goal, slides, threads).cost.positions;
            group.sample_size(20).throughput(Throughput::Elements(positions));
            group.bench_function(format!("{name}, {threads} threads"), |bencher| {
                bencher.iter(|| solved(&tray, &goal, slides, threads));
            });
        }
    }
    group.finish();
}

criterion_group!(benches, puzzles);
criterion_main!(benches);
