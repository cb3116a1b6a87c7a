//! What the checker lets pass and what not.

use super::{check, forms_of, repeated};
use crate::forms;
use crate::pack::{Cell, Freedom, Laid, Pack, Packing, Piece};
use crate::reference::packings;
use traybit_core::shape::Shape;

const PUZZLE: &str =
    "piece L: 2 turn\nX..\nXXX\n\npiece I: ..2\nXX\n\nboard:\n*...\n.#..\n....\n....\n\nempty: 3..7\n";

fn pack() -> Pack {
    forms::read("p", PUZZLE.as_bytes()).unwrap()
}

fn told(pack: &Pack, packing: &Packing) -> String {
    check(pack, packing).unwrap_err().to_string()
}

#[test]
fn its_forms_are_those_that_pieces_are_laid_in() {
    let (shape, _) = Shape::of(&[(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1)]);
    for (freedom, count) in [(Freedom::Flip, 8), (Freedom::Turn, 4), (Freedom::Fixed, 1)] {
        let piece = Piece { name: "J".to_owned(), shape: shape.clone(), freedom, counts: 1..=1 };
        let forms: Vec<Vec<(i32, i32)>> = forms_of(&piece).into_iter().collect();
        let mut laid: Vec<Vec<(i32, i32)>> = piece
            .orientations()
            .iter()
            .map(|shape| shape.cells().map(|(row, column)| (row.into(), column.into())).collect())
            .collect();
        laid.sort_unstable();
        assert_eq!((forms.len(), forms), (count, laid));
    }
}

#[test]
fn whatever_is_found_plainly_passes() {
    let pack = pack();
    let all: Vec<Packing> = packings(&pack).into_iter().collect();
    assert!(all.len() > 10 && all.iter().all(|packing| check(&pack, packing).is_ok()));
    assert_eq!(repeated(&all), None);
    let mut reordered = all[3].clone();
    reordered.reverse();
    assert_eq!(repeated(&[&all[..], &[reordered]].concat()), Some((3, all.len())));
}

#[test]
fn whatever_is_wrong_is_told_with_its_place() {
    let pack = pack();
    let laid = |piece: usize, cells: &[Cell]| Laid { piece, cells: cells.to_vec() };
    let one = laid(0, &[(0, 0), (1, 0), (2, 0), (2, 1)]);
    let other = laid(0, &[(0, 2), (0, 3), (1, 3), (2, 3)]);
    let domino = laid(1, &[(3, 0), (3, 1)]);
    let of = |pieces: &[&Laid]| pieces.iter().map(|laid| (*laid).clone()).collect::<Packing>();
    // Turned over, so neither is a form that it may have.
    assert_eq!(
        told(&pack, &of(&[&one, &other])),
        "row 1, column 1: expected piece L in a form that it may have, found another form"
    );
    let one = laid(0, &[(0, 0), (0, 1), (1, 0), (2, 0)]);
    let other = laid(0, &[(1, 3), (2, 3), (3, 2), (3, 3)]);
    assert_eq!(check(&pack, &of(&[&one, &other])), Ok(()));
    assert_eq!(check(&pack, &of(&[&one, &other, &domino])), Ok(()));
    let cases = [
        (of(&[&one]), "expected 2 of piece L, found 1"),
        (of(&[&one, &one]), "row 1, column 1: expected one piece on a cell, found piece L on another"),
        (
            of(&[&one, &laid(1, &[(0, 1), (1, 1)])]),
            "row 1, column 2: expected one piece on a cell, found piece L",
        ),
        (of(&[&laid(1, &[(1, 1), (1, 2)])]), "row 2, column 2: expected nothing on a wall, found piece I"),
        (
            of(&[&laid(1, &[(3, 3), (3, 4)])]),
            "row 4, column 5: expected piece I on the board, found it outside",
        ),
        (of(&[&laid(2, &[(3, 3)])]), "row 4, column 4: expected one of 2 pieces, found number 2"),
        (of(&[&laid(1, &[])]), "expected piece I in a form that it may have, found another form"),
        (of(&[&laid(1, &[(2, 0), (3, 1)])]), "row 3, column 1: expected piece I in a form"),
        (
            of(&[&laid(0, &[(0, 1), (0, 2), (0, 3), (1, 3)]), &other]),
            "row 2, column 4: expected one piece on a cell, found piece L on another",
        ),
    ];
    for (packing, sentence) in cases {
        let told = told(&pack, &packing);
        assert!(told.starts_with(sentence.trim_end_matches(" found piece L")), "{told}");
    }
    let uncovered = of(&[&laid(0, &[(0, 2), (0, 3), (1, 2), (2, 2)]), &other]);
    assert_eq!(
        told(&pack, &uncovered),
        "row 1, column 1: expected a piece on a cell that has to be covered, found none"
    );
    let few = Pack { empty: 0..=6, ..pack.clone() };
    assert_eq!(told(&few, &of(&[&one, &other])), "expected 0 to 6 empty cells, found 7");
    let beforehand = Pack { laid: vec![domino.clone()], ..pack };
    assert_eq!(
        told(&beforehand, &of(&[&one, &other])),
        "row 4, column 1: expected piece I as it is laid beforehand, found none"
    );
    assert_eq!(check(&beforehand, &of(&[&one, &other, &domino])), Ok(()));
}
