//! Answers of commands: data, and how all of them are rendered as text and as JSON.

pub mod batch;
pub(crate) mod certified;
pub(crate) mod check;
pub(crate) mod colour;
pub(crate) mod drawing;
pub(crate) mod explored;
pub(crate) mod figures;
pub(crate) mod generated;
pub(crate) mod hardest;
pub(crate) mod info;
pub(crate) mod packing;
pub(crate) mod solution;
pub mod table;
pub(crate) mod tile_batch;
pub(crate) mod tile_compare;
pub(crate) mod tiles;
pub(crate) mod universe;

use serde::Serialize;

use crate::answer::figures::Figures;
use crate::runner::failure::Failure;
use crate::runner::options::say;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_sliding::layout::Choice;

/// The data of an answer: serialised for programs, and as text for people. Absent fields have nothing to say.
pub(crate) trait Body: Serialize {
    /// True if the document has the cost of the search.
    const HAS_COST: bool = true;

    /// The text that goes to the output.
    fn text(&self) -> String;
}

/// The end of a command: its exit status, and why the answer is less than what was asked for (a sentence) where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Exit status.
    pub status: Status,
    /// The sentence.
    pub reason: Option<String>,
}

impl Ending {
    /// The answer is all that was asked for.
    pub(crate) const DONE: Self = Self { status: Status::Done, reason: None };

    /// The answer is less, for a reason.
    pub(crate) fn because(sentence: impl Into<String>, status: Status) -> Self {
        Self { status, reason: Some(sentence.into()) }
    }

    /// Says the reason at once, so that the document does not have it.
    pub(crate) fn told(self) -> Self {
        self.reason.iter().for_each(say);
        Self { reason: None, ..self }
    }

    /// A failure, where nothing is written at all.
    pub(crate) fn into_failure(self) -> Failure {
        Failure::new(self.reason.unwrap_or_default(), self.status)
    }
}

/// An answer with all that is said beside it.
pub(crate) struct Answer<B> {
    /// The data.
    pub(crate) body: B,
    pub(crate) ending: Ending,
    /// Sentences that `--quiet` suppresses.
    pub(crate) remarks: Vec<String>,
    /// The cost of the search, where there was one.
    pub(crate) cost: Option<Cost>,
    /// The key layout, where positions had keys.
    pub(crate) choice: Option<Choice>,
}

impl<B: Body> Answer<B> {
    /// An answer without a search.
    pub(crate) fn new(body: B, ending: Ending) -> Self {
        Self { body, ending, remarks: Vec::new(), cost: None, choice: None }
    }

    /// The answer of a search.
    pub(crate) fn found(body: B, ending: Ending, cost: Cost) -> Self {
        Self { cost: Some(cost), ..Self::new(body, ending) }
    }

    /// Adds sentences that `--quiet` suppresses.
    pub(crate) fn remark(mut self, sentences: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(sentences);
        self
    }

    /// The JSON document: the fields of the body, the reason and the figures.
    pub(crate) fn document(&self, cost: Option<Figures>) -> String {
        let cost = cost.filter(|_| B::HAS_COST);
        document(&Document { body: &self.body, reason: self.ending.reason.as_deref(), cost })
    }
}

#[derive(Serialize)]
struct Document<'a, B> {
    #[serde(flatten)]
    body: &'a B,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    cost: Option<Figures>,
}

/// A document with its final newline.
#[must_use]
pub fn document(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings, or a failing writer, could refuse.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}

/// The `answer` of a search that gave up.
pub(crate) fn given_up(reason: GaveUp) -> &'static str {
    if reason == GaveUp::Stopped { "stopped" } else { "gave up" }
}
