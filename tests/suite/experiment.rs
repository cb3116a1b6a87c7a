//! `traybit experiment`: tables whose numbers, all but the times, are known.

use serde_json::{Value, json};

use crate::programs::{Answer, Files, here};

/// `traybit experiment` in an empty folder, on the puzzles that are shipped or on one of them.
fn experiment(files: &Files, arguments: &str, puzzle: &str) -> Answer {
    let puzzles = here("puzzles/sliding").join(puzzle);
    let (name, options) = arguments.split_once(' ').unwrap_or((arguments, ""));
    files.traybit(&format!("experiment {name} '{}' {options}", puzzles.display()))
}

/// The rows of one quick experiment.
fn rows(name: &str, puzzle: &str) -> Vec<Value> {
    let arguments = format!("{name} --quick --rounds 1 --threads 2 --json --quiet");
    let answer = experiment(&Files::new(), &arguments, puzzle);
    assert_eq!((answer.status, answer.sentences.as_str()), (0, ""), "{answer:?}");
    answer.document()["experiments"][0]["rows"].as_array().expect("rows").clone()
}

/// Some columns of the rows of one puzzle, each row's candidate first.
fn table(rows: &[Value], puzzle: &str, columns: &[&str]) -> Vec<Value> {
    let own = rows.iter().filter(|row| row["puzzle"] == puzzle);
    own.map(|row| ["candidate"].iter().chain(columns).map(|&column| row[column].clone()).collect()).collect()
}

#[test]
fn puzzles_that_are_not_there_are_asked_for() {
    Files::new().traybit("experiment moves none").refused(3, "name a folder or a file of them after");
}

#[test]
fn moves_have_the_known_lengths() {
    let rows = rows("moves", "");
    for (puzzle, lengths) in [("dads-puzzle", [83, 62, 59]), ("quzzle", [115, 93, 84])] {
        let moves = table(&rows, puzzle, &["moves"]);
        let ways = ["queue, one cell", "queue, one line", "queue, any path"];
        let layers = ["layers, one cell", "layers, one line", "layers, any path"];
        let expected = ways.iter().zip(lengths).chain(layers.iter().zip(lengths));
        let expected: Vec<Value> = expected.map(|(name, length)| json!([name, length])).collect();
        assert_eq!(moves, expected);
    }
}

#[test]
fn searches_that_promise_the_fewest_steps_agree() {
    let rows = rows("orders", "");
    for (puzzle, least) in [("dads-puzzle", 83), ("quzzle", 115)] {
        let steps = table(&rows, puzzle, &["steps"]);
        for row in &steps {
            let (way, steps) = (row[0].as_str().expect("a candidate"), row[1].as_u64().expect("a length"));
            let shortest = way.starts_with("breadth-first") || way == "A*";
            assert!(if shortest { steps == least } else { steps >= least }, "{row}");
        }
        assert_eq!(steps.len(), 6);
    }
}

#[test]
fn every_store_holds_all_positions() {
    // Each position of Klotski, and the steps out of it, as the benches know them.
    let rows = rows("sets", "klotski");
    let numbers = table(&rows, "klotski", &["insertions", "positions"]);
    assert_eq!(numbers.len(), 8);
    assert_eq!(numbers[0][1], 30_000);
    assert_eq!(rows[0]["bounded"], "insertions");
    assert!(numbers[1..].iter().all(|row| row[1] == 83_896 && row[2] == 25_955), "{numbers:?}");
}

#[test]
fn collisions_are_what_they_are() {
    let rows = rows("hashes", "");
    let numbers = table(&rows, "quzzle", &["first_collision", "collisions"]);
    let none = json!({ "more_than": 888 });
    let expected = [
        json!(["nested sum", none, 0]),
        json!(["plain sum", 5, 873]),
        json!(["sum of primes", 32, 289]),
        json!(["powers of 31", none, 0]),
        json!(["random words", none, 0]),
        json!(["packed key", none, 0]),
    ];
    assert_eq!(numbers, expected);
}

#[test]
fn boards_are_answered_in_every_way() {
    let rows = rows("tiles", "");
    assert_eq!(rows.len(), 18);
    let all = table(&rows, "2×3", &["moves"]);
    assert!([1, 2, 4, 5].iter().all(|&way| all[way][1] == all[0][1]), "{all:?}");
    assert!(all[3][1].as_u64() >= all[0][1].as_u64(), "{all:?}");
    // Half of the 720 boards.
    let impossible = table(&rows, "2×3, no solution", &["positions"]);
    assert!(impossible[..5].iter().all(|row| row[1] == 360), "{impossible:?}");
}

#[test]
fn tables_are_printed_and_steps_reported() {
    let files = Files::new();
    let answer = experiment(&files, "moves --quick --rounds 2", "nine-blocks");
    assert_eq!(answer.status, 0, "{answer:?}");
    assert_eq!(answer.sentences.lines().count(), 6, "{answer:?}");
    assert!(answer.sentences.contains("moves: nine-blocks: layers, one line."), "{answer:?}");
    for part in ["bounded by", "Times are medians, with", "queue, one cell < queue, one line in time ("] {
        assert!(answer.output.contains(part), "{answer:?}");
    }
}

#[test]
fn bounded_measurements_name_their_limit() {
    let files = Files::new();
    let little = experiment(&files, "moves --rounds 1 --memory 64K --json --quiet", "d209");
    let document = little.document();
    let rows = document["experiments"][0]["rows"].as_array().expect("rows");
    // By layers memory is checked now and then, so those rows may or may not be bounded.
    let queued: Vec<&Value> = rows
        .iter()
        .filter(|row| row["candidate"].as_str().is_some_and(|way| way.starts_with("queue")))
        .collect();
    assert_eq!(queued.len(), 3);
    assert!(queued.iter().all(|row| row["bounded"] == "memory" && row["moves"].is_null()), "{little:?}");
    assert_eq!(little.status, 0);
    let late = experiment(&files, "all --limit 1ms", "");
    assert_eq!(late.status, 5, "{late:?}");
    assert!(late.sentences.contains("ended early, with "), "{late:?}");
}
