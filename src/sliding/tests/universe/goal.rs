//! Goals of boards.

use traybit_sliding::formats::drawing;
use traybit_sliding::universe::Pieces;
use traybit_sliding::universe::{Goal, parse_places};
use traybit_sliding::universe::{parse_kinds, parse_tray};

fn goal(typed: &str) -> Result<(Pieces, Goal), String> {
    let kinds = parse_kinds("xx/.x=..1,1x1").unwrap().0;
    let pieces = Pieces::new(parse_tray(".../.#./...").unwrap(), kinds, 0..=9)?;
    let goal = Goal::new(&pieces, &parse_places(typed)?)?;
    Ok((pieces, goal))
}

#[test]
fn a_board_becomes_a_puzzle() {
    let (pieces, goal) = goal(" xx/.x 0 1 ,1x1 2 0,1x1 0 0").unwrap();
    assert!(goal.is_met(&[0b10, 0b0100_0001]) && !goal.is_met(&[0b10, 0b1000_0001]));
    let puzzle = goal.puzzle(&pieces, &[0b10, 0b1100_0000]);
    let text = "tray:\n.aa\n.#a\nbc.\n\ngoal:\nbaa\n.#a\nc..\n";
    let drawn = drawing::write(&puzzle).unwrap();
    assert!(drawn == text || drawn == text.replace("baa", "caa").replace("c..", "b.."), "{drawn}");
}

#[test]
fn what_no_board_meets_is_told() {
    let told = |typed| goal(typed).unwrap_err();
    for typed in ["", "2x2", "2x2 3", "2x2 3 1 1", "1x1 0 -1", "1x1 0 0,", "o 0 0"] {
        assert!(told(typed).starts_with("expected a block with its row and column"), "{typed}");
    }
    assert_eq!(told("2x2 0 0"), "the goal has a block of 2×2, and the pieces have none");
    let nowhere = "the goal has a block of 1×1 at row 1, column 1, where it does not fit";
    assert_eq!(told("1x1 1 1"), nowhere);
    assert_eq!(told("1x1 0 3"), nowhere.replace("row 1, column 1", "row 0, column 3"));
    assert_eq!(told("1x1 9 60000"), nowhere.replace("row 1, column 1", "row 9, column 60000"));
    assert!(told("xx/.x 0 1,1x1 0 2").ends_with("column 2, where another one of its blocks is"));
    let pieces = "the goal has 2 of the block xx/.x, and the pieces have 1 at most";
    let wide = Pieces::new(parse_tray("4x4").unwrap(), parse_kinds("xx/.x=..1").unwrap().0, 0..=9).unwrap();
    assert_eq!(Goal::new(&wide, &parse_places("xx/.x 0 0,xx/.x 2 0").unwrap()).unwrap_err(), pieces);
}
