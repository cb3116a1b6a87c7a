//! Positions a second: puzzles solved, shortest in slides, and full spaces explored, in steps; on one thread and on all.

mod shipped;
mod threads;

use std::fs::{self, File};

use criterion::measurement::WallTime;
use criterion::{BenchmarkGroup, Criterion, Throughput, criterion_group, criterion_main};
use mimalloc::MiMalloc;
use threads::{group, limits, on_threads, threads};
use traybit_sliding::formats::course::read_tray;
use traybit_sliding::formats::drawn;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{self, ExploreOptions};
use traybit_sliding::solve::{self, Objective, Report, Verdict};

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Names, and the fewest slides (see `puzzles/sliding/index.csv`).
const PUZZLES: [(&str, usize); 3] = [("klotski", 90), ("century-and-a-half", 170), ("d209", 25)];

/// Smaller spaces are over before a thread is started.
const LEAST_SPACE: u64 = 10_000;

/// A puzzle of the course, which is not shipped, and the positions of its space.
const COURSE: (&str, u64) = ("../shared/puzzles/cs61b/hard/c64", 25_401_832);

/// The report on a puzzle whose shortest solution has `slides` slides.
fn solved(problem: &Puzzle, slides: usize, threads: usize) -> Report {
    let report = solve::solve(problem, Objective::Shortest(Metric::Slide), &limits(threads));
    assert!(matches!(report.verdict, Verdict::Solved { length, .. } if length == slides), "{report:?}");
    report
}

fn shortest(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("puzzles");
    group.sample_size(20);
    for (name, slides) in PUZZLES {
        let problem = shipped::read(name);
        for threads in threads() {
            let positions = solved(&problem, slides, threads).cost.positions;
            group.throughput(Throughput::Elements(positions));
            group.bench_function(format!("{name}, {threads} threads"), |bencher| {
                bencher.iter(|| solved(&problem, slides, threads));
            });
        }
    }
    group.finish();
}

/// The shipped puzzles with large spaces, and the positions of each.
fn large_spaces() -> Vec<(String, u64)> {
    let index = fs::read_to_string(shipped::here("puzzles/sliding/index.csv")).expect("the index");
    let mut lines = index.lines();
    assert_eq!(lines.next(), Some("start,goal,expect,step,slide,path,space,source"));
    let rows = lines.filter_map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        Some((fields[0].to_owned(), fields[6].parse().ok()?))
    });
    rows.filter(|&(_, positions)| positions >= LEAST_SPACE).collect()
}

fn explore(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, problem: &Puzzle, positions: u64) {
    group.throughput(Throughput::Elements(positions));
    on_threads(group, name, |limits| {
        let explored = spaces::explore(problem, None, Metric::Step, ExploreOptions::default(), limits, None);
        let explored = explored.expect("nothing is read").explored;
        assert_eq!((explored.sizes.iter().sum::<u64>(), explored.ended), (positions, None));
    });
}

fn spaces(criterion: &mut Criterion) {
    let mut group = group(criterion, "spaces", [500, 2000]);
    for (name, positions) in large_spaces() {
        explore(&mut group, &name, &shipped::read(&name), positions);
    }
    let (path, positions) = COURSE;
    match File::open(shipped::here(path)) {
        Ok(file) => {
            let tray = read_tray(path, file).expect("a valid tray");
            explore(&mut group, "c64", &tray, positions);
        }
        Err(reason) => println!("{path} is skipped: {reason}"),
    }
    group.finish();
}

/// A collection of boards that is not shipped, and their number.
const BOARDS: (&str, usize) = ("../shared/reference/boards_4x5.txt", 103);

/// The boards with the fewest moves in each metric; `None` if there is no solution.
fn boards(text: &str) -> Vec<(Puzzle, [Option<usize>; 3])> {
    let records = text.split("\n\n").filter(|record| record.starts_with("board "));
    let board = |record: &str| {
        let (head, rows) = record.trim_end().split_once('\n').expect("a head and rows");
        let (tray, goal) = rows.rsplit_once("\ngoal ").expect("a goal");
        let drawing = format!("tray:\n{tray}\n\ngoal: {goal}\n");
        let known = ["step=", "slide=", "path="].map(|metric| {
            let field = head.split(' ').find_map(|field| field.strip_prefix(metric));
            field.expect("a field for each metric").parse().ok()
        });
        (drawn::read(head, drawing.as_bytes()).expect("a valid drawing"), known)
    };
    records.map(board).collect()
}

/// All boards of the collection, proven shortest in all three metrics.
fn collection(criterion: &mut Criterion) {
    let (path, number) = BOARDS;
    let text = match fs::read_to_string(shipped::here(path)) {
        Ok(text) => text,
        Err(reason) => {
            println!("{path} is skipped: {reason}");
            return;
        }
    };
    let boards = boards(&text);
    assert_eq!(boards.len(), number);
    let mut group = group(criterion, "boards", [3000, 5000]);
    on_threads(&mut group, &format!("{number} boards in three metrics"), |limits| {
        for (problem, known) in &boards {
            let lengths = [Metric::Step, Metric::Slide, Metric::Path].map(|metric| {
                match solve::solve(problem, Objective::Shortest(metric), limits).verdict {
                    Verdict::Solved { length, .. } => Some(length),
                    Verdict::Unsolvable(_) => None,
                    Verdict::GaveUp(reason) => panic!("gave up: {reason:?}"),
                }
            });
            assert_eq!(lengths, *known);
        }
    });
    group.finish();
}

criterion_group!(benches, shortest, spaces, collection);
criterion_main!(benches);
