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
pub(crate) mod solution;
pub(crate) mod survey;
pub(crate) mod tiles;
pub(crate) mod universe;

use std::ops::Range;

use serde::ser::Error as _;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;

use crate::current::{command, say};
use crate::report::figures::Figures;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::key;
use traybit_sliding::layout::Choice;

/// The data of an answer: as text for people, and as fields for programs.
#[derive(Clone, Debug, Default)]
pub(crate) struct Body {
    pub(crate) text: String,
    /// The fields of the JSON document. Absent ones have nothing to say.
    pub(crate) fields: Object,
}

/// The end of a command: its exit status, and the reason why the answer is incomplete, where it is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// Exit status.
    pub status: Status,
    /// The sentence.
    pub reason: Option<String>,
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
pub(crate) struct Answer {
    pub(crate) body: Body,
    pub(crate) ending: Ending,
    /// Sentences that `--quiet` suppresses.
    pub(crate) remarks: Vec<String>,
    pub(crate) cost: Option<Cost>,
    /// True if the document has the cost of the search.
    pub(crate) has_cost: bool,
    /// How it was searched: rows of words below the figures, each with its name.
    pub(crate) way: Vec<(&'static str, String)>,
}

impl Answer {
    pub(crate) fn new(body: Body, ending: Ending) -> Self {
        Self { body, ending, remarks: Vec::new(), cost: None, has_cost: true, way: Vec::new() }
    }

    /// The answer of a search.
    pub(crate) fn found(body: Body, ending: Ending, cost: Cost) -> Self {
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
    pub(crate) fn render(self, json: bool, figures: Option<&Figures>) -> String {
        if !json {
            return self.body.text;
        }
        let fields = self.body.fields.maybe("reason", self.ending.reason);
        fields.maybe("cost", figures.filter(|_| self.has_cost).map(Figures::fields)).document()
    }
}

/// A JSON object, written field by field.
#[derive(Clone, Debug, Default)]
pub(crate) struct Object(Vec<u8>);

impl Object {
    /// The document of a schema, of which `docs/schemas` has a file.
    pub(crate) fn of(schema: &str) -> Self {
        let command = command();
        Self::default()
            .with("schema", versioned(schema))
            .maybe("command", (!command.is_empty()).then_some(command))
    }

    pub(crate) fn with(mut self, name: &str, value: impl Serialize) -> Self {
        self.0.extend_from_slice(if self.0.is_empty() { b"{\"" } else { b",\"" });
        self.0.extend_from_slice(name.as_bytes());
        self.0.extend_from_slice(b"\":");
        // A document that lacks the value would be a wrong answer.
        serde_json::to_writer(&mut self.0, &value)
            .expect("a list of bytes takes all, and all maps have strings as keys");
        self
    }

    /// Adds a field that may be absent.
    pub(crate) fn maybe(self, name: &str, value: Option<impl Serialize>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// The whole as a document with its final newline.
    pub(crate) fn document(mut self) -> String {
        self.0.extend_from_slice(if self.0.is_empty() { b"{}\n" } else { b"}\n" });
        String::from_utf8(self.0).expect("JSON is written in UTF-8")
    }
}

impl Serialize for Object {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let value: Box<RawValue> =
            serde_json::from_str(&self.clone().document()).map_err(S::Error::custom)?;
        value.serialize(serializer)
    }
}

/// A document of a schema with its final newline.
pub fn document(schema: &'static str, value: &impl Serialize) -> String {
    #[derive(Serialize)]
    struct Headed<'a, T> {
        schema: String,
        command: &'a str,
        #[serde(flatten)]
        value: &'a T,
    }
    let headed = Headed { schema: versioned(schema), command: command(), value };
    // Only maps with keys that are no strings, or a failing writer, could refuse.
    let mut text = serde_json::to_string(&headed).unwrap_or_default();
    text.push('\n');
    text
}

/// Version of all documents; it grows when a field changes its meaning or goes.
const VERSION: u32 = 1;

fn versioned(schema: &str) -> String {
    format!("traybit.{schema}/{VERSION}")
}

/// The `answer` of a search that gave up.
pub(crate) fn given_up(reason: GaveUp) -> &'static str {
    if reason == GaveUp::Stopped { "stopped" } else { "gave_up" }
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

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::Object;

    #[test]
    #[should_panic(expected = "maps have strings as keys")]
    fn a_value_that_json_cannot_hold_is_not_left_out() {
        let _ = Object::default().with("map", BTreeMap::from([([1, 2], 3)]));
    }
}
