//! File formats: boards read, refused with a place, and written.

use proptest::prelude::{Just, Strategy, any};
use proptest::{prop_assert, proptest};

use traybit_core::grid::Size;
use traybit_tiles::board::{ANY, Board, WALL};
use traybit_tiles::formats::{Entry, FileFormat, read, read_goal, read_list, write};

const SOLVED: &[u16] = &[1, 2, 3, 4, 5, 6, 7, 8, 0];

#[test]
fn boards_are_read_in_every_format() {
    for (text, height, width, tiles) in [
        // The course's format. Spaces at the end of a row and the final newline may be missing.
        ("3\n 8     3\n 4  1  5\n 2  6  7\n", 3, 3, &[8, 0, 3, 4, 1, 5, 2, 6, 7][..]),
        ("3\r\n    4  3\r\n 5  7  1\r\n 8  2  6\r\n", 3, 3, &[0, 4, 3, 5, 7, 1, 8, 2, 6]),
        ("3\n 1  2\n 4  5  3\n 7  8  6", 3, 3, &[1, 2, 0, 4, 5, 3, 7, 8, 6]),
        ("3\n1 2 3\n4 0 5\n7 8 6\n", 3, 3, &[1, 2, 3, 4, 0, 5, 7, 8, 6]),
        ("\u{feff}2\n 1  2\n 3   \n", 2, 2, &[1, 2, 3, 0]),
        ("1\n  \n", 1, 1, &[0]),
        ("1\n0\n", 1, 1, &[0]),
        ("1x4\n1 2 3 0", 1, 4, &[1, 2, 3, 0]),
        ("2x3\n 1  2  3\n 4     5\n", 2, 3, &[1, 2, 3, 4, 0, 5]),
        // Rows, lines and columns of integers.
        ("0\n", 1, 1, &[0]),
        ("# a board\n1 2 3\n\n4 5 0 # its blank\n", 2, 3, &[1, 2, 3, 4, 5, 0]),
        ("1 2 3 4 5 6 7 8 0", 3, 3, SOLVED),
        ("1 2 3 4 0", 1, 5, &[1, 2, 3, 4, 0]),
        ("1\n2\n0\n", 3, 1, &[1, 2, 0]),
        ("2\n1\n0\n", 3, 1, &[2, 1, 0]),
        ("3\n0\n1\n2\n", 4, 1, &[3, 0, 1, 2]),
        ("0\n1\n", 2, 1, &[0, 1]),
        // Bars end rows, and commas part numbers.
        ("1 2 3/4 5 6/7 8 0", 3, 3, SOLVED),
        ("1,2,3/4,5,6/7,8,0\n", 3, 3, SOLVED),
        ("1, 2, 3 / 4, 5, 6 / 7, 8, 0 # solved", 3, 3, SOLVED),
        ("1,2,3\n4,5,6\n7,8,0\n", 3, 3, SOLVED),
        ("1 , 2 , 3,\n4 , 5 , 6,\n7 , 8 , 0\n", 3, 3, SOLVED),
        ("1,2,3,4,5,6,7,8,0", 3, 3, SOLVED),
        ("3\n1,2,3\n4,5,6\n7,8,0\n", 3, 3, SOLVED),
        ("1 0/2 3/5 4", 3, 2, &[1, 0, 2, 3, 5, 4]),
        ("1/0", 2, 1, &[1, 0]),
    ] {
        let board = Board::new(Size { height, width }, tiles.to_vec()).unwrap();
        assert_eq!(read("f", text.as_bytes(), None), Ok(board), "{text:?}");
    }
    for (text, format, width) in [("1 2 3 4 5 6 7 8 0", FileFormat::Rows, 9), ("0", FileFormat::Line, 1)] {
        let size = read("f", text.as_bytes(), Some(format)).unwrap().size();
        assert_eq!(size, Size { height: 1, width });
    }
}

#[test]
fn goals_have_open_cells_and_all_boards_walls() {
    let read = |text: &str| read_goal("f", text.as_bytes(), None).unwrap();
    let (wall, open) = (WALL, ANY);
    for (text, tiles, is_plain) in [
        ("1 2 3\n4 * *\n", [1, 2, 3, 4, open, open], false),
        ("1 2 3\n4 0 *\n", [1, 2, 3, 4, 0, 5], true),
        ("1 x 2/* * 3", [1, wall, 2, open, open, 3], false),
        ("2x3\n 1  2  x\n x  3\n", [1, 2, wall, wall, 3, 0], false),
    ] {
        let goal = read(text);
        assert_eq!((goal.tiles(), goal.is_plain()), (&tiles[..], is_plain), "{text:?}");
        assert_eq!(read(&write(&goal, FileFormat::Rows)), goal, "{text:?}");
    }
    let listed = read_list("f", &b"a 1 x 0 2\nb x 1 2 0\n"[..], None).unwrap();
    assert!(listed.iter().map(|entry| entry.board.blank()).eq([2, 3]));
}

