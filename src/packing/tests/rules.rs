//! Packings that the checker accepts and refuses, and rules that not all puzzles have: one known number for each.

use std::collections::BTreeSet;

use crate::formats::refused;
use crate::reference::packings;
use crate::solve::{all_of, listed};
use crate::{counted, read};
use traybit_core::search::limits::Limits;
use traybit_packing::checker::{Checker, check};
use traybit_packing::formats::write;
use traybit_packing::pack::{Cell, Pack, Packing, Placed, Rule};
use traybit_packing::solve::enumerate::Selection;
use traybit_packing::solve::extreme::{Extreme, extreme};

const SQUARE: &str = "piece S: any\nX\n\n";
const DOMINO: &str = "piece D: any\nXX\n\n";

/// Numbers of packings, of which those listed are checked.
fn numbers(pack: &Pack) -> (u64, u64) {
    let numbers = counted(pack);
    let some = listed(pack, Selection { most: 1000, distinct: true }, &Limits::default());
    assert!(some.iter().all(|packing| check(pack, packing) == Ok(())));
    assert_eq!(some.len() as u64, numbers.1.min(1000));
    numbers
}

fn puzzle(pieces: &str, rest: &str) -> Pack {
    read(&format!("{pieces}{rest}\n"))
}

/// Known numbers of packings under a rule; of few packings without it, the checker accepts as many.
#[test]
fn rules_have_their_known_numbers() {
    let colours: String =
        ["red", "green", "blue"].map(|name| format!("piece {name}: any colour {name}\nX\n\n")).concat();
    let red = "piece R: any colour red\nX\n\n";
    let two_colours = format!("{red}piece B: any colour blue\nX\n\n");
    let two = "piece A: any fixed\nXX\n\npiece B: any\nX\n\n";
    for (pieces, rest, all) in [
        // By inclusion and exclusion of the lines.
        (DOMINO, "board: 5x6\nempty: 0\nrules: fault-free", 6),
        (DOMINO, "board: 6x6\nempty: 0\nrules: fault-free", 0),
        (DOMINO, "board: 6x7\nempty: 0\nrules: fault-free", 124),
        // Independent sets of the 4×4 grid (OEIS A006506).
        (SQUARE, "board: 4x4\nrules: holes apart", 1234),
        (SQUARE, "board: 6x6\nrules: holes inside, holes apart", 1234),
        (SQUARE, "board: 3x4\nrules: holes inside", 4),
        // Colourings of the 4×4 grid with three colours (OEIS A020698); without the rule pieces still differ by colour.
        (&colours, "board: 4x4\nempty: 0\nrules: colours apart", 7812),
        (&colours, "board: 2x3\nempty: 0", 729),
        // Maximal matchings of the 3×3 grid, by hand; two dominoes that are used up leave room.
        (DOMINO, "board: 3x3\nrules: maximal", 22),
        ("piece D: ..2\nXX\n\n", "board: 1x6\nrules: maximal", 6),
        ("piece S: 0\nX\n\n", "board: 2x2", 1),
        // Maximal independent sets of the 3×3 and 4×4 grid (OEIS A197054).
        (red, "board: 3x3\nrules: colours apart, maximal", 10),
        (red, "board: 4x4\nrules: colours apart, maximal", 42),
        // Two colours in a ring of four cells, none empty or two that are opposite; and where one piece has no colour,
        // words without red beside red.
        (&two_colours, "board: 2x2\nrules: colours apart, maximal", 2 + 4),
        (&format!("{red}{SQUARE}"), "board: 1x3\nrules: colours apart, maximal", 5),
        // Two L fill the board in two ways, of which one needs no flip; what has room only mirrored has none.
        ("piece L: any\nXXX\nX..\n\n", "board: 2x4\nempty: 0", 2),
        ("piece L: any turn\nXXX\nX..\n\n", "board: 2x4\nempty: 0", 1),
        ("piece Z: any fixed\nXX.\n.XX\n\n", "board:\n#..\n..#\nrules: maximal", 1),
        (two, "board: 1x4\npieces: 2", 6 + 6 + 1),
        (two, "board: 1x4\npieces: 1\n\nplaced:\n11. . . ", 1),
    ] {
        let pack = puzzle(pieces, rest);
        assert_eq!(numbers(&pack).0, all, "{pieces}{rest}");
        let mut free = pack.clone();
        free.rules.named.clear();
        if counted(&free).0 <= 1 << 16 {
            let accepted = all_of(&free).iter().filter(|packing| check(&pack, packing).is_ok()).count();
            assert_eq!(accepted as u64, all, "{pieces}{rest}");
        }
    }
    for (pieces, rest, known) in [
        // Subsets of a 3×3 square, also up to its symmetries; cells beside a wall are at a rim, too.
        (SQUARE, "board: 5x5\nrules: holes inside", (512, 102)),
        (SQUARE, "board:\n.....\n.....\n..#..\n.....\n.....\nrules: holes inside", (16, 6)),
    ] {
        assert_eq!(numbers(&puzzle(pieces, rest)), known, "{pieces}{rest}");
    }
    // The piece that may not be used has another area.
    let squares = puzzle("piece S: any\nX\n\npiece D: 0\nXX\n\n", "board: 2x2\npieces: 2");
    assert_eq!((squares.is_plain(), numbers(&squares).0), (true, 6));
    assert!(puzzle(SQUARE, "board: 5x5\nrules: holes inside").is_plain());
}

