//! A batch as a whole: lines, table and document.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;

use crate::answer::Body;
use crate::answer::batch::difference::Difference;
use crate::answer::batch::{Outcome, Record, Sum, sums, table};
use crate::collection::Oddity;
use traybit_program::text::{counted, span};

/// All results of a batch.
#[derive(Serialize)]
pub(crate) struct Whole<'a> {
    puzzles: &'a [Record],
    #[serde(rename = "faults")]
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    sets: Vec<Sum>,
    all: Sum,
    wall_seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    difference: Option<Difference>,
    #[serde(skip)]
    wall: Duration,
}

/// Lines about files that are skipped or malformed.
pub fn told(oddities: &[Oddity]) -> String {
    let mut text = String::new();
    for oddity in oddities {
        // A string takes all that is written to it.
        let _ = writeln!(text, "{} {}", if oddity.is_fault() { "Error" } else { "Skipped" }, oddity.sentence);
    }
    text
}

impl<'a> Whole<'a> {
    /// Records, what is no puzzle, the time by the clock, and the records of an earlier run.
    pub(crate) fn new(
        records: &'a [Record],
        oddities: &'a [Oddity],
        wall: Duration,
        before: Option<&[Record]>,
    ) -> Self {
        let (sets, all) = sums(records);
        let sentences = |is_fault: bool| {
            let own = oddities.iter().filter(|oddity| oddity.is_fault() == is_fault);
            own.map(|oddity| oddity.sentence.as_str()).collect()
        };
        Self {
            puzzles: records,
            errors: sentences(true),
            left_out: sentences(false),
            sets,
            all,
            wall_seconds: wall.as_secs_f64(),
            difference: before.map(|before| Difference::between(before, records)),
            wall,
        }
    }

    /// The number of files and listings with errors.
    pub(crate) fn errors(&self) -> usize {
        self.errors.len()
    }

    /// True if every puzzle is solved or proven impossible.
    pub(crate) fn is_verified(&self) -> bool {
        self.all.is_verified()
    }

    /// True if some puzzle was given up.
    pub(crate) fn has_given_up(&self) -> bool {
        self.puzzles.iter().any(|record| record.answer == Outcome::GaveUp)
    }
}

impl Body for Whole<'_> {
    /// The sums, and the difference from the earlier run.
    fn text(&self) -> String {
        let mut text = table(&self.sets, &self.all);
        let verified = self.puzzles.iter().filter(|record| record.answer.is_verified()).count();
        let puzzles = counted(self.puzzles.len() as u64, "puzzle");
        // A string takes all that is written to it.
        let _ = writeln!(text, "{puzzles}, {verified} verified, in {}", span(self.wall));
        for (number, what) in
            [(self.errors.len(), "files or listings with errors"), (self.left_out.len(), "files skipped")]
        {
            if number > 0 {
                let _ = writeln!(text, "{number} {what}");
            }
        }
        text + &self.difference.as_ref().map_or_else(String::new, Difference::lines)
    }
}
