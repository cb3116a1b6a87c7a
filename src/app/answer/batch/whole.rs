//! A batch as a whole: sentences, table and document.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::collection::{Oddity, Weight};
use crate::report::batch::difference::Difference;
use crate::report::batch::{Outcome, Record, Sum, sums, table};
use crate::report::json;
use crate::report::text::{counted, span};

/// All that a batch came to.
pub struct Whole<'a> {
    records: &'a [Record],
    oddities: &'a [Oddity],
    sets: Vec<Sum>,
    all: Sum,
    wall: Duration,
    difference: Option<Difference>,
}

/// The same for machines.
#[derive(Serialize)]
struct Document<'a> {
    puzzles: &'a [Record],
    faults: Vec<&'a str>,
    left_out: Vec<&'a str>,
    sets: &'a [Sum],
    all: &'a Sum,
    wall_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<&'a Difference>,
}

/// Lines about what is no puzzle.
#[must_use]
pub fn told(oddities: &[Oddity]) -> String {
    let mut text = String::new();
    for oddity in oddities {
        // A string takes all that is written to it.
        let _ =
            writeln!(text, "{} {}", if oddity.is_fault() { "Fault" } else { "Left out" }, oddity.sentence);
    }
    text
}

impl<'a> Whole<'a> {
    /// Records, what is no puzzle, the time by the clock, and the records of an earlier run.
    #[must_use]
    pub fn new(
        records: &'a [Record],
        oddities: &'a [Oddity],
        wall: Duration,
        before: Option<&[Record]>,
    ) -> Self {
        let (sets, all) = sums(records);
        let difference = before.map(|before| Difference::between(before, records));
        Self { records, oddities, sets, all, wall, difference }
    }

    fn sentences(&self, is_fault: bool) -> Vec<&'a str> {
        let own = self.oddities.iter().filter(|oddity| oddity.is_fault() == is_fault);
        own.map(|oddity| oddity.sentence.as_str()).collect()
    }

    /// How many files and listings have something wrong.
    #[must_use]
    pub fn faults(&self) -> usize {
        self.sentences(true).len()
    }

    /// The weightiest of them.
    #[must_use]
    pub fn weight(&self) -> Weight {
        self.oddities.iter().map(|oddity| oddity.weight).max().unwrap_or(Weight::Passed)
    }

    /// Whether every puzzle is solved or proven impossible.
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.all.is_verified()
    }

    /// Whether some puzzle was given up.
    #[must_use]
    pub fn has_given_up(&self) -> bool {
        self.records.iter().any(|record| record.answer == Outcome::GaveUp)
    }

    /// The sums, and what is different from the earlier run.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = table(&self.sets, &self.all);
        let verified = self.records.iter().filter(|record| record.answer.is_verified()).count();
        let puzzles = counted(self.records.len() as u64, "puzzle");
        // A string takes all that is written to it.
        let _ = writeln!(text, "{puzzles}, {verified} verified, in {}", span(self.wall));
        for (number, what) in
            [(self.faults(), "files or listings at fault"), (self.sentences(false).len(), "files left out")]
        {
            if number > 0 {
                let _ = writeln!(text, "{number} {what}");
            }
        }
        text + &self.difference.as_ref().map_or_else(String::new, Difference::lines)
    }

    /// All of it as one document.
    #[must_use]
    pub fn document(&self) -> String {
        json::document(&Document {
            puzzles: self.records,
            faults: self.sentences(true),
            left_out: self.sentences(false),
            sets: &self.sets,
            all: &self.all,
            wall_seconds: self.wall.as_secs_f64(),
            difference: self.difference.as_ref(),
        })
    }
}
