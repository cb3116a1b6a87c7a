//! The answer of `traybit generate`: random puzzles.

use crate::answer::{Body, Object};
use traybit_program::text::{counted, length_in};
use traybit_sliding::metric::Metric;
use traybit_sliding::solve::generate::{Made, Proven};

/// Parts of an order that its answer tells.
#[derive(Clone, Copy)]
pub(crate) struct Order {
    pub(crate) seed: u64,
    pub(crate) metric: Metric,
    pub(crate) tries: u64,
    pub(crate) is_walk: bool,
}

/// The title of a puzzle in its file.
pub(crate) fn title(order: Order, made: &Made) -> String {
    format!("random puzzle {} of seed {}: {}", made.number, order.seed, told(order, made))
}

/// Proven property of a puzzle, in words.
fn told(order: Order, made: &Made) -> String {
    match made.proven {
        Proven::Unsolvable => "no solution, proven".to_owned(),
        Proven::Solvable => "a walk led to its goal".to_owned(),
        Proven::Shortest(length) => format!("{}, proven", length_in(order.metric, length)),
    }
}

/// Reason why an order was not filled, where no limit was reached.
pub(crate) fn unfilled(order: Order, number: Option<u64>) -> String {
    match number {
        None => "no board of these pieces has the blocks that the goal names".to_owned(),
        Some(number) => format!(
            "gave up: none of {} for puzzle {number} fits; {}relax the options",
            counted(order.tries, "random board"),
            if order.is_walk { "" } else { "raise --tries, or " }
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
        let length = if let Proven::Shortest(length) = made.proven { Some(length) } else { None };
        Object::default()
            .with("number", made.number)
            .maybe("length", length)
            .with("tries", made.tries)
            .maybe("file", file.as_ref())
            .with("text", text)
    };
    let line = |Entry { made, text, file }: &Entry| match file {
        Some(file) => format!("{file}  {}\n", told(order, made)),
        None => text.clone(),
    };
    let fields = Object::of("sliding.generate")
        .with("answer", answer)
        .with("seed", order.seed)
        .with("metric", order.metric.name())
        .with("puzzles", puzzles.iter().map(entry).collect::<Vec<_>>());
    Body { text: puzzles.iter().map(line).collect(), fields }
}
