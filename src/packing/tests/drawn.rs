//! Sudoku and queens: the forms in which they are read and written, known counts, wrong solutions.

use traybit_core::{Likeness, Limits};
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::text::{write, write_problem};
use traybit_packing::exact::{ExactCover, count, first, likeness, read};

const SUDOKU: &str =
    "9..4....6\n856......\n......937\n...97.4..\n.........\n..5.32...\n418......\n......683\n2....7..4\n";

fn problem(text: &str) -> ExactCover {
    read("p", text.as_bytes()).unwrap()
}

/// The number of solutions, as the puzzle and as its DLX text.
fn counted(text: &str) -> u64 {
    let count = |problem: &ExactCover| count(problem, None, &Limits::default()).unwrap().found;
    let problem = problem(text);
    let written = write_problem(&problem, &Limits::default()).unwrap();
    let counted = count(&problem);
    assert_eq!(count(&read("dlx", written.as_bytes()).unwrap()), counted, "{text}");
    counted
}

/// The first solution as it is written, which passes the checker.
fn solved(text: &str) -> String {
    let problem = problem(text);
    let solution = write(&problem, &first(&problem, &Limits::default()).0.unwrap());
    assert_eq!(Checker::of(&problem).check(solution.lines()), Ok(()), "{text}");
    solution
}

#[test]
fn solutions_have_the_form_of_the_puzzle() {
    let rows = solved(SUDOKU);
    assert_eq!(rows.lines().next(), Some("937421856"));
    let line = solved(&(SUDOKU.replace('\n', "") + "\n"));
    assert_eq!(line.trim(), rows.replace('\n', ""));
    // With zeros and Windows line ends; with bars, blanks, rules and an empty line.
    assert_eq!(solved(&SUDOKU.replace('.', "0").replace('\n', "\r\n")), rows);
    let framed = "| 1 . | 3 . |\n| . . | . . |\n+-----+-----+\n\n| . 1 | . . |\n| . . | . 1 |\n";
    let solution = solved(framed);
    assert!(solution.starts_with("| 1 ") && solution.contains(" |\n+-----+-----+\n| "), "{solution}");
    assert_eq!(solution.lines().count(), 5);
    assert_eq!(solved("12|..\n..|1.\n--+--\n.1|..\n..|.1\n"), "12|34\n34|12\n--+--\n21|43\n43|21\n");
}

#[test]
fn marks_are_numbers_or_letters() {
    // Row by row shifted, which is a sudoku; the cells in which the sum of the coordinates is a multiple of 3 are free.
    let text = |marks: &[String], free: &str, between: &str| {
        let cell = |row: usize, column: usize| match (row + column) % 3 {
            0 => free.to_owned(),
            _ => marks[(row % 4 * 4 + row / 4 + column) % 16].clone(),
        };
        let row = |row| (0..16).map(|column| cell(row, column)).collect::<Vec<_>>().join(between) + "\n";
        (0..16).map(row).collect::<String>()
    };
    let letters = |all: &str| all.chars().map(String::from).collect::<Vec<_>>();
    for (marks, free) in [
        ("ABCDEFGHIJKLMNOP", "."),
        ("123456789ABCDEFG", "0"),
        ("123456789ABCDEFG", "."),
        ("0123456789ABCDEF", "."),
    ] {
        let all = solved(&text(&letters(marks), free, ""));
        let mut first: Vec<char> = all.lines().next().unwrap().chars().collect();
        first.sort_unstable();
        assert_eq!(String::from_iter(first), marks);
        // A full one of words is no text of options that have all items each.
        let words = |line: &str| line.chars().map(String::from).collect::<Vec<_>>().join(" ") + "\n";
        assert_eq!(counted(&all.lines().map(words).collect::<String>()), 1);
    }
    let numbers: Vec<String> = (1..=16).map(|number| number.to_string()).collect();
    let all = solved(&text(&numbers, ".", " "));
    assert!(all.lines().all(|line| line.len() == 47), "{all}");
    assert!(all.starts_with(" 1  2  3  4 ") || all.contains("16"), "{all}");
}

