//! Exploration and shortest solutions by layers, in a cube of five dimensions.

use traybit_core::search::compiled;
use traybit_core::search::compiled::{explore, explore_both};
use traybit_core::search::exploration::Request;
use traybit_core::space::{Expander, Move, Neighbours, Sink, Space, UsedMoves};
use traybit_core::{Answer, GaveUp};

use crate::{check, limits, stopper};

/// A cube of some dimensions: a move flips a bit, so layer *d* has as many positions as *d* bits can be chosen.
struct Cube {
    bits: u32,
    has_masks: bool,
}

impl Space<u64> for Cube {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_moves: self.has_masks, same_layer: !self.has_masks }
    }
}

impl Expander<u64> for &Cube {
    fn is_goal(&mut self, state: &u64) -> bool {
        state.count_ones() == self.bits - 1
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for bit in 0..self.bits {
            if sink.push(state ^ 1 << bit, Move(bit.into())).is_break() {
                return;
            }
        }
    }
    fn expand(&mut self, states: &[u64], used: &[UsedMoves], sink: &mut Sink<u64, UsedMoves>) {
        let mut used = used.iter();
        for state in states {
            let used = used.next().copied().unwrap_or_default();
            for bit in (0..self.bits).filter(|bit| used >> bit & 1 == 0) {
                if sink.push(state ^ 1 << bit, 1 << bit).is_break() {
                    return;
                }
            }
        }
    }
}

const ROW: [u64; 6] = [1, 5, 10, 10, 5, 1];

fn layers(has_masks: bool) {
    let space = Cube { bits: 5, has_masks };
    let limits = limits(2);
    let request = Request { farthest: 1, goals: true };
    let (found, from_goals) = explore_both(&space, &limits, request, None).expect("nothing is read");
    assert_eq!((&found.explored.sizes[..], found.explored.ended), (&ROW[..], None));
    assert_eq!((&found.goal_counts[..], found.farthest), (&[0, 0, 0, 0, 5, 0][..], vec![31]));
    let from_goals = from_goals.expect("the first search was finished");
    assert_eq!((&from_goals.explored.sizes[..], from_goals.farthest), (&[5, 11, 10, 5, 1][..], vec![0]));
    let successors = if has_masks { 5 * 16 } else { 5 * 32 };
    assert_eq!((found.explored.cost.positions, found.explored.cost.successors), (32, successors));
    let Answer::Solved(moves) = compiled::solve(&space, &limits, None).expect("nothing is read").answer
    else {
        panic!("it is solvable")
    };
    let end = moves.iter().fold(0_u64, |state, bit| state ^ 1 << bit.0);
    assert_eq!((moves.len(), end), (4, 15), "the least of the nearest goals");
}

#[test]
fn layers_are_whole_without_used_move_masks() {
    check(|| layers(false));
}

#[test]
fn layers_are_whole_with_used_move_masks() {
    check(|| layers(true));
}

#[test]
fn layers_are_whole_when_stopped() {
    check(layers_stopped);
}

fn layers_stopped() {
    let limits = limits(2);
    let stopper = stopper(&limits);
    let found = explore(&Cube { bits: 5, has_masks: true }, &limits, Request::default()).explored;
    stopper.join().expect("a thread that stops another");
    assert!(ROW.starts_with(&found.sizes));
    match found.ended {
        None => assert_eq!(found.sizes, ROW),
        Some(reason) => assert_eq!(reason, GaveUp::Stopped),
    }
}
