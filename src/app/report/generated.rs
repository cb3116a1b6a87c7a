//! The answers of `traybit generate` and `traybit generate packing`: random puzzles.

use crate::report::{Answer, Body, Ending, Object};
use traybit_core::search::outcome::Cost;
use traybit_program::text::search_cost;

/// A puzzle with its proven property in words, its text, and its file where it has one.
pub(crate) struct Entry {
    pub(crate) number: u64,
    pub(crate) tries: u64,
    /// The length of a shortest solution, where it is known.
    pub(crate) length: Option<u64>,
    pub(crate) told: String,
    pub(crate) text: String,
    pub(crate) file: Option<String>,
}

/// The title of a puzzle in its file.
pub(crate) fn title(seed: u64, number: u64, told: &str) -> String {
    format!("random puzzle {number} of seed {seed}: {told}")
}

/// The answer with so many puzzles of so many: what is missing is told, or the cost.
pub(crate) fn answer(body: Body, ending: Ending, cost: Cost, [made, count]: [usize; 2]) -> Answer {
    let remark = if ending == Ending::DONE {
        Some(search_cost(&cost))
    } else {
        (count > 1).then(|| format!("{made} of {count} puzzles are made"))
    };
    Answer::found(body, ending, cost).remark(remark)
}

/// Random puzzles with the first fields of their document. The text is the puzzles themselves, or a line for each that has a
/// file.
pub(crate) fn body(fields: Object, puzzles: &[Entry]) -> Body {
    let entry = |Entry { number, tries, length, text, file, .. }: &Entry| {
        Object::default()
            .with("number", number)
            .maybe("length", *length)
            .with("tries", tries)
            .maybe("file", file.as_ref())
            .with("text", text)
    };
    let line = |Entry { told, text, file, .. }: &Entry| match file {
        Some(file) => format!("{file}  {told}\n"),
        None => text.clone(),
    };
    let fields = fields.with("puzzles", puzzles.iter().map(entry).collect::<Vec<_>>());
    Body { text: puzzles.iter().map(line).collect(), fields }
}
