//! Puzzles that are read and written, and the errors of files that cannot be read.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs::{File, read_dir};
use std::io::Write as _;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::reference::packings;
use crate::{counted, read as pack};
use traybit_packing::checker::check;
use traybit_packing::drawing;
use traybit_packing::formats::{burr, read, write};
use traybit_packing::pack::{Floor, Freedom, Pack};

pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../puzzles/packing")
}

pub(super) fn shipped(name: &str) -> Pack {
    read(name, File::open(folder().join(name)).unwrap()).unwrap()
}

/// The sentence about a text, without the lines that point into it.
pub(super) fn message(text: impl AsRef<[u8]>) -> String {
    let sentence = read("f", text.as_ref()).expect_err("an error").to_string();
    sentence.lines().next().unwrap_or_default().to_owned()
}

/// Checks the places and phrases of errors: a line and a column, or nothing for an error of the whole file.
pub(super) fn refused<T: AsRef<str>>(cases: impl IntoIterator<Item = (T, &'static str, &'static str)>) {
    for (text, place, phrase) in cases {
        let (text, place) = (text.as_ref(), place.replace(':', ", column "));
        let place = if place.is_empty() { "f: ".to_owned() } else { format!("f, line {place}: ") };
        let message = message(text);
        assert!(message.starts_with(&place) && message.contains(phrase), "{text:?}: {message}, not {phrase}");
    }
}

#[test]
fn shipped_puzzles_and_their_packings_are_the_same_when_written_and_read() {
    let names = read_dir(folder()).unwrap().map(|entry| entry.unwrap().file_name().into_string().unwrap());
    for name in names.filter(|name| name != "README.md" && name != "index.csv") {
        let pack = shipped(&name);
        assert_eq!(pack.clone().checked(), Ok(pack.clone()), "{name}");
        let text = write(&pack);
        assert_eq!(read("f", text.as_bytes()).unwrap(), pack, "{name}\n{text}");
        assert_eq!(write(&read("f", text.as_bytes()).unwrap()), text);
        for packing in if pack.open() > 36 { BTreeSet::new() } else { packings(&pack) }.iter().take(1000) {
            check(&pack, packing).unwrap();
            let text = drawing::write(&pack, packing);
            let again = drawing::read(&pack, "f", text.as_bytes()).unwrap();
            assert_eq!(again, [(1, packing.clone())], "{name}\n{text}");
        }
    }
}

#[test]
fn line_ends_blanks_and_comments_change_nothing() {
    let plain = "title: A\n\npiece J: 2 turn\nXX\nX.\n\npiece I\u{e9} 2: any fixed\n X\n @\n\nboard:\n..*\n.#\n...\nempty: 1..\n";
    let expected = pack(plain);
    assert_eq!((expected.size.height, expected.size.width, expected.open()), (3, 3, 7));
    assert_eq!(expected.floor[2..6], [Floor::Full, Floor::Open, Floor::Wall, Floor::Wall]);
    assert_eq!(expected.pieces[1].counts, 0..=3);
    assert_eq!((expected.pieces[0].freedom, expected.pieces[1].freedom), (Freedom::Turn, Freedom::Fixed));
    assert_eq!((expected.empty.clone(), expected.pieces[1].name.as_str()), (1..=7, "I\u{e9} 2"));
    for text in [
        plain.replace('\n', "\r\n"),
        format!("\u{feff}{plain}"),
        format!("{}; the end", plain.replace("\n\n", "\n \t\n; a comment\n\n")),
        plain.replace("piece J: 2 turn", "\tpiece  J :  2\tturn \t"),
        plain.replace("X.\n\n", "X\n"),
        plain.trim_end().to_owned(),
    ] {
        assert_eq!(pack(&text), expected, "{text}");
    }
    let one = pack("board: 1 \u{d7} 2\npiece a:\n1\n\nempty: ..1");
    assert_eq!((one.size.width, one.pieces[0].counts.clone(), one.empty), (2, 1..=1, 0..=1));
}

