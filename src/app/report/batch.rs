//! Records of `traybit batch`: an answer as a line for people, and as a line of the journal.

#[cfg(test)]
pub(crate) mod tests;
pub mod whole;

use serde::{Deserialize, Serialize};

use crate::collection::Found;
use traybit_core::InputError;
use traybit_family::{Answer, Objective, Verdict};
use traybit_program::{counted, grouped, reason_words, span};
use traybit_sliding::Metric;

/// The result of a puzzle, as a line of the journal.
#[serde_with::skip_serializing_none]
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug, schemars::JsonSchema)]
pub struct Record {
    pub set: String,
    pub name: String,
    pub family: String,
    /// Digest of its files, in hexadecimal digits.
    pub digest: String,
    pub objective: String,
    pub answer: Outcome,
    /// Moves, pieces of a packing, or options of an exact cover, where it is solved.
    pub length: Option<u64>,
    /// True if it is proven that there is no shorter solution.
    pub shortest: bool,
    /// Reason why there is no answer, where there is none.
    pub reason: Option<String>,
    /// Different positions generated.
    pub positions: u64,
    /// Wall time.
    pub seconds: f64,
    /// Peak bytes held by keys, tables and buffers.
    pub bytes: usize,
    /// The search, in words.
    pub method: String,
    /// Manhattan distance of the start, for tiles.
    pub manhattan: Option<u64>,
}

/// An answer in a word.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Outcome {
    /// Solved, and the solution verified.
    Solved,
    /// Proven unsolvable. (Earlier journals have other words.)
    #[serde(rename = "unsolvable", alias = "impossible")]
    Impossible,
    /// A limit was reached.
    #[serde(alias = "gave-up")]
    GaveUp,
    /// The solution failed its replay.
    Wrong,
}

impl Outcome {
    pub(crate) fn is_verified(self) -> bool {
        matches!(self, Self::Solved | Self::Impossible)
    }
}

/// Text of an objective in a journal.
fn objective_text(objective: Objective) -> String {
    match objective {
        Objective::Any => "any".to_owned(),
        Objective::Optimal(metric) => format!("optimal, {}", format!("{metric:?}").to_lowercase()),
        Objective::Pushes => "pushes".to_owned(),
        Objective::Improve(time) => format!("quality, {} s", time.as_secs_f64()),
    }
}

/// Sentence about an answer (a length, and whether it is proven) that contradicts the length stated in the
/// puzzle's file. Lists of sliding blocks count slides, those of tiles moves; a puzzle
/// without a solution has no length in any unit.
fn contradiction(found: &Found, objective: Objective, answer: Option<(u64, bool)>) -> Option<String> {
    let is_comparable = match found.puzzle.family().name {
        "sliding" => !matches!(objective, Objective::Optimal(Metric::Step | Metric::Path)),
        _ => objective != Objective::Pushes,
    };
    let stated = found.stated.filter(|_| is_comparable || answer.is_none())?;
    let known = match answer {
        None => "no solution exists".to_owned(),
        Some((length, true)) if length != stated => format!("{} proven to be the fewest", grouped(length)),
        Some((length, false)) if length < stated => format!("a solution has {}", grouped(length)),
        Some(_) => return None,
    };
    Some(format!("{} stated, and {known}", grouped(stated)))
}

/// A name without the digits that distinguish it from a namesake in one run.
fn own_name<'a>(name: &'a str, digest: &str) -> &'a str {
    let own = digest.get(..8).and_then(|digits| name.strip_suffix(&format!(" ({digits})")));
    own.unwrap_or(name)
}

impl Record {
    /// True if its numbers can be added up with those of any journal.
    pub fn is_sound(&self) -> bool {
        (0.0..1e12).contains(&self.seconds) && self.positions < 1 << 50
    }

    pub(crate) fn new(found: &Found, objective: Objective, answer: &Answer) -> Self {
        let length = match answer.verdict {
            Verdict::Solved { length, shortest } => Some((length, shortest)),
            _ => None,
        };
        let (outcome, reason) = match &answer.verdict {
            Verdict::Solved { .. } => (Outcome::Solved, contradiction(found, objective, length)),
            Verdict::Impossible => (Outcome::Impossible, contradiction(found, objective, None)),
            Verdict::GaveUp(reason) => {
                let words = reason.map_or("no word is wide enough", |reason| reason_words(reason)[0]);
                (Outcome::GaveUp, Some(words.to_owned()))
            }
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

    /// True if it answers the objective for a puzzle, whatever namesakes that has in this run or an earlier one.
    pub(crate) fn answers(&self, found: &Found, objective: Objective) -> bool {
        self.set == found.set
            && self.digest == digest(found)
            && own_name(&self.name, &self.digest) == own_name(&found.name, &self.digest)
            && self.objective == objective_text(objective)
    }

    /// A line for people; `unit` is that of its family's lengths.
    pub(crate) fn line(&self, unit: &str) -> String {
        let (title, time) = (self.title(), span(self.seconds));
        let reason = self.reason.as_deref().unwrap_or("no reason is known");
        match self.answer {
            Outcome::Solved => {
                let is_in_pushes = self.objective == "pushes" && self.family == "tiles";
                let unit = if is_in_pushes { "push" } else { unit };
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

/// Text of a puzzle's digest in a journal.
pub(crate) fn digest(found: &Found) -> String {
    format!("{:016x}", found.digest)
}

/// Beginning of every line.
const HEAD: &[u8] = b"{\"set\":";

/// The records of the complete lines of a journal called `name`, and the length of these lines; a torn last line is
/// skipped.
pub fn records(name: &str, bytes: &[u8]) -> Result<(Vec<Record>, usize), InputError> {
    let refuse = |line: usize, found: &str| {
        let expected = "expected a line of a batch's journal";
        InputError::Invalid(format!("{name}, line {line}: {expected}, found {found}"))
    };
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A torn line begins like a line; anything else must not be cut off.
    let torn = &bytes[end..];
    if !torn.starts_with(&HEAD[..HEAD.len().min(torn.len())]) {
        return Err(refuse(bytes.split(|byte| *byte == b'\n').count(), "none"));
    }
    let lines = bytes[..end].split(|byte| *byte == b'\n').zip(1..);
    let lines = lines.filter(|(line, _)| !line.trim_ascii().is_empty());
    let record = |(line, number): (&[u8], usize)| {
        let record: Record =
            serde_json::from_slice(line).map_err(|error| refuse(number, &format!("none ({error})")))?;
        if record.is_sound() { Ok(record) } else { Err(refuse(number, "a number that cannot be")) }
    };
    Ok((lines.map(record).collect::<Result<_, _>>()?, end))
}