/// Errors begin with the place and say what was expected and found.
#[test]
fn errors_name_the_place_and_what_was_expected() {
    for (text, place, says) in [
        ("", "", "a board of tiles: rows of integers, 0 for the blank, found none"),
        ("0\n0\n", ", line 1, column 1", "a size of 1 to 256, found \"0\""),
        ("1000\n 1  2\n", ", line 1, column 1", "a size of 1 to 256, found \"1000\""),
        ("0x2\n1 2\n", ", line 1, column 1", "a size of 1 to 256, found \"0x2\""),
        ("3\n 1  2  3\n", ", line 2, column 9", "3 rows below the size 3, found 1 and the end"),
        ("2\n 1  2\n 3\n 4\n", ", line 4, column 1", "2 rows below the size 2, found one more"),
        ("2\n 1  2\n\n", ", line 2, column 6", "2 rows below the size 2, found 1 and the end"),
        ("2x2\n1 2\n", ", line 2, column 4", "2 rows below the size 2x2, found 1 and the end"),
        ("3\n 1\n 2  3  4\n 5  6  7\n", ", line 2, column 1", "a row of 3 cells, found 1 number"),
        ("3\n1 2\n 4  5  3\n 7  8  6\n", ", line 2, column 1", "cells of two characters"),
        ("2\n,\n0\n", ", line 2, column 1", "spaces for the blank, found \"\""),
        (
            "1 2 y\n3 4 0\n",
            ", line 1, column 5",
            "a tile's number, 0 for the blank, x for a wall, found \"y\"",
        ),
        ("-1 2\n0 2\n", ", line 1, column 1", "a tile's number, 0 for the blank, x for a wall, found \"-1\""),
        ("1,,2\n3,4,5\n", ", line 1, column 3", "a tile's number, 0 for the blank, x for a wall, found \"\""),
        ("1 2//0 3", ", line 1, column 3", "a tile's number, 0 for the blank, x for a wall, found \"2//0\""),
        ("1 2 3\n4 0\n", ", line 2, column 1", "a row of 3 numbers like the first one"),
        ("1 2/3", ", line 1, column 5", "a row of 2 numbers like the first one, 0 for the blank, found 1"),
        ("1 2\n3 4\n", ", line 2, column 3", "the tiles 1 to 3 and one blank, each once, found 4"),
        ("1 2\n1 0\n", ", line 2, column 1", "found a second 1; the first one is in line 1, column 1"),
        ("0 1\n0 2\n", ", line 2, column 1", "found a second blank; the first one is in line 1, column 1"),
        ("1 99999999999\n0 2\n", ", line 1, column 3", "found a far larger number"),
        ("1 * *\n0 2 3\n", ", line 1, column 3", "x for a wall, found *, which goals have"),
        ("1 x\n0 3\n", ", line 2, column 3", "the tiles 1 to 2 and one blank, each once, found 3"),
        ("x x x\nx x x\n", ", line 1, column 1", "a cell for the blank, found walls alone"),
        (&"1 ".repeat(300), ", line 1, column 1", "a board of 1 to 256 rows and columns, found 1 by 300"),
        (
            &format!("11\n{}", " 1  2  3  4  5  6  7  8  9 10\n".repeat(11)),
            ", line 2, column 1",
            "a row of 11 numbers, 0 for the blank, found 10",
        ),
    ] {
        let told = read("f", text.as_bytes(), None).unwrap_err().to_string();
        assert!(told.starts_with(&format!("f{place}: expected ")) && told.contains(says), "{text:?}: {told}");
    }
    let two_lines = read("f", &b"1 2 3 0\n3 2 1 0\n"[..], Some(FileFormat::Line)).unwrap_err().to_string();
    assert!(two_lines.starts_with("f, line 2, column 1: expected one line with one board"), "{two_lines}");
}

