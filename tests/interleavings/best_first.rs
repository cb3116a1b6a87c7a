//! Best-first search by two workers, in half a cube of five dimensions: a move flips two bits.

use traybit_core::search::best_first;
use traybit_core::search::outcome::{Answer, GaveUp};
use traybit_core::space::{End, Expander, Guide, Guided, Move, Sink, Space};

use crate::{check, limits, stopper};

/// Bits of a state: all states with an even number of ones can be reached from the start, and no other.
const BITS: u32 = 5;
const REACHED: u64 = 1 << (BITS - 1);

/// The half cube with one goal.
struct Half {
    goal: u64,
    /// Whether a second search runs from the goal.
    from_both_ends: bool,
}

impl Space<u64> for Half {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
}

impl Guided<u64> for Half {
    fn goal_state(&self) -> Option<u64> {
        self.from_both_ends.then_some(self.goal)
    }
    fn feature(&self, step: Move) -> u32 {
        step.0 as u32
    }
    fn guide(&self) -> Box<dyn Guide<u64> + '_> {
        Box::new(self)
    }
}

impl Expander<u64> for &Half {
    fn is_goal(&mut self, state: &u64) -> bool {
        *state == self.goal
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for first in 0..BITS {
            for second in 0..first {
                let flipped = 1 << first | 1 << second;
                if sink.push(state ^ flipped, Move(flipped)).is_break() {
                    return;
                }
            }
        }
    }
}

impl Guide<u64> for &Half {
    fn describe(&mut self, state: &u64, from: End, features: &mut Vec<u32>) -> u32 {
        features.extend((0..BITS).filter(|bit| state >> bit & 1 == 1));
        let end = if from == End::Goal { self.goal } else { 0 };
        (state ^ end).count_ones()
    }
    fn refine(&mut self, state: &u64, _from: End) -> Option<u32> {
        Some((state.count_ones() + 1) * 2)
    }
}

fn is_solution(goal: u64, moves: &[Move]) -> bool {
    moves.iter().fold(0, |state, step| state ^ step.0) == goal
}

fn solved(from_both_ends: bool) {
    let space = Half { goal: 0b1_1110, from_both_ends };
    match best_first::solve(&space, &limits(2)).answer {
        Answer::Solved(moves) => assert!(is_solution(space.goal, &moves)),
        other => panic!("it is solvable: {other:?}"),
    }
}

fn refuted(from_both_ends: bool) {
    let outcome = best_first::solve(&Half { goal: 0b1_1111, from_both_ends }, &limits(2));
    assert_eq!(outcome.answer, Answer::Unsolvable);
    // From both ends either side may be the one that is exhausted.
    let positions = outcome.cost.positions;
    assert!(if from_both_ends { (REACHED..=2 * REACHED).contains(&positions) } else { positions == REACHED });
}

#[test]
fn best_first_finds_a_solution() {
    check(|| solved(false));
}

#[test]
fn best_first_finds_a_solution_from_both_ends() {
    check(|| solved(true));
}

#[test]
fn best_first_sees_every_state_before_it_refutes() {
    check(|| refuted(false));
}

#[test]
fn best_first_refutes_from_both_ends() {
    check(|| refuted(true));
}

#[test]
fn best_first_is_right_when_stopped() {
    check(best_first_stopped);
}

fn best_first_stopped() {
    let limits = limits(2);
    let stopper = stopper(&limits);
    let space = Half { goal: 0b1_1110, from_both_ends: true };
    let answer = best_first::solve(&space, &limits).answer;
    stopper.join().expect("a thread that stops another");
    match answer {
        Answer::Solved(moves) => assert!(is_solution(space.goal, &moves)),
        other => assert_eq!(other, Answer::GaveUp(GaveUp::Stopped)),
    }
}
