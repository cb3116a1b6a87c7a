//! Groups that are known, and what makes a group.

use proptest::{prop_assert, prop_assert_eq, proptest};

use crate::plain::covered;
use crate::random::{Judged, cases, puzzles, read};
use traybit_core::search::limits::Limits;
use traybit_packing::cover::{Cover, Kinds};
use traybit_packing::pack::{Cell, Pack, Placed};
use traybit_packing::reference::symmetries as symmetries_of;
use traybit_packing::solve::count::count;
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
    ] {
        assert_eq!(group(&puzzle("X", "", board)).len(), order, "{board}");
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
    let count = count(&pack, None, &Limits::default()).unwrap();
    assert_eq!((count.total, count.distinct), (Ok(4_u8.into()), Ok(1_u8.into())));
}

proptest! {
    #![proptest_config(cases(150))]

    #[test]
    fn they_are_a_group_that_keeps_placements(small in puzzles()) {
        let pack = &small.0;
        let (group, cover) = (group(pack), Cover::of(pack, &Kinds::of(pack)));
        prop_assert_eq!(group.len() as u64, symmetries_of(&Judged::of(pack).pack));
        prop_assert!(group[0].is_identity());
        let all: Vec<(u16, Vec<u32>)> = (0..cover.placements().len() as u32).map(|number| covered(&cover, number)).collect();
        for one in &group {
            for other in &group {
                let both: Vec<u32> = one.cells.iter().map(|&cell| other.cells[cell as usize]).collect();
                prop_assert!(group.iter().any(|symmetry| symmetry.cells == both));
            }
            let image = |(kind, cells): &(u16, Vec<u32>)| {
                let mut cells: Vec<u32> = cells.iter().map(|&cell| one.cells[cell as usize]).collect();
                cells.sort_unstable();
                (*kind, cells)
            };
            let mut images: Vec<(u16, Vec<u32>)> = all.iter().map(image).collect();
            images.sort_unstable();
            let mut all = all.clone();
            all.sort_unstable();
            prop_assert_eq!(images, all);
            for (cell, &image) in one.cells.iter().enumerate() {
                let image = image as usize;
                prop_assert_eq!(cover.weights[cell], cover.weights[image]);
                prop_assert_eq!(cover.may_stay_empty[cell], cover.may_stay_empty[image]);
            }
        }
    }
}