#[test]
fn errors_of_malformed_text_name_the_place() {
    let (keys, counts) = ("expected a section (title, source,", "expected how many there are of the piece");
    refused([
        ("", "", "expected a section `board:`, found none"),
        ("board: 2x2", "", "expected a section `piece NAME:`, found none"),
        ("piece J: 1\nXX", "", "expected a section `board:`, found none"),
        ("hello", "1:1", keys),
        (" tray: 3", "1:2", keys),
        ("piece: 3\nX", "1:6", "the name of the piece between `piece` and the colon"),
        ("piece J: 1\n\nboard: 2x2", "1:11", "a drawing on the lines after `piece J:`"),
        ("piece J: 1\n..\n\nboard: 2x2", "2:1", "expected a cell of piece J, found none"),
        ("piece J: 1\nX.X\n\nboard: 2x2", "2:3", "found a part that lies by itself"),
        ("piece J: 1\nX\tX\nboard: 2x2", "2:2", "a visible character for a cell, found \"\\t\""),
        ("piece J: x\nX", "1:10", counts),
        ("piece J: 99999999999\nX", "1:10", counts),
        ("piece J: 3..1 turn\nX", "1:10", counts),
        ("piece J: 3 turn fixed\nX", "1:12", counts),
        ("piece J\u{7}: 1\nX\n\nboard: 2x2", "1:7", "1 to 64 visible characters"),
        ("piece J  K: 1\nX\n\nboard: 2x2", "1:7", "1 to 64 visible characters"),
    ]);
    refused(
        [
            ("piece J: 1\nX\n\nboard: 2x2", "5:7", "a name of its own for each piece, found a second J"),
            ("board: 2x2\nboard: 2x2", "6:1", "expected no second board, found one beside that of line 5"),
            ("board: 2x2\nempty: 1\nempty: 1", "7:1", "expected no second empty"),
            ("title: a\ntitle: b", "6:1", "expected no second title"),
            ("board: 0x4", "5:8", "height x width, each 1 to 256"),
            ("board: 4x257", "5:8", "height x width, each 1 to 256"),
            ("board:\n", "5:7", "a drawing on the lines after `board:`, found no row of it"),
            ("board:\n..\n.x", "7:2", "`*` for a cell that has to be covered, found \"x\""),
            ("board:\n##", "5:1", "a board with a cell that is no wall"),
            (&format!("board:\n{}", "..\n".repeat(257)), "262:1", "1 to 256 rows, found one row more"),
            (&format!("board:\n{}", ".".repeat(257)), "6:257", "1 to 256 columns, found one column more"),
            ("empty: few", "5:8", "how many cells stay empty, such as 3, 0..4 or 2.., found \"few\""),
            ("empty:", "5:7", "how many cells stay empty, such as 3, 0..4 or 2.., found the end"),
            ("title: a\u{1}b", "5:9", "text without control characters"),
            ("placed: 11", "5:9", "a drawing on the lines after `placed:`, found \"11\""),
        ]
        .map(|(text, place, phrase)| (format!("piece J: 1\nXX\nX.\n\n{text}"), place, phrase)),
    );
    assert!(message(b"piece J: 1\nX\xff").starts_with("f, line 2, column 2: expected text in UTF-8"));
    let whole = read("f", &b"piece J: 1\nXX\n\nboard: 2x2\nempty: 1"[..]).unwrap_err().to_string();
    assert_eq!(whole.lines().last(), Some("           ^"));
}

#[test]
fn contradictions_are_refused_with_their_place() {
    let row = ("board: 2x2\nempty: 1", "board:\n***\n...");
    refused(
        [
            ("1\nXXX", "board: 2x2", "1:7", "2×2, found piece J, which is larger: 1×3"),
            ("1 fixed\nXXX", "board: 4x2", "1:7", "4×2, found piece J, which is larger: 1×3"),
            ("1\nXX\nXX", "board:\n..#\n#..\n.#.", "1:7", "which walls keep from every place"),
            ("3\nXX", "board:\n..#\n...", "1:10", "for the 5 cells of the board, found that they cover 6"),
            ("4294967295\nXX", "board: 2x2", "1:10", "found that they cover 8589934590 at least"),
            ("1\nXX", row.1, "1:10", "the 3 cells that have to be covered, found that they cover 2"),
            ("1\nXX", "board: 2x2\nempty: 5", "5:8", "at most 4 empty cells, as many as the board has"),
            ("1..2\nXX", "board:\n**\n..\nempty: 3", "7:8", "at most 2 empty cells, since 2 have to be"),
            ("1\nXX", row.0, "5:8", "cover 3 of the 4 cells, found that they cover 2"),
            (
                "any\nXX",
                "board: 3x3\nempty: 0",
                "5:8",
                "cover 9 of the 9 cells, found that they cover another",
            ),
            ("1..\nXXX\n\npiece I: 2\nXX", "board: 3x5\nempty: 3..4", "8:8", "cover 11 to 12 of the 15"),
        ]
        .map(|(piece, board, place, phrase)| (format!("piece J: {piece}\n\n{board}"), place, phrase)),
    );
}

