//! The solver of the playground, in a worker of the browser: requests and answers are JSON.
//!
//! ```text
//!   page ── {"ask": "solve", "text": "tray: …", …} ──▶ worker ── answer ──▶ family ── search
//!     ◀── {"solution": …} or {"refused": "a sentence"} ──┘  ◀── progress, while it searches ──┘
//! ```
//!
//! A worker answers one request at a time, on one thread; ending the worker ends its search. The page's own modules are in
//! `page/`, and those that it shares with `--html` in the crate `traybit-picture`. `build` makes a folder of them all.

mod animation;
mod packing;
mod progress;
mod request;

use serde_json::{from_str, json};
use wasm_bindgen::prelude::wasm_bindgen;

pub use crate::animation::Animation;
use crate::request::Request;

/// Answers a request; an answer with `refused` says why there is no other.
#[wasm_bindgen]
pub fn answer(request: &str) -> String {
    let answered = from_str(request).map_err(|error| error.to_string()).and_then(Request::answer);
    answered.unwrap_or_else(|sentence| json!({ "refused": sentence })).to_string()
}

#[cfg(test)]
mod tests;
