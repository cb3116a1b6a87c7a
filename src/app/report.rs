//! Answers of commands: data, rendered as text for people or as a JSON document for programs.

pub mod batch;
pub(crate) mod drawing;
pub(crate) mod exact;
pub(crate) mod explored;
pub(crate) mod figures;
pub(crate) mod info;
pub(crate) mod packing;
pub(crate) mod polyominoes;
pub(crate) mod solution;
#[cfg(test)]
mod tests;
pub(crate) mod tiles;
pub(crate) mod universe;

pub(crate) use crate::report::solution::Difficulty;

use std::ops::Range;

use csv::WriterBuilder;
use serde::Serialize;

use crate::current::command;
use crate::report::figures::Figures;
use traybit_core::{Cost, GaveUp};
use traybit_program::{Status, key, search_cost};
use traybit_sliding::Choice;

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
    pub(crate) const DONE: Self = Self { status: Status::Done, reason: None };

    pub(crate) fn because(sentence: impl Into<String>, status: Status) -> Self {
        Self { status, reason: Some(sentence.into()) }
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

    pub(crate) fn remark(mut self, sentences: impl IntoIterator<Item = String>) -> Self {
        self.remarks.extend(sentences);
        self
    }

    /// Adds a sentence about the cost and the method of a search, and adds the method and the key layout, if
    /// positions had keys, to the words of the statistics.
    pub(crate) fn searched_by(mut self, choice: Option<&Choice>, method: &str) -> Self {
        self.remarks.extend(self.cost.map(|cost| format!("{}; {method}", search_cost(&cost))));
        self.way.extend(choice.map(|choice| ("key", key(choice))));
        self.way.push(("method", method.to_owned()));
        self
    }

    /// The document: the fields of the body, the reason and the figures.
    pub(crate) fn document(self, cost: Option<Figures>) -> String {
        write(self.body.schema, &self.body.fields, self.ending.reason, cost)
    }
}

/// A JSON document. Fields that do not apply are absent.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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
pub fn document(schema: &str, fields: &impl Serialize) -> String {
    write(schema, fields, None, None)
}

fn versioned(schema: &str) -> String {
    format!("traybit.{schema}/{VERSION}")
}

/// An answer or a verdict in a word.
#[derive(Serialize, Clone, Copy, PartialEq, Eq, Debug, schemars::JsonSchema)]
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
    Verified,
    GoalNotMet,
    ImpossibleMove,
    NotValid,
    Refused,
}

/// The `answer` of a search that gave up.
pub(crate) fn given_up(reason: GaveUp) -> Word {
    if reason == GaveUp::Stopped { Word::Stopped } else { Word::GaveUp }
}

/// The median of some numbers: the mean of the middle two if their count is even, 0 if there are none.
pub fn median(numbers: impl Iterator<Item = f64>) -> f64 {
    let mut numbers: Vec<f64> = numbers.collect();
    numbers.sort_by(f64::total_cmp);
    match numbers.len() {
        0 => 0.0,
        count => f64::midpoint(numbers[(count - 1) / 2], numbers[count / 2]),
    }
}

/// Rows below a header; the columns of the range are aligned right, others left.
pub fn table(head: &[&str], rows: impl IntoIterator<Item = Vec<String>>, right: Range<usize>) -> String {
    let head = head.iter().map(ToString::to_string).collect();
    aligned(&[head].into_iter().chain(rows).collect::<Vec<_>>(), right)
}

/// Rows of cells in columns; those of the range are aligned right, others left.
pub fn aligned(rows: &[Vec<String>], right: Range<usize>) -> String {
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

/// Comma-separated values below a line of column names. A sequence takes a column for each value.
///
/// # Panics
/// If a row is longer or shorter than the names.
pub fn comma_separated<N: AsRef<[u8]>>(
    names: impl IntoIterator<Item = N>,
    rows: impl IntoIterator<Item: Serialize>,
) -> String {
    let mut writer = WriterBuilder::new().has_headers(false).from_writer(Vec::new());
    let written =
        writer.write_record(names).and_then(|()| rows.into_iter().try_for_each(|row| writer.serialize(row)));
    written.expect("rows are as long as their head");
    String::from_utf8(writer.into_inner().expect("a vector takes all")).expect("the values are text")
}
