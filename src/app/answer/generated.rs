//! The answer of `traybit generate`: random puzzles.

use serde::Serialize;

use crate::answer::Body;
use traybit_program::text::{counted, length_in};
use traybit_sliding::solve::generate::{Made, Order};

/// The title of a puzzle in its file.
pub(crate) fn title(order: Order, made: &Made) -> String {
    format!("random puzzle {} of seed {}: {}", made.number, order.seed, told(order, made))
}

/// Length of its shortest solution, or that there is none.
fn told(order: Order, made: &Made) -> String {
    let length = |optimum| format!("{}, proven", length_in(order.metric, optimum));
    made.optimum.map_or_else(|| "no solution, proven".to_owned(), length)
}

/// Why an order was not filled, where no limit was reached.
pub(crate) fn unfilled(order: Order, number: Option<u64>) -> String {
    match number {
        None => "no board of these pieces has the blocks that the goal names".to_owned(),
        Some(number) => format!(
            "gave up: none of {} for puzzle {number} fits; raise --tries, or relax the options",
            counted(order.tries, "random board")
        ),
    }
}

/// Random puzzles, or that they were not all made.
#[derive(Serialize)]
pub(crate) struct RandomPuzzles {
    answer: &'static str,
    seed: u64,
    metric: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    puzzles: Option<Vec<Entry>>,
}

/// One puzzle.
#[derive(Serialize)]
pub(crate) struct Entry {
    number: u64,
    /// Absent where there is no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<u64>,
    /// Boards looked at.
    tries: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    text: String,
    #[serde(skip)]
    proven: String,
}

impl Entry {
    /// A puzzle with its text, and its file where it has one.
    pub(crate) fn new(order: Order, made: &Made, text: String, file: Option<String>) -> Self {
        let Made { number, optimum, tries, .. } = *made;
        Self { number, length: optimum, tries, file, text, proven: told(order, made) }
    }
}

impl RandomPuzzles {
    /// The puzzles, or the `answer` where there are none.
    pub(crate) fn new(order: Order, puzzles: Result<Vec<Entry>, &'static str>) -> Self {
        let (seed, metric) = (order.seed, order.metric.name());
        Self {
            answer: puzzles.as_ref().err().copied().unwrap_or("generated"),
            seed,
            metric,
            puzzles: puzzles.ok(),
        }
    }
}

impl Body for RandomPuzzles {
    /// The puzzles themselves, or a line for each that has a file.
    fn text(&self) -> String {
        let line = |entry: &Entry| match &entry.file {
            Some(file) => format!("{file}  {}\n", entry.proven),
            None => entry.text.clone(),
        };
        self.puzzles.iter().flatten().map(line).collect()
    }
}
