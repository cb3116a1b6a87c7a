//! Interface between puzzle families and searches: a space has a start, goals and moves.
//!
//! ```text
//!   search, compiled once per width of key           space, compiled once per layout
//!
//!   states and their used-move masks  ──expand──▶    64 states at once: unpack, find moves, pack
//!   look up, keep what is new         ◀───sink───    successors and their used-move masks, by part of the next layer
//! ```
//!
//! A family compiles a puzzle into a space. A search uses these traits through trait objects, at the cost of two virtual
//! calls per batch of states. So each search is compiled once per key width and each space once, never once per pair of
//! both. (Model checkers such as stateright separate models from search engines in the same way.)

mod sink;
mod walker;

use std::fmt::Debug;

pub use crate::space::sink::{Columns, Sink, part_index};
pub use crate::space::walker::Walker;

use crate::bits::Key;

/// Immutable state space, shared by all threads of a search. Each move can be undone by one move, so successors of layer
/// *d* lie in layers *d−1*, *d* and *d+1*.
pub trait Space<K: Key>: Sync {
    /// Start of the search. Equal states have equal bits.
    fn start(&self) -> K;

    /// Expander for one thread; its working storage is reused, so successors need no allocation.
    fn expander(&self) -> Box<dyn Expander<K> + '_>;

    /// Layers that successors can lie in.
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_moves: false, same_layer: true }
    }

    /// Canonical state for `state` in layered searches: itself, or its image under a symmetry that preserves goals and
    /// moves. Only [`Expander::expand`] canonicalises successors.
    fn canonical(&self, state: K) -> K {
        state
    }

    /// True if [`Space::canonical`] can merge states.
    fn is_canonicalised(&self) -> bool {
        false
    }

    /// Masks of key bits; those changed by the fewest moves come first. On disk, states that agree in the bits of a mask
    /// are stored together, so that most successors stay with their parents.
    fn slow_bits(&self) -> Vec<K> {
        Vec::new()
    }
}

/// Expands the states of a [`Space`], for one thread.
pub trait Expander<K: Key>: Send {
    /// True if `state` is a goal.
    fn is_goal(&mut self, state: &K) -> bool;

    /// Indices of the goals among `states`.
    fn goals(&mut self, states: &[K]) -> Vec<usize> {
        let goals = states.iter().enumerate().filter(|(_, state)| self.is_goal(state));
        goals.map(|(index, _)| index).collect()
    }

    /// Pushes the successors of `state` into `sink`, each with its move. If there may be many, it stops when
    /// [`Sink::push`] breaks.
    fn successors(&mut self, state: &K, sink: &mut Sink<K, Move>);

    /// Pushes the successors of all `states` into `sink`, each with its used-move mask, until the sink breaks. Moves that a
    /// state's mask rules out are skipped. If a space keeps no masks, it receives none, and those it pushes are ignored.
    fn expand(&mut self, states: &[K], _used: &[UsedMoves], sink: &mut Sink<K, UsedMoves>) {
        sink.without_moves(|moves| {
            for state in states {
                self.successors(state, moves);
                if moves.is_stopped() {
                    return;
                }
            }
        });
    }

    /// [`Expander::expand`] restricted to moves that may change bits of a mask of [`Space::slow_bits`], or to the others.
    fn expand_partly(
        &mut self,
        states: &[K],
        used: &[UsedMoves],
        (_mask, may_change): (&K, bool),
        sink: &mut Sink<K, UsedMoves>,
    ) {
        // By default, any move may change them.
        if may_change {
            self.expand(states, used, sink);
        }
    }
}

/// Move, in the family's own encoding.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Move(pub u64);

/// Mask of the moves that lead back to the previous layer; they need not be generated. Each move that finds a state sets
/// a bit. Once the state's layer is finished, the mask holds all moves back, so no finished layer is compared. (Used
/// operators of frontier search: Korf, 1999.)
pub type UsedMoves = u32;

/// Layers that successors can lie in, and the masks that rule out the previous one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// True if states keep used-move masks. If [`UsedMoves`] is too narrow for them, moves back to the previous layer are
    /// generated.
    pub used_moves: bool,
    /// True if two states of one layer can be neighbours. They cannot if each move changes a parity.
    pub same_layer: bool,
}

/// One of the two ends of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}

/// Space with distance estimates for best-first searches; they need not be admissible.
pub trait Guided<K: Key>: Space<K> {
    /// The goal, if it is a single state.
    fn goal_state(&self) -> Option<K>;
    /// Feature that a move adds to the state.
    fn feature(&self, step: Move) -> u32;
    /// A guide for one thread.
    fn guide(&self) -> Box<dyn Guide<K> + '_>;
}

/// Expands and estimates the states of a [`Guided`] space, for one thread.
pub trait Guide<K: Key>: Expander<K> {
    /// Estimates the distance of `state` from one end; it is 0 at that end. Appends the state's features: small numbers
    /// that stand for facts such as "a block of this class stands here".
    fn describe(&mut self, state: &K, from: End, features: &mut Vec<u32>) -> u32;
    /// Costlier estimate of the same distance, never below that of [`Guide::describe`], computed just before the state is
    /// expanded. `None` if there is no such estimate.
    fn refine(&mut self, _state: &K, _from: End) -> Option<u32> {
        None
    }
}
