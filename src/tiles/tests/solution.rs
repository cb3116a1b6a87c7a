//! Solutions written and read in every notation.

use traybit_core::grid::Size;
use traybit_core::rng::Rng;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::{Moves, Notation, RawMove, inverted, letters, pushes, simplified, write};

const MOVES: [Direction; 3] = [Direction::Down, Direction::Right, Direction::Up];

fn read(text: &str) -> Result<Vec<RawMove>, String> {
    let mut moves = Moves::new("m", text.as_bytes(), None);
    std::iter::from_fn(|| moves.next_move().map_err(|error| error.to_string()).transpose()).collect()
}

#[test]
fn every_notation_of_one_solution() {
    let start = Board::blank_last(Size { height: 2, width: 2 });
    let text = |notation| write(&start, &MOVES, notation);
    assert_eq!(text(Notation::Tiles), "2 D\n1 R\n3 U\n");
    assert_eq!(text(Notation::Blank), "north\nwest\nsouth\n");
    assert_eq!(text(Notation::Letters), "DRU\n");
    assert_eq!(text(Notation::Boards), "1 2\n3\n\n1: 2 D\n1\n3 2\n\n2: 1 R\n  1\n3 2\n\n3: 3 U\n3 1\n  2\n");
    let tiles = [2, 1, 3].map(Some);
    let expected: Vec<RawMove> =
        MOVES.into_iter().zip(tiles).map(|(direction, tile)| RawMove { tile, direction }).collect();
    assert_eq!(read(&text(Notation::Tiles)).as_ref(), Ok(&expected));
    assert_eq!(read(&text(Notation::Boards)), Ok(expected.clone()));
    let blank: Vec<RawMove> = MOVES.map(|direction| RawMove { tile: None, direction }).to_vec();
    assert_eq!(read("DRU"), Ok(blank.clone()));
    assert_eq!(read("NORTH\r\n\n west\t\nsouth"), Ok(blank.clone()));
    assert_eq!(read("\u{feff}# the path\nnorth # first\nwest\nsouth"), Ok(blank));
}

#[test]
fn lines_that_are_no_moves_are_errors() {
    for text in ["2", "2 X", "2 UD", "up", "a U", "2 U 3", "-1 U", "\u{e4} U", "U0", "L256", "U 2", "D3X"] {
        let told = read(&format!("1 u\n{text}\n")).unwrap_err();
        assert!(told.starts_with("m, line 2: expected a move: "), "{told}");
        assert!(told.ends_with(&format!("found \"{text}\"")), "{told}");
    }
    // A line as long as a buffer, and one that is longer.
    let long = |length: usize| format!("1 U{}\n2 D", " ".repeat(length - 4));
    assert!(read(&long((1 << 20) + 1)).unwrap_err().starts_with("m, line 1: expected a move: "));
    assert_eq!(read(&long(1 << 20)).unwrap().len(), 2);
    // Boards come only where one comes first, and their moves are numbered in order.
    for (text, line) in
        [("1: 2 D\n1 2\n", 1), ("1 2\n0 3\n2 D\n", 3), ("1 2\n1: 2 D\n3: 2 U\n", 3), ("2 D\n1 2\n", 2)]
    {
        assert!(read(text).unwrap_err().starts_with(&format!("m, line {line}: expected a move")), "{text}");
    }
    assert_eq!(read("99999999999 L").unwrap()[0].to_string(), "(a number past every tile) L");
    let endless = "1".repeat(1 << 20);
    assert!(read(&endless).unwrap_err().contains('…'));
}

/// Moves without their tiles.
fn directions(text: &str) -> Vec<Direction> {
    read(text).unwrap().iter().map(|step| step.direction).collect()
}

#[test]
fn letters_with_and_without_spaces() {
    let moves = directions("D3ULDR2\n");
    assert_eq!(letters(&moves), "D3ULDR2\n");
    for text in ["D3 U L D R2", "d3uldr2", "DDDULDRR", "D3 # three\nU\nLD\tR R"] {
        assert_eq!(directions(text), moves, "{text}");
    }
    assert_eq!(pushes(&moves).count(), 5);
    assert_eq!(letters(&inverted(&moves)), "L2URDU3\n");
    assert_eq!(letters(&simplified(directions("L2L RL UDR"))), "L2\n");
    assert_eq!(letters(&directions("L200 L200")), "L255L145\n");
    let mut list = Moves::new("m", &b"U\nD2L"[..], None);
    for place in ["m, line 1, move 1 of it", "m, line 2, move 1 of it", "m, line 2, move 2 of it"] {
        list.next_move().unwrap();
        assert_eq!(list.place(), place);
    }
}

#[test]
fn ten_thousand_random_solutions_there_and_back() {
    let mut rng = Rng::new(15, 0);
    for number in 0..10_000 {
        let size = Size { height: 2 + number % 5, width: 2 + number / 5 % 7 };
        let mut board = Board::blank_last(size);
        let walk = (0..rng.below(90)).map(|_| Direction::ALL[rng.below(4) as usize]);
        let walk: Vec<Direction> = walk.filter(|&to| board.slide(to).is_some()).collect();
        // A walk from the goal backwards is a solution.
        let solution = simplified(inverted(&walk));
        for notation in [Notation::Letters, Notation::Blank, Notation::Tiles] {
            assert_eq!(directions(&write(&board, &solution, notation)), solution, "{walk:?}");
        }
        assert_eq!(solution, inverted(&simplified(walk.clone())), "{walk:?}");
        assert_eq!(simplified(solution.into_iter().chain(walk)), []);
    }
}
