//! Best-first search on one thread and on several, in half a cube.

use std::time::Instant;

use crate::half_cube::HalfCube;
use traybit_core::search::best_first::{BestFirst, solve};
use traybit_core::{Answer, GaveUp, Limits};

const BITS: u32 = 15;
const EVEN: u64 = 0b10_1011_0111_0111;
const ODD: u64 = EVEN | 1 << (BITS - 1);

fn half(goal: u64, from_both_ends: bool) -> HalfCube {
    HalfCube { bits: BITS, goal, from_both_ends, slow_until: None }
}

fn limits(threads: usize) -> Limits {
    Limits { threads, ..Limits::default() }
}

#[test]
fn goals_are_reached_or_refuted_on_any_number_of_threads() {
    for threads in [1, 2, 5] {
        for from_both_ends in [false, true] {
            half(EVEN, from_both_ends).is_solved(&limits(threads));
            half(ODD, from_both_ends).is_refuted(&limits(threads));
        }
    }
}

#[test]
fn more_threads_take_over_what_one_has_found() {
    let space = half(ODD, false);
    let mut search = BestFirst::on_threads(&space, 3);
    let mut threads = [1, 2, 1, 3].into_iter().cycle();
    let mut before = 1;
    let ended = loop {
        let limits = limits(threads.next().expect("there is always one more"));
        // One look at the limits is between two pauses at most.
        match search.run(&limits, Some(Instant::now() + std::time::Duration::from_micros(300))) {
            None => {}
            ended => break ended,
        }
        assert!(search.cost().positions >= before, "nothing is lost");
        before = search.cost().positions;
    };
    assert_eq!((ended, search.cost().positions), (Some(Answer::Unsolvable), space.reached()));
}

#[test]
fn limits_end_all_threads() {
    for threads in 1..=3 {
        let space = half(ODD, true);
        let little = Limits { memory: (2 << 20) + (64 << 10), ..limits(threads) };
        assert_eq!(solve(&space, &little).answer, Answer::GaveUp(GaveUp::Memory), "{threads} threads");
        let past = Limits { deadline: Some(Instant::now()), ..limits(threads) };
        assert_eq!(solve(&space, &past).answer, Answer::GaveUp(GaveUp::Time), "{threads} threads");
    }
}

#[test]
fn a_turn_ends_after_the_state_in_which_its_time_is_over() {
    let until = Instant::now() + std::time::Duration::from_millis(20);
    let space = HalfCube { slow_until: Some(until), ..half(ODD, false) };
    let mut search = BestFirst::on_threads(&space, 1);
    assert_eq!(search.run(&limits(1), Some(until)), None);
    // The first state has 105 successors.
    assert!(search.cost().positions <= 106, "{} positions", search.cost().positions);
}
