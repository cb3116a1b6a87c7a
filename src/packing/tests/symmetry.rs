//! Groups that are known, and what makes a group.

use crate::reference::{packings, up_to_symmetry};
use crate::{counted, read};
use traybit_packing::kinds::Kinds;
use traybit_packing::pack::{Cell, Pack, Placed};
use traybit_packing::symmetry::{Symmetry, symmetries};

fn group(pack: &Pack) -> Vec<Symmetry> {
    symmetries(pack, &Kinds::of(pack))
}

/// A board and one piece of a freedom.
fn puzzle(orientation: &str, freedom: &str, board: &str) -> Pack {
    read(&format!("piece P: 1..2 {freedom}\n{orientation}\n\nboard:{board}\n"))
}

#[test]
fn boards_have_the_symmetries_of_their_outlines() {
    for (order, board) in [
        (1, " 1x1"),
        (2, " 1x5"),
        (2 * 8 * 8, "\n..#..\n..#.."),
        (6 * 4 * 4 * 4, "\n..#..#..\n..#..#..\n..#..#.."),
        (4 * 8, "\n...#..\n...#.."),
        (2, "\n.#.#.#.#.#.#.#."),
        (8, " 5x5"),
        (4, " 4x5"),
        (8, "\n#.#\n...\n#.#"),
        (8, "\n.....\n.#.#.\n.....\n.#.#.\n....."),
        (8, "\n#####\n#..##\n#..##"),
        (4, "\n######\n#...##\n#...##\n######"),
        (2, "\n....\n....\n..##\n..##"),
        (2, "\n###..\n#...#\n..###"),
        (2, "\n..*..\n.....\n....."),
        (1, "\n....\n...#\n.###"),
        (1, "\n..*.\n....\n...."),
        (2, "\n#.\n..\n##"),
    ] {
        let group = group(&puzzle("X", "", board));
        assert_eq!((group.len(), group[0].is_identity()), (order, true), "{board}");
    }
}

#[test]
fn pieces_that_may_not_be_turned_or_flipped_have_fewer() {
    let (bar, ell, tee, ess) = ("XX", "X..\nXXX", ".X.\nXXX", ".XX\nXX.");
    for (orientation, freedom, square, rectangle) in [
        (bar, "", 8, 4),
        (bar, "turn", 8, 4),
        (bar, "fixed", 4, 4),
        (ell, "", 8, 4),
        (ell, "turn", 4, 2),
        (ell, "fixed", 1, 1),
        (tee, "turn", 8, 4),
        (tee, "fixed", 2, 2),
        (ess, "turn", 4, 2),
        (ess, "fixed", 2, 2),
    ] {
        let orders = [" 5x5", " 4x5"].map(|board| group(&puzzle(orientation, freedom, board)).len());
        assert_eq!(orders, [square, rectangle], "{orientation} {freedom}");
    }
}

#[test]
fn pieces_that_cannot_be_placed_take_none_away() {
    let domino = "piece D: any fixed\nXX\n\n";
    let of = |pieces: &str| read(&format!("{domino}{pieces}\n\nboard: 2x4\n"));
    for (pieces, order, classes) in [
        ("", 4, 11),
        ("piece F: 0 turn\nXX.\n.XX", 4, 11),
        ("piece F: any fixed\nX..\nXXX\nX..", 4, 11),
        ("piece F: 0 turn\nXX.\n.XX\n\npiece G: any turn\nXX.\n.XX", 2, 17),
    ] {
        let pack = of(pieces);
        assert_eq!((group(&pack).len(), counted(&pack).1), (order, classes), "{pieces}");
        assert_eq!(up_to_symmetry(&pack, &packings(&pack)) as u64, classes, "{pieces}");
    }
}

#[test]
fn pieces_placed_beforehand_stay_among_their_kind() {
    let with = |placed: &[(usize, &[Cell])]| {
        let mut pack = read("piece A: any\nX\n\npiece B: any turn\nX\n\npiece D: any\nXX\n\nboard: 3x3\n");
        pack.placed =
            placed.iter().map(|(piece, cells)| Placed { piece: *piece, cells: cells.to_vec() }).collect();
        group(&pack.checked().unwrap()).len()
    };
    assert_eq!(with(&[(0, &[(1, 1)])]), 8);
    assert_eq!(with(&[(0, &[(0, 0)])]), 2);
    assert_eq!(with(&[(0, &[(0, 0)]), (1, &[(2, 2)])]), 4);
    assert_eq!(with(&[(0, &[(0, 0)]), (2, &[(2, 1), (2, 2)])]), 1);
    assert_eq!(with(&[(2, &[(0, 0), (0, 1)]), (2, &[(2, 1), (2, 2)])]), 2);
}

#[test]
fn those_alike_are_turned_into_one_another() {
    // The classes of the groups of a square and a rectangle, and those of rotations only, where a quarter turn and its
    // reverse leave the same packings as they are.
    for (freedom, board, classes) in
        [("", " 5x5", 5), ("", " 4x5", 4), ("turn", " 5x5", 3), ("turn", " 4x5", 2)]
    {
        let group = group(&puzzle("X..\nXXX", freedom, board));
        let alike = |one: usize, other: usize| group[one].fixes_as_many_as(&group[other], &group);
        let is_first = |one: &usize| !(0..*one).any(|other| alike(*one, other));
        assert_eq!((0..group.len()).filter(is_first).count(), classes, "{freedom}{board}");
        assert!(
            (0..group.len()).all(|one| (0..group.len()).all(|other| alike(one, other) == alike(other, one)))
        );
    }
}

#[test]
fn parts_of_a_board_are_turned_by_themselves() {
    let board = |board: &str| group(&puzzle("XX", "", board)).len();
    assert_eq!(board("\n..#..\n..#.*"), 2 * 8, "a cell that has to be covered tells the parts apart");
    assert_eq!(board("\n...#.\n...##\n...#.\n...##\n...#."), 4, "no piece has room in a single cell");
    assert_eq!(board("\n..#..#..#..#..#..\n..#..#..#..#..#.."), 4, "too many symmetries");
    // Two dominoes lie side by side in each part, one way or the other.
    let pack = read("piece D: 4\nXX\n\nboard:\n..#..\n..#..\n");
    assert_eq!(counted(&pack), (4, 1));
}

#[test]
fn mirror_images_are_exchanged_where_there_are_as_many_of_both() {
    let exchanged = |counts: &str, placed: &str| {
        let pieces = format!("piece L: 1..2 turn\nX..\nXXX\n\npiece J: {counts} turn\n..X\nXXX\n\n");
        group(&read(&format!("{pieces}board: 4x6\n\n{placed}"))).len()
    };
    assert_eq!((exchanged("1..2", ""), exchanged("1..3", "")), (4, 2));
    // The mirror image of an L on its left side is a J on its right.
    let both = "placed:\n11. . . . 22\n111111222222\n. . . . . . \n. . . . . . \n";
    assert_eq!(exchanged("1..2", both), 2);
    let one = "placed:\n11. . . . . \n111111. . . \n. . . . . . \n. . . . . . \n";
    assert_eq!(exchanged("1..2", one), 1);
    // Parts are turned over together, as pieces are exchanged on all of them.
    let parts = "piece L: any turn\nX..\nXXX\n\npiece J: any turn\n..X\nXXX\n\nboard:\n...#...\n...#...\n";
    assert_eq!(group(&read(parts)).len(), 2 * 2 * 2 * 2);
}
