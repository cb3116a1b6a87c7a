//! Puzzles that are read and written, and the errors of files that cannot be read.

use std::fmt::Write as _;
use std::fs::{File, read_dir, read_to_string};
use std::io::Write as _;
use std::path::PathBuf;

use flate2::Compression;
use flate2::write::GzEncoder;

use traybit_packing::checker::check;
use traybit_packing::drawing;
use traybit_packing::formats::{read, write};
use traybit_packing::pack::{Floor, Freedom, Pack};
use traybit_packing::reference::{packings, up_to_symmetry};

pub(super) fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("puzzles/packing")
}

pub(super) fn shipped(name: &str) -> Pack {
    read(name, File::open(folder().join(name)).unwrap()).unwrap()
}

fn pack(text: &str) -> Pack {
    read("f", text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

/// The sentence about a text, without the lines that point into it.
pub(super) fn message(text: impl AsRef<[u8]>) -> String {
    let sentence = read("f", text.as_ref()).expect_err("an error").to_string();
    sentence.lines().next().unwrap_or_default().to_owned()
}

/// The index: name, packings, up to symmetry.
fn index() -> Vec<(String, Option<u64>, Option<u64>)> {
    let text = read_to_string(folder().join("index.csv")).unwrap();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("puzzle,packings,up_to_symmetry,source"));
    let row = |line: &str| {
        let fields: Vec<&str> = line.split(',').collect();
        (fields[0].to_owned(), fields[1].parse().ok(), fields[2].parse().ok())
    };
    lines.map(row).collect()
}

#[test]
fn shipped_puzzles_are_indexed_and_the_same_when_written_and_read() {
    let index = index();
    let mut names: Vec<String> = index.iter().map(|row| row.0.clone()).collect();
    for name in &names {
        let pack = shipped(name);
        assert_eq!(pack.clone().checked(), Ok(pack.clone()), "{name}");
        let text = write(&pack);
        assert_eq!(read("f", text.as_bytes()).unwrap(), pack, "{name}\n{text}");
        assert_eq!(write(&read("f", text.as_bytes()).unwrap()), text);
    }
    let mut files: Vec<String> = read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name != "README.md" && name != "index.csv")
        .collect();
    files.sort_unstable();
    names.sort_unstable();
    assert_eq!(files, names);
    assert!(index.iter().all(|row| row.1.is_some() && row.2.is_some()));
}

#[test]
fn popinjay_is_what_its_report_says() {
    let pack = shipped("popinjay.txt");
    assert_eq!((pack.open(), pack.empty.clone(), pack.pieces[0].counts.clone()), (100, 12..=12, 11..=11));
    assert_eq!(pack.pieces[0].orientations().len(), 8);
    let partial = shipped("popinjay-partial.txt");
    assert_eq!(partial.placed.len(), 8);
    assert_eq!(Pack { placed: Vec::new(), title: pack.title.clone(), ..partial }, pack);
    for (name, areas) in
        [("pentominoes-8x8.txt", 60), ("pentominoes-3x20.txt", 60), ("popinjay-square-off.txt", 7)]
    {
        let pack = shipped(name);
        assert_eq!(pack.pieces.iter().map(|piece| piece.shape.area()).sum::<usize>(), areas);
    }
}

#[test]
fn small_puzzles_have_as_many_packings_as_the_index_says_by_plain_search() {
    for (name, count, distinct) in index() {
        let pack = shipped(&name);
        if pack.open() > 36 {
            continue;
        }
        let found = packings(&pack);
        let counted = (found.len() as u64, up_to_symmetry(&pack, &found) as u64);

        assert_eq!((Some(counted.0), Some(counted.1)), (count, distinct), "{name}");
        for packing in found.iter().take(1000) {
            check(&pack, packing).unwrap();
            let text = drawing::write(&pack, packing);
            let again = drawing::read(&pack, "f", text.as_bytes()).unwrap();
            assert_eq!(again.len(), 1);
            assert_eq!((again[0].line, &again[0].packing), (1, packing), "{name}\n{text}");
        }
    }
}

