//! Layers in files: those of a cube of 14 dimensions, by hash, by slow bits, and by bits that one bucket has nearly all of.

use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::Arc;

use tempfile::TempDir;
use traybit_core::search::compiled::{by_layer, explore, explore_both};
use traybit_core::search::disk::Disk;
use traybit_core::search::exploration::Request;
use traybit_core::{Expander, Limits, Move, Neighbours, Sink, Space, UsedMoves};

const DIMENSIONS: u32 = 14;

/// Words of so many bits, of which a move changes one.
struct Cube {
    dimensions: u32,
    slow: Vec<u64>,
    /// Its multiples are goals.
    goal_every: u64,
    /// True if it can tell which moves change slow bits.
    tells: bool,
}

impl Space<u64> for Cube {
    fn start(&self) -> u64 {
        0
    }
    fn expander(&self) -> Box<dyn Expander<u64> + '_> {
        Box::new(self)
    }
    fn neighbours(&self) -> Neighbours {
        Neighbours { used_moves: false, same_layer: false }
    }
    fn slow_bits(&self) -> Vec<u64> {
        self.slow.clone()
    }
}

impl Expander<u64> for &Cube {
    fn is_goal(&mut self, state: &u64) -> bool {
        state.is_multiple_of(self.goal_every)
    }
    fn successors(&mut self, state: &u64, sink: &mut Sink<u64, Move>) {
        for bit in 0..self.dimensions {
            let _ = sink.push(state ^ 1 << bit, Move(0));
        }
    }
    fn expand_partly(
        &mut self,
        states: &[u64],
        used: &[UsedMoves],
        (mask, may_change): (&u64, bool),
        sink: &mut Sink<u64, UsedMoves>,
    ) {
        if self.tells {
            for state in states {
                for bit in (0..self.dimensions).filter(|bit| (mask >> bit & 1 == 1) == may_change) {
                    let _ = sink.push(state ^ 1 << bit, 0);
                }
            }
        } else if may_change {
            self.expand(states, used, sink);
        }
    }
}

fn cube(slow: &[u64], goal_every: u64, tells: bool) -> Cube {
    Cube { dimensions: DIMENSIONS, slow: slow.to_vec(), goal_every, tells }
}

/// Limits with so little memory that layers are in files of the folder.
fn on_disk(folder: &TempDir, memory: usize, threads: usize) -> Limits {
    let disk = Some(Arc::new(Disk::open(folder.path()).expect("a folder")));
    Limits { memory, threads, wide: 1, disk, ..Limits::default() }
}

#[test]
fn layers_goals_and_farthest_states_are_the_same_in_files() {
    let all = Request { farthest: 3, goals: true };
    let plain = explore(&cube(&[], 1000, false), &Limits::default(), all);
    assert_eq!(plain.explored.sizes[..4], [1, 14, 91, 364]);
    assert_eq!((plain.explored.sizes.len(), &plain.farthest[..]), (15, &[(1 << DIMENSIONS) - 1][..]));
    for slow in [vec![], vec![0x3f00], vec![1 << 13, 0x3f00], vec![1 << 20]] {
        for tells in [false, true] {
            for threads in 1..=3 {
                let folder = TempDir::new().expect("a folder");
                let limits = on_disk(&folder, 1 << 16, threads);
                let told = explore(&cube(&slow, 1000, tells), &limits, all);
                let case = format!("{slow:x?}, {tells}, {threads} threads");
                assert_eq!(
                    (told.explored.ended, &told.explored.sizes),
                    (None, &plain.explored.sizes),
                    "{case}"
                );
                assert_eq!(
                    (told.goal_counts, told.farthest),
                    (plain.goal_counts.clone(), plain.farthest.clone())
                );
                assert_eq!(told.explored.cost.successors, plain.explored.cost.successors, "{case}");
                let traffic = limits.disk.expect("a folder").traffic();
                assert!(traffic.states > 10_000 && traffic.written > 8 * traffic.states, "{traffic:?}");
            }
        }
    }
}

#[test]
fn layers_in_files_are_handed_over() {
    let folder = TempDir::new().expect("a folder");
    let limits = on_disk(&folder, 1 << 16, 1);
    let mut sizes = Vec::new();
    let ended = by_layer(&cube(&[], 1000, false), &limits, &mut |found, _| {
        let mut states: HashSet<u64> = HashSet::new();
        found.for_each(|part, _| {
            states.extend(part);
            Ok(())
        })?;
        assert!(
            states.len() == found.count()
                && states.iter().all(|state| state.count_ones() == sizes.len() as u32)
        );
        sizes.push(states.len());
        Ok(ControlFlow::Continue(()))
    });
    assert_eq!(
        (ended, &sizes[..4], sizes.iter().sum()),
        (Ok(()), &[1, 14, 91, 364][..], 1usize << DIMENSIONS)
    );
    assert!(limits.disk.expect("a folder").traffic().states > 10_000);
}

/// Its buckets, of two bits, have more successors than there is memory for, and are expanded several times. A quarter of a
/// layer is 46,000 states with 18 successors each in their bucket: 7 megabytes of keys, of which a round has a quarter.
#[test]
fn a_large_bucket_is_expanded_in_rounds() {
    let all = Request { farthest: 1, goals: true };
    let cube = Cube { dimensions: 20, slow: vec![3], goal_every: 1000, tells: true };
    let plain = explore(&cube, &Limits::default(), all);
    assert_eq!(plain.explored.sizes[10], 184_756);
    let folder = TempDir::new().expect("a folder");
    let disk = Arc::new(Disk::open(folder.path()).expect("a folder"));
    let limits = Limits { memory: 8 << 20, disk: Some(Arc::clone(&disk)), ..Limits::default() };
    let told = explore(&cube, &limits, all);
    assert_eq!((told.explored.ended, &told.explored.sizes), (None, &plain.explored.sizes));
    assert_eq!((told.goal_counts, told.farthest), (plain.goal_counts, plain.farthest));
    assert_eq!(told.explored.cost.successors, plain.explored.cost.successors);
    assert!(told.explored.cost.bytes < 20 << 20, "{}", told.explored.cost.bytes);
    assert!(disk.traffic().states > 700_000, "{:?}", disk.traffic());
}

/// Every second word is a goal: 64 KB of them, where the memory is 16.
#[test]
fn goals_that_exceed_the_memory_are_in_files() {
    let sources = Request { farthest: 3, goals: true };
    for slow in [&[][..], &[0x3f00]] {
        let graph = cube(slow, 2, true);
        let (first, second) = explore_both(&graph, &Limits::default(), sources, None).expect("no checkpoint");
        let folder = TempDir::new().expect("a folder");
        let limits = on_disk(&folder, 1 << 14, 2);
        let (told, from_goals) = explore_both(&graph, &limits, sources, None).expect("no checkpoint");
        assert_eq!((told.explored.ended, &told.explored.sizes), (None, &first.explored.sizes));
        assert_eq!((told.goal_counts, told.farthest), (first.goal_counts, first.farthest));
        let (second, from_goals) = second.zip(from_goals).expect("goals");
        assert_eq!(second.explored.sizes, [1 << 13; 2]);
        assert_eq!((from_goals.explored.ended, from_goals.explored.sizes), (None, second.explored.sizes));
        assert_eq!(from_goals.farthest, second.farthest);
    }
}
