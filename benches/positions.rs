//! All positions of a space, and their successors.

use std::hint::black_box;
use std::ops::ControlFlow;

use traybit_core::bits::Key;
use traybit_core::search::visited::VisitedTable;
use traybit_core::space::{Columns, Sink, Space, Walker};

/// Successors that are buffered.
const BUFFER: usize = 1 << 10;

/// Reachable positions, nearest to the start first.
pub(crate) fn reachable<K: Key>(space: &dyn Space<K>) -> Vec<K> {
    let mut seen = VisitedTable::new(false);
    seen.add(&[space.start()], &[]);
    let (mut walker, mut next) = (Walker::new(space), 0);
    while let Some(position) = seen.fresh().get(next).cloned() {
        walker.successors(&position, |successor, _| {
            seen.add(&[successor], &[]);
            ControlFlow::Continue(())
        });
        next += 1;
    }
    seen.fresh().to_vec()
}

/// Expands positions one by one and returns the number of successors.
pub(crate) fn expand_each<K: Key>(space: &dyn Space<K>, positions: &[K]) -> u64 {
    let (mut walker, mut count) = (Walker::new(space), 0);
    for position in positions {
        walker.successors(position, |successor, _| {
            black_box(successor);
            count += 1;
            ControlFlow::Continue(())
        });
    }
    count
}

/// Expands positions in batches, with empty used-move masks, and returns the number of successors.
pub(crate) fn expand_all<K: Key>(space: &dyn Space<K>, positions: &[K]) -> u64 {
    let (masks, mut buffer, mut count) = (vec![0; positions.len()], Columns::default(), 0);
    let mut look = |Columns { keys, tags }: &mut Columns<K, u32>| {
        for successor in keys.drain(..).zip(tags.drain(..)) {
            black_box(successor);
            count += 1;
        }
        ControlFlow::Continue(())
    };
    let mut sink = Sink::new(&mut buffer, true, BUFFER, &mut look);
    space.expander().expand(positions, &masks, &mut sink);
    let _ = sink.flush();
    count
}
