//! Rush Hour boards.

use traybit_sliding::formats::drawn;
use traybit_sliding::formats::rush_hour::{read, write};
use traybit_sliding::puzzle::{Freedom, Target};

const BOARD: &str = "BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...";

fn sentence(text: &str) -> String {
    read("f", text.as_bytes()).map_or_else(|error| error.to_string(), |_| "fine".to_owned())
}

#[test]
fn all_spellings_are_one_board() {
    let puzzle = read("f", BOARD.as_bytes()).unwrap();
    let rows = "BB.C../.D.CEE/.DAAFG/H.IIFG/H.JKK./LLJ...";
    let line = format!("\r\n 15\t{} 541934\r\n", BOARD.replace('.', "o"));
    assert_eq!(read("f", rows.as_bytes()).as_ref(), Ok(&puzzle));
    assert_eq!(read("f", line.as_bytes()).as_ref(), Ok(&puzzle));
    assert_eq!(write(&puzzle).unwrap(), format!("{BOARD}\n"));
    let red = puzzle.blocks.iter().position(|car| car.name == 'A').unwrap();
    assert_eq!(puzzle.goals, [vec![Target { block: red, anchor: (2, 4) }]]);
    assert!(puzzle.blocks.iter().all(|car| car.labelled == (car.name == 'A')));
    assert_eq!(puzzle.blocks[2].freedom, Freedom::Down);
}

#[test]
fn boards_need_not_be_square() {
    let row = read("f", b"xAA.oo/").unwrap();
    assert_eq!((row.size.height, row.size.width), (1, 6));
    assert_eq!(write(&row).unwrap(), "xAA.../\n");
}

#[test]
fn errors_point_at_a_character() {
    let straight = "expected the car B to be straight and at least 2 cells long, found";
    for (text, told) in [
        ("", "f: expected a Rush Hour board, found none".to_owned()),
        ("AA..\nAA..\n", "f, line 2, column 1: expected one board a file, found \"AA..\"\n    AA..\n    ^".to_owned()),
        (
            "AA.. 12",
            "f, line 1, column 6: expected a board alone, or `MOVES BOARD NUMBER`, found \"12\"\n    AA.. 12\n         ^".to_owned(),
        ),
        (
            "AA...",
            "f, line 1, column 1: expected a square of characters, as 36 are one of 6×6, or rows with / between them, found 5 characters\n    AA...\n    ^".to_owned(),
        ),
        (
            "AA./..",
            "f, line 1, column 5: expected rows of 3 characters, as the first has, found one of 2\n    AA./..\n        ^".to_owned(),
        ),
        ("/", "f, line 1, column 1: expected 1 to 256 rows and columns, found 1×0\n    /\n    ^".to_owned()),
        ("AA./.1.", "f, line 1, column 6: expected a car's letter, . or o for a free cell, x or # for a wall, found \"1\"\n    AA./.1.\n         ^".to_owned()),
        ("AA./.B.", format!("f, line 1, column 6: {straight} a single cell\n    AA./.B.\n         ^")),
        ("AAB/.BB", format!("f, line 1, column 3: {straight} 3 cells that are not in one line\n    AAB/.BB\n      ^")),
        ("B.B/AA.", format!("f, line 1, column 1: {straight} 2 cells that are not in one line\n    B.B/AA.\n    ^")),
        ("7 BBoo 12", "f, line 1, column 3: expected a car A, which has to get to the right edge, found none\n    7 BBoo 12\n      ^".to_owned()),
        (".A/.A", "f, line 1, column 2: expected the car A lying along its row, found one that stands along its column\n    .A/.A\n     ^".to_owned()),
        ("AA.#/", "f, line 1, column 1: block A stands in the goal at row 0, column 3, where there is no floor\n    AA.#/\n    ^".to_owned()),
    ] {
        assert_eq!(sentence(text), told, "{text}");
    }
}

#[test]
fn what_a_string_cannot_express_is_told() {
    let told = |text: &str| write(&drawn::read("f", text.as_bytes()).unwrap()).unwrap_err();
    let goal = "the goal of a Rush Hour board is a car A at the right edge of its row and nothing else";
    for (text, sentence) in [
        ("gate +:\ntray:\nAA\n", "a Rush Hour board has no gates such as +"),
        ("across: 1\ntray:\n11\n", "cars of a Rush Hour board are letters other than o and x, and not 1"),
        (
            "tray:\nA.\n",
            "cars of a Rush Hour board are straight and at least 2 cells long, and block A is not",
        ),
        ("tray:\nAA\n", "cars of a Rush Hour board move along their length, and block A does not"),
        (
            "across: A B\ntray:\nAA.BB\n\ngoal: A 0 3\n",
            "on a Rush Hour board the goal is for A itself, and here B of its row would do as well",
        ),
        ("across: A\nlabels: A\ntray:\nAA.\n", goal),
        ("across: A\nlabels: A\ntray:\nAA..\ngoal: A 0 1\n", goal),
        ("across: A\nlabels: A\ntray:\nAA..\ngoal: A 0 2\ngoal: A 0 1\n", goal),
    ] {
        assert_eq!(told(text), sentence);
    }
}
