//! Random puzzles: one packing up to symmetry by plain search, too.

use traybit_core::generation::GenerateError;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_packing::pack::Freedom;
use traybit_packing::reference::{packings, up_to_symmetry};
use traybit_packing::solve::generate::{GenerateOptions, Made, generate};

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
