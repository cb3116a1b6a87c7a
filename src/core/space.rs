//! The seam between a family of puzzles and the searches: a space is a start, a goal and the moves between.
//!
//! A family compiles a puzzle into a space; a search knows nothing but these traits. (The idea of a seam between
//! a model and the engines that search it is that of model checkers, e.g. stateright.)

use std::fmt::Debug;
use std::ops::ControlFlow;

use crate::bits::Key;

/// A state space: shared, unchanged, by all threads of a search.
pub trait StateSpace: Sync {
    /// One packed position; equal positions are equal bits.
    type State: Key;
    /// What leads from one state to another.
    type Move: Copy + Send + Sync + PartialEq + Debug;
    /// One thread's working storage for expanding states, so that no successor costs an allocation.
    type Scratch: Send;

    /// Fresh working storage.
    fn scratch(&self) -> Self::Scratch;
    /// Where the search begins.
    fn start(&self) -> Self::State;
    /// Whether `state` is what is looked for.
    fn is_goal(&self, state: &Self::State, scratch: &mut Self::Scratch) -> bool;
    /// Hands the successors of `state` to `emit`, with the move that leads to each, until it asks to stop; a space
    /// in which a state has few successors may hand over the rest all the same.
    fn expand_while(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        emit: impl FnMut(Self::State, Self::Move) -> ControlFlow<()>,
    );

    /// Hands each successor of `state` to `emit`, with the move that leads to it.
    #[inline(always)]
    fn expand(
        &self,
        state: &Self::State,
        scratch: &mut Self::Scratch,
        mut emit: impl FnMut(Self::State, Self::Move),
    ) {
        self.expand_while(state, scratch, |successor, step| {
            emit(successor, step);
            ControlFlow::Continue(())
        });
    }
}

/// A space in which each move can be undone by one move, so that successors of layer *d* lie in the layers
/// *d−1*, *d* and *d+1* only.
pub trait Reversible: StateSpace {
    /// The most bits that the marks of any space of this type need: [`Reversible::neighbours`] tells of no more.
    const MOST_MARK_BITS: u32 = 0;

    /// The move that undoes `step`.
    fn reverse(&self, step: Self::Move) -> Self::Move;

    /// The state that stands for `state` in a search by layers: the state itself, or one of its images under a
    /// symmetry that takes goals to goals and moves to moves. Only [`Reversible::expand_marked`] folds what it hands
    /// over.
    fn fold(&self, state: Self::State) -> Self::State {
        state
    }

    /// Whether a state can stand for several.
    fn is_folded(&self) -> bool {
        false
    }

    /// What a search by layers need not look for.
    fn neighbours(&self) -> Neighbours {
        Neighbours { mark_bits: 0, same_layer: true }
    }

    /// Hands the successors of all `states` to `emit`, with the mark that each of them gets, until it asks to stop
    /// (as with [`StateSpace::expand_while`], the rest may come all the same). Moves that the marks of a state rule
    /// out are left out. The marks are as many as the states.
    #[inline(always)]
    fn expand_marked<M: Mark>(
        &self,
        states: &[Self::State],
        _marks: &[M],
        scratch: &mut Self::Scratch,
        mut emit: impl FnMut(Self::State, M) -> ControlFlow<()>,
    ) {
        let mut flow = ControlFlow::Continue(());
        for state in states {
            self.expand_while(state, scratch, |successor, _| {
                flow = emit(successor, M::default());
                flow
            });
            if flow.is_break() {
                break;
            }
        }
    }
}

/// Which neighbours the expansion of a whole layer leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// How many bits a mark needs to rule out every move back to the layer before; 0 where there are no marks, and
    /// such moves are made.
    pub mark_bits: u32,
    /// Whether two states of one layer can be neighbours. Where a move always changes the parity of something, they
    /// cannot.
    pub same_layer: bool,
}

/// What a state remembers of the moves by which it was found, so that they need not be undone: whoever finds it
/// adds a mark, and once its layer is finished its marks tell all its moves that lead back to the layer before.
/// With them no finished layer has to be looked at. (The idea is that of the used operators in Korf's frontier
/// search, 1999.)
pub trait Mark: Copy + Default + Send + Sync + Debug + 'static {
    /// How many bits it has.
    const BITS: u32;
    /// Whether it remembers anything.
    const ARE_KEPT: bool = Self::BITS > 0;
    /// The mark of these bits; those beyond its width are lost.
    fn from_bits(bits: u64) -> Self;
    /// Its bits.
    fn bits(self) -> u64;
    /// Adds what another one remembers.
    fn merge(&mut self, other: Self);
}

macro_rules! mark {
    ($word:ty) => {
        impl Mark for $word {
            const BITS: u32 = <$word>::BITS;

            #[inline(always)]
            fn from_bits(bits: u64) -> Self {
                bits as $word
            }
            #[inline(always)]
            fn bits(self) -> u64 {
                self.into()
            }
            #[inline(always)]
            fn merge(&mut self, other: Self) {
                *self |= other;
            }
        }
    };
}
mark!(u16);
mark!(u32);

/// No mark.
impl Mark for () {
    const BITS: u32 = 0;

    fn from_bits(_: u64) -> Self {}
    fn bits(self) -> u64 {
        0
    }
    fn merge(&mut self, (): Self) {}
}

/// One of the two ends of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}

/// A space that tells a best-first search where to look first. Nothing here bounds a distance; it is only an
/// order.
pub trait Guided: Reversible {
    /// The one state that meets the goal, where the goal leaves nothing open.
    fn goal_state(&self) -> Option<Self::State>;
    /// How far `state` seems to be from one end: zero there, and the smaller, the nearer. Appends the state's
    /// features: small numbers, each a fact that holds in it (such as "a block of this class stands here").
    fn describe(
        &self,
        state: &Self::State,
        from: End,
        scratch: &mut Self::Scratch,
        features: &mut Vec<u32>,
    ) -> u32;
    /// A dearer estimate of the same distance, never below that of [`Guided::describe`]: asked for only when the
    /// state would be expanded next. None where the first estimate is all there is.
    fn refine(&self, _state: &Self::State, _from: End, _scratch: &mut Self::Scratch) -> Option<u32> {
        None
    }
    /// The feature that a move brought about.
    fn feature(&self, step: Self::Move) -> u32;
}
