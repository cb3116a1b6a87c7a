//! Solutions that become shorter with time.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::fast::{assert_solves, fast, random};
use traybit_core::search::limits::Limits;
use traybit_tiles::solve::anytime::improve;

#[test]
fn solutions_are_never_longer_than_the_fast_one() {
    for (height, width, threads) in
        [(1, 5, 1), (3, 3, 2), (4, 4, 1), (5, 5, 2), (9, 9, 2), (2, 20, 1), (20, 20, 2)]
    {
        let start = random(height, width, usize::from(height * width) / 2, 3);
        let limits = Limits { threads, ..Limits::default() };
        let until = Instant::now() + Duration::from_millis(150);
        let found = improve(&start, until, &limits).unwrap();
        assert_solves(&start, &found.moves);
        assert!(found.moves.len() <= fast(&start).len());
        assert_eq!(
            limits.progress.positions.load(Ordering::Relaxed) > 0,
            height > 1 && found.cost.positions > found.moves.len() as u64
        );
    }
}

#[test]
fn the_stop_flag_and_little_memory_leave_the_fast_answer() {
    let start = random(9, 9, 80, 5);
    let hour = Instant::now() + Duration::from_hours(1);
    let limits = Limits::default();
    limits.stop.store(true, Ordering::Relaxed);
    assert_eq!(improve(&start, hour, &limits).unwrap().moves, fast(&start));
    let limits = Limits { memory: 1 << 10, threads: 2, ..Limits::default() };
    let soon = Instant::now() + Duration::from_millis(50);
    assert_solves(&start, &improve(&start, soon, &limits).unwrap().moves);
}

#[test]
fn the_distance_itself_ends_the_search() {
    let start = random(1, 9, 2, 4);
    let hour = Instant::now() + Duration::from_hours(1);
    assert_eq!(improve(&start, hour, &Limits::default()).unwrap().moves.len() as u64, start.manhattan());
}
