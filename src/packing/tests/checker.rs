//! Packings that the checker accepts and refuses.

use crate::random::read;
use traybit_packing::checker::{Checker, check};
use traybit_packing::pack::{Cell, Pack, Packing, Placed};
use traybit_packing::reference::packings;

const PUZZLE: &str =
    "piece L: 2 turn\nX..\nXXX\n\npiece I: ..2\nXX\n\nboard:\n*...\n.#..\n....\n....\n\nempty: 3..7\n";

#[test]
fn packings_of_plain_search_pass() {
    let pack = read(PUZZLE);
    let all: Vec<Packing> = packings(&pack).into_iter().collect();
    assert!(all.len() > 10 && all.iter().all(|packing| check(&pack, packing).is_ok()));
    assert_eq!(Checker::of(&pack).repeated(&all), None);
    let mut reordered = all[3].clone();
    reordered.reverse();
    assert_eq!(Checker::of(&pack).repeated(&[&all[..], &[reordered]].concat()), Some((3, all.len())));
}

#[test]
fn errors_name_their_place() {
    let pack = read(PUZZLE);
    let placed = |piece: usize, cells: &[Cell]| Placed { piece, cells: cells.to_vec() };
    let one = placed(0, &[(0, 0), (1, 0), (2, 0), (2, 1)]);
    let other = placed(0, &[(0, 2), (0, 3), (1, 3), (2, 3)]);
    let domino = placed(1, &[(3, 0), (3, 1)]);
    let of = |pieces: &[&Placed]| pieces.iter().map(|placed| (*placed).clone()).collect::<Packing>();
    // Turned over, so neither is an orientation that it may have.
    let turned_over = of(&[&one, &other]);
    let one = placed(0, &[(0, 0), (0, 1), (1, 0), (2, 0)]);
    let other = placed(0, &[(1, 3), (2, 3), (3, 2), (3, 3)]);
    assert_eq!(check(&pack, &of(&[&one, &other])), Ok(()));
    assert_eq!(check(&pack, &of(&[&one, &other, &domino])), Ok(()));
    let few = Pack { empty: 0..=6, ..pack.clone() };
    let beforehand = Pack { placed: vec![domino.clone()], ..pack.clone() };
    assert_eq!(check(&beforehand, &of(&[&one, &other, &domino])), Ok(()));
    let crossing = placed(0, &[(0, 1), (0, 2), (0, 3), (1, 3)]);
    let uncovered = placed(0, &[(0, 2), (0, 3), (1, 2), (2, 2)]);
    let turned = "in an orientation that it may have, found another orientation";
    for (pack, packing, place, phrase) in [
        (&pack, turned_over, "row 1, column 1: ", turned),
        (&pack, of(&[&one]), "", "expected 2 of piece L, found 1"),
        (&pack, of(&[&one, &one]), "row 1, column 1: ", "expected one piece on a cell, found piece L"),
        (&pack, of(&[&one, &placed(1, &[(0, 1), (1, 1)])]), "row 1, column 2: ", "one piece on a cell"),
        (&pack, of(&[&placed(1, &[(1, 1), (1, 2)])]), "row 2, column 2: ", "nothing on a wall"),
        (&pack, of(&[&placed(1, &[(3, 3), (3, 4)])]), "row 4, column 5: ", "on the board, found it outside"),
        (&pack, of(&[&placed(2, &[(3, 3)])]), "row 4, column 4: ", "one of 2 pieces, found number 2"),
        (&pack, of(&[&placed(1, &[])]), "", turned),
        (&pack, of(&[&placed(1, &[(2, 0), (3, 1)])]), "row 3, column 1: ", turned),
        (&pack, of(&[&crossing, &other]), "row 2, column 4: ", "one piece on a cell"),
        (&pack, of(&[&uncovered, &other]), "row 1, column 1: ", "a cell that has to be covered, found none"),
        (&few, of(&[&one, &other]), "", "expected 0 to 6 empty cells, found 7"),
        (&beforehand, of(&[&one, &other]), "row 4, column 1: ", "piece I as it is placed beforehand"),
    ] {
        let message = check(pack, &packing).unwrap_err();
        let rest = message.strip_prefix(place).filter(|rest| rest.contains(phrase));
        assert!(rest.is_some_and(|rest| rest.starts_with("expected ")), "{message}");
    }
}
