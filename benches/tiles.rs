//! Sliding tiles: shortest solutions from a cold start (tables built each time), solutions at once, full spaces; on
//! one thread and on all. Boards a second, and for full spaces positions a second.

mod threads;

use std::fs::File;
use std::path::Path;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use mimalloc::MiMalloc;
use threads::{group, limits, on_threads};
use traybit_core::grid::Size;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::limits::Limits;
use traybit_tiles::board::Board;
use traybit_tiles::formats::{Entry, read_list};
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::answer::{Objective, Solver, Verdict};
use traybit_tiles::solve::explore::explore;
use traybit_tiles::solve::random::boards;

/// The allocator of the programs.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// Milliseconds to warm up and to measure boards.
const TIMES: [u64; 2] = [3000, 5000];

/// Moves of the shortest solutions of all boards in `puzzles/tiles/korf.txt`.
const KORF: usize = 2618;

/// Random boards of 9×9, and the most that their solutions may be longer than the Manhattan distance, in hundredths.
const RANDOM: u64 = 100;
const HUNDREDTHS: u64 = 320;

/// Sizes, and the positions and the depth of their spaces.
const SPACES: [((u16, u16), u64, usize); 3] =
    [((3, 3), 181_440, 31), ((3, 4), 239_500_800, 53), ((2, 6), 239_500_800, 80)];

/// The moves of all solutions together, and the Manhattan distances.
fn solve(starts: &[Board], goal: &Board, objective: Objective, limits: &Limits) -> (usize, u64) {
    let solver = Solver::new(goal.clone());
    if objective == Objective::Optimal {
        let _ = solver.optimiser().pattern_databases(limits);
    }
    let alone = Limits { threads: 1, ..limits.clone() };
    let solve = |start: &Board| solver.solve(start, objective, &alone);
    let reports = parallel_map(starts.iter().collect(), limits.threads, solve);
    let length = |verdict: &Verdict| match verdict {
        Verdict::Solved { moves, shortest } if *shortest || objective == Objective::Fast => moves.len(),
        other => panic!("not solved as required: {other:?}"),
    };
    let moves = reports.iter().map(|report| length(&report.verdict)).sum();
    (moves, reports.iter().map(|report| report.manhattan).sum())
}

fn shortest(criterion: &mut Criterion) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("puzzles/tiles/korf.txt");
    let entries =
        read_list("korf.txt", File::open(path).expect("a shipped file"), None).expect("a valid list");
    let starts: Vec<Board> = entries.into_iter().map(|entry: Entry| entry.board).collect();
    let goal = Board::blank_first(starts[0].size());
    let mut group = group(criterion, "shortest", TIMES);
    group.throughput(Throughput::Elements(50));
    on_threads(&mut group, "Korf's 50 odd boards, cold", |limits| {
        assert_eq!(solve(&starts, &goal, Objective::Optimal, limits).0, KORF);
    });
    group.finish();
}

fn at_once(criterion: &mut Criterion) {
    let goal = Board::blank_last(Size { height: 9, width: 9 });
    let starts = boards(&goal, None, 1, 1..=RANDOM, &limits(1)).0;
    let mut group = group(criterion, "at once", TIMES);
    group.throughput(Throughput::Elements(RANDOM));
    on_threads(&mut group, "random 9×9", |limits| {
        let (moves, manhattan) = solve(&starts, &goal, Objective::Fast, limits);
        assert!(moves as u64 * 100 <= manhattan * HUNDREDTHS, "{moves} moves for {manhattan}");
    });
    group.finish();
}

fn spaces(criterion: &mut Criterion) {
    let mut group = group(criterion, "spaces of tiles", [500, 3000]);
    for ((height, width), positions, depth) in SPACES {
        let size = Size { height, width };
        group.throughput(Throughput::Elements(positions));
        on_threads(&mut group, &format!("{height}×{width}"), |limits| {
            let (explored, _) = explore(size, size.cells() - 1, Unit::Move, 0, limits);
            let all = explored.sizes.iter().sum::<u64>();
            assert_eq!((all, explored.sizes.len() - 1), (positions, depth));
        });
    }
    group.finish();
}

criterion_group!(benches, shortest, at_once, spaces);
criterion_main!(benches);
