//! All positions of a space.

use traybit_core::bits::Key;
use traybit_core::search::gathering::Gathering;
use traybit_core::space::StateSpace;

/// What can be reached from the start, nearest first.
pub(crate) fn reachable<S: StateSpace>(space: &S, scratch: &mut S::Scratch) -> Vec<S::State> {
    let mut seen = Gathering::<S::State, ()>::default();
    let start = space.start();
    seen.insert(start.clone(), (), start.hash64());
    let mut next = 0;
    while let Some(position) = seen.fresh().get(next).cloned() {
        space.expand(&position, scratch, |successor, _| {
            let hash = successor.hash64();
            seen.insert(successor, (), hash);
        });
        next += 1;
    }
    seen.fresh().to_vec()
}
