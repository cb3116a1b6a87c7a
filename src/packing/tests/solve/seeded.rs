//! Random puzzles with one packing, and packings drawn at random.

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::all_of;
use crate::random::read;
use traybit_core::generation::GenerateError;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_packing::pack::{Freedom, Pack, Packing};
use traybit_packing::reference::{packings, up_to_symmetry};
use traybit_packing::solve::generate::{GenerateOptions, Made, generate};
use traybit_packing::solve::sample::{Sample, sample};

fn made(options: &GenerateOptions, count: u64, threads: usize) -> Vec<Made> {
    let (made, missing, _) = generate(options, count, &Limits { threads, ..Limits::default() });
    assert_eq!((made.len() as u64, missing), (count, None));
    made
}

#[test]
fn random_puzzles_have_one_packing() {
    let options = GenerateOptions {
        size: Size { height: 4, width: 5 },
        pieces: 4..=5,
        areas: 3..=6,
        empty: 1,
        freedom: Freedom::Turn,
        different: true,
        seed: 7,
        tries: 10_000,
    };
    let all = made(&options, 6, 2);
    for Made { puzzle, .. } in &all {
        assert_eq!(up_to_symmetry(puzzle, &packings(puzzle)), 1, "{puzzle:?}");
        let counts = puzzle.pieces.iter().map(|piece| piece.counts.clone());
        assert!((4..=5).contains(&puzzle.pieces.len()) && counts.into_iter().all(|counts| counts == (1..=1)));
        assert!(puzzle.pieces.iter().all(|piece| (3..=6).contains(&piece.shape.area())));
        assert_eq!(puzzle.covered(), 19..=19);
    }
    // A puzzle does not depend on how many there are, nor on threads.
    assert_eq!(made(&options, 3, 1), all[..3]);
    let too_few = GenerateOptions { pieces: 1..=2, ..options };
    assert_eq!(generate(&too_few, 1, &Limits::default()).1, Some(GenerateError::NoBoard));
}

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
        let all = all_of(&pack);
        let packings = drawn(&pack, 60 * all.len() as u64, 5);
        let mut times: HashMap<&Packing, u64> = all.iter().map(|packing| (packing, 0)).collect();
        for packing in &packings {
            *times.get_mut(packing).expect("a packing") += 1;
        }
        assert!(times.values().all(|times| (30..100).contains(times)), "{times:?}");
        assert_eq!(drawn(&pack, 3, 5), packings[..3]);
    }
    assert!(drawn(&read("piece T: 2\nXXX\n.X.\n\nboard: 2x4\n"), 3, 0).is_empty());
}
