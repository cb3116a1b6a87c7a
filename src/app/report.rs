//! Answers of commands: data, rendered as text for people or as a JSON document for programs.

pub mod batch;
pub(crate) mod certified;
pub(crate) mod check;
pub(crate) mod drawing;
pub(crate) mod exact;
pub(crate) mod explored;
pub(crate) mod figures;
pub(crate) mod generated;
pub(crate) mod hardest;
pub(crate) mod info;
pub(crate) mod packing;
pub(crate) mod polyominoes;
pub(crate) mod solution;
pub(crate) mod table;
#[cfg(test)]
mod tests;
pub(crate) mod tiles;
pub(crate) mod universe;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::current::{command, say};
use crate::report::figures::Figures;
pub use crate::report::table::columns;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::key;
use traybit_sliding::layout::Choice;

/// Version of all documents; it grows when a field changes its meaning or is removed.
const VERSION: u32 = 1;

/// The data of an answer: as text for people, and as fields for programs.
pub(crate) struct Body<T> {
    /// Name of the document; its schema is in `docs/schemas`.
    pub(crate) schema: &'static str,
    pub(crate) text: String,
    pub(crate) fields: T,
}

/// The end of a command: its exit status, and the reason why an answer is incomplete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    pub status: Status,
    pub(crate) reason: Option<String>,
}

impl Ending {
    /// The answer is complete.
    pub(crate) const DONE: Self = Self { status: Status::Done, reason: None };

    /// The answer is incomplete, for a reason.
    pub(crate) fn because(sentence: impl Into<String>, status: Status) -> Self {
        Self { status, reason: Some(sentence.into()) }
    }

    /// Prints the reason at once, so that the document does not have it.
    pub(crate) fn told(self) -> Self {
        self.reason.iter().for_each(say);
        Self { reason: None, ..self }
    }
}

/// An answer with its ending and its remarks.
pub(crate) struct Answer<T> {
    pub(crate) body: Body<T>,
    pub(crate) ending: Ending,
    /// Sentences that `--quiet` suppresses.
    pub(crate) remarks: Vec<String>,
    pub(crate) cost: Option<Cost>,
    /// Rows of words below the figures: the name and the words.
    pub(crate) way: Vec<(&'static str, String)>,
}

impl<T: Serialize> Answer<T> {
    pub(crate) fn new(body: Body<T>, ending: Ending) -> Self {
        Self { body, ending, remarks: Vec::new(), cost: None, way: Vec::new() }
    }

    pub(crate) fn found(body: Body<T>, ending: Ending, cost: Cost) -> Self {
        Self { cost: Some(cost), ..Self::new(body, ending) }
    }

    /// Adds sentences that `--quiet` suppresses.
    pub(crate) fn remark(mut self, sentences: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(sentences);
        self
    }

    /// Adds the key layout, if positions had keys, and the method to the words of the statistics.
    pub(crate) fn searched_by(mut self, choice: Option<&Choice>, method: &str) -> Self {
        self.way.extend(choice.map(|choice| ("key", key(choice))));
        self.way.push(("method", method.to_owned()));
        self
    }

    /// The text, or the JSON document: the fields of the body, the reason and the figures.
    pub(crate) fn render(self, json: bool, cost: Option<Figures>) -> String {
        let Body { schema, text, fields } = self.body;
        if json { write(schema, &fields, self.ending.reason, cost) } else { text }
    }
}

/// A JSON document. Fields that do not apply are absent.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Document<'a, T> {
    schema: String,
    #[serde(skip_serializing_if = "str::is_empty")]
    command: &'a str,
    #[serde(flatten)]
    fields: &'a T,
    reason: Option<String>,
    cost: Option<Figures>,
}

fn write(schema: &str, fields: &impl Serialize, reason: Option<String>, cost: Option<Figures>) -> String {
    let document = Document { schema: versioned(schema), command: command(), fields, reason, cost };
    // A document that lacks a value would be a wrong answer.
    serde_json::to_string(&document).expect("all maps have strings as keys") + "\n"
}

/// A document of a schema with its final newline.
pub fn document(schema: &'static str, fields: &impl Serialize) -> String {
    write(schema, fields, None, None)
}

fn versioned(schema: &str) -> String {
    format!("traybit.{schema}/{VERSION}")
}

/// An answer in a word.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub(crate) enum Word {
    Analysed,
    Counted,
    Explored,
    Generated,
    Solved,
    Unsolvable,
    /// A limit of time or memory was reached.
    GaveUp,
    Stopped,
}

/// The `answer` of a search that gave up.
pub(crate) fn given_up(reason: GaveUp) -> Word {
    if reason == GaveUp::Stopped { Word::Stopped } else { Word::GaveUp }
}
