//! Drawings that are written and read.

use std::collections::HashSet;

use crate::read as puzzle;
use crate::reference::packings;
use traybit_core::grid::Size;
use traybit_packing::checker::{Checker, check};
use traybit_packing::drawing::{labels, letters as letters_of, read, write, write_rows};
use traybit_packing::naming::Naming;
use traybit_packing::pack::{Packing, Placed};

#[test]
fn labels_suffice_for_any_board_and_differ() {
    let all: HashSet<[char; 2]> = labels().take(Size::LARGEST.cells()).collect();
    assert_eq!(all.len(), Size::LARGEST.cells());
    let first: Vec<String> = labels().take(63).map(String::from_iter).collect();
    assert_eq!((&first[0][..], &first[9][..], &first[35][..], &first[61][..]), ("11", "aa", "AA", "01"));
    // The largest board, full of single cells, is drawn and read.
    let pack = puzzle("piece a: ..30000\nX\n\npiece b: 40000..\nX\n\nboard: 256x256\nempty: 0\n");
    let packing = Size::LARGEST.all().map(|cell| Placed { piece: 0, cells: vec![cell] }).collect();
    let drawn = read(&pack, "f", write(&pack, &packing).as_bytes()).unwrap();
    assert_eq!(drawn[0].1.len(), 65_536);
    check(&pack, &drawn[0].1).unwrap();
}

#[test]
fn a_list_of_packings_is_read_back() {
    let pack =
        puzzle("piece A: 1..2\nXX\n\npiece B: any turn\nXX\nX.\n\nboard:\n...\n.#.\n...\n\nempty: ..4\n");
    let all = packings(&pack);
    let mut text = "\u{feff}; All of them.\r\n\r\n".to_owned();
    for packing in &all {
        text.push_str(&write(&pack, packing).replace(" \n", "\n").replace('\n', "\r\n"));
        text.push_str(" \r\n\r\n; the next one\r\n");
    }
    let drawn = read(&pack, "f", text.as_bytes()).unwrap();
    assert_eq!(drawn[0].0, 3);
    assert!(all.len() > 20);
    assert!(drawn.iter().map(|(_, packing)| packing).eq(&all));
    assert_eq!(read(&pack, "f", &b"; none\n"[..]).unwrap(), []);
}

#[test]
fn pieces_placed_beforehand_keep_their_names() {
    let text = "piece A: 1 fixed\nXX\n\npiece B: 2\nXX\n\nboard: 2x3\n\nplaced:\n1111.\n. . .\n";
    let mut pack = puzzle(text);
    assert_eq!(pack.placed, [Placed { piece: 0, cells: vec![(0, 0), (0, 1)] }]);
    let drawing = "1111. \n2222. \n";
    assert_eq!(read(&pack, "f", drawing.as_bytes()).unwrap()[0].1[0].piece, 0);
    pack.placed[0].piece = 1;
    let packing = &read(&pack, "f", drawing.as_bytes()).unwrap()[0].1;
    assert_eq!((packing[0].piece, packing[1].piece), (1, 0));
}

#[test]
fn errors_name_their_lines() {
    let pack = puzzle("piece A: 1..2\nXX\n\nboard: 2x2\n");
    let size = "2 rows of 2 cells of two characters, or of one";
    for (text, place, phrase) in [
        (&b"1111\n. . \n\n1111\n"[..], "line 4, column 1", "found no row but 1"),
        (b"1111\n. . \n1111\n", "line 3, column 1", "found one row more"),
        (b"1111\n1\xff", "line 2, column 3", size),
        (b"11\n1\n", "line 2, column 2", size),
        (b"11\n1\xff", "line 2, column 2", "expected `.` for an empty cell"),
        (b"1111\n. \xff\xff", "line 2, column 3", "expected `. ` for an empty cell"),
        (("1".repeat(70_000) + "\n1111").as_bytes(), "line 1, column 5", "found one cell more"),
    ] {
        let message = read(&pack, "f", text).unwrap_err().to_string();
        assert!(message.starts_with(&format!("f, {place}: ")) && message.contains(phrase), "{message}");
    }
}

