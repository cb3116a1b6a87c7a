//! Random puzzles as people and programs read them.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::figures::{Costs, Figures};
use crate::report::text::{counted, length_in};
use traybit_sliding::solve::generate::{Made, Order};

/// What a puzzle is called in its file.
#[must_use]
pub fn title(order: Order, made: &Made) -> String {
    format!("random puzzle {} of seed {}: {}", made.number, order.seed, told(order, made))
}

/// How long its shortest solution is, or that there is none.
fn told(order: Order, made: &Made) -> String {
    let length = |optimum| format!("{}, proven", length_in(order.metric, optimum));
    made.optimum.map_or_else(|| "no solution, proven".to_owned(), length)
}

/// A line a puzzle, given with its file.
#[must_use]
pub fn list<'a>(order: Order, made: impl IntoIterator<Item = (&'a Made, String)>) -> String {
    let mut text = String::new();
    for (made, file) in made {
        // A string takes all.
        let _ = writeln!(text, "{file}  {}", told(order, made));
    }
    text
}

/// Why an order was not filled, where no limit was reached.
#[must_use]
pub fn unfilled(order: Order, number: Option<u64>) -> String {
    match number {
        None => "no board of these pieces has the blocks that the goal names".to_owned(),
        Some(number) => format!(
            "gave up: none of {} for puzzle {number} is as it is wanted; raise --tries, or ask for less",
            counted(order.tries, "random board")
        ),
    }
}

/// The answer of `traybit generate`.
#[derive(Serialize)]
pub struct Document {
    answer: &'static str,
    seed: u64,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<Vec<Entry>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
}

/// One puzzle.
#[derive(Serialize)]
pub struct Entry {
    number: u64,
    /// Absent where there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// Boards looked at.
    tries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    text: String,
}

impl Entry {
    /// A puzzle with its text, and its file where it has one.
    #[must_use]
    pub fn new(made: &Made, text: String, file: Option<String>) -> Self {
        Self { number: made.number, length: made.optimum, tries: made.tries, file, text }
    }
}

impl Document {
    /// The puzzles, or why there are none: how the answer is called then, and a sentence.
    #[must_use]
    pub fn new(order: Order, puzzles: Result<Vec<Entry>, (&'static str, String)>, figures: Figures) -> Self {
        let (answer, puzzles, reason) = match puzzles {
            Ok(puzzles) => ("generated", Some(puzzles), None),
            Err((answer, sentence)) => (answer, None, Some(sentence)),
        };
        let (seed, metric) = (order.seed, order.metric.name());
        Self { answer, seed, metric, puzzles, reason, cost: figures.into() }
    }
}
