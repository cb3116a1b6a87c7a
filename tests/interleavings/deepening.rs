//! Iterative deepening: one thread's solution, budget or stop ends the iteration for all.

use traybit_core::GaveUp;
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};

use crate::{check, limits, stopper};

/// A corner of a cube that has to become 0: bits are flipped, the lowest few one by one; and the bit flipped last.
#[derive(Clone)]
struct Corner(u64, Option<u32>);

impl DepthFirst<6> for Corner {
    type Move = u32;
    type Change = (u32, Option<u32>);
    const STEP: u32 = 1;
    const STRIDE: u64 = 2;

    fn bound(&self) -> u32 {
        u32::from(self.0 > 0)
    }
    fn expand(&self, left: u32, changes: &mut [Self::Change; 6]) -> usize {
        let mut count = 0;
        for bit in (0..6).filter(|&bit| Some(bit) != self.1 && (self.0 ^ 1 << bit).count_ones() <= left) {
            changes[count] = (bit, Some(bit));
            count += 1;
        }
        count
    }
    fn estimate(_: &Self::Change) -> u32 {
        0
    }
    fn step(change: &Self::Change) -> u32 {
        change.0
    }
    fn apply(&mut self, change: &Self::Change) -> Self::Change {
        self.0 ^= 1 << change.0;
        (change.0, std::mem::replace(&mut self.1, change.1))
    }
}

#[test]
fn iterations_end_once() {
    check(iterations);
}

fn iterations() {
    let mut deepening = Deepening::default();
    let Ending::Solved(moves) = deepening.run(&Corner(0b10_1101, None), &mut |_| None, None, &limits(2))
    else {
        panic!("it is solvable");
    };
    assert_eq!(moves.iter().fold(0b10_1101_u64, |state, bit| state ^ 1 << bit), 0);
    assert_eq!((moves.len(), deepening.bound), (4, 4));
    let mut deepening = Deepening::default();
    let ended = deepening.run(&Corner(0b11_1111, None), &mut |_| None, Some(40), &limits(2));
    assert!(matches!(ended, Ending::Spent | Ending::Solved(_)));
    let limits = limits(2);
    let stopper = stopper(&limits);
    let ended = Deepening::default().run(&Corner(0b11_1111, None), &mut |_| None, None, &limits);
    stopper.join().expect("a thread that stops another");
    assert!(matches!(ended, Ending::GaveUp(GaveUp::Stopped) | Ending::Solved(_)));
}