/// Two pieces lie there already: no packing has fewer.
#[test]
fn pieces_placed_beforehand_are_counted() {
    let pack = |pieces: &str| {
        let two = "piece A: 1..2\nX\n\npiece B: 0.. fixed\nXX\n.X\n.X\n\n";
        puzzle(two, &format!("board:\n...\n*.*\nempty: 1..5\n{pieces}\nplaced:\n. . . \n11. 22"))
    };
    assert_eq!(["", "pieces: 2\n", "pieces: 1\n"].map(|pieces| numbers(&pack(pieces)).0), [1, 1, 0]);
    assert_eq!([Extreme::Most, Extreme::Fewest].map(|which| extremal(&pack(""), which)), [2, 2]);
}

#[test]
fn rules_are_read_and_written() {
    let text = "piece A: any turn colour red\nXX\n\nboard: 2x3\nempty: 1..\npieces: 1..2\nrules: holes apart, colours apart, maximal\n";
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
        (text.replace("pieces: 1..2", "pieces: 4"), "6:9", "there is room for, 0 to 3, found 4 to 4"),
        (text.replace(" colour red", ""), "7:8", "expected a piece with a colour"),
    ]);
}

/// The number of pieces of the best packing, which is checked.
fn extremal(pack: &Pack, which: Extreme) -> u32 {
    let (best, found) = extreme(pack, which, &Limits::default());
    let best = best.expect("a packing");
    assert_eq!((found.ended, check(pack, &best)), (None, Ok(())));
    best.len() as u32
}

/// Most and fewest pieces, where they are known.
#[test]
fn extreme_numbers_of_pieces() {
    use Extreme::{Fewest, Most};
    let (tee, mixed) = ("piece T: any\nXXX\n.X.\n\n", "piece I: ..3\nXXX\n\npiece O: any\nXX\nXX\n\n");
    let (few, rest) = ("piece A: 1..3 fixed\nXX\n\n", "board: 2x5\nempty: ..4\npieces: 3..5\nrules: maximal");
    for (pieces, rest, which, known) in [
        // Nine T would cover the board, but an odd number of them does not fit its two colours (Golomb, *Polyominoes*).
        (tee, "board: 6x6", Most, 8),
        (mixed, "board: 4x5\nempty: 1..", Most, 5),
        // No more pieces than there are, however many cells stay empty.
        (few, rest, Most, 3),
        (few, rest, Fewest, 3),
        // Dominoes that leave room for none (OEIS A280984).
        (DOMINO, "board: 3x3\nrules: maximal", Fewest, 3),
        (DOMINO, "board: 4x4\nrules: maximal", Fewest, 6),
        (DOMINO, "board: 5x5\nrules: maximal", Fewest, 9),
        (DOMINO, "board: 6x6\nrules: maximal", Fewest, 12),
        (DOMINO, "board: 7x7\nrules: maximal", Fewest, 17),
    ] {
        assert_eq!(extremal(&puzzle(pieces, rest), which), known, "{pieces}{rest}");
    }
}

const PUZZLE: &str =
    "piece L: 2 turn\nX..\nXXX\n\npiece I: ..2\nXX\n\nboard:\n*...\n.#..\n....\n....\n\nempty: 3..7\n";

/// Asserts that the checker refuses a packing at a place, in a sentence with a phrase.
fn refused_at(pack: &Pack, packing: &Packing, place: &str, phrase: &str) {
    let message = check(pack, packing).unwrap_err();
    let rest = message.strip_prefix(place).filter(|rest| rest.contains(phrase));
    assert!(rest.is_some_and(|rest| rest.starts_with("expected ")), "{message}");
}

