//! Counts in halves against plain search.

use num_bigint::BigUint;
use proptest::{prop_assert_eq, proptest};

use crate::random::{Judged, cases, puzzles, read};
use traybit_core::search::counting::reach;
use traybit_core::search::limits::Limits;
use traybit_packing::budget::Budget;
use traybit_packing::cover::Cover;
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Floor, Pack, Packing};
use traybit_packing::reference;
use traybit_packing::space::halves::{Back, Front, middle};
use traybit_packing::space::{Space, States, merged};
use traybit_packing::symmetry::symmetries;

/// The number of packings, counted from both ends to this line.
fn total(pack: &Pack, line: usize) -> BigUint {
    let limits = Limits::default();
    let mut budget = Budget::of(&limits);
    let kinds = Kinds::of(pack);
    let (cover, group) = (Cover::of(pack, &kinds), symmetries(pack, &kinds));
    let middle = line * cover.stride.expect("a board") as usize;
    let mut totals = [States::Merged, merged(&cover, &group)].map(|states| {
        let back = Back::<u64>::new(&cover, middle, states, &mut budget).expect("enough memory");
        let space = Space::new(&cover, states, &mut budget).expect("enough memory");
        let Some(ways) = reach(&back, &limits).expect("no limit") else { return BigUint::ZERO };
        let front = Front::new(space, middle, &back, &*ways);
        let mut total = BigUint::ZERO;
        if let Some(reached) = reach(&front, &limits).expect("no limit") {
            reached.each(&mut |state, number| total += number * ways.number(&state) / front.images(state));
        }
        total
    });
    let total = std::mem::take(&mut totals[0]);
    assert_eq!(totals[1], total, "mirror images merged or not");
    total
}

#[test]
fn halves_of_the_pentominoes_meet_at_any_line() {
    let pack = read(include_str!("../../../../puzzles/packing/pentominoes-3x20.txt"));
    let cover = Cover::of(&pack, &Kinds::of(&pack));
    assert_eq!(middle(&cover), Some((12, 30)));
    for line in 1..20 {
        assert_eq!(total(&pack, line), 8_u32.into(), "line {line}");
    }
}

#[test]
fn few_pieces_and_empty_cells_are_counted_from_one_end() {
    for puzzle in ["piece D: 8\nXX\n\nboard: 4x4\n", "piece I: 1\nXXX\n\npiece D: 1\nXX\n\nboard: 2x3\n"] {
        let pack = read(puzzle);
        assert_eq!(middle(&Cover::of(&pack, &Kinds::of(&pack))), None);
    }
}

/// The puzzle whose board is what a packing covers, with the pieces of the packing.
fn of_packing(pack: &Pack, packing: &Packing) -> Pack {
    let mut exact = Pack { floor: vec![Floor::Wall; pack.floor.len()], empty: 0..=0, ..pack.clone() };
    for cell in packing.iter().flat_map(|placed| &placed.cells) {
        exact.floor[pack.size.number(*cell)] = Floor::Open;
    }
    for (piece, kind) in exact.pieces.iter_mut().enumerate() {
        let pieces = packing.iter().filter(|placed| placed.piece == piece).count() as u32;
        kind.counts = pieces..=pieces;
    }
    exact
}

proptest! {
    #![proptest_config(cases(100))]

    #[test]
    fn halves_have_the_packings_of_the_whole(puzzle in puzzles()) {
        let judged = Judged::of(&puzzle.0);
        if let Some(packing) = judged.packings.first().filter(|packing| !packing.is_empty()) {
            let pack = of_packing(&judged.pack, packing);
            let packings = reference::packings(&pack).len();
            for line in 1..pack.size.height.max(pack.size.width).into() {
                prop_assert_eq!(total(&pack, line), packings.into(), "line {}", line);
            }
        }
    }
}
