//! The answer of `traybit batch`: how an answer becomes a record, and a record a line.

pub(crate) mod difference;
pub mod record;
pub mod whole;

use std::time::Duration;

use crate::collection::Found;
pub(crate) use crate::report::batch::record::{Outcome, Record};
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

/// The sentence about an answer, a length and whether it is proven, that contradicts the length stated in the puzzle's
/// file. Lists of sliding blocks count slides, those of tiles moves.
fn contradiction(found: &Found, objective: Objective, answer: Option<(u64, bool)>) -> Option<String> {
    let is_comparable = match found.puzzle.family().name {
        "sliding" => !matches!(objective, Objective::Optimal(Metric::Step | Metric::Path)),
        _ => objective != Objective::Pushes,
    };
    let stated = found.stated.filter(|_| is_comparable)?;
    let known = match answer {
        None => "no solution exists".to_owned(),
        Some((length, true)) if length != stated => format!("{} proven to be the fewest", grouped(length)),
        Some((length, false)) if length < stated => format!("a solution has {}", grouped(length)),
        Some(_) => return None,
    };
    Some(format!("{} stated, and {known}", grouped(stated)))
}

/// The limit that ended a search; none: no word held a position.
fn limit(reason: Option<GaveUp>) -> &'static str {
    match reason {
        Some(GaveUp::Memory) => "out of memory",
        Some(GaveUp::Time) => "out of time",
        Some(GaveUp::Exhausted) => "out of places to look",
        Some(GaveUp::Stopped) => "stopped",
        Some(GaveUp::Disk) => "the disk failed",
        Some(GaveUp::Peer) => "another process ended",
        None => "no word is wide enough",
    }
}

/// A name without the digits that distinguish it from a namesake in one run.
fn own_name<'a>(name: &'a str, digest: &str) -> &'a str {
    let own = digest.get(..8).and_then(|digits| name.strip_suffix(&format!(" ({digits})")));
    own.unwrap_or(name)
}

impl Record {
    /// The record of a puzzle and its answer.
    pub(crate) fn new(found: &Found, objective: Objective, answer: &Answer) -> Self {
        let length = match &answer.verdict {
            Verdict::Solved { length, shortest } => Some((*length, *shortest)),
            _ => None,
        };
        let (outcome, reason) = match &answer.verdict {
            Verdict::Solved { .. } => (Outcome::Solved, contradiction(found, objective, length)),
            Verdict::Impossible => (Outcome::Impossible, contradiction(found, objective, None)),
            Verdict::GaveUp(reason) => (Outcome::GaveUp, Some(limit(*reason).to_owned())),
            Verdict::Wrong(reason) => (Outcome::Wrong, Some(format!("{reason}; please report this puzzle"))),
        };
        Self {
            set: found.set.clone(),
            name: found.name.clone(),
            family: found.puzzle.family().name.to_owned(),
            digest: digest(found),
            objective: objective_text(objective),
            answer: if outcome.is_verified() && reason.is_some() { Outcome::Wrong } else { outcome },
            length: length.map(|(length, _)| length),
            shortest: length.is_some_and(|(_, shortest)| shortest),
            reason,
            positions: answer.cost.positions,
            seconds: answer.cost.time.as_secs_f64(),
            bytes: answer.cost.bytes,
            method: answer.method.clone(),
            manhattan: answer.manhattan,
        }
    }

    pub(crate) fn title(&self) -> String {
        if self.set.is_empty() { self.name.clone() } else { format!("{}/{}", self.set, self.name) }
    }

    /// True if it answers the objective for a puzzle, whatever namesakes that has in this run or had in an earlier one.
    pub(crate) fn answers(&self, found: &Found, objective: Objective) -> bool {
        self.set == found.set
            && self.digest == digest(found)
            && own_name(&self.name, &self.digest) == own_name(&found.name, &self.digest)
            && self.objective == objective_text(objective)
    }

    pub(crate) fn line(&self) -> String {
        let (title, time) = (self.title(), time(self.seconds));
        let reason = self.reason.as_deref().unwrap_or("no reason is known");
        match self.answer {
            Outcome::Solved => {
                let is_in_pushes = self.objective == "pushes" && self.family == "tiles";
                let unit = if is_in_pushes { "push" } else { unit(&self.family) };
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

fn time(seconds: f64) -> String {
    span(Duration::try_from_secs_f64(seconds).unwrap_or_default())
}

#[cfg(test)]
pub(crate) mod tests;
