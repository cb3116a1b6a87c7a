//! Rules that not all puzzles have: one known number for each.

use std::collections::BTreeSet;

use crate::formats::refused;
use crate::random::read;
use crate::solve::listed;
use traybit_core::search::limits::Limits;
use traybit_packing::checker::check;
use traybit_packing::formats::write;
use traybit_packing::pack::{Pack, Rule};
use traybit_packing::solve::count::count;
use traybit_packing::solve::enumerate::Selection;
use traybit_packing::solve::extreme::{Extreme, extreme};

const SQUARE: &str = "piece S: any\nX\n\n";
const DOMINO: &str = "piece D: any\nXX\n\n";

/// Numbers of packings, of which those listed are checked.
fn numbers(pack: &Pack) -> (u64, u64) {
    let counted = count(pack, None, &Limits::default()).expect("no checkpoint");
    let number = |number: Result<_, _>| u64::try_from(number.expect("a number")).expect("a small one");
    let numbers = (number(counted.total), number(counted.distinct));
    let some = listed(pack, Selection { most: 1000, distinct: true }, &Limits::default());
    assert!(some.iter().all(|packing| check(pack, packing) == Ok(())));
    assert_eq!(some.len() as u64, numbers.1.min(1000));
    numbers
}

fn puzzle(pieces: &str, rest: &str) -> Pack {
    read(&format!("{pieces}{rest}\n"))
}

/// Of those that dominoes of a board have, as many as inclusion and exclusion of the lines leave.
#[test]
fn fault_free_dominoes() {
    for (board, all) in [("5x6", 6), ("6x6", 0), ("6x7", 124)] {
        let pack = puzzle(DOMINO, &format!("board: {board}\nempty: 0\nrules: fault-free"));
        assert_eq!(numbers(&pack).0, all, "{board}");
    }
}

/// Independent sets of the 4×4 grid (OEIS A006506).
#[test]
fn holes_apart_are_independent_sets() {
    assert_eq!(numbers(&puzzle(SQUARE, "board: 4x4\nrules: holes apart")).0, 1234);
    assert_eq!(numbers(&puzzle(SQUARE, "board: 6x6\nrules: holes inside, holes apart")).0, 1234);
}

#[test]
fn holes_inside_are_any_cells_off_the_rim() {
    let pack = puzzle(SQUARE, "board: 5x5\nrules: holes inside");
    assert!(pack.is_plain());
    // Up to the turns of a 3×3 square.
    assert_eq!(numbers(&pack), (512, 102));
    // Those beside a wall are at a rim, too.
    let ring = puzzle(SQUARE, "board:\n.....\n.....\n..#..\n.....\n.....\nrules: holes inside");
    assert_eq!(numbers(&ring), (16, 6));
}

/// Colourings of the 4×4 grid with three colours (OEIS A020698).
#[test]
fn colours_apart_are_colourings() {
    let pieces: String =
        ["red", "green", "blue"].map(|name| format!("piece {name}: any colour {name}\nX\n\n")).concat();
    assert_eq!(numbers(&puzzle(&pieces, "board: 4x4\nempty: 0\nrules: colours apart")).0, 7812);
    // Without the rule pieces differ by their colours all the same.
    assert_eq!(numbers(&puzzle(&pieces, "board: 2x3\nempty: 0")).0, 729);
}

/// Maximal matchings of the 3×3 grid, by hand: the middle is covered or it is not.
#[test]
fn maximal_dominoes_are_maximal_matchings() {
    assert_eq!(numbers(&puzzle(DOMINO, "board: 2x2\nrules: maximal")), (2, 1));
    assert_eq!(numbers(&puzzle(DOMINO, "board: 3x3\nrules: maximal")).0, 22);
    // Two that are used up leave room.
    assert_eq!(numbers(&puzzle("piece D: ..2\nXX\n\n", "board: 1x6\nrules: maximal")).0, 6);
}

#[test]
fn pieces_together_are_limited() {
    let two = "piece A: any fixed\nXX\n\npiece B: any\nX\n\n";
    assert_eq!(numbers(&puzzle(two, "board: 1x4\npieces: 2")).0, 6 + 6 + 1);
    let placed = puzzle(two, "board: 1x4\npieces: 1\n\nplaced:\n11. . . ");
    assert_eq!(numbers(&placed).0, 1);
}

#[test]
fn rules_are_read_and_written() {
    let text = "piece A: ..2 turn colour red\nXX\n\nboard: 2x3\nempty: 1..\npieces: 1..2\nrules: holes apart, colours apart, maximal\n";
    let pack = read(text);
    let named = BTreeSet::from([Rule::HolesApart, Rule::ColoursApart, Rule::Maximal]);
    assert_eq!((&pack.rules.named, pack.rules.pieces.clone()), (&named, Some(1..=2)));
    assert_eq!(read(&write(&pack)), pack);
    refused([
        (
            text.replace("maximal", "minimal"),
            "7:8",
            "rules with commas between them: `fault-free`, `holes apart`",
        ),
        (text.replace("pieces: 1..2", "pieces: 3"), "6:9", "within the sums of theirs, 0 to 2, found 3 to 3"),
        (text.replace(" colour red", ""), "7:8", "expected a piece with a colour"),
    ]);
}

/// The number of pieces of the best packing, which is checked.
fn extremal(pack: &Pack, which: Extreme) -> u32 {
    let mut best = Vec::new();
    let found = extreme(pack, which, &Limits::default(), |packing| best = packing).expect("no checkpoint");
    assert_eq!((found.ended, check(pack, &best)), (None, Ok(())));
    best.len() as u32
}

/// Nine T would cover the board, whose squares in two colours leave no room for an odd number of them (Golomb, *Polyominoes*).
#[test]
fn most_pieces() {
    let tees = |board: &str| puzzle("piece T: any\nXXX\n.X.\n\n", &format!("board: {board}"));
    assert_eq!(extremal(&tees("6x6"), Extreme::Most), 8);
    let mixed = puzzle("piece I: ..3\nXXX\n\npiece O: any\nXX\nXX\n\n", "board: 4x5\nempty: 1..");
    assert_eq!(extremal(&mixed, Extreme::Most), 5);
}

/// Dominoes that leave room for none (OEIS A280984).
#[test]
fn fewest_dominoes_that_block() {
    for (board, fewest) in [("3x3", 3), ("4x4", 6), ("5x5", 9), ("6x6", 12), ("7x7", 17)] {
        let pack = puzzle(DOMINO, &format!("board: {board}\nrules: maximal"));
        assert_eq!(extremal(&pack, Extreme::Fewest), fewest, "{board}");
    }
}

/// More pieces than there are of each are no packing, however many cells they would leave empty.
#[test]
fn no_more_pieces_than_there_are() {
    let pack = puzzle("piece A: 1..3 fixed\nXX\n\n", "board: 2x5\nempty: ..4\npieces: 3..5\nrules: maximal");
    assert_eq!(extremal(&pack, Extreme::Most), 3);
    assert_eq!(extremal(&pack, Extreme::Fewest), 3);
}
