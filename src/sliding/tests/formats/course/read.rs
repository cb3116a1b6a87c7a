//! Trays and goals that are read.

use proptest::prelude::{Strategy, any};
use proptest::{collection, prop_assert, prop_assert_eq, proptest};

use traybit_core::grid::Size;
use traybit_sliding::formats::course::{Block, Goal, Tray};
use traybit_sliding::formats::course::{read_goal, read_tray};

const SIZE: Size = Size { height: 5, width: 4 };

fn tray_sentence(text: &str) -> String {
    read_tray("init", text.as_bytes()).map_or_else(|error| error.to_string(), |tray| tray.to_string())
}

fn goal_sentence(text: &str, size: Option<Size>) -> String {
    read_goal("goal", text.as_bytes(), size).map_or_else(|error| error.to_string(), |goal| goal.to_string())
}

#[test]
fn trays_keep_the_order_of_the_file() {
    let tray = read_tray("init", &b"5 4\r\n1 1 2 2\n 0 0\t1 0"[..]).unwrap();
    assert_eq!(tray.size(), SIZE);
    assert_eq!(
        tray.blocks(),
        [Block { top: 1, left: 1, height: 2, width: 2 }, Block { top: 0, left: 0, height: 2, width: 1 }]
    );
    assert_eq!(tray_sentence("256 1"), "256 1\n");
    assert_eq!(tray_sentence("1 1\n0 0 0 0\n"), "1 1\n0 0 0 0\n");
}

#[test]
fn errors_in_trays_name_line_expectation_and_finding() {
    for (text, sentence) in [
        ("", "init, line 1: expected 2 integers (height, width), found the end of the file"),
        ("5\n", "init, line 1: expected 2 integers (height, width), found 1 integer"),
        (
            "0 0 1 1\n",
            "init, line 1: expected 2 integers (height, width), found 4 integers; this looks like a goal file: were the tray and the goal swapped?",
        ),
        (
            "5 99999999999\n",
            r#"init, line 1: expected 2 integers (height, width), each 1 to 256, found an integer far too large, "99999999999""#,
        ),
        (
            "5 4\n0 0 1 99999999999\n",
            r#"init, line 2: expected 4 integers (top row, left column, bottom row, right column), each 0 to 255, found an integer far too large, "99999999999""#,
        ),
        ("0 4\n", "init, line 1: expected a height and a width of 1 to 256, found 0 4"),
        ("4 257\n", "init, line 1: expected a height and a width of 1 to 256, found 4 257"),
        (
            "5 4\n0 0 1\n",
            "init, line 2: expected 4 integers (top row, left column, bottom row, right column), found 3 integers",
        ),
        (
            "5 4\n1 0 0 0\n",
            "init, line 2: expected a top-left corner, then a bottom-right corner, found 1 0 0 0",
        ),
        (
            "5 4\n0 0 5 0\n",
            "init, line 2: expected a block inside the tray (rows 0 to 4, columns 0 to 3), found 0 0 5 0",
        ),
        (
            "5 4\n0 0 0 65536\n",
            "init, line 2: expected a block inside the tray (rows 0 to 4, columns 0 to 3), found 0 0 0 65536",
        ),
        (
            "5 4\n4 3 4 3\n0 0 1 1\n1 1 2 2\n",
            "init, line 4: expected a block on free cells, found 1 1 2 2, which overlaps 0 0 1 1 of line 3 at row 1, column 1",
        ),
    ] {
        assert_eq!(tray_sentence(text), sentence);
    }
}

#[test]
fn goals_are_judged_against_the_tray_if_there_is_one() {
    assert_eq!(goal_sentence("", Some(SIZE)), "");
    assert_eq!(goal_sentence("3 1 4 2", Some(SIZE)), "3 1 4 2\n");
    assert_eq!(
        goal_sentence("5 4\n0 0 0 0\n", Some(SIZE)),
        "goal, line 1: expected 4 integers (top row, left column, bottom row, right column), found 2 integers; this looks like a tray file: were the tray and the goal swapped?"
    );
    assert_eq!(
        goal_sentence("0 0 0 0\n0 0\n", Some(SIZE)),
        "goal, line 2: expected 4 integers (top row, left column, bottom row, right column), found 2 integers"
    );
    assert_eq!(
        goal_sentence("0 0 0 0\n0 0 0 0\n", Some(SIZE)),
        "goal, line 2: expected a block on free cells, found 0 0 0 0, which overlaps 0 0 0 0 of line 1 at row 0, column 0"
    );
    assert_eq!(goal_sentence("255 0 255 255", None), "255 0 255 255\n");
    assert_eq!(
        goal_sentence("0 0 0 256", None),
        "goal, line 1: expected a block inside the largest tray (rows 0 to 255, columns 0 to 255), found 0 0 0 256"
    );
}

fn rows_of_blocks() -> impl Strategy<Value = Vec<Block>> {
    // Columns of different rows never meet, so any choice is valid.
    collection::vec((0..200u16, 1..=56u16), 0..256).prop_map(|rows| {
        let blocks = rows.into_iter().zip(0..);
        blocks.map(|((left, width), top)| Block { top, left, height: 1, width }).collect()
    })
}

proptest! {
    #[test]
    fn what_is_written_is_read_back(blocks in rows_of_blocks()) {
        let tray = Tray::new(Size::LARGEST, blocks.clone()).unwrap();
        let goal = Goal::new(Size::LARGEST, blocks).unwrap();
        prop_assert_eq!(read_tray("t", tray.to_string().as_bytes()), Ok(tray));
        prop_assert_eq!(read_goal("g", goal.to_string().as_bytes(), None), Ok(goal));
    }

    #[test]
    fn a_changed_byte_gives_a_tray_or_an_error(place in 0..28usize, byte in any::<u8>()) {
        let mut text = b"5 4\n0 0 1 0\n1 1 2 2\n4 0 4 3\n".to_vec();
        text[place] = byte;
        if let Ok(tray) = read_tray("t", &text[..]) {
            prop_assert!(Tray::new(tray.size(), tray.blocks().to_vec()).is_ok());
        }
    }
}
