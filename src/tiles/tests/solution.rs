//! Solutions written and read in every notation.

use traybit_core::grid::Size;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::{Moves, Notation, RawMove, write};

const MOVES: [Direction; 3] = [Direction::Down, Direction::Right, Direction::Up];

fn read(text: &str) -> Result<Vec<RawMove>, String> {
    let mut moves = Moves::new("m", text.as_bytes());
    std::iter::from_fn(|| moves.next_move().map_err(|error| error.to_string()).transpose()).collect()
}

#[test]
fn every_notation_of_one_solution() {
    let start = Board::blank_last(Size { height: 2, width: 2 });
    let text = |notation| write(&start, &MOVES, notation);
    assert_eq!(text(Notation::Tiles), "2 D\n1 R\n3 U\n");
    assert_eq!(text(Notation::Blank), "north\nwest\nsouth\n");
    assert_eq!(text(Notation::Boards), "1 2\n3\n\n1: 2 D\n1\n3 2\n\n2: 1 R\n  1\n3 2\n\n3: 3 U\n3 1\n  2\n");
    let tiles = [2, 1, 3].map(Some);
    let expected: Vec<RawMove> =
        MOVES.into_iter().zip(tiles).map(|(direction, tile)| RawMove { tile, direction }).collect();
    assert_eq!(read(&text(Notation::Tiles)).as_ref(), Ok(&expected));
    assert_eq!(read(&text(Notation::Boards)), Ok(expected.clone()));
    let blank: Vec<RawMove> = MOVES.map(|direction| RawMove { tile: None, direction }).to_vec();
    assert_eq!(read("NORTH\r\n\n west\t\nsouth"), Ok(blank.clone()));
    assert_eq!(read("\u{feff}# the path\nnorth # first\nwest\nsouth"), Ok(blank));
}

#[test]
fn lines_that_are_no_moves_are_errors() {
    for text in ["2", "2 X", "2 UD", "up", "a U", "2 U 3", "-1 U", "\u{e4} U"] {
        let told = read(&format!("1 u\n{text}\n")).unwrap_err();
        assert!(told.starts_with("m, line 2: expected a move: "), "{told}");
        assert!(told.ends_with(&format!("found \"{text}\"")), "{told}");
    }
    // Two moves on one line that is longer than a buffer.
    let long = format!("1 U{}2 D\n", " ".repeat(2045));
    assert!(read(&long).unwrap_err().starts_with("m, line 1: expected a move: "));
    assert_eq!(read(&format!("1 U{}\n2 D", " ".repeat(2044))).unwrap().len(), 2);
    // Boards come only where one comes first, and their moves are numbered in order.
    for (text, line) in
        [("1: 2 D\n1 2\n", 1), ("1 2\n0 3\n2 D\n", 3), ("1 2\n1: 2 D\n3: 2 U\n", 3), ("2 D\n1 2\n", 2)]
    {
        assert!(read(text).unwrap_err().starts_with(&format!("m, line {line}: expected a move")), "{text}");
    }
    assert_eq!(read("99999999999 L").unwrap()[0].to_string(), "(a number past every tile) L");
    let endless = "1".repeat(5000);
    assert!(read(&endless).unwrap_err().contains('…'));
}
