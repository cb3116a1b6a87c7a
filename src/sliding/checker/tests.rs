use std::collections::BTreeSet;

use proptest::prelude::{Just, Strategy};
use proptest::{collection, prop_assert_eq, proptest};

use super::{Impossible, Position, Refusal, verify};
use crate::text::{RawMove, read_goal, read_tray};
use crate::tray::{Block, Goal, Size, Slide, Tray};

fn tray(text: &str) -> Tray {
    read_tray("tray", text.as_bytes()).unwrap()
}

fn goal(text: &str) -> Goal {
    read_goal("goal", text.as_bytes(), None).unwrap()
}

fn slide(from: (u16, u16), to: (u16, u16)) -> Slide {
    Slide { from, to }
}

fn refusal(position: &Position, from: (u32, u32), to: (u32, u32)) -> String {
    let mut moved = position.clone();
    let reason =
        moved.apply(RawMove { from, to }).map_or_else(|reason| reason.to_string(), |()| "made".to_owned());
    assert_eq!(moved == *position, reason != "made" || from == to);
    reason
}

#[test]
fn the_assignment_s_examples() {
    let start = tray("5 4\n0 0 1 0\n1 1 2 2\n");
    assert_eq!(verify(&start, &goal("3 1 4 2"), [slide((1, 1), (3, 1))]), Ok(()));
    assert_eq!(verify(&start, &goal("0 1 1 2"), [slide((1, 1), (0, 1))]), Ok(()));
    let small = tray("2 2\n0 0 0 0\n");
    assert_eq!(verify(&small, &goal("1 1 1 1"), [slide((0, 0), (1, 0)), slide((1, 0), (1, 1))]), Ok(()));
}

#[test]
fn refusals_say_what_stands_in_the_way() {
    let position = Position::new(&tray("5 4\n0 0 1 0\n1 1 2 2\n4 3 4 3\n"));
    let far = u32::MAX;
    for (from, to, sentence) in [
        ((1, 1), (3, 1), "made"),
        ((1, 1), (1, 1), "made"),
        ((4, 0), (4, 1), "no block has its top-left cell there"),
        ((9, 0), (4, 1), "no block has its top-left cell there"),
        ((far, far), (far, far), "no block has its top-left cell there"),
        ((0, 4), (0, 3), "no block has its top-left cell there"),
        ((2, 2), (3, 2), "no block has its top-left cell there; the block over that cell has it at 1 1"),
        ((1, 1), (2, 2), "it changes both the row and the column"),
        ((1, 1), (4, 1), "the block of 2 by 2 cells would leave the tray of 5 rows and 4 columns"),
        ((1, 1), (1, far), "the block of 2 by 2 cells would leave the tray of 5 rows and 4 columns"),
        ((1, 1), (far, 1), "the block of 2 by 2 cells would leave the tray of 5 rows and 4 columns"),
        ((1, 1), (1, 0), "the cell at row 1, column 0 is taken by the block 0 0 1 0"),
        ((4, 3), (0, 3), "made"),
        ((4, 3), (4, 0), "made"),
        ((0, 0), (3, 0), "made"),
    ] {
        assert_eq!(refusal(&position, from, to), sentence, "{from:?} to {to:?}");
    }
}

#[test]
fn blocks_do_not_jump() {
    let position = Position::new(&tray("1 256\n0 0 0 1\n0 100 0 100\n"));
    let taken = "the cell at row 0, column 100 is taken by the block 0 100 0 100";
    assert_eq!(refusal(&position, (0, 0), (0, 254)), taken);
    assert_eq!(refusal(&position, (0, 0), (0, 99)), taken);
    assert_eq!(refusal(&position, (0, 0), (0, 98)), "made");
}

#[test]
fn equal_blocks_are_interchangeable_and_turned_ones_are_not() {
    let start = tray("2 3\n0 0 0 1\n1 1 1 2\n");
    assert!(Position::new(&start).meets(&goal("1 1 1 2\n0 0 0 1")));
    assert!(Position::new(&start).meets(&goal("")));
    let unmet = Block { top: 0, left: 0, height: 2, width: 1 };
    assert_eq!(verify(&start, &goal("0 0 1 0"), []), Err(Refusal::Goal { unmet }));
    assert!(!Position::new(&start).meets(&goal("200 200 200 200")));
}

