//! A line of a batch's journal, and how it is read.

use serde::{Deserialize, Serialize};
use serde_with::skip_serializing_none;

use traybit_core::input::InputError;

/// The result of a puzzle, as a line of the journal.
#[skip_serializing_none]
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Record {
    /// The set that it belongs to.
    pub set: String,
    /// Its name.
    pub name: String,
    /// The family.
    pub family: String,
    /// Digest of its files, in hexadecimal digits.
    pub digest: String,
    /// The objective.
    #[serde(rename = "asked")]
    pub objective: String,
    /// The answer.
    pub answer: Outcome,
    /// Moves, or pieces of a packing, where it is solved.
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
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
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
    /// True if the puzzle is solved or proven impossible.
    pub(crate) fn is_verified(self) -> bool {
        matches!(self, Self::Solved | Self::Impossible)
    }

    /// The answer as text.
    pub(crate) fn words(self) -> &'static str {
        match self {
            Self::Solved => "solved",
            Self::Impossible => "impossible",
            Self::GaveUp => "gave up",
            Self::Wrong => "wrong",
        }
    }
}

impl Record {
    /// True if its numbers can be added up with those of any journal.
    pub fn is_sound(&self) -> bool {
        (0.0..1e12).contains(&self.seconds) && self.positions < 1 << 50
    }
}

/// Beginning of every line.
const HEAD: &[u8] = b"{\"set\":";

/// The records of the complete lines of a journal called `name`, and the length of these lines; a torn last line is
/// skipped.
///
/// # Errors
/// [`InputError::Invalid`] if it is no journal.
pub fn records(name: &str, bytes: &[u8]) -> Result<(Vec<Record>, usize), InputError> {
    let refuse = |line: usize, found: &str| {
        let expected = "expected a line of a batch's journal";
        InputError::Invalid(format!("{name}, line {line}: {expected}, found {found}"))
    };
    let end = bytes.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
    // A torn line begins like a line; anything else is not to be cut off.
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
