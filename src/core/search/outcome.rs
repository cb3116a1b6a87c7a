//! Answers of searches, and their cost.

use std::time::Duration;

/// Reason why a search ended without an answer.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum GaveUp {
    /// The time limit passed.
    Time,
    /// The memory budget would have been passed.
    Memory,
    /// It was stopped, by an interrupt or by a quicker search.
    Stopped,
    /// The search is not complete and found nothing, or its numbers are too large; another one may.
    Exhausted,
    /// A file of the search could not be written or read: see [`Disk::error`](crate::search::disk::Disk::error).
    Disk,
    /// Another process of the search ended, or gave up: see [`Peers::error`](crate::search::peers::Peers::error).
    Peer,
}

/// The answer of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer<M> {
    /// Moves from the start to a goal.
    Solved(Vec<M>),
    /// Proven: every reachable state was seen, and none is a goal.
    Unsolvable,
    /// Neither.
    GaveUp(GaveUp),
}

impl<M> Answer<M> {
    /// The reason why there is none.
    pub fn gave_up(&self) -> Option<GaveUp> {
        if let Self::GaveUp(reason) = self { Some(*reason) } else { None }
    }

    /// The answer with moves of another kind.
    pub fn map<N>(self, step: impl FnMut(M) -> N) -> Answer<N> {
        match self {
            Self::Solved(moves) => Answer::Solved(moves.into_iter().map(step).collect()),
            Self::Unsolvable => Answer::Unsolvable,
            Self::GaveUp(reason) => Answer::GaveUp(reason),
        }
    }
}

/// The cost of a search so far.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Cost {
    /// Different states generated, the start among them.
    pub positions: u64,
    /// True if symmetric positions were merged.
    pub symmetric_merged: bool,
    /// Finished layers (breadth-first search only), the start's own not counted.
    pub layers: u32,
    /// Successors generated. Moves back that a used-move mask rules out are not generated and not counted.
    pub successors: u64,
    /// Wall time.
    pub time: Duration,
    /// Peak bytes held at once by keys, tables and buffers.
    pub bytes: usize,
    /// Bytes among them that only path reconstruction needed, at the end.
    pub trail_bytes: usize,
    /// Bytes in files, if layers were on disk.
    pub disk: Traffic,
}

/// An answer with its cost.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome<M> {
    /// The answer.
    pub answer: Answer<M>,
    /// Its cost.
    pub cost: Cost,
}

impl<M> Outcome<M> {
    /// The outcome with moves of another kind.
    pub fn map<N>(self, step: impl FnMut(M) -> N) -> Outcome<N> {
        Outcome { answer: self.answer.map(step), cost: self.cost }
    }
}

impl Cost {
    /// The cost of two searches together, one after the other.
    #[must_use]
    pub fn then(self, next: Self) -> Self {
        Self {
            positions: self.positions + next.positions,
            symmetric_merged: self.symmetric_merged || next.symmetric_merged,
            layers: next.layers,
            successors: self.successors + next.successors,
            time: self.time + next.time,
            bytes: self.bytes.max(next.bytes),
            trail_bytes: next.trail_bytes,
            disk: if next.disk.peak > 0 { next.disk } else { self.disk },
        }
    }
}

/// Traffic of a folder, and of a search with others, in bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Traffic {
    /// Peak bytes in files.
    pub peak: u64,
    /// Bytes written.
    pub written: u64,
    /// Bytes read.
    pub read: u64,
    /// Bytes of finished layers.
    pub layers: u64,
    /// States in these layers.
    pub states: u64,
    /// Bytes sent to other processes of the search.
    pub sent: u64,
}
