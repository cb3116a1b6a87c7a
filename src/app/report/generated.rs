//! The answers of `traybit generate blocks` and `traybit generate packing`: random puzzles.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::{Answer, Body, Ending, Word};
use traybit_core::search::outcome::Cost;
use traybit_program::text::search_cost;

/// A puzzle with its proven property in words, its text, and its file, if any.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Entry {
    pub(crate) number: u64,
    /// The length of a shortest solution, if it is known.
    pub(crate) length: Option<u64>,
    pub(crate) tries: u64,
    #[serde(skip)]
    pub(crate) told: String,
    pub(crate) file: Option<String>,
    pub(crate) text: String,
}

/// Random puzzles.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct Generated {
    pub(crate) answer: Word,
    pub(crate) seed: u64,
    /// Of sliding blocks.
    pub(crate) metric: Option<&'static str>,
    pub(crate) puzzles: Vec<Entry>,
}

pub(crate) fn title(seed: u64, number: u64, told: &str) -> String {
    format!("random puzzle {number} of seed {seed}: {told}")
}

/// The answer with the puzzles that were made; `count` were wanted. Its text is the puzzles themselves, or a line for each
/// that has a file.
pub(crate) fn answer(
    schema: &'static str,
    fields: Generated,
    ending: Ending,
    cost: Cost,
    count: u32,
) -> Answer<Generated> {
    let made = fields.puzzles.len();
    let made = (count > 1).then(|| format!("{made} of {count} puzzles are made"));
    let remark = if ending == Ending::DONE { Some(search_cost(&cost)) } else { made };
    let line = |Entry { told, text, file, .. }: &Entry| {
        file.as_ref().map_or_else(|| text.clone(), |file| format!("{file}  {told}\n"))
    };
    let text = fields.puzzles.iter().map(line).collect();
    Answer::found(Body { schema, text, fields }, ending, cost).remark(remark)
}
