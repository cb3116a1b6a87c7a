//! Moves that the checker makes and refuses, against the plain rules.

use proptest::prelude::any;
use proptest::{collection, prop_assert_eq, prop_assume, proptest};

use crate::drawing;
use crate::formats::read::pair;

use traybit_sliding::{Cell, Metric, Rules, Slide};

fn slide(from: Cell, to: Cell) -> Slide {
    Slide::new(from, to)
}

#[test]
fn lists_of_moves_are_checked_to_their_end() {
    let (start, equal, row) = ("5 4\n0 0 1 0\n1 1 2 2\n", "2 3\n0 0 0 1\n1 1 1 2\n", "1 3\n0 0 0 0\n");
    let unmet = "after the last move no block stands on the goal's corners 0 0 1 0";
    let cases = [
        (start, "3 1 4 2", vec![((1, 1), (3, 1))], None),
        (start, "0 1 1 2", vec![((1, 1), (0, 1))], None),
        ("2 2\n0 0 0 0\n", "1 1 1 1", vec![((0, 0), (1, 0)), ((1, 0), (1, 1))], None),
        (equal, "1 1 1 2\n0 0 0 1", vec![], None),
        (equal, "", vec![], None),
        (equal, "0 0 1 0", vec![], Some(unmet)),
        (equal, "0 0 0 0\n1 2 1 2\n0 1 1 1", vec![], Some("no block stands on the goal's corners 0 0 0 0")),
        (row, "", vec![((0, 0), (0, 1)), ((0, 0), (0, 1))], Some("move 2 (0 0 0 1) is impossible")),
        (row, "", vec![((9, 9), (9, 9))], Some("move 1 (9 9 9 9) is impossible: no block")),
    ];
    for (tray, goal, moves, refused) in cases {
        let moves: Vec<Slide> = moves.into_iter().map(|(from, to)| slide(from, to)).collect();
        let checked = pair(tray, goal).verify(&moves);
        assert_eq!(checked.is_err(), refused.is_some(), "{checked:?}");
        assert!(checked.err().unwrap_or_default().contains(refused.unwrap_or_default()));
    }
}

/// The gate + admits u only; c keeps to its row.
const GATED: &str = "across: c\ngate +: u\n\ntray:\nu.u#\nuuu+\nc...\n\ngoal: c 2 2\n";
const SHUT: &str = "gate +:\n\ntray:\na.+.\n....\nc.d.\n....\n";

