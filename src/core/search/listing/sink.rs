//! What becomes of the solutions of a listing.

use std::ops::ControlFlow;

use serde::{Deserialize, Serialize};

/// Takes the solutions, part by part of the tree: each part has a share of its own, filled by one thread; shares of
/// neighbouring parts are joined in the order of the walk.
pub trait Sink<M>: Sync {
    /// What was gathered; the default has nothing.
    type Share: Default + Clone + Send;

    /// Adds a solution of one of the spaces. [`ControlFlow::Break`] says that no later solution can be wanted, in
    /// whatever part.
    fn solution(&self, share: &mut Self::Share, space: usize, path: &[M]) -> ControlFlow<()>;

    /// Joins a share with the one that follows.
    fn append(&self, share: &mut Self::Share, later: Self::Share);

    /// Bytes that a share holds outside itself; asked for often.
    fn bytes(&self, _share: &Self::Share) -> usize {
        0
    }

    /// Called with the share of all that comes before the first unfinished part, whenever it has grown, by one
    /// thread at a time: what is to be seen early may be taken out. [`ControlFlow::Break`] says that enough was
    /// found.
    fn deliver(&self, _share: &mut Self::Share) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Counts solutions.
#[derive(Clone, Copy, Debug)]
pub struct Counting;

impl<M> Sink<M> for Counting {
    type Share = u64;

    #[inline(always)]
    fn solution(&self, share: &mut u64, _space: usize, _path: &[M]) -> ControlFlow<()> {
        *share += 1;
        ControlFlow::Continue(())
    }

    fn append(&self, share: &mut u64, later: u64) {
        *share += later;
    }
}

/// Keeps the first solutions in the order of the walk, at most so many.
#[derive(Clone, Copy, Debug)]
pub struct AtMost(pub usize);

/// Some solutions, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Paths<M> {
    /// The moves of all of them.
    moves: Vec<M>,
    /// The space of each, and how many moves it has.
    lengths: Vec<(u32, u32)>,
}

impl<M> Default for Paths<M> {
    fn default() -> Self {
        Self { moves: Vec::new(), lengths: Vec::new() }
    }
}

impl<M> Paths<M> {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// Each one's space and moves.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[M])> {
        let mut rest = self.moves.as_slice();
        self.lengths.iter().map(move |&(space, length)| {
            // Lengths that were read from a damaged text may be too many.
            let (path, later) = rest.split_at((length as usize).min(rest.len()));
            rest = later;
            (space as usize, path)
        })
    }

    /// Bytes held outside itself.
    pub fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<M>() + self.lengths.capacity() * size_of::<(u32, u32)>()
    }

    /// Adds one more.
    pub fn push(&mut self, space: usize, path: &[M])
    where
        M: Copy,
    {
        self.moves.extend_from_slice(path);
        self.lengths.push((space as u32, path.len() as u32));
    }

    /// Adds those of another.
    pub fn append(&mut self, mut later: Self) {
        self.moves.append(&mut later.moves);
        self.lengths.append(&mut later.lengths);
    }

    /// Keeps the first ones, at most so many.
    pub fn truncate(&mut self, most: usize) {
        self.lengths.truncate(most);
        self.moves.truncate(self.lengths.iter().map(|&(_, length)| length as usize).sum());
    }
}

impl<M: Copy + Send + Sync> Sink<M> for AtMost {
    type Share = Paths<M>;

    fn solution(&self, share: &mut Paths<M>, space: usize, path: &[M]) -> ControlFlow<()> {
        if share.len() < self.0 {
            share.push(space, path);
        }
        self.flow(share)
    }

    fn append(&self, share: &mut Paths<M>, later: Paths<M>) {
        share.append(later);
        if share.len() > self.0 {
            share.truncate(self.0);
        }
    }

    fn bytes(&self, share: &Paths<M>) -> usize {
        share.bytes()
    }

    fn deliver(&self, share: &mut Paths<M>) -> ControlFlow<()> {
        self.flow(share)
    }
}

impl AtMost {
    fn flow<M>(self, share: &Paths<M>) -> ControlFlow<()> {
        if share.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}
