//! The answer of `traybit generate`: random puzzles.

use crate::answer::{Body, Object};
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

/// Reason why an order was not filled, where no limit was reached.
pub(crate) fn unfilled(order: Order, number: Option<u64>) -> String {
    match number {
        None => "no board of these pieces has the blocks that the goal names".to_owned(),
        Some(number) => format!(
            "gave up: none of {} for puzzle {number} fits; raise --tries, or relax the options",
            counted(order.tries, "random board")
        ),
    }
}

/// A puzzle with its text, and its file where it has one.
pub(crate) struct Entry {
    pub(crate) made: Made,
    pub(crate) text: String,
    pub(crate) file: Option<String>,
}

/// Random puzzles, and the `answer`. The text is the puzzles themselves, or a line for each that has a file.
pub(crate) fn body(order: Order, puzzles: &[Entry], answer: &'static str) -> Body {
    let entry = |Entry { made, text, file }: &Entry| {
        Object::default()
            .with("number", made.number)
            .maybe("length", made.optimum)
            .with("tries", made.tries)
            .maybe("file", file.as_ref())
            .with("text", text)
    };
    let line = |Entry { made, text, file }: &Entry| match file {
        Some(file) => format!("{file}  {}\n", told(order, made)),
        None => text.clone(),
    };
    let fields = Object::default()
        .with("answer", answer)
        .with("seed", order.seed)
        .with("metric", order.metric.name())
        .with("puzzles", puzzles.iter().map(entry).collect::<Vec<_>>());
    Body { text: puzzles.iter().map(line).collect(), fields }
}
