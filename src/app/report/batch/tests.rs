//! Records, sums and differences.

use std::time::Duration;

use super::whole::{Difference, Whole};
use super::{Outcome, Record, records};

/// A record with some of its fields.
pub(crate) fn record(set: &str, name: &str, answer: Outcome, seconds: f64) -> Record {
    Record {
        set: set.to_owned(),
        name: name.to_owned(),
        family: "sliding".to_owned(),
        digest: "0".to_owned(),
        objective: "any".to_owned(),
        answer,
        length: (answer == Outcome::Solved).then_some(7),
        shortest: false,
        reason: (answer == Outcome::GaveUp).then(|| "out of time".to_owned()),
        positions: 1000,
        seconds,
        bytes: 0,
        method: "none".to_owned(),
        manhattan: None,
    }
}

#[test]
fn a_record_is_a_line_and_comes_back_from_a_journal() {
    let solved = record("hard", "c64", Outcome::Solved, 0.25);
    assert_eq!(solved.line("move"), "Verified hard/c64: 7 moves, 250.0 ms");
    let lines = [
        (Outcome::Impossible, "Verified x: impossible, 1.00 s"),
        (Outcome::GaveUp, "Gave up x: out of time, after 1,000 positions and 1.00 s"),
    ];
    for (answer, line) in lines {
        assert_eq!(record("", "x", answer, 1.0).line("move"), line);
    }
    let text = serde_json::to_string(&solved).unwrap();
    assert!(!text.contains('\n') && text.contains("\"answer\":\"solved\""), "{text}");
    assert_eq!(serde_json::from_str::<Record>(&text).unwrap(), solved);
}

#[test]
fn numbers_that_cannot_be_added_up_are_no_record() {
    let absurd = Record { positions: u64::MAX, ..record("s", "a", Outcome::Solved, 0.1) };
    let line = serde_json::to_string(&absurd).unwrap() + "\n";
    let told = records("journal", line.as_bytes()).unwrap_err().to_string();
    assert_eq!(told, "journal, line 1: expected a line of a batch's journal, found a number that cannot be");
}

#[test]
fn sums_are_those_of_the_sets() {
    let records = [
        record("easy", "a", Outcome::Solved, 0.1),
        record("hard", "b", Outcome::GaveUp, 5.0),
        record("easy", "c", Outcome::Impossible, 0.3),
    ];
    let text = Whole::new(&records, &[], Duration::from_secs(5), None).body().text;
    let rows: Vec<Vec<&str>> = text.lines().map(|line| line.split_whitespace().take(5).collect()).collect();
    assert_eq!(rows[0], ["set", "puzzles", "solved", "impossible", "gave"]);
    assert_eq!(
        rows[1..4],
        [["easy", "2", "1", "1", "0"], ["hard", "1", "0", "0", "1"], ["all", "3", "1", "1", "1"]]
    );
    assert!(text.ends_with("hard/b\n3 puzzles, 2 verified, in 5.00 s\n"), "{text}");
}

#[test]
fn a_difference_tells_what_changed_and_passes_over_noise() {
    let before = [
        record("s", "same", Outcome::Solved, 0.001),
        record("s", "slow", Outcome::Solved, 0.1),
        record("s", "lost", Outcome::Solved, 0.1),
        record("s", "gone", Outcome::Solved, 0.1),
    ];
    let now = [
        record("s", "same", Outcome::Solved, 0.004),
        record("s", "slow", Outcome::Solved, 0.3),
        record("s", "lost", Outcome::GaveUp, 0.02),
        record("s", "new", Outcome::Solved, 0.1),
    ];
    let lines = Difference::between(&before, &now).lines();
    assert!(
        lines[0].ends_with("1 puzzle answered differently, 1 faster, 1 slower, 1 new, 1 gone"),
        "{lines:?}"
    );
    let told = [
        "Changed s/lost: solved before, gave up now",
        "Slower s/slow: 100.0 ms before, 300.0 ms now, 3.0 times",
        "Faster s/lost: 100.0 ms before, 20.0 ms now, 5.0 times",
    ];
    assert_eq!(lines[1..], told);
}

#[test]
fn the_length_of_a_shortest_solution_is_an_answer() {
    let shortest =
        |length| Record { shortest: true, length: Some(length), ..record("", "x", Outcome::Solved, 0.1) };
    let text = Difference::between(&[shortest(5)], &[shortest(6)]).lines().concat();
    assert!(text.contains("Changed x: solved in 5 before, solved in 6 now"), "{text}");
    let any = record("", "x", Outcome::Solved, 0.1);
    let same = Difference::between(std::slice::from_ref(&any), std::slice::from_ref(&any)).lines().concat();
    assert!(same.contains("0 puzzles answered differently"), "{same}");
}
