//! A batch as a whole: lines, table and document.

use std::fmt::Write as _;
use std::time::Duration;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::collection::Oddity;
use crate::report::Body;
use crate::report::batch::difference::Difference;
use crate::report::batch::{Outcome, Record, Sum, sums, table, time};
use traybit_program::text::counted;

/// Answers to many puzzles.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Whole<'a> {
    puzzles: &'a [Record],
    errors: Vec<&'a str>,
    left_out: Vec<&'a str>,
    sets: Vec<Sum>,
    all: Sum,
    wall_seconds: f64,
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
        puzzles: &'a [Record],
        oddities: &'a [Oddity],
        wall: Duration,
        before: Option<&[Record]>,
    ) -> Self {
        let sentences = |is_error: bool| {
            let own = oddities.iter().filter(|oddity| oddity.is_error() == is_error);
            own.map(|oddity| oddity.sentence.as_str()).collect()
        };
        let (sets, all) = sums(puzzles);
        let difference = before.map(|before| Difference::between(before, puzzles));
        let (errors, left_out, wall_seconds) = (sentences(true), sentences(false), wall.as_secs_f64());
        Self { puzzles, errors, left_out, sets, all, wall_seconds, difference }
    }

    /// Number of files that have errors.
    pub(crate) fn errors(&self) -> usize {
        self.errors.len()
    }

    /// True if a puzzle has this outcome; it is wrong, too, where it contradicts the length that a file states.
    pub(crate) fn has(&self, outcome: Outcome) -> bool {
        self.puzzles.iter().any(|record| record.answer == outcome)
    }

    /// The sums, and the difference from the earlier run.
    pub(crate) fn body(self) -> Body<Self> {
        let mut text = table(&self.sets, &self.all);
        let verified = self.puzzles.iter().filter(|record| record.answer.is_verified()).count();
        let puzzles = counted(self.puzzles.len() as u64, "puzzle");
        // A string takes all that is written to it.
        let _ = writeln!(text, "{puzzles}, {verified} verified, in {}", time(self.wall_seconds));
        for (sentences, one, what) in
            [(&self.errors, "error", "of files and indexes"), (&self.left_out, "file", "skipped")]
        {
            if !sentences.is_empty() {
                let _ = writeln!(text, "{} {what}", counted(sentences.len() as u64, one));
            }
        }
        text.extend(self.all.remark().map(|sentence| sentence + "\n"));
        text += &self.difference.as_ref().map_or_else(String::new, Difference::lines);
        Body { schema: "batch", text, fields: self }
    }
}
