//! The seam between a family of puzzles and the searches: a space is a start, a goal and the moves between.
//!
//! ```text
//!   search, compiled once per width of key           space, compiled once per packing
//!
//!   states and their used-move masks  ──expand──▶    64 side by side: unpack, find moves, pack
//!   look up, keep what is new         ◀───sink───    successors and their used-move masks, by part of the next layer
//! ```
//!
//! A family compiles a puzzle into a space; a search knows only these traits, and holds them as trait objects. That costs
//! two virtual calls for a batch of states, and nothing has to be compiled for a search *and* a space: each search is
//! compiled once for each width of key, each space once. (Model checkers, e.g. stateright, have such a seam between a model
//! and the engines that search it.)

mod sink;
pub(crate) mod walker;

use std::fmt::Debug;

pub use crate::space::sink::{Columns, Sink, part_index};
pub use crate::space::walker::Walker;

use crate::bits::Key;

/// A state space: shared, unchanged, by all threads of a search. Each move can be undone by one move, so that
/// successors of layer *d* lie in the layers *d−1*, *d* and *d+1* only.
pub trait Space<K: Key>: Sync {
    /// The start of the search; equal states are equal bits.
    fn start(&self) -> K;

    /// An expander for one thread, whose working storage saves an allocation for each successor.
    fn expander(&self) -> Box<dyn Expander<K> + '_>;

    /// The neighbours to which the expansion of a whole layer leads.
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_move_bits: 0, same_layer: true }
    }

    /// The state that stands for `state` in a search by layers: itself, or its image under a symmetry that takes goals to
    /// goals and moves to moves. Only [`Expander::expand`] canonicalises successors.
    fn canonical(&self, state: K) -> K {
        state
    }

    /// True if a state can stand for several.
    fn is_canonicalised(&self) -> bool {
        false
    }

    /// Masks of key bits, those that the fewest moves change first. In files, states that agree in the bits of a mask are kept
    /// together, so that most successors stay with the states they come from.
    fn slow_bits(&self) -> Vec<K> {
        Vec::new()
    }
}

/// Expands the states of a [`Space`], for one thread.
pub trait Expander<K: Key>: Send {
    /// True if `state` is a goal.
    fn is_goal(&mut self, state: &K) -> bool;

    /// Adds the places in `states` of those that are goals to `goals`.
    fn goals(&mut self, states: &[K], goals: &mut Vec<usize>) {
        for (place, state) in states.iter().enumerate() {
            if self.is_goal(state) {
                goals.push(place);
            }
        }
    }

    /// Puts the successors of `state` into `sink`, with the move that leads to each. If there may be many, it ends when
    /// [`Sink::push`] breaks.
    fn successors(&mut self, state: &K, sink: &mut Sink<K, Move>);

    /// Puts the successors of all `states` into `sink`, with their used-move masks, until the sink breaks. Moves that the
    /// mask of a state rules out are left out. A space that keeps no masks gets none, and its masks are ignored.
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

    /// [`Expander::expand`] by the moves only that may change bits of a mask of [`Space::slow_bits`], or by the others.
    fn expand_partly(
        &mut self,
        states: &[K],
        used: &[UsedMoves],
        (_mask, may_change): (&K, bool),
        sink: &mut Sink<K, UsedMoves>,
    ) {
        // Any move may.
        if may_change {
            self.expand(states, used, sink);
        }
    }
}

/// A move, in a code of the family's own.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Move(pub u64);

/// Mask of the moves that lead back to the previous layer, which need not be generated. Each move that finds a state adds a
/// bit; once its layer is finished they rule out all its moves back, so no finished layer is compared. (Used operators of
/// frontier search: Korf, 1999.)
pub type UsedMoves = u32;

/// The neighbours to which the expansion of a whole layer leads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Neighbours {
    /// Bits of a mask that rules out every move back to the previous layer; 0 if none are kept (since it would need more
    /// than [`UsedMoves`] has), and such moves are generated.
    pub used_move_bits: u32,
    /// True if two states of one layer can be neighbours. They cannot if each move changes a parity.
    pub same_layer: bool,
}

impl Neighbours {
    /// Neighbours with masks of `bits`, if [`UsedMoves`] has as many.
    #[must_use]
    pub fn with_masks_of(bits: u32, same_layer: bool) -> Self {
        Self { used_move_bits: if bits <= UsedMoves::BITS { bits } else { 0 }, same_layer }
    }

    /// True if states keep used-move masks.
    pub fn keeps_used_moves(&self) -> bool {
        self.used_move_bits > 0
    }
}

/// One of the two ends of a search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum End {
    /// The start.
    Start,
    /// The goal.
    Goal,
}

/// A space that guides a best-first search: an order of states, no bound on distances.
pub trait Guided<K: Key>: Space<K> {
    /// The goal, if it is a single state.
    fn goal_state(&self) -> Option<K>;
    /// The feature that a move brought about.
    fn feature(&self, step: Move) -> u32;
    /// A guide for one thread.
    fn guide(&self) -> Box<dyn Guide<K> + '_>;
}

/// Expands and estimates the states of a [`Guided`] space, for one thread.
pub trait Guide<K: Key>: Expander<K> {
    /// Estimates the distance of `state` from one end, zero there. Appends the state's features: small numbers, each a
    /// fact that holds in it (such as "a block of this class stands here").
    fn describe(&mut self, state: &K, from: End, features: &mut Vec<u32>) -> u32;
    /// A costlier estimate of the same distance, never below that of [`Guide::describe`], computed when the state would
    /// be expanded next. `None` if there is only the first estimate.
    fn refine(&mut self, _state: &K, _from: End) -> Option<u32> {
        None
    }
}
