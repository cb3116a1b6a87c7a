//! Two runs of a batch, beside each other.

use std::collections::HashMap;
use std::time::Duration;

use serde::Serialize;

use crate::report::batch::{Outcome, Record};
use crate::report::text::{counted, span};

/// A time has changed when it is so many times the other, and …
const TIMES: f64 = 1.5;
/// … when so many seconds lie between them: less is noise.
const APART: f64 = 0.005;

/// What is different from an earlier run.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
pub struct Difference {
    changed: Vec<Change>,
    slower: Vec<Change>,
    faster: Vec<Change>,
    /// Puzzles of this run that the earlier one did not have.
    new: usize,
    /// Puzzles of the earlier run that this one did not have.
    gone: usize,
    /// Seconds of the puzzles that both had, one after the other: before, and now.
    seconds: (f64, f64),
}

/// A puzzle that is different.
#[derive(Serialize, Clone, PartialEq, Debug)]
pub struct Change {
    puzzle: String,
    before: String,
    now: String,
    #[serde(skip)]
    times: f64,
}

/// The answer as far as it can be compared: the length of a solution that is not the shortest says nothing.
fn answer(record: &Record) -> String {
    match (record.answer, record.shortest, record.length) {
        (Outcome::Solved, true, Some(length)) => format!("solved in {length}"),
        (answer, ..) => answer.words().to_owned(),
    }
}

impl Difference {
    /// That between an earlier run and this one.
    #[must_use]
    pub fn between(before: &[Record], now: &[Record]) -> Self {
        let earlier: HashMap<(&str, &str), &Record> =
            before.iter().map(|record| ((record.set.as_str(), record.name.as_str()), record)).collect();
        let mut difference = Self::default();
        let mut both = 0;
        for record in now {
            let Some(old) = earlier.get(&(record.set.as_str(), record.name.as_str())) else {
                difference.new += 1;
                continue;
            };
            both += 1;
            difference.seconds.0 += old.seconds;
            difference.seconds.1 += record.seconds;
            let change = |before, now, times| Change { puzzle: record.title(), before, now, times };
            // Whether the shortest was asked for or any is no change of the answer.
            let same =
                old.answer == record.answer && (old.asked != record.asked || answer(old) == answer(record));
            if !same {
                difference.changed.push(change(answer(old), answer(record), 1.0));
            }
            let time = |record: &Record| span(Duration::from_secs_f64(record.seconds));
            let times = record.seconds.max(1e-9) / old.seconds.max(1e-9);
            if (record.seconds - old.seconds).abs() < APART {
                continue;
            }
            if times > TIMES {
                difference.slower.push(change(time(old), time(record), times));
            } else if times < 1.0 / TIMES {
                difference.faster.push(change(time(old), time(record), 1.0 / times));
            }
        }
        difference.gone = before.len().saturating_sub(both);
        for list in [&mut difference.slower, &mut difference.faster] {
            list.sort_by(|one, other| other.times.total_cmp(&one.times));
        }
        difference
    }

    /// In lines.
    #[must_use]
    pub fn lines(&self) -> String {
        let (before, now) = self.seconds;
        let time = |seconds: f64| span(Duration::from_secs_f64(seconds));
        let mut lines = vec![format!(
            "Against the earlier run: {} before, {} now; {} answered differently, {} faster, {} slower, {} new, {} gone",
            time(before),
            time(now),
            counted(self.changed.len() as u64, "puzzle"),
            self.faster.len(),
            self.slower.len(),
            self.new,
            self.gone
        )];
        for (what, list) in [("Changed", &self.changed), ("Slower", &self.slower), ("Faster", &self.faster)] {
            for Change { puzzle, before, now, times } in list {
                let times = if *times > 1.0 { format!(", {times:.1} times") } else { String::new() };
                lines.push(format!("{what} {puzzle}: {before} before, {now} now{times}"));
            }
        }
        lines.join("\n") + "\n"
    }
}