#[test]
fn what_editors_do_to_files_does_no_harm() {
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
    const PIECE: &str = "piece J: 1\nXX\nX.\n\n";
    let board = |text: &str| format!("{PIECE}{text}");
    let keys = "expected a section (title, source, piece NAME, board, paint, fits, empty, pieces, rules or placed, then a colon) or a comment (after `;`)";
    let counts = "expected how many there are of the piece, such as 3, 0..4, 2.. or any, then `turn`, `fixed` or nothing, then perhaps `painted`, then perhaps `colour` and its name";
    let cases = [
        (String::new(), "f: expected a section `board:`, found none".to_owned()),
        ("board: 2x2".to_owned(), "f: expected a section `piece NAME:`, found none".to_owned()),
        (PIECE.to_owned(), "f: expected a section `board:`, found none".to_owned()),
        ("hello".to_owned(), format!("f, line 1, column 1: {keys}, found \"hello\"")),
        (" tray: 3".to_owned(), format!("f, line 1, column 2: {keys}, found \"tray\"")),
        ("piece: 3\nX".to_owned(), "f, line 1, column 6: expected the name of the piece between `piece` and the colon, found \":\"".to_owned()),
        ("piece J: 1\n\nboard: 2x2".to_owned(), "f, line 1, column 11: expected a drawing on the lines after `piece J:`, found no row of it".to_owned()),
        ("piece J: 1\n..\n\nboard: 2x2".to_owned(), "f, line 2, column 1: expected a cell of piece J, found none".to_owned()),
        ("piece J: 1\nX.X\n\nboard: 2x2".to_owned(), "f, line 2, column 3: expected every cell of piece J beside another one of it, found a part that lies by itself".to_owned()),
        ("piece J: 1\nX\tX\n".to_owned() + "board: 2x2", "f, line 2, column 2: expected `.`, a blank or a visible character for a cell, found \"\\t\"".to_owned()),
        ("piece J: x\nX".to_owned(), format!("f, line 1, column 10: {counts}, found \"x\"")),
        ("piece J: 99999999999\nX".to_owned(), format!("f, line 1, column 10: {counts}, found \"99999999999\"")),
        ("piece J: 3..1 turn\nX".to_owned(), format!("f, line 1, column 10: {counts}, found \"3..1\"")),
        ("piece J: 3 turn fixed\nX".to_owned(), format!("f, line 1, column 12: {counts}, found \"turn\"")),
        (board("piece J: 1\nX\n\nboard: 2x2"), "f, line 5, column 7: expected a name of its own for each piece, found a second J".to_owned()),
        (board("board: 2x2\nboard: 2x2"), "f, line 6, column 1: expected no second board, found one beside that of line 5".to_owned()),
        (board("board: 2x2\nempty: 1\nempty: 1"), "f, line 7, column 1: expected no second empty, found one beside that of line 6".to_owned()),
        (board("title: a\ntitle: b"), "f, line 6, column 1: expected no second title, found one beside that of line 5".to_owned()),
        (board("board: 0x4"), "f, line 5, column 8: expected height x width, each 1 to 256, such as 10x10, or a drawing on the lines after `board:`, found \"0x4\"".to_owned()),
        (board("board: 4x257"), "f, line 5, column 8: expected height x width, each 1 to 256, such as 10x10, or a drawing on the lines after `board:`, found \"4x257\"".to_owned()),
        (board("board:\n"), "f, line 5, column 7: expected a drawing on the lines after `board:`, found no row of it".to_owned()),
        (board("board:\n..\n.x"), "f, line 7, column 2: expected `.`, `#`, a blank or `*` for a cell that has to be covered, found \"x\"".to_owned()),
        (board("board:\n##"), "f, line 5, column 1: expected a board with a cell that is no wall, found none".to_owned()),
        (board(&format!("board:\n{}", "..\n".repeat(257))), "f, line 262, column 1: expected a drawing of 1 to 256 rows, found one row more".to_owned()),
        (board(&format!("board:\n{}", ".".repeat(257))), "f, line 6, column 257: expected a drawing of 1 to 256 columns, found one column more".to_owned()),
        (board("empty: few"), "f, line 5, column 8: expected how many cells stay empty, such as 3, 0..4 or 2.., found \"few\"".to_owned()),
        (board("empty:"), "f, line 5, column 7: expected how many cells stay empty, such as 3, 0..4 or 2.., found the end of the line".to_owned()),
        (board("title: a\u{1}b"), "f, line 5, column 9: expected text without control characters, found \"\\u{1}\"".to_owned()),
        (board("placed: 11"), "f, line 5, column 9: expected a drawing on the lines after `placed:`, found \"11\"".to_owned()),
        ("piece J: 0\nX\n\nboard: 2x2".to_owned(), "f, line 1, column 10: expected at least one piece to place, found none".to_owned()),
        ("piece J\u{7}: 1\nX\n\nboard: 2x2".to_owned(), "f, line 1, column 7: expected a name of 1 to 64 visible characters without : and ; and without blanks round it, found \"J\\u{7}\"".to_owned()),
    ];
    for (text, sentence) in cases {
        assert_eq!(message(&text), sentence, "{text:?}");
    }
    assert!(message(b"piece J: 1\nX\xff").starts_with("f, line 2, column 2: expected text in UTF-8"));
}