#[test]
fn known_numbers_of_solutions() {
    for (text, known) in [
        (SUDOKU, 1),
        // All sudokus of 4×4.
        ("0000\n0000\n0000\n0000\n", 288),
        // A contradiction.
        ("11..\n....\n....\n....\n", 0),
        ("queens: 1", 1),
        ("queens: 3", 0),
        ("queens: 6", 4),
        ("queens: 8\n", 92),
        ("....\n....\n....\n....\n", 2),
        ("Q.......\n........\n........\n........\n........\n........\n........\n........\n", 4),
        (". Q . .\n. . . .\n. . . .\n. . . .\n", 1),
        ("QQ..\n....\n....\n....\n", 0),
    ] {
        assert_eq!(counted(text), known, "{text}");
    }
    assert_eq!(
        solved("| . | Q | . | . |\n\n| . | . | . | . |\n| . | . | . | . |\n| . | . | . | . |\n")
            .matches('Q')
            .count(),
        4
    );
}

#[test]
fn wrong_solutions_are_refused() {
    let sudoku = problem("12..\n..1.\n.1..\n...1\n");
    let queens = problem("Q....\n.....\n.....\n.....\n.....\n");
    for (problem, solution, told) in [
        (&sudoku, "1234\n3412\n2143\n4321\n", ""),
        (&sudoku, "1 2 3 4|3 4 1 2", "expected a board of 4×4 cells, found another text"),
        (&sudoku, "1234341221434321", ""),
        (&sudoku, "1234\n3412\n2143\n432.\n", "expected item r4c4 in 1 of the marks, found it in 0"),
        (&sudoku, "1234\n3412\n2143\n4323\n", "expected 1, which is given, in row 4, column 4, found 3"),
        (&sudoku, "1234\n3412\n2143\n3421\n", "expected item c1=3 in 1 of the marks, found it in 2"),
        (&sudoku, "1234\n3412\n2143\n4325\n", "expected a mark of the puzzle, found \"5\""),
        (&queens, "Q....\n..Q..\n....Q\n.Q...\n...Q.\n", ""),
        (&queens, "Q....\n...Q.\n.Q...\n....Q\n..Q..\n", ""),
        (
            &queens,
            ".Q...\n...Q.\nQ....\n..Q..\n....Q\n",
            "expected item r1c1 in 1 of the marks, found it in 0",
        ),
        (
            &queens,
            "Q....\n.Q...\n..Q..\n...Q.\n....Q\n",
            "expected item b5 in one option, or in several with one colour, found it in 5",
        ),
        (&queens, "Q....\n..Q..\n....Q\n.Q...\n.....\n", "expected item c4 in 1 of the marks, found it in 0"),
    ] {
        let refused = Checker::of(problem).check(solution.lines()).err().unwrap_or_default();
        assert_eq!(refused, told, "{solution}");
    }
}

#[test]
fn malformed_boards_are_refused() {
    for (text, told) in [
        (
            "12..\n..5.\n....\n....\n",
            "p, line 2, column 3: expected 1 to 4, or `.` for a free cell, found \"5\"",
        ),
        (
            "queens:",
            "p, line 1, column 8: expected a number of queens from 1 to 256 after `queens:`, and nothing else, found \"\"",
        ),
        ("queens: 257", "found \"257\""),
        ("queens: 8 8", "expected a number of queens"),
        (
            "queens: 8\n\nQ\n",
            "p, line 3, column 2: expected a number of queens from 1 to 256 after `queens:`, and nothing else, found \"Q\"",
        ),
    ] {
        let error = read("p", text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(told), "{text}: {error}");
    }
    for other in
        ["1234\n", "12..\n..1.\n.1..\n", "12..\n..1\n.1..\n...1\n", "1x..\n..1.\n.1..\n...1\n", "Q..\n...\n"]
    {
        assert_eq!(likeness(other.as_bytes()), Likeness::None, "{other}");
    }
}
