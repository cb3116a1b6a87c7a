//! Packings drawn at random: all of a small puzzle, and those of puzzles whose states need wider words.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::listed;
use crate::random::read;
use traybit_core::search::limits::Limits;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::Selection;
use traybit_packing::solve::sample::{Sample, sample};

fn drawn(pack: &Pack, number: u64, seed: u64) -> Vec<Packing> {
    let mut packings = Vec::new();
    let listed = sample(pack, Sample { number, seed }, &Limits::default(), &mut |packing| {
        packings.push(packing);
        ControlFlow::Continue(())
    });
    assert_eq!((listed.found, listed.ended), (packings.len() as u64, None));
    packings
}

/// Each of all packings is drawn, about as often as the others: with equal pieces and empty cells, and with different
/// pieces in states of more than 64 bits.
#[test]
fn every_packing_is_drawn() {
    let dominoes = read("piece I: 3\nXX\n\nboard: 2x4\nempty: 2\n");
    let mixed = read("piece I: 1..\nXXX\n\npiece L: any\nX.\nXX\n\nboard: 3x3\nempty: ..3\n");
    let sparse = read("piece I: 1\nXXX\n\npiece L: 1\nX.\nXX\n\nboard: 3x4\n");
    for pack in [dominoes, mixed, sparse] {
        let all = listed(&pack, Selection { most: u64::MAX, distinct: false }, &Limits::default());
        let packings = drawn(&pack, 60 * all.len() as u64, 5);
        let mut times: HashMap<&Packing, u64> = all.iter().map(|packing| (packing, 0)).collect();
        for packing in &packings {
            *times.get_mut(packing).expect("a packing") += 1;
        }
        assert!(times.values().all(|times| (30..100).contains(times)), "{times:?}");
        assert_eq!(drawn(&pack, 3, 5), packings[..3]);
    }
}

#[test]
fn where_there_is_no_packing_none_is_drawn() {
    assert!(drawn(&read("piece T: 2\nXXX\n.X.\n\nboard: 2x4\n"), 3, 0).is_empty());
}
