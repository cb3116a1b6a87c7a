//! The solver of the playground, in a worker of the browser: requests and answers are JSON.
//!
//! ```text
//!   page ── {"ask": "solve", "text": "tray: …", …} ──▶ worker ── answer ──▶ family ── search
//!     ◀── {"solution": …} or {"refused": "a sentence"} ──┘  ◀── progress, while it searches ──┘
//! ```
//!
//! A worker answers one request at a time, on one thread; ending the worker ends its search. The page's own modules are in
//! `page/`, and those that it shares with `--html` in the crate `traybit-picture`. `build` makes a folder of them all.

mod progress;
mod request;

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use serde_json::{from_str, json};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::request::Request;

/// Answers a request; an answer with `refused` says why there is no other.
#[wasm_bindgen]
pub fn answer(request: &str) -> String {
    let answered = from_str(request).map_err(|error| error.to_string()).and_then(Request::answer);
    answered.unwrap_or_else(|sentence| json!({ "refused": sentence })).to_string()
}

/// Quality of colours, from 1, the best and slowest, to 30.
const SPEED: i32 = 10;

/// An animation as a GIF, of frames that the page has painted.
#[wasm_bindgen]
pub struct Animation {
    width: u16,
    height: u16,
    /// Hundredths of a second from frame to frame.
    delay: u16,
    encoder: Option<Encoder<Vec<u8>>>,
}

#[wasm_bindgen]
impl Animation {
    /// An animation of a size in pixels, which is repeated without end.
    #[wasm_bindgen(constructor)]
    pub fn new(width: u16, height: u16, delay: u16) -> Self {
        let encoder = Encoder::new(Vec::new(), width, height, &[]);
        let repeated = encoder.and_then(|mut encoder| encoder.set_repeat(Repeat::Infinite).map(|()| encoder));
        Self { width, height, delay, encoder: repeated.ok() }
    }

    /// Adds a frame, four bytes for each pixel: red, green, blue and opacity.
    pub fn add(&mut self, pixels: &mut [u8]) {
        let mut frame = Frame::from_rgba_speed(self.width, self.height, pixels, SPEED);
        (frame.delay, frame.dispose) = (self.delay, DisposalMethod::Keep);
        // A frame that cannot be written leaves no animation.
        self.encoder =
            self.encoder.take().and_then(|mut encoder| encoder.write_frame(&frame).ok().map(|()| encoder));
    }

    /// The file; empty if a frame could not be written.
    pub fn finish(self) -> Vec<u8> {
        self.encoder.and_then(|encoder| encoder.into_inner().ok()).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests;
