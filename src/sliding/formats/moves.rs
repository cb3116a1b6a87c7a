//! Lists of moves: a line `R C R' C'` for each, read as they stream in.

use std::io::Read;

use crate::formats::lines::{LineFormat, Lines};
use crate::slide::RawMove;
use traybit_core::input::InputError;

const MOVE: LineFormat = LineFormat {
    count: 4,
    expected: "4 integers (row and column before, row and column after)",
    most: u32::MAX,
    range: "",
    hint: None,
};

/// A list of moves as it streams in.
pub struct Moves<R> {
    lines: Lines<R>,
}

impl<R: Read> Moves<R> {
    /// The moves of a stream, which messages call `name`.
    pub fn new(name: &str, reader: R) -> Self {
        Self { lines: Lines::new(name.to_owned(), reader) }
    }

    /// The next move, or `None` at the end of the stream.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when a line is malformed; the list must not be read
    /// on after either.
    #[inline]
    pub fn next_move(&mut self) -> Result<Option<RawMove>, InputError> {
        let line = self.lines.read(&MOVE)?;
        Ok(line.map(|[row, column, new_row, new_column]| RawMove {
            from: (row, column),
            to: (new_row, new_column),
        }))
    }

    /// Number of the last move's line, counted from 1.
    pub fn line(&self) -> u64 {
        self.lines.line()
    }
}
