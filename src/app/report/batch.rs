//! The answer of `traybit batch`: a record for each puzzle, and sums.

pub(crate) mod difference;
pub mod record;
pub mod whole;

use std::time::Duration;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::collection::Found;
pub(crate) use crate::report::batch::record::{Outcome, Record};
use crate::report::columns;
use traybit_core::search::outcome::GaveUp;
use traybit_family::{Answer, Objective, Verdict, unit};
use traybit_program::text::{counted, grouped, span};
use traybit_sliding::metric::Metric;

/// The objective, as a journal has it.
fn objective_text(objective: Objective) -> String {
    match objective {
        Objective::Any => "any".to_owned(),
        Objective::Optimal(metric) => format!("optimal, {}", format!("{metric:?}").to_lowercase()),
        Objective::Pushes => "pushes".to_owned(),
        Objective::Improve(time) => format!("quality, {} s", time.as_secs_f64()),
    }
}

/// The sentence about an answer that contradicts the length stated in the puzzle's file: another one that is proven, a
/// shorter solution, or none at all. Lists of sliding blocks count slides, those of tiles moves.
fn contradiction(found: &Found, objective: Objective, length: Option<(u64, bool)>) -> Option<String> {
    let is_comparable = match found.puzzle.family().name {
        "sliding" => !matches!(objective, Objective::Optimal(Metric::Step | Metric::Path)),
        _ => objective != Objective::Pushes,
    };
    let stated = found.stated.filter(|_| is_comparable)?;
    let in_words = grouped(stated);
    match length {
        None => Some(format!("{in_words} stated, and no solution exists")),
        Some((length, true)) if length != stated => {
            Some(format!("{in_words} stated, and {} proven to be the fewest", grouped(length)))
        }
        Some((length, false)) if length < stated => {
            Some(format!("{in_words} stated, and a solution has {}", grouped(length)))
        }
        Some(_) => None,
    }
}

impl Record {
    /// The record of a puzzle and its answer.
    pub(crate) fn new(found: &Found, objective: Objective, answer: &Answer) -> Self {
        let (outcome, length, shortest, reason) = match &answer.verdict {
            Verdict::Solved { length, shortest } => {
                let reason = contradiction(found, objective, Some((*length, *shortest)));
                let outcome = if reason.is_some() { Outcome::Wrong } else { Outcome::Solved };
                (outcome, Some(*length), *shortest, reason)
            }
            Verdict::Impossible => {
                let reason = contradiction(found, objective, None);
                (if reason.is_some() { Outcome::Wrong } else { Outcome::Impossible }, None, false, reason)
            }
            Verdict::GaveUp(Some(reason)) => {
                let words = match reason {
                    GaveUp::Memory => "out of memory",
                    GaveUp::Time => "out of time",
                    GaveUp::Exhausted => "out of places to look",
                    GaveUp::Stopped => "stopped",
                    GaveUp::Disk => "the disk failed",
                    GaveUp::Peer => "another process ended",
                };
                (Outcome::GaveUp, None, false, Some(words.to_owned()))
            }
            Verdict::GaveUp(None) => {
                (Outcome::GaveUp, None, false, Some("no word is wide enough".to_owned()))
            }
            Verdict::Wrong(reason) => {
                (Outcome::Wrong, None, false, Some(format!("{reason}; please report this puzzle")))
            }
        };
        Self {
            set: found.set.clone(),
            name: found.name.clone(),
            family: found.puzzle.family().name.to_owned(),
            digest: digest(found),
            objective: objective_text(objective),
            answer: outcome,
            length,
            shortest,
            reason,
            positions: answer.cost.positions,
            seconds: answer.cost.time.as_secs_f64(),
            bytes: answer.cost.bytes,
            method: answer.method.clone(),
            manhattan: answer.manhattan,
        }
    }

    /// The set and the name.
    pub(crate) fn title(&self) -> String {
        if self.set.is_empty() { self.name.clone() } else { format!("{}/{}", self.set, self.name) }
    }

    /// The name without the digits that tell it from another puzzle's where both are in one run.
    fn own_name(&self) -> &str {
        let digits = self.digest.get(..8).map(|digits| format!(" ({digits})"));
        digits.and_then(|digits| self.name.strip_suffix(&digits)).unwrap_or(&self.name)
    }

    /// True if it answers the objective for a puzzle, which may have no namesake, or another one, in this run.
    pub(crate) fn answers(&self, found: &Found, objective: Objective) -> bool {
        let digits = format!(" ({:08x})", found.digest >> 32);
        let own = found.name.strip_suffix(&digits).unwrap_or(&found.name);
        (self.set.as_str(), self.own_name()) == (&found.set, own)
            && self.digest == digest(found)
            && self.objective == objective_text(objective)
    }