#[test]
fn errors_name_their_place() {
    let pack = read(PUZZLE);
    let mut all: Vec<Packing> = packings(&pack).into_iter().collect();
    let again = all[3].iter().rev().cloned().collect();
    all.push(again);
    assert_eq!(Checker::of(&pack).repeated(&all), Some((3, all.len() - 1)));
    let placed = |piece: usize, cells: &[Cell]| Placed { piece, cells: cells.to_vec() };
    let one = placed(0, &[(0, 0), (1, 0), (2, 0), (2, 1)]);
    let other = placed(0, &[(0, 2), (0, 3), (1, 3), (2, 3)]);
    let domino = placed(1, &[(3, 0), (3, 1)]);
    let of = |pieces: &[&Placed]| pieces.iter().map(|placed| (*placed).clone()).collect::<Packing>();
    // Turned over, so neither is an orientation that it may have.
    let turned_over = of(&[&one, &other]);
    let one = placed(0, &[(0, 0), (0, 1), (1, 0), (2, 0)]);
    let other = placed(0, &[(1, 3), (2, 3), (3, 2), (3, 3)]);
    assert_eq!(check(&pack, &of(&[&one, &other])), Ok(()));
    assert_eq!(check(&pack, &of(&[&one, &other, &domino])), Ok(()));
    let few = Pack { empty: 0..=6, ..pack.clone() };
    let beforehand = Pack { placed: vec![domino.clone()], ..pack.clone() };
    assert_eq!(check(&beforehand, &of(&[&one, &other, &domino])), Ok(()));
    let crossing = placed(0, &[(0, 1), (0, 2), (0, 3), (1, 3)]);
    let uncovered = placed(0, &[(0, 2), (0, 3), (1, 2), (2, 2)]);
    let turned = "in an orientation that it may have, found another orientation";
    for (pack, packing, place, phrase) in [
        (&pack, turned_over, "row 1, column 1: ", turned),
        (&pack, of(&[&one]), "", "expected 2 of piece L, found 1"),
        (&pack, of(&[&one, &one]), "row 1, column 1: ", "expected one piece on a cell, found piece L"),
        (&pack, of(&[&one, &placed(1, &[(0, 1), (1, 1)])]), "row 1, column 2: ", "one piece on a cell"),
        (&pack, of(&[&placed(1, &[(1, 1), (1, 2)])]), "row 2, column 2: ", "nothing on a wall"),
        (&pack, of(&[&placed(1, &[(3, 3), (3, 4)])]), "row 4, column 5: ", "on the board, found it outside"),
        (&pack, of(&[&placed(1, &[(4, 1), (4, 2)])]), "row 5, column 2: ", "on the board, found it outside"),
        (&pack, of(&[&placed(2, &[(3, 3)])]), "row 4, column 4: ", "one of 2 pieces, found number 2"),
        (&pack, of(&[&placed(1, &[])]), "", turned),
        (&pack, of(&[&placed(1, &[(2, 0), (3, 1)])]), "row 3, column 1: ", turned),
        (&pack, of(&[&crossing, &other]), "row 2, column 4: ", "one piece on a cell"),
        (&pack, of(&[&uncovered, &other]), "row 1, column 1: ", "a cell that has to be covered, found none"),
        (&few, of(&[&one, &other]), "", "expected 0 to 6 empty cells, found 7"),
        (&beforehand, of(&[&one, &other]), "row 4, column 1: ", "piece I as it is placed beforehand"),
    ] {
        refused_at(pack, &packing, place, phrase);
    }
    // A part may lack pieces, and none may lie on another.
    let is_part = |pieces: &[&Placed]| Checker::of(&pack).check_part(&of(pieces)).is_ok();
    assert!(is_part(&[&one]) && !is_part(&[&one, &one]));
}

#[test]
fn a_broken_rule_is_named_with_a_cell() {
    // Cells with the numbers of their pieces, or `.`.
    for (rule, rows, place, phrase) in [
        ("fault-free", ["001", "221", "334"], "row 3, column 1: ", "across each line, found none"),
        ("holes inside", ["001", "22.", "334"], "row 2, column 3: ", "inside, found one at the rim"),
        ("holes apart", ["001", "2..", "334"], "row 2, column 3: ", "apart, found one beside another"),
        ("colours apart", ["0.1", "..2", "..."], "row 2, column 3: ", "colour red apart"),
        ("maximal", ["011", "2..", "345"], "row 2, column 2: ", "found room for D"),
    ] {
        let pieces = "piece D: any colour red\nXX\n\npiece S: any colour red\nX\n\n";
        let pack = puzzle(pieces, &format!("board: 3x3\nrules: {rule}"));
        let lies = |number: char| {
            let cells = rows.iter().zip(0..).flat_map(|(row, down)| {
                row.chars().zip(0..).filter(move |at| at.0 == number).map(move |(_, right)| (down, right))
            });
            let cells: Vec<Cell> = cells.collect();
            Placed { piece: usize::from(cells.len() == 1), cells }
        };
        let packing = ('0'..='5').map(lies).filter(|placed| !placed.cells.is_empty()).collect();
        refused_at(&pack, &packing, place, phrase);
    }
}