#[test]
fn pieces_placed_beforehand_that_cannot_lie_so_are_refused() {
    let size = "2 rows of 3 cells of two characters, or of one";
    refused(
        [
            ("1111\n", "7:1", "found no row but 1"),
            ("1111. \n. ##. \n. . . ", "9:1", "found one row more"),
            ("11111111\n. ##. ", "7:7", "found one cell more"),
            ("1111\n. ##.", "7:5", size),
            ("1111. \n. . . ", "8:3", "expected `##`, since there is a wall, found \". \""),
            ("11. . \n1111. ", "8:3", "expected `##`, since there is a wall, found \"11\""),
            ("1111##\n. ##. ", "7:5", "expected `. ` or a label, since there is no wall, found \"##\""),
            ("11.1. \n. ##. ", "7:3", "`##` for a wall or a label of two characters, found \".1\""),
            ("11. 11\n. ##. ", "7:5", "every cell of a label beside another one of it"),
            ("111111\n. ##. ", "7:1", "a piece as it may be turned, found \"1×3\", which is none"),
            ("11. . \n11##. ", "7:1", "a piece as it may be turned, found \"2×1\", which is none"),
            ("1111. \n22##. ", "8:1", "a piece as it may be turned, found \"1×1\", which is none"),
        ]
        .map(|(placed, place, phrase)| {
            (format!("piece J: fixed\nXX\nboard:\n...\n.#.\nplaced:\n{placed}"), place, phrase)
        }),
    );
    let twice = "piece J: 1\nXX\n\nboard: 2x2\n\nplaced:\n1111\n2222";
    refused([(twice, "8:1", "expected at most 1 of piece J, found one more")]);
}

#[test]
fn equal_pieces_placed_beforehand_keep_their_names() {
    let pieces = "piece A: any\nXX\n\npiece B: 1\nXX\n\nboard: 1x4\nempty: 2\n\n";
    for (name, piece, packings) in [("A", 0, 0), ("B", 1, 1)] {
        let puzzle = pack(&format!("{pieces}placed:\n1111. . \n11 = {name}\n"));
        assert_eq!((puzzle.placed[0].piece, counted(&puzzle).0), (piece, packings));
        assert_eq!(pack(&write(&puzzle)), puzzle);
    }
}

#[test]
fn a_puzzle_all_of_whose_pieces_are_too_large_is_written_and_read() {
    let puzzle = pack("piece A: any\n.X.\nXXX\n..XX\n\nboard: 1x2\n");
    assert_eq!(counted(&puzzle), (1, 1));
    for text in [write(&puzzle), burr::write(&puzzle).unwrap()] {
        assert_eq!(pack(&text).pieces[0].counts, puzzle.pieces[0].counts, "{text}");
    }
}

#[test]
fn long_files_are_read_or_refused_at_once() {
    let mut text = String::new();
    for number in 0..50_000 {
        let _ = write!(text, "piece {number}: any\nXX\nX.\n\n");
    }
    assert_eq!(pack(&(text.clone() + "board: 256x256")).pieces.len(), 50_000);
    assert_eq!(message(text), "f: expected a section `board:`, found none");
    // Half of the board in each piece, and a wall under each place of it.
    let (row, wide) = (format!("{}\n", "X".repeat(256)), format!("{}\n", ".".repeat(256)));
    let piece = |number: usize| format!("piece {number}: 1\n{}\n", row.repeat(128));
    let large: String = (0..300).map(piece).collect();
    let walled = format!("{}{}..\n{}", wide.repeat(127), "#".repeat(254), wide.repeat(127));
    assert!(message(format!("{large}board:\n{walled}")).contains("which walls keep from every place"));
    let many = "\n".repeat(1 << 24) + "x";
    assert_eq!(message(many), "f: expected a puzzle of at most 16 MiB, found more");
    let mut zeros = GzEncoder::new(Vec::new(), Compression::fast());
    zeros.write_all(&vec![b' '; (1 << 24) + 1]).unwrap();
    assert_eq!(message(zeros.finish().unwrap()), "f: expected a puzzle of at most 16 MiB, found more");
}
