//! A stream that gives a few bytes at a time, as a slow pipe does.

use std::io::{Read, Result};

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