#[test]
fn contradictions_are_refused_with_their_place() {
    let cases = [
        (
            "piece J: 1\nXXX\n\nboard: 2x2",
            "1, column 7: expected pieces that fit on the board, 2×2, found piece J, which is larger: 1×3",
        ),
        (
            "piece J: 1 fixed\nXXX\n\nboard: 4x2",
            "1, column 7: expected pieces that fit on the board, 4×2, found piece J, which is larger: 1×3",
        ),
        (
            "piece J: 1\nXX\nXX\n\nboard:\n..#\n#..\n.#.",
            "1, column 7: expected pieces that fit on the board, found piece J, which walls keep from every place",
        ),
        (
            "piece J: 3\nXX\n\nboard:\n..#\n...",
            "1, column 10: expected pieces for the 5 cells of the board, found that they cover 6 at least",
        ),
        (
            "piece J: 4294967295\nXX\n\nboard: 2x2",
            "1, column 10: expected pieces for the 4 cells of the board, found that they cover 8589934590 at least",
        ),
        (
            "piece J: 1\nXX\n\nboard:\n***\n...",
            "1, column 10: expected pieces for the 3 cells that have to be covered, found that they cover 2 at most",
        ),
        (
            "piece J: 1\nXX\n\nboard: 2x2\nempty: 5",
            "5, column 8: expected at most 4 empty cells, as many as the board has, found 5",
        ),
        (
            "piece J: 1..2\nXX\n\nboard:\n**\n..\nempty: 3",
            "7, column 8: expected at most 2 empty cells, since 2 have to be covered, found 3",
        ),
        (
            "piece J: 1\nXX\n\nboard: 2x2\nempty: 1",
            "5, column 8: expected pieces that cover 3 of the 4 cells, found that they cover 2",
        ),
        (
            "piece J: any\nXX\n\nboard: 3x3\nempty: 0",
            "5, column 8: expected pieces that cover 9 of the 9 cells, found that they cover another number",
        ),
        (
            "piece J: 1..\nXXX\n\npiece I: 2\nXX\n\nboard: 3x5\nempty: 3..4",
            "8, column 8: expected pieces that cover 11 to 12 of the 15 cells, found that they cover another number",
        ),
    ];
    for (text, sentence) in cases {
        assert_eq!(message(text), format!("f, line {sentence}"), "{text:?}");
    }
    assert_eq!(
        read("f", "piece J: 1\nXX\n\nboard: 2x2\nempty: 1".as_bytes())
            .unwrap_err()
            .to_string()
            .lines()
            .last(),
        Some("           ^")
    );
}

#[test]
fn pieces_placed_beforehand_that_cannot_lie_so_are_refused() {
    let cases = [
        (
            "1111\n",
            "7, column 1: expected a drawing of the board, 2 rows of 3 cells of two characters, or of one, found no row but 1",
        ),
        (
            "1111. \n. ##. \n. . . ",
            "9, column 1: expected a drawing of the board, 2 rows of 3 cells of two characters, or of one, found one row more",
        ),
        (
            "11111111\n. ##. ",
            "7, column 7: expected a drawing of the board, 2 rows of 3 cells of two characters, or of one, found one cell more",
        ),
        (
            "1111\n. ##.",
            "7, column 5: expected a drawing of the board, 2 rows of 3 cells of two characters, or of one, found 2 cells",
        ),
        ("1111. \n. . . ", "8, column 3: expected `##`, since there is a wall, found \". \""),
        ("11. . \n1111. ", "8, column 3: expected `##`, since there is a wall, found \"11\""),
        ("1111##\n. ##. ", "7, column 5: expected `. ` or a label, since there is no wall, found \"##\""),
        (
            "11.1. \n. ##. ",
            "7, column 3: expected `. ` for an empty cell, `##` for a wall or a label of two characters, found \".1\"",
        ),
        (
            "11. 11\n. ##. ",
            "7, column 5: expected every cell of a label beside another one of it, found a part that lies by itself",
        ),
        ("111111\n. ##. ", "7, column 1: expected a piece as it may be turned, found \"1×3\", which is none"),
        ("11. . \n11##. ", "7, column 1: expected a piece as it may be turned, found \"2×1\", which is none"),
        ("1111. \n22##. ", "8, column 1: expected a piece as it may be turned, found \"1×1\", which is none"),
    ];
    for (placed, sentence) in cases {
        let text = format!("piece J: fixed\nXX\nboard:\n...\n.#.\nplaced:\n{placed}");
        assert_eq!(message(&text), format!("f, line {sentence}"), "{text}");
    }
    let twice = "piece J: 1\nXX\n\nboard: 2x2\n\nplaced:\n1111\n2222";
    assert_eq!(message(twice), "f, line 8, column 1: expected at most 1 of piece J, found one more");
}

#[test]
fn long_files_are_read_or_refused_in_no_time() {
    let mut text = String::new();
    for number in 0..100_000 {
        let _ = write!(text, "piece {number}: any\nXX\nX.\n\n");
    }
    assert_eq!(pack(&(text.clone() + "board: 256x256")).pieces.len(), 100_000);
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
