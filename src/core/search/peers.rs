//! The other processes of a search that several machines share.
//!
//! ```text
//!   buckets of a layer   0 … │ … │ … 2^b − 1        each process has a range of them, of every layer
//!                        └ 0 ┘└ 1┘└── 2 ──┘
//!   first pass    each process expands its buckets; leaving successors go to the process that has their bucket
//!   second pass   each process by itself
//!   end           all processes add up what they found, and take the same decisions
//! ```
//!
//! Layers of few states are searched by every process alike, without a message. The transport implements [`Peers`].
//! (Ownership by hash: Stern and Dill, "Parallelizing the Murφ verifier", 1997; by bits that few moves change: Zhou and
//! Hansen, "Parallel structured duplicate detection", 2007.)

use std::fmt::Debug;
use std::sync::Arc;

use crate::search::disk::block_file::Block;
use crate::{GaveUp, Key};

/// Takes a piece of bytes, and the blocks in it, into a file or into memory.
pub type Taker = Arc<dyn Fn(&[u8], Vec<Block>) -> Result<(), GaveUp> + Send + Sync>;

/// The processes of a search, seen from one of them. All of them call the same methods in the same order, except for
/// [`send`](Self::send), [`check`](Self::check) and [`give_up`](Self::give_up).
pub trait Peers: Debug + Send + Sync {
    /// Number of this process, from 0.
    fn number(&self) -> usize;

    /// Number of processes.
    fn count(&self) -> usize;

    /// Threads of all processes together.
    fn threads(&self) -> usize;

    /// Begins a pass: the blocks that others send go to `take`.
    fn begin_pass(&self, take: Taker);

    /// Sends a piece with blocks to the process that has their buckets; waits while that one has too much to take.
    ///
    /// # Errors
    /// The reason why the search ends.
    fn send(&self, to: usize, piece: &[u8], blocks: &[Block]) -> Result<(), GaveUp>;

    /// Collects the words that each process gives, in the order of the processes' numbers. This ends a pass: all that
    /// others sent in it was taken.
    ///
    /// # Errors
    /// The reason why the search ends.
    fn gather(&self, words: &[u64]) -> Result<Vec<Vec<u64>>, GaveUp>;

    /// Fails if another process has given up.
    ///
    /// # Errors
    /// The reason why the search ends.
    fn check(&self) -> Result<(), GaveUp>;

    /// Tells all others that this process gives up.
    fn give_up(&self, reason: GaveUp);

    /// Bytes sent to other processes.
    fn sent(&self) -> u64;

    /// Sentence about the process that ended the search, without its full stop.
    fn error(&self) -> Option<String>;
}

/// Number of the process that has a bucket of 2^`bits`.
#[inline(always)]
pub fn owner(bucket: usize, bits: u32, processes: usize) -> usize {
    (bucket * processes) >> bits
}

/// The words of a key.
pub fn words_of<K: Key>(key: &K) -> impl Iterator<Item = u64> {
    (0..key.limbs()).map(|limb| key.limb(limb))
}

/// Collects the keys of all processes, in the order of the processes' numbers; each key has `limbs`.
///
/// # Errors
/// The reason why the search ends.
pub fn gather_keys<K: Key>(peers: &dyn Peers, keys: &[K], limbs: usize) -> Result<Vec<K>, GaveUp> {
    let words: Vec<u64> = keys.iter().flat_map(words_of).collect();
    let all = peers.gather(&words)?;
    Ok(all.iter().flat_map(|words| words.chunks(limbs).map(K::from_limbs)).collect())
}
