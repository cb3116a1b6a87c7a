//! Best-first search by two workers, in half a cube of five dimensions.

use traybit_core::search::best_first;
use traybit_core::{Answer, GaveUp};

use crate::half_cube::HalfCube;
use crate::{check, limits, stopper};

fn half(goal: u64, from_both_ends: bool) -> HalfCube {
    HalfCube { bits: 5, goal, from_both_ends, slow_until: None }
}

#[test]
fn best_first_finds_a_solution() {
    check(|| half(0b1_1110, false).is_solved(&limits(2)));
    check(|| half(0b1_1110, true).is_solved(&limits(2)));
}

#[test]
fn best_first_sees_every_state_before_it_refutes() {
    check(|| half(0b1_1111, false).is_refuted(&limits(2)));
    check(|| half(0b1_1111, true).is_refuted(&limits(2)));
}

#[test]
fn best_first_is_right_when_stopped() {
    check(best_first_stopped);
}

fn best_first_stopped() {
    let limits = limits(2);
    let stopper = stopper(&limits);
    let space = half(0b1_1110, true);
    let answer = best_first::solve(&space, &limits).answer;
    stopper.join().expect("a thread that stops another");
    match answer {
        Answer::Solved(moves) => space.check(&moves),
        other => assert_eq!(other, Answer::GaveUp(GaveUp::Stopped)),
    }
}
