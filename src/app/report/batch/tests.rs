//! Differences of records.

use super::whole::Difference;
use super::{Outcome, Record};

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
