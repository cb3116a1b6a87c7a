//! Two runs of a batch, beside each other.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::report::batch::{Outcome, Record, time};
use traybit_program::text::counted;

/// A time has changed when it is so many times the other, and …
const TIMES: f64 = 1.5;
/// … when so many seconds lie between them: less is noise.
const APART: f64 = 0.005;

/// Difference from an earlier run.
#[derive(Serialize, Clone, PartialEq, Debug, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Difference {
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
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Change {
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
    /// The difference between an earlier run and this one.
    pub(crate) fn between(before: &[Record], now: &[Record]) -> Self {
        let mut earlier: HashMap<(&str, &str), Vec<&Record>> = HashMap::new();
        for record in before {
            earlier.entry((&record.set, &record.name)).or_default().push(record);
        }
        let titles = earlier.len();
        let mut difference = Self::default();
        let mut both = HashSet::new();
        for record in now {
            let title = (record.set.as_str(), record.name.as_str());
            // The last one of the same objective, or the last one.
            let same = |old: &&&Record| old.objective == record.objective;
            let old = earlier.get(&title).and_then(|all| all.iter().rfind(same).or_else(|| all.last()));
            let Some(old) = old else {
                difference.new += 1;
                continue;
            };
            both.insert(title);
            difference.seconds.0 += old.seconds;
            difference.seconds.1 += record.seconds;
            let change = |before, now, times| Change { puzzle: record.title(), before, now, times };
            // Another objective is no change of the answer.
            let same = old.answer == record.answer
                && (old.objective != record.objective || answer(old) == answer(record));
            if !same {
                difference.changed.push(change(answer(old), answer(record), 1.0));
            }
            let clock = |record: &Record| time(record.seconds);
            let times = record.seconds.max(1e-9) / old.seconds.max(1e-9);
            if (record.seconds - old.seconds).abs() < APART {
                continue;
            }
            if times > TIMES {
                difference.slower.push(change(clock(old), clock(record), times));
            } else if times < 1.0 / TIMES {
                difference.faster.push(change(clock(old), clock(record), 1.0 / times));
            }
        }
        difference.gone = titles - both.len();
        for list in [&mut difference.slower, &mut difference.faster] {
            list.sort_by(|one, other| other.times.total_cmp(&one.times));
        }
        difference
    }

    /// The differences in lines.
    pub(crate) fn lines(&self) -> String {
        let (before, now) = self.seconds;
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