    /// A line for people.
    pub(crate) fn line(&self) -> String {
        let (title, time) = (self.title(), time(self.seconds));
        let reason = self.reason.as_deref().unwrap_or("no reason is known");
        match self.answer {
            Outcome::Solved => {
                let unit = if self.objective == "pushes" && self.family == "tiles" {
                    "push"
                } else {
                    unit(&self.family)
                };
                let length = counted(self.length.unwrap_or_default(), unit);
                let shortest = if self.shortest { ", the fewest" } else { "" };
                format!("Verified {title}: {length}{shortest}, {time}")
            }
            Outcome::Impossible => format!("Verified {title}: impossible, {time}"),
            Outcome::GaveUp => {
                format!("Gave up {title}: {reason}, after {} and {time}", counted(self.positions, "position"))
            }
            Outcome::Wrong => format!("Wrong {title}: {reason}"),
        }
    }
}

/// The digest of a puzzle as a journal has it.
pub(crate) fn digest(found: &Found) -> String {
    format!("{:016x}", found.digest)
}

/// A time for people.
fn time(seconds: f64) -> String {
    span(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

/// The sums of a set of puzzles.
#[skip_serializing_none]
#[derive(Serialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Sum {
    /// The set; none for all of them.
    set: Option<String>,
    puzzles: usize,
    solved: usize,
    #[serde(rename = "unsolvable")]
    impossible: usize,
    gave_up: usize,
    wrong: usize,
    positions: u64,
    /// Sum of the times.
    seconds: f64,
    median_seconds: f64,
    longest_seconds: f64,
    longest: Option<String>,
    /// Of solved boards of tiles: the sum of their lengths as a multiple of the sum of their Manhattan distances.
    times_manhattan: Option<f64>,
}

fn times_manhattan(records: &[&Record]) -> Option<f64> {
    let solved = records.iter().filter(|record| record.answer == Outcome::Solved);
    let lengths = solved.filter_map(|record| Some((record.length?, record.manhattan?)));
    let (length, manhattan) = lengths.fold((0, 0), |sums, own| (sums.0 + own.0, sums.1 + own.1));
    (manhattan > 0).then(|| length as f64 / manhattan as f64)
}

impl Sum {
    /// Sentence about the lengths, where there are boards of tiles.
    pub(crate) fn remark(&self) -> Option<String> {
        self.times_manhattan.map(|times| format!("lengths are {times:.3} times the Manhattan distances"))
    }

    fn of(set: Option<&str>, records: &[Record]) -> Self {
        let mut own: Vec<&Record> =
            records.iter().filter(|record| set.is_none_or(|set| record.set == set)).collect();
        own.sort_by(|one, other| one.seconds.total_cmp(&other.seconds));
        let count = |answer| own.iter().filter(|record| record.answer == answer).count();
        Self {
            set: set.map(str::to_owned),
            puzzles: own.len(),
            solved: count(Outcome::Solved),
            impossible: count(Outcome::Impossible),
            gave_up: count(Outcome::GaveUp),
            wrong: count(Outcome::Wrong),
            positions: own.iter().map(|record| record.positions).sum(),
            seconds: own.iter().map(|record| record.seconds).sum(),
            median_seconds: own.get(own.len() / 2).map_or(0.0, |record| record.seconds),
            longest_seconds: own.last().map_or(0.0, |record| record.seconds),
            longest: own.last().map(|record| record.title()),
            times_manhattan: times_manhattan(&own),
        }
    }

    fn row(&self) -> Vec<String> {
        let count = |number: usize| grouped(number as u64);
        vec![
            self.set.clone().unwrap_or_else(|| "all".to_owned()),
            count(self.puzzles),
            count(self.solved),
            count(self.impossible),
            count(self.gave_up),
            count(self.wrong),
            grouped(self.positions),
            time(self.seconds),
            time(self.median_seconds),
            time(self.longest_seconds),
            self.longest.clone().unwrap_or_default(),
        ]
    }
}

/// The sums of all sets in the order in which they come, and that of everything.
pub(crate) fn sums(records: &[Record]) -> (Vec<Sum>, Sum) {
    let mut sets: Vec<&str> = Vec::new();
    for record in records {
        if !sets.contains(&record.set.as_str()) {
            sets.push(&record.set);
        }
    }
    (sets.into_iter().map(|set| Sum::of(Some(set), records)).collect(), Sum::of(None, records))
}

/// Sums as a table, that of everything last.
pub(crate) fn table(sets: &[Sum], all: &Sum) -> String {
    let head = "set,puzzles,solved,impossible,gave up,wrong,positions,seconds,median,longest,";
    let mut rows: Vec<Vec<String>> = vec![head.split(',').map(str::to_owned).collect()];
    let shown = if sets.len() > 1 { sets } else { &[] };
    rows.extend(shown.iter().chain([all]).map(Sum::row));
    columns(&rows)
}

#[cfg(test)]
pub(crate) mod tests;
