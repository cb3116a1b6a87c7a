//! An animation as a GIF, of frames that the page has painted.

use gif::{DisposalMethod, Encoder, Frame, Repeat};
use wasm_bindgen::prelude::wasm_bindgen;

/// Quality of colours, from 1, the best and slowest, to 30.
const SPEED: i32 = 10;

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
