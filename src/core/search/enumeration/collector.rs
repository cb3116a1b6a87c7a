//! Collectors of the solutions of an enumeration.

use std::ops::ControlFlow;

use crate::search::staged::MoveCode;
use crate::search::words::{halves, pair};

/// Collects solutions part by part of the tree: each part has a partial result of its own, filled by one thread; those
/// of neighbouring parts are joined in the order of the walk.
pub trait Collector: Sync {
    /// The partial result; the default holds nothing.
    type Partial: PartialResult;

    /// Adds a solution of one of the spaces, in parallel with other parts; breaks if no later solution of any part is needed.
    fn solution(&self, partial: &mut Self::Partial, space: usize, path: &[MoveCode]) -> ControlFlow<()>;

    /// Joins a partial result with the one that follows.
    fn append(&self, partial: &mut Self::Partial, later: Self::Partial);

    /// Number of solutions in a partial result of one part.
    fn found(&self, partial: &Self::Partial) -> u64;

    /// Bytes that a partial result holds outside itself; called often.
    fn bytes(&self, _partial: &Self::Partial) -> usize {
        0
    }

    /// Called by one thread at a time, whenever the result before the first unfinished part has grown; the result may be
    /// taken out. Breaks if enough was found.
    fn deliver(&self, _partial: &mut Self::Partial) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A partial result that can be saved in words.
pub trait PartialResult: Default + Clone + Send {
    /// Converts it to words.
    fn to_words(&self) -> Vec<u64>;
    /// Converts words back; `None` if they do not encode such a result.
    fn from_words(words: &[u64]) -> Option<Self>;
}

/// Some solutions, one after the other.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Paths {
    /// The moves of all of them.
    moves: Vec<MoveCode>,
    /// The space and the number of moves of each.
    lengths: Vec<(u32, u32)>,
}

impl Paths {
    /// Number of solutions.
    pub fn len(&self) -> usize {
        self.lengths.len()
    }

    /// True if there is no solution.
    pub fn is_empty(&self) -> bool {
        self.lengths.is_empty()
    }

    /// The space and the moves of each.
    pub fn iter(&self) -> impl Iterator<Item = (usize, &[MoveCode])> {
        let mut rest = self.moves.as_slice();
        self.lengths.iter().map(move |&(space, length)| {
            let (path, later) = rest.split_at(length as usize);
            rest = later;
            (space as usize, path)
        })
    }

    /// Bytes held outside itself.
    pub fn bytes(&self) -> usize {
        self.moves.capacity() * size_of::<MoveCode>() + self.lengths.capacity() * size_of::<(u32, u32)>()
    }

    /// Adds a solution.
    pub fn push(&mut self, space: usize, path: &[MoveCode]) {
        self.moves.extend_from_slice(path);
        self.lengths.push((space as u32, path.len() as u32));
    }

    /// Adds later solutions.
    pub fn append(&mut self, mut later: Self) {
        self.moves.append(&mut later.moves);
        self.lengths.append(&mut later.lengths);
    }
}

/// Words: the number of solutions, the space and the length of each, all moves; two numbers to a word.
impl PartialResult for Paths {
    fn to_words(&self) -> Vec<u64> {
        let lengths = self.lengths.iter().map(|&(space, length)| pair(space, length));
        let moves = self.moves.chunks(2).map(|some| pair(some[0], some.get(1).copied().unwrap_or(0)));
        [self.len() as u64].into_iter().chain(lengths).chain(moves).collect()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let (&count, rest) = words.split_first()?;
        let (lengths, moves) = rest.split_at_checked(usize::try_from(count).ok()?)?;
        let lengths: Vec<(u32, u32)> = lengths.iter().map(|&word| halves(word).into()).collect();
        let total = lengths.iter().map(|&(_, length)| length as usize).sum::<usize>();
        let mut moves: Vec<MoveCode> = moves.iter().flat_map(|&word| halves(word)).collect();
        if moves.len() != total.next_multiple_of(2) {
            return None;
        }
        moves.truncate(total);
        Some(Self { moves, lengths })
    }
}
