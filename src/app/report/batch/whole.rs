//! A batch as a whole: lines, table and document.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::collection::Oddity;
use crate::report::Body;
use crate::report::batch::difference::Difference;
use crate::report::batch::{Outcome, Record, Sum, sums, table};
use traybit_program::text::{counted, span};

/// Answers to many puzzles.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Totals<'a> {
    puzzles: &'a [Record],
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    sets: &'a [Sum],
    all: &'a Sum,
    wall_seconds: f64,
    difference: Option<&'a Difference>,
}

pub(crate) struct Whole<'a> {
    records: &'a [Record],
    oddities: &'a [Oddity],
    sets: Vec<Sum>,
    all: Sum,
    wall: Duration,
    difference: Option<Difference>,
}

/// Lines about files that are skipped or malformed.
pub fn told(oddities: &[Oddity]) -> String {
    let mut text = String::new();
    for oddity in oddities {
        // A string takes all that is written to it.
        let _ = writeln!(text, "{} {}", if oddity.is_error() { "Error" } else { "Skipped" }, oddity.sentence);
    }
    text
}

impl<'a> Whole<'a> {
    /// Records, files that are no puzzles, the time by the clock, and the records of an earlier run.
    pub(crate) fn new(
        records: &'a [Record],
        oddities: &'a [Oddity],
        wall: Duration,
        before: Option<&[Record]>,
    ) -> Self {
        let (sets, all) = sums(records);
        let difference = before.map(|before| Difference::between(before, records));
        Self { records, oddities, sets, all, wall, difference }
    }

    /// The sentences about files that have errors, or of those that are skipped.
    fn sentences(&self, is_error: bool) -> Vec<&str> {
        let own = self.oddities.iter().filter(|oddity| oddity.is_error() == is_error);
        own.map(|oddity| oddity.sentence.as_str()).collect()
    }

    pub(crate) fn errors(&self) -> usize {
        self.sentences(true).len()
    }

    /// True if an answer is wrong, or contradicts the length that a file states.
    pub(crate) fn is_wrong(&self) -> bool {
        self.records.iter().any(|record| record.answer == Outcome::Wrong)
    }

    pub(crate) fn has_given_up(&self) -> bool {
        self.records.iter().any(|record| record.answer == Outcome::GaveUp)
    }

    /// The sums, and the difference from the earlier run.
    pub(crate) fn body(&self) -> Body<Totals<'_>> {
        let mut text = table(&self.sets, &self.all);
        let verified = self.records.iter().filter(|record| record.answer.is_verified()).count();
        let puzzles = counted(self.records.len() as u64, "puzzle");
        // A string takes all that is written to it.
        let _ = writeln!(text, "{puzzles}, {verified} verified, in {}", span(self.wall));
        let (errors, skipped) = (self.sentences(true), self.sentences(false));
        for (sentences, one, what) in
            [(&errors, "error", "of files and indexes"), (&skipped, "file", "skipped")]
        {
            if !sentences.is_empty() {
                let _ = writeln!(text, "{} {what}", counted(sentences.len() as u64, one));
            }
        }
        text.extend(self.all.remark().map(|sentence| sentence + "\n"));
        text += &self.difference.as_ref().map_or_else(String::new, Difference::lines);
        let fields = Totals {
            puzzles: self.records,
            errors,
            left_out: skipped,
            sets: &self.sets,
            all: &self.all,
            wall_seconds: self.wall.as_secs_f64(),
            difference: self.difference.as_ref(),
        };
        Body { schema: "batch", text, fields }
    }
}
