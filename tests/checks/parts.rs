//! Inputs: several files in one, a line `%%` between two; and files that arrive a few bytes at a time.

use std::io::{Read, Result};

/// Line between two files.
const MARK: &[u8] = b"%%\n";

/// The files of an input. What is not there is empty; marks beyond the last file belong to it.
pub(crate) fn parts<const N: usize>(data: &[u8]) -> [&[u8]; N] {
    let mut rest = Some(data);
    let mut files = [&b""[..]; N];
    for (number, file) in files.iter_mut().enumerate() {
        let Some(data) = rest else { break };
        let mark = data.windows(MARK.len()).position(|window| window == MARK).filter(|_| number + 1 < N);
        *file = &data[..mark.unwrap_or(data.len())];
        rest = mark.map(|mark| &data[mark + MARK.len()..]);
    }
    files
}

/// A stream that gives a few bytes at a time, as a slow pipe does.
pub(crate) struct Dribble<'a>(pub(crate) &'a [u8]);

impl Read for Dribble<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> Result<usize> {
        let length = self.0.first().map_or(0, |byte| usize::from(byte % 7) + 1);
        let (given, rest) = self.0.split_at(length.min(buffer.len()).min(self.0.len()));
        buffer[..given.len()].copy_from_slice(given);
        self.0 = rest;
        Ok(given.len())
    }
}
