//! Two runs of a batch compared.

use std::collections::{HashMap, HashSet};

use serde::Serialize;

use crate::report::batch::{Outcome, Record, time};
use traybit_program::text::counted;

/// A time has changed if it is more than this many times the other, …
const TIMES: f64 = 1.5;
/// … and differs by this many seconds: less is noise.
const APART: f64 = 0.005;

/// Difference from an earlier run.
#[derive(Serialize, Default)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Difference {
    changed: Vec<Change>,
    slower: Vec<Change>,
    faster: Vec<Change>,
    /// Number of puzzles of this run alone.
    new: usize,
    /// Number of puzzles of the earlier run alone.
    gone: usize,
    /// Sum of the seconds of the puzzles of both: before, and now.
    seconds: (f64, f64),
}

/// A puzzle that is different.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Change {
    puzzle: String,
    before: String,
    now: String,
    #[serde(skip)]
    times: f64,
}

/// The answer as far as it can be compared: the length of a solution that may not be the shortest says nothing.
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
        let mut difference = Self::default();
        let mut both = HashSet::new();
        for record in now {
            let title = (record.set.as_str(), record.name.as_str());
            // The last one of the same objective, or the last one.
            let is_same = |old: &&&Record| old.objective == record.objective;
            let old = earlier.get(&title).and_then(|all| all.iter().rfind(is_same).or_else(|| all.last()));
            let Some(old) = old else {
                difference.new += 1;
                continue;
            };
            both.insert(title);
            difference.seconds.0 += old.seconds;
            difference.seconds.1 += record.seconds;
            let change = |of: fn(&Record) -> String, times| Change {
                puzzle: record.title(),
                before: of(old),
                now: of(record),
                times,
            };
            // A length changes with the objective.
            let is_comparable = old.objective == record.objective;
            if old.answer != record.answer || is_comparable && answer(old) != answer(record) {
                difference.changed.push(change(answer, 1.0));
            }
            let times = record.seconds.max(1e-9) / old.seconds.max(1e-9);
            let is_noise = (record.seconds - old.seconds).abs() < APART;
            let clock = |record: &Record| time(record.seconds);
            if !is_noise && times > TIMES {
                difference.slower.push(change(clock, times));
            } else if !is_noise && times < 1.0 / TIMES {
                difference.faster.push(change(clock, 1.0 / times));
            }
        }
        difference.gone = earlier.len() - both.len();
        for list in [&mut difference.slower, &mut difference.faster] {
            list.sort_by(|one, other| other.times.total_cmp(&one.times));
        }
        difference
    }

    /// The differences in lines.
    pub(crate) fn lines(&self) -> Vec<String> {
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
            lines.extend(list.iter().map(|Change { puzzle, before, now, times }| {
                let times = if *times > 1.0 { format!(", {times:.1} times") } else { String::new() };
                format!("{what} {puzzle}: {before} before, {now} now{times}")
            }));
        }
        lines
    }
}