#[test]
fn lists_hold_names_and_lengths_or_one_board() {
    let list = |text: &str, size| read_list("f", text.as_bytes(), size);
    let goal = Board::blank_last(Size { height: 2, width: 2 });
    let entry = |line: usize, label: Option<&str>, length| Entry {
        line: Some(line),
        label: label.map(str::to_owned),
        board: goal.clone(),
        length,
    };
    assert_eq!(list("# two\n1 2 3 0\n1 2 3 0\n", None), Ok(vec![entry(2, None, None), entry(3, None, None)]));
    assert_eq!(
        list("a 1 2 3 0\n17 1 2 3 0 0\n", None),
        Ok(vec![entry(1, Some("a"), None), entry(2, Some("17"), Some(0))])
    );
    assert_eq!(list("1 2 3 0 0\n", None), Ok(vec![entry(1, None, Some(0))]));
    assert_eq!(list("a 0\nb 0 0\n", Size::of(1, 1)).map(|entries| entries.len()), Ok(2));
    // Four lines of four numbers each may be as many boards, or one.
    assert_eq!(list(&"1 2 3 0\n".repeat(4), None).map(|entries| entries.len()), Ok(4));
    let one = list("1 2 3 0\n4 5 6 7\n8 9 10 11\n12 13 14 15\n", None).unwrap();
    assert_eq!((one.len(), one[0].line, one[0].board.size().height), (1, None, 4));
    assert_eq!(list("2\n 1  2\n 3\n", None).unwrap()[0].board, goal);
    let size = Size { height: 2, width: 3 };
    assert_eq!(list("x 1 2 3 4 5 0 7\n", Some(size)).unwrap()[0].board, Board::blank_last(size));
    let bars = list("1 2/3 0\na/b,3,1,2,0\nc 0 1 2/3 4 5 7\n", None).unwrap();
    let parts = |entry: Entry| (entry.board.size().width, entry.label.unwrap_or_default(), entry.length);
    let expected = [(2, "", None), (2, "a/b", None), (3, "c", Some(7))];
    assert!(bars.into_iter().map(parts).eq(expected.map(|(width, label, length)| (
        width,
        label.into(),
        length
    ))));
    for (text, told) in [
        ("1 2 3 0\n1 2 2 0\n", "f, line 2, column 5: expected the tiles 1 to 3 and one blank, each once"),
        ("1 2 3 0\n1 2 3\n", "f, line 2, column 1: expected as many integers as a square board has cells"),
        ("1 2 3 0 1\n", "f, line 1, column 1: expected a board with either a name before it or a length"),
        ("x 1 2 3 0 y\n", "f, line 1, column 11: expected the length of the shortest solution, found \"y\""),
        ("1 2 3 4\n5 6 7 8\n9 10 11 11\n12 13 14 0\n", "f, line 3, column 9: expected the tiles 1 to 15"),
    ] {
        let found = list(text, None).unwrap_err().to_string();
        assert!(found.starts_with(told), "{found}");
    }
}

/// Single rows and columns, which can be mistaken for lists or for sizes and their rows, and small squares.
#[test]
fn every_way_to_write_a_short_board_is_read_back() {
    let lines = (1..=12).flat_map(|side| [(1, side), (side, 1)]);
    for (height, width) in lines.chain([(2, 2), (3, 3), (2, 3)]) {
        let mut tiles: Vec<u16> = (0..height * width).collect();
        for _ in 0..tiles.len() {
            tiles.rotate_left(1);
            same(&Board::new(Size { height, width }, tiles.clone()).unwrap());
        }
    }
}

/// Writes a board in every format that holds it, and reads it alone and from lists.
fn same(board: &Board) {
    for format in FileFormat::ALL.into_iter().filter(|format| format.holds(board.size())) {
        let text = write(board, format);
        for format in [Some(format), None] {
            assert_eq!(read("f", text.as_bytes(), format).as_ref(), Ok(board), "{text:?}");
        }
        // As many lines as a list of several boards would have.
        for count in if format == FileFormat::Line { [1, 5] } else { [1, 1] } {
            let listed = read_list("f", text.repeat(count).as_bytes(), None).unwrap();
            assert_eq!((listed.len(), &listed[count - 1].board), (count, board), "{text:?}");
        }
    }
}

fn shuffled() -> impl Strategy<Value = Board> {
    (1..12u16, 1..12u16).prop_flat_map(|(height, width)| {
        let tiles: Vec<u16> = (0..height * width).collect();
        let size = Size { height, width };
        Just(tiles).prop_shuffle().prop_map(move |tiles| Board::new(size, tiles).unwrap())
    })
}

proptest! {
    #[test]
    fn written_boards_are_read_back(board in shuffled()) {
        same(&board);
    }

    #[test]
    fn any_text_gives_a_board_or_a_message(text in "[ 0-9#\n\t\\-a]{0,60}", format in 0..4usize) {
        let format = [None, Some(FileFormat::Course), Some(FileFormat::Rows), Some(FileFormat::Line)][format];
        for told in [
            read("f", text.as_bytes(), format).err(),
            read_list("f", text.as_bytes(), None).err(),
        ].into_iter().flatten() {
            prop_assert!(told.to_string().contains(": expected "), "{}", told);
        }
    }

    #[test]
    fn a_changed_byte_gives_a_board_or_an_error(place in 0..29usize, byte in any::<u8>()) {
        let mut text = b"3\n 8     3\n 4  1  5\n 2  6  7\n".to_vec();
        text[place] = byte;
        if let Ok(board) = read("f", &text[..], None) {
            prop_assert!(Board::new(board.size(), board.tiles().to_vec()).is_ok());
        }
    }
}
