//! Snapshots of searches, with a right checksum and with a wrong one.

use std::ops::ControlFlow;

use traybit_core::search::counting::{CountKey, Opened, resume};
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, Paths};
use traybit_core::search::staged::{StageExpander, Staged, Successor};
use traybit_core::{Key, Limits, MoveCode, ReadError};

/// Memory: more than small files need.
const MEMORY: usize = 1 << 20;
const LAST: usize = 9;
const DIGEST: u64 = 1;

/// A snapshot of a count, or of an enumeration.
pub fn check(data: &[u8]) {
    for bytes in [data.to_vec(), snapshot(*b"TRAYCOUN", 4, data)] {
        count::<u64>(&bytes);
        count::<u128>(&bytes);
    }
    let spaces: [&dyn Staged<u64>; 1] = [&Tree];
    for bytes in [data.to_vec(), snapshot(*b"TRAYENUM", 2, data)] {
        let Ok(read) = Enumeration::read(&spaces, &AllPaths, &bytes[..], DIGEST) else { continue };
        let mut written = Vec::new();
        read.write(&mut written).expect("a list takes all bytes");
        let again = Enumeration::read(&spaces, &AllPaths, &written[..], DIGEST).expect("as written");
        assert_eq!((again.cost().positions, again.solutions()), (read.cost().positions, read.solutions()));
        assert!(again.into_partial() == read.into_partial());
    }
}

/// Collects the paths of all solutions.
struct AllPaths;

impl Collector for AllPaths {
    type Partial = Paths;

    fn solution(&self, partial: &mut Paths, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        partial.push(space, path);
        ControlFlow::Continue(())
    }
    fn append(&self, partial: &mut Paths, later: Paths) {
        partial.append(later);
    }
    fn found(&self, partial: &Paths) -> u64 {
        partial.len() as u64
    }
}

/// A binary tree.
struct Tree;

impl<K: Key + Copy> Staged<K> for Tree {
    fn last(&self) -> usize {
        LAST
    }
    fn start(&self) -> Option<(usize, K)> {
        Some((0, K::from_limbs(&[1])))
    }
    fn expander(&self) -> Box<dyn StageExpander<K> + '_> {
        Box::new(Self)
    }
}

impl<K: Key + Copy> StageExpander<K> for Tree {
    fn expand(&mut self, stage: usize, states: &[K], successors: &mut Vec<Successor<K>>) {
        for (parent, state) in (0..).zip(states) {
            let next = |step| {
                let state = K::from_limbs(&[state.limb(0) << 1 | u64::from(step)]);
                Successor { state, parent, stage: stage as u32 + 1, step }
            };
            successors.extend([0, 1].map(next));
        }
    }
}

fn count<K: CountKey>(bytes: &[u8]) {
    let limits = Limits { memory: MEMORY, ..Limits::default() };
    let opened = Opened::read(bytes, DIGEST);
    if let Err(error) = opened.and_then(|opened| resume::<K>(&Tree, opened, &limits, None)) {
        assert!(!matches!(error, ReadError::Io(_)), "bytes can be read");
    }
}

/// The snapshot of a kind and version with these words behind its first three, which are the right ones, and the checksum that
/// belongs to them.
fn snapshot(name: [u8; 8], version: u64, data: &[u8]) -> Vec<u8> {
    let head = [u64::from_le_bytes(name), version, DIGEST];
    let words = data
        .chunks_exact(8)
        .map(|chunk| chunk.iter().rev().fold(0, |word, byte| word << 8 | u64::from(*byte)));
    let mut words: Vec<u64> = head.into_iter().chain(words).collect();
    let next = |sum: u64, word: &u64| {
        (sum ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29).wrapping_add(1)
    };
    words.push(words.iter().fold(0, next));
    words.into_iter().flat_map(u64::to_le_bytes).collect()
}
