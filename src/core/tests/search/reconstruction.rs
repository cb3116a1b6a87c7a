//! Paths through filters that let others pass.

use traybit_core::search::bloom::BloomFilter;
use traybit_core::search::limits::Limits;
use traybit_core::search::reconstruction::reconstruct;
use traybit_core::space::{Expander, Move, Sink, Space};

/// The numbers 0, 1, 2, …, each beside the next.
struct Line;

impl Space<u64> for Line {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(Self)
    }
}

impl Expander<u64> for Line {
    fn is_goal(&mut self, _: &u64) -> bool {
        false
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        // What leads away from the start comes first.
        if sink.push(state + 1, Move(1)).is_continue() && *state > 0 {
            let _ = sink.push(state - 1, Move(0));
        }
    }
}

#[test]
fn positions_that_pass_by_chance_are_left_again() {
    // Layers 1 to 5 let their neighbours of later layers through as well.
    let mut filters = vec![BloomFilter::Held(vec![BloomFilter::part(&[0u64], 2)])];
    for layer in 1..6u64 {
        filters.push(BloomFilter::Held(vec![BloomFilter::part(&[layer, 12 - layer, 8], 2)]));
    }
    assert!(filters[5].passes(&7u64, &[]).unwrap(), "a path that leads nowhere");
    let moves = reconstruct(&Line, &filters, 6, &Limits::default());
    assert_eq!(moves, Ok(vec![Move(1); 6]));
}