#[test]
fn a_legend_tells_pieces_that_share_a_shape() {
    let pack = puzzle("piece A: 1\nXX\n\npiece B 2: 1..2 fixed\nXX\n\npiece C: 1\nX\n\nboard: 2x3\n");
    let all = packings(&pack);
    let text: Vec<String> = all.iter().map(|packing| write(&pack, packing)).collect();
    assert!(text.contains(&"111122\n. 3333\n11 = A\n33 = B 2\n".to_owned()), "{text:?}");
    let drawn = read(&pack, "f", text.join("\n").as_bytes()).unwrap();
    assert!(drawn.iter().map(|(_, packing)| packing).eq(&all));
    let checker = Checker::of(&pack);
    let drawn: Vec<Packing> = drawn.into_iter().map(|(_, packing)| packing).collect();
    assert_eq!(checker.repeated(&drawn), None);
    // Without it the drawings of one board are the same.
    let plain: Vec<String> =
        text.iter().map(|text| text.lines().take(2).collect::<Vec<_>>().join("\n")).collect();
    let plain = read(&pack, "f", plain.join("\n\n").as_bytes()).unwrap();
    let plain: Vec<Packing> = plain.into_iter().map(|(_, packing)| packing).collect();
    assert!(checker.repeated(&plain).is_some());
    for (legend, place, phrase) in [
        ("11 = D", "line 3, column 6", "the name of a piece, found \"D\""),
        ("11 44 = A", "line 3, column 1", "labels of the drawing, each once, found \"44\""),
        ("22 = A", "line 1, column 5", "piece A as it may be turned, found \"1×1\""),
        ("11 = A\n3333. ", "line 4, column 1", "labels, ` = ` and the name of a piece"),
    ] {
        let message =
            read(&pack, "f", format!("111122\n3333. \n{legend}\n").as_bytes()).unwrap_err().to_string();
        assert!(message.starts_with(&format!("f, {place}: expected {phrase}")), "{message}");
    }
}

#[test]
fn cells_of_one_character_are_read_and_written() {
    let pack =
        puzzle("piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\npiece L: 0..1\nXX\nX.\n\nboard:\n...\n#..\n...\n");
    let all: Vec<Packing> = packings(&pack).into_iter().collect();
    let text: Vec<String> = all.iter().map(|packing| write_rows(&pack, packing, 1)).collect();
    assert!(text.contains(&"BBA\n#LA\nLL.\n".to_owned()), "{text:?}");
    let drawn = read(&pack, "f", text.join("\n").as_bytes()).unwrap();
    assert!(drawn.iter().map(|(_, packing)| packing).eq(&all));
    // Any letters will do, and equal ones that do not touch are pieces of their own.
    let other = &read(&pack, "f", &b"xx.\n#..\nxx.\n"[..]).unwrap()[0].1;
    assert_eq!(other.iter().map(|placed| placed.cells[0]).collect::<Vec<_>>(), [(0, 0), (2, 0)]);
    assert_eq!(check(&pack, other), Ok(()));
    // Names of one character are needed, and one piece of each.
    for piece in ["A: 2", "AB: 1", ".: 1"] {
        let pack = puzzle(&format!("piece {piece}\nXX\n\nboard: 2x2\n"));
        let name = piece.split(':').next();
        assert_eq!(letters_of(&pack).err().map(|piece| piece.name.as_str()), name);
    }
}

#[test]
fn shapes_of_several_pieces_are_assigned_so_that_counts_hold() {
    let pack = puzzle(
        "piece either: 2 turn\nXX\n\npiece down: 1..3 fixed\nX\nX\n\npiece across: 1 fixed\nXX\n\n\
         piece same: ..1\nX\nX\n\nboard: 9x9\n",
    );
    let naming = Naming::of(&pack);
    let (across, down) = (naming.classes(&[(0, 0), (0, 1)]), naming.classes(&[(0, 0), (1, 0)]));
    let counted = |shapes: &[Vec<usize>]| {
        let mut counts = [0; 4];
        for piece in naming.pieces(shapes, &[0; 4]) {
            counts[piece] += 1;
        }
        counts
    };
    let of = |first: usize, second: usize| [vec![across.clone(); first], vec![down.clone(); second]].concat();
    assert_eq!(counted(&of(1, 3)), [2, 1, 1, 0]);
    assert_eq!(counted(&of(3, 1)), [2, 1, 1, 0]);
    assert_eq!(counted(&of(4, 3)), [2, 3, 1, 1]);
    assert_eq!(counted(&of(1, 6)), [2, 3, 1, 1]);
    assert_eq!(counted(&of(1, 1)), [0, 1, 1, 0]);
    assert!(naming.classes(&[(0, 0), (0, 1), (0, 2)]).is_empty());
}

#[test]
fn pieces_of_one_letter_each_are_labelled_by_their_names() {
    let pack =
        puzzle("piece A: 1\nXX\n\npiece B: 1 fixed\nXX\n\npiece L: 0..1\nXX\nX.\n\nboard:\n...\n#..\n...\n");
    let all: Vec<Packing> = packings(&pack).into_iter().collect();
    let text: Vec<String> = all.iter().map(|packing| write(&pack, packing)).collect();
    assert!(text.contains(&"BBBBAA\n##LLAA\nLLLL. \n".to_owned()), "{text:?}");
    let drawn = read(&pack, "f", text.join("\n").as_bytes()).unwrap();
    assert!(drawn.iter().map(|(_, packing)| packing).eq(&all));
    // Labels of another shape than their piece's, as numbers may be, name nothing.
    let other = &read(&pack, "f", &b"LLLL. \n##. . \n1111. \n"[..]).unwrap()[0].1;
    assert_eq!(check(&pack, other), Ok(()));
}