#[test]
fn verify_names_the_first_impossible_move() {
    let moves = [slide((0, 0), (0, 1)), slide((0, 0), (0, 1)), slide((9, 9), (9, 9))];
    let refused = verify(&tray("1 3\n0 0 0 0\n"), &goal(""), moves).unwrap_err();
    let reason = Impossible::NoBlock { covered_by: None };
    assert_eq!(refused, Refusal::Move { number: 2, slide: moves[1], reason });
    let sentence = "move 2 (0 0 0 1) is impossible: no block has its top-left cell there";
    assert_eq!(refused.to_string(), sentence);
}

/// The rules again, one cell and one step at a time.
fn slow_move(size: Size, blocks: &mut [Block], step: RawMove) -> bool {
    let corner = |block: &Block| (u32::from(block.top), u32::from(block.left));
    let Some(mover) = blocks.iter().position(|block| corner(block) == step.from) else { return false };
    let cells = |block: Block| {
        (block.top..=block.bottom())
            .flat_map(move |row| (block.left..=block.right()).map(move |column| (row, column)))
    };
    let others: BTreeSet<_> = blocks
        .iter()
        .enumerate()
        .filter(|(other, _)| *other != mover)
        .flat_map(|(_, block)| cells(*block))
        .collect();
    let (mut at, mut left) = (blocks[mover], (size.cells() + 1) as i32);
    while corner(&at) != step.to {
        let (down, right) = (step.to.0 as i64 - at.top as i64, step.to.1 as i64 - at.left as i64);
        if down != 0 && right != 0 {
            return false;
        }
        at.top = at.top.wrapping_add_signed(down.signum() as i16);
        at.left = at.left.wrapping_add_signed(right.signum() as i16);
        left -= 1;
        let inside = at.bottom() < size.height && at.right() < size.width;
        if !inside || left == 0 || cells(at).any(|cell| others.contains(&cell)) {
            return false;
        }
    }
    blocks[mover] = at;
    true
}

fn small_trays() -> impl Strategy<Value = Tray> {
    (1..6u16, prop_width()).prop_flat_map(|(height, width)| {
        let size = Size { height, width };
        let corners = collection::vec((0..height, 0..width, 1..4u16, 1..4u16), 0..8);
        (Just(size), corners).prop_map(|(size, wanted)| {
            let mut blocks = Vec::new();
            for (top, left, height, width) in wanted {
                blocks.push(Block { top, left, height, width });
                if Tray::new(size, blocks.clone()).is_err() {
                    blocks.pop();
                }
            }
            Tray::new(size, blocks).unwrap()
        })
    })
}

/// Narrow trays, and some whose rows need more than one word.
fn prop_width() -> impl Strategy<Value = u16> {
    (1..7u16, 0..4u16).prop_map(|(width, wide)| if wide == 0 { width + 62 } else { width })
}

proptest! {
    #[test]
    fn moves_follow_the_rules_cell_by_cell(
        start in small_trays(),
        steps in collection::vec((0..16usize, 0..6u32, 0..70u32, 0..4u8), 0..40),
    ) {
        let mut position = Position::new(&start);
        let mut blocks = start.blocks().to_vec();
        for (mover, row, column, way) in steps {
            // Mostly straight moves of blocks that exist, since others are refused early.
            let from = blocks.get(mover % blocks.len().max(1)).map_or((row, column), |block| (block.top.into(), block.left.into()));
            let column = column % (u32::from(start.size().width) + 1);
            let to = match way {
                0 => (row, column),
                1 => (from.0, column),
                _ => (row, from.1),
            };
            let step = RawMove { from, to };
            prop_assert_eq!(position.apply(step).is_ok(), slow_move(start.size(), &mut blocks, step));
            blocks.sort_unstable();
            prop_assert_eq!(position.blocks().collect::<Vec<_>>(), blocks.clone());
            prop_assert_eq!(&position.taken, &Position::new(&Tray::new(start.size(), blocks.clone()).unwrap()).taken);
        }
    }
}
