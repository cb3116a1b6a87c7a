//! Answers of commands: data, and how all of them are rendered as text and as JSON.

pub mod batch;
pub(crate) mod certified;
pub(crate) mod check;
pub(crate) mod drawing;
pub(crate) mod exact;
pub(crate) mod explored;
pub(crate) mod figures;
pub(crate) mod generated;
pub(crate) mod graph;
pub(crate) mod hardest;
pub(crate) mod info;
pub(crate) mod packing;
pub(crate) mod polyominoes;
#[cfg(test)]
mod schemas;
pub(crate) mod solution;
pub(crate) mod survey;
pub(crate) mod tiles;
pub(crate) mod universe;

use std::ops::Range;

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::current::{command, say};
use crate::report::figures::Figures;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::key;
use traybit_sliding::layout::Choice;

/// The data of an answer: as text for people, and as fields for programs.
#[derive(Clone, Debug)]
pub(crate) struct Body<T> {
    /// Name of the document, of which `docs/schemas` has the schema.
    pub(crate) schema: &'static str,
    pub(crate) text: String,
    /// The fields of the document.
    pub(crate) fields: T,
}

/// The end of a command: its exit status, and the reason why the answer is incomplete, where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Exit status.
    pub status: Status,
    /// The sentence.
    pub(crate) reason: Option<String>,
}

impl Ending {
    /// The answer is complete.
    pub(crate) const DONE: Self = Self { status: Status::Done, reason: None };

    /// The answer is incomplete, for a reason.
    pub(crate) fn because(sentence: impl Into<String>, status: Status) -> Self {
        Self { status, reason: Some(sentence.into()) }
    }

    /// Says the reason at once, so that the document does not have it.
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
    /// How it was searched: rows of words below the figures, each with its name.
    pub(crate) way: Vec<(&'static str, String)>,
}

impl<T: Serialize> Answer<T> {
    pub(crate) fn new(body: Body<T>, ending: Ending) -> Self {
        Self { body, ending, remarks: Vec::new(), cost: None, way: Vec::new() }
    }

    /// The answer of a search.
    pub(crate) fn found(body: Body<T>, ending: Ending, cost: Cost) -> Self {
        Self { cost: Some(cost), ..Self::new(body, ending) }
    }

    /// Adds sentences that `--quiet` suppresses.
    pub(crate) fn remark(mut self, sentences: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(sentences);
        self
    }

    /// Adds the key layout, where positions had keys, and the method to the words of the statistics.
    pub(crate) fn searched_by(mut self, choice: Option<&Choice>, method: &str) -> Self {
        self.way.extend(choice.map(|choice| ("key", key(choice))));
        self.way.push(("method", method.to_owned()));
        self
    }

    /// The text, or the JSON document: the fields of the body, the reason and the figures.
    pub(crate) fn render(self, json: bool, figures: Option<Figures>) -> String {
        let Self { body: Body { schema, text, fields }, ending: Ending { reason, .. }, .. } = self;
        if json { Document { reason, cost: figures, ..Document::of(schema, &fields) }.write() } else { text }
    }
}

/// A JSON document. An absent field has nothing to say.
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

impl<'a, T: Serialize> Document<'a, T> {
    fn of(schema: &str, fields: &'a T) -> Self {
        Self { schema: versioned(schema), command: command(), fields, reason: None, cost: None }
    }

    /// The document with its final newline.
    fn write(&self) -> String {
        // A document that lacks a value would be a wrong answer.
        serde_json::to_string(self).expect("all maps have strings as keys") + "\n"
    }
}

/// A document of a schema with its final newline.
pub fn document(schema: &'static str, fields: &impl Serialize) -> String {
    Document::of(schema, fields).write()
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
    /// A signal came.
    Stopped,
}

/// Version of all documents; it grows when a field changes its meaning or goes.
const VERSION: u32 = 1;

fn versioned(schema: &str) -> String {
    format!("traybit.{schema}/{VERSION}")
}

/// The `answer` of a search that gave up.
pub(crate) fn given_up(reason: GaveUp) -> Word {
    if reason == GaveUp::Stopped { Word::Stopped } else { Word::GaveUp }
}

/// Rows of cells in columns: the first and the last one begin at the left, the others end at the right.
pub fn columns(rows: &[Vec<String>]) -> String {
    aligned(rows, 1..rows.first().map_or(0, Vec::len).saturating_sub(1))
}

/// Rows of cells as lines with commas between the cells.
pub(crate) fn comma_separated(rows: &[Vec<String>]) -> String {
    rows.iter().map(|row| row.join(",") + "\n").collect()
}

/// Rows of cells in columns; those of the range end at the right, others begin at the left.
pub(crate) fn aligned(rows: &[Vec<String>], right: Range<usize>) -> String {
    let width = |column: usize| {
        rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let widths: Vec<usize> = (0..rows.iter().map(Vec::len).max().unwrap_or(0)).map(width).collect();
    let mut text = String::new();
    for row in rows {
        let cells = row.iter().zip(&widths).enumerate().map(|(column, (cell, &width))| {
            if right.contains(&column) { format!("{cell:>width$}") } else { format!("{cell:<width$}") }
        });
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
    }
    text
}
