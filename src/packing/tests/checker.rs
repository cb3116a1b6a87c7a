//! Packings that the checker accepts and refuses.

use traybit_core::turn::Turn;
use traybit_packing::checker::{Checker, check};
use traybit_packing::formats;
use traybit_packing::pack::{Cell, Freedom, Pack, Packing, Placed};
use traybit_packing::reference::packings;

const PUZZLE: &str =
    "piece L: 2 turn\nX..\nXXX\n\npiece I: ..2\nXX\n\nboard:\n*...\n.#..\n....\n....\n\nempty: 3..7\n";

fn pack() -> Pack {
    formats::read("p", PUZZLE.as_bytes()).unwrap()
}

fn message(pack: &Pack, packing: &Packing) -> String {
    check(pack, packing).unwrap_err()
}

#[test]
fn packings_of_plain_search_pass() {
    let pack = pack();
    let all: Vec<Packing> = packings(&pack).into_iter().collect();
    assert!(all.len() > 10 && all.iter().all(|packing| check(&pack, packing).is_ok()));
    assert_eq!(Checker::of(&pack).repeated(&all), None);
    let mut reordered = all[3].clone();
    reordered.reverse();
    assert_eq!(Checker::of(&pack).repeated(&[&all[..], &[reordered]].concat()), Some((3, all.len())));
}

#[test]
fn errors_name_their_place() {
    let pack = pack();
    let placed = |piece: usize, cells: &[Cell]| Placed { piece, cells: cells.to_vec() };
    let one = placed(0, &[(0, 0), (1, 0), (2, 0), (2, 1)]);
    let other = placed(0, &[(0, 2), (0, 3), (1, 3), (2, 3)]);
    let domino = placed(1, &[(3, 0), (3, 1)]);
    let of = |pieces: &[&Placed]| pieces.iter().map(|placed| (*placed).clone()).collect::<Packing>();
    // Turned over, so neither is an orientation that it may have.
    assert_eq!(
        message(&pack, &of(&[&one, &other])),
        "row 1, column 1: expected piece L in an orientation that it may have, found another orientation"
    );
    let one = placed(0, &[(0, 0), (0, 1), (1, 0), (2, 0)]);
    let other = placed(0, &[(1, 3), (2, 3), (3, 2), (3, 3)]);
    assert_eq!(check(&pack, &of(&[&one, &other])), Ok(()));
    assert_eq!(check(&pack, &of(&[&one, &other, &domino])), Ok(()));
    let cases = [
        (of(&[&one]), "expected 2 of piece L, found 1"),
        (of(&[&one, &one]), "row 1, column 1: expected one piece on a cell, found piece L on another"),
        (
            of(&[&one, &placed(1, &[(0, 1), (1, 1)])]),
            "row 1, column 2: expected one piece on a cell, found piece L",
        ),
        (of(&[&placed(1, &[(1, 1), (1, 2)])]), "row 2, column 2: expected nothing on a wall, found piece I"),
        (
            of(&[&placed(1, &[(3, 3), (3, 4)])]),
            "row 4, column 5: expected piece I on the board, found it outside",
        ),
        (of(&[&placed(2, &[(3, 3)])]), "row 4, column 4: expected one of 2 pieces, found number 2"),
        (
            of(&[&placed(1, &[])]),
            "expected piece I in an orientation that it may have, found another orientation",
        ),
        (of(&[&placed(1, &[(2, 0), (3, 1)])]), "row 3, column 1: expected piece I in an orientation"),
        (
            of(&[&placed(0, &[(0, 1), (0, 2), (0, 3), (1, 3)]), &other]),
            "row 2, column 4: expected one piece on a cell, found piece L on another",
        ),
    ];
    for (packing, sentence) in cases {
        let message = message(&pack, &packing);
        assert!(message.starts_with(sentence.trim_end_matches(" found piece L")), "{message}");
    }
    let uncovered = of(&[&placed(0, &[(0, 2), (0, 3), (1, 2), (2, 2)]), &other]);
    assert_eq!(
        message(&pack, &uncovered),
        "row 1, column 1: expected a piece on a cell that has to be covered, found none"
    );
    let few = Pack { empty: 0..=6, ..pack.clone() };
    assert_eq!(message(&few, &of(&[&one, &other])), "expected 0 to 6 empty cells, found 7");
    let beforehand = Pack { placed: vec![domino.clone()], ..pack };
    assert_eq!(
        message(&beforehand, &of(&[&one, &other])),
        "row 4, column 1: expected piece I as it is placed beforehand, found none"
    );
    assert_eq!(check(&beforehand, &of(&[&one, &other, &domino])), Ok(()));
}

#[test]
fn its_orientations_are_those_of_the_model() {
    for (freedom, count) in [(Freedom::Flip, 8), (Freedom::Turn, 4), (Freedom::Fixed, 1)] {
        let mut pack = formats::read("p", &b"piece J: 1\nXXX\nX..\nXX.\n\nboard: 3x3\n"[..]).unwrap();
        pack.pieces[0].freedom = freedom;
        let orientations = pack.pieces[0].orientations();
        assert_eq!(orientations.len(), count);
        for turn in Turn::ALL {
            let shape = pack.pieces[0].shape.turned(turn);
            let placed = Placed { piece: 0, cells: shape.cells().collect() };
            assert_eq!(check(&pack, &vec![placed]).is_ok(), orientations.contains(&shape), "{shape}");
        }
    }
}
