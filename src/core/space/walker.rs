//! Walker: expands states and visits their successors one by one.

use std::ops::ControlFlow;

use crate::{Columns, Expander, Key, Move, Sink, Space};

/// Maximum bytes of successors that are generated before the first is used …
const BYTES: usize = 4 << 10;
/// … and their maximum number.
const SUCCESSORS: usize = 64;

/// An expander with a buffer of its own.
pub struct Walker<'a, K: Key> {
    expander: Box<dyn Expander<K> + 'a>,
    successors: Columns<K, Move>,
}

impl<'a, K: Key> Walker<'a, K> {
    /// A walker in a space.
    pub fn new(space: &'a dyn Space<K>) -> Self {
        Self { expander: space.expander(), successors: Columns::default() }
    }

    /// True if `state` is a goal.
    pub fn is_goal(&mut self, state: &K) -> bool {
        self.expander.is_goal(state)
    }

    /// Passes each successor of `state` to `emit`, with the move that leads to it, until that breaks.
    pub fn successors(&mut self, state: &K, mut emit: impl FnMut(K, Move) -> ControlFlow<()>) {
        let mut look = |Columns { keys, tags }: &mut Columns<K, Move>| {
            keys.drain(..).zip(tags.drain(..)).try_for_each(|(successor, step)| emit(successor, step))
        };
        let bound = (BYTES / (size_of::<K>() + state.heap_bytes())).clamp(1, SUCCESSORS);
        self.successors.clear();
        let mut sink = Sink::new(&mut self.successors, true, bound, &mut look);
        self.expander.successors(state, &mut sink);
        let _ = sink.flush();
    }

    /// [`Self::successors`] until the first error, which is returned.
    pub fn try_successors<E>(
        &mut self,
        state: &K,
        mut emit: impl FnMut(K, Move) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut ended = Ok(());
        self.successors(state, |successor, step| {
            ended = emit(successor, step);
            if ended.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        ended
    }

    /// The successors of `state`, with the moves that lead to them.
    pub fn all(&mut self, state: &K) -> Vec<(K, Move)> {
        let mut all = Vec::new();
        self.successors(state, |successor, step| {
            all.push((successor, step));
            ControlFlow::Continue(())
        });
        all
    }
}