#[test]
fn each_reason_is_named() {
    let corners = pair("5 4\n0 0 1 0\n1 1 2 2\n4 3 4 3\n", "");
    let row = pair("2 256\n0 0 0 1\n0 100 0 100\n", "");
    let [gated, shut, walled] = [GATED, SHUT, "tray:\n###\n#ab\n"].map(drawing);
    let far = u32::MAX;
    let nobody = "no block has its first cell (the leftmost of its top row) there";
    let both = "changes both the row and the column";
    assert_eq!(gated.begin().name_at((2, 0)).as_deref(), Some("block c"));
    for (puzzle, from, to, phrase) in [
        // Blocks of a pair are named by their corners.
        (&corners, (1, 1), (3, 1), "made"),
        (&corners, (1, 1), (1, 1), "made"),
        (&corners, (4, 0), (4, 1), nobody),
        (&corners, (far, far), (far, far), nobody),
        (&corners, (0, 4), (0, 3), nobody),
        (&corners, (2, 2), (3, 2), "the block 1 1 2 2, over that cell, has it at 1 1"),
        (&corners, (1, 1), (2, 2), both),
        (&corners, (1, 1), (4, 1), "the block 1 1 2 2 would leave the tray"),
        (&corners, (1, 1), (1, far), "would leave the tray"),
        (&corners, (1, 1), (far, 1), "would leave the tray"),
        (&corners, (1, 1), (1, 0), "the block 1 1 2 2 would meet the block 0 0 1 0 at cell 1 0"),
        (&corners, (0, 0), (0, 2), "the block 0 0 1 0 would meet the block 1 1 2 2 at cell 1 1"),
        (&corners, (4, 3), (0, 3), "made"),
        (&corners, (4, 3), (4, 0), "made"),
        (&corners, (0, 0), (3, 0), "made"),
        // Blocks do not jump.
        (&row, (0, 0), (0, 254), "would meet the block 0 100 0 100 at cell 0 100"),
        (&row, (0, 0), (0, 99), "would meet the block 0 100 0 100 at cell 0 100"),
        (&row, (0, 0), (0, 98), "made"),
        (&gated, (1, 1), (2, 1), "block u, over that cell, has it at 0 0"),
        // The last one would be the anchor of c, were rows not to end.
        (&gated, (9, 9), (2, 1), nobody),
        (&gated, (3, 0), (2, 1), nobody),
        (&gated, (1, 4), (2, 1), nobody),
        (&gated, (2, 0), (1, 1), both),
        (&gated, (2, 0), (1, 0), "block c does not move that way"),
        (&gated, (0, 0), (0, 1), "block u would meet the wall at row 1, column 4"),
        (&gated, (2, 0), (2, 4), "block c would leave the tray"),
        (&gated, (2, 0), (2, far), "block c would leave the tray"),
        (&gated, (0, 0), (1, 0), "block u would meet block c at row 3, column 1"),
        (&gated, (2, 0), (2, 3), "made"),
        (&shut, (0, 0), (0, 3), "the gate at row 1, column 3 does not admit block a"),
        (&shut, (2, 0), (2, 3), "block c would meet block d at row 3, column 3"),
        (&shut, (0, 0), (3, 0), "block a would meet block c at row 3, column 1"),
        (&shut, (0, 4), (0, 4), nobody),
        (&shut, (0, 0), (0, 1), "made"),
        // Pictures leave out lines of walls.
        (&walled, (1, 1), (1, 2), "block a would meet block b at row 1, column 2"),
    ] {
        let mut checker = puzzle.begin();
        let reason = checker.apply(Slide { from, to }).err();
        assert_eq!(checker.anchors == puzzle.begin().anchors, reason.is_some() || from == to);
        let reason = reason.unwrap_or("made".to_owned());
        assert!(reason.contains(phrase), "{from:?} to {to:?}: {reason}");
    }
}

#[test]
fn goals_hold_at_the_end() {
    let puzzle = drawing(GATED);
    let end = |to| {
        let mut checker = puzzle.begin();
        checker.apply(slide((2, 0), to)).expect("a free path");
        checker.missing()
    };
    assert_eq!(end((2, 2)), None);
    assert_eq!(end((2, 1)).as_deref(), Some("no block like c has its first cell at row 3, column 3"));
    let nothing = puzzle.clone().without_goals();
    assert_eq!(nothing.begin().missing().as_deref(), Some("there is no goal to be met"));
    let either = drawing("tray:\na..\n\ngoal: a 0 2\ngoal: a 0 1\n");
    assert_eq!(either.begin().missing().as_deref(), Some("none of the 2 goals holds"));
    assert_eq!(either.verify(&[slide((0, 0), (0, 1))]), Ok(()));
}

proptest! {
    /// A move is possible just where the plain rules lead to the position after it.
    #[test]
    fn moves_are_those_of_the_plain_rules(
        number in any::<u64>(),
        steps in collection::vec((0..16usize, 0..6u16, 0..140u16, 0..4u8), 0..40),
    ) {
        let puzzle = crate::puzzle(number);
        prop_assume!(puzzle.is_some());
        let puzzle = puzzle.expect("a puzzle");
        let rules = Rules::of(&puzzle);
        let mut checker = puzzle.begin();
        for (mover, row, column, direction) in steps {
            let mover = mover % puzzle.blocks.len();
            let (row, column) = (row % puzzle.size.height, column % puzzle.size.width);
            let mut anchors = checker.anchors.clone();
            let from = anchors[mover];
            // Mostly straight moves, since others are refused early.
            let to = match direction {
                0 => (row, column),
                1 => (from.0, column),
                _ => (row, from.1),
            };
            anchors[mover] = to;
            let mut successors = Vec::new();
            rules.expand(&rules.position(&checker.anchors), Metric::Slide, &mut successors);
            let is_possible = from == to || successors.contains(&rules.position(&anchors));
            prop_assert_eq!(checker.apply(slide(from, to)).is_ok(), is_possible, "{:?} {:?}", from, to);
            if is_possible {
                prop_assert_eq!(&checker.anchors, &anchors);
            }
        }
    }
}
