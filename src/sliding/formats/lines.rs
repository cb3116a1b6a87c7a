//! Lines of integers, read as bytes from any stream and judged byte by byte.
//!
//! Nothing is read past the first error, so endless streams are refused at once, and memory stays at one buffer however long
//! a line or an integer is.

use std::io::{ErrorKind, Read};

use crate::slide::RawMove;
use traybit_core::input::InputError;

/// Bytes read at a time: what a pipe holds at most by default.
const BUFFER: usize = 1 << 16;

/// The longest piece of input that a message repeats, in bytes.
const EXCERPT: usize = 24;

/// Integers that a line should hold.
#[derive(Clone, Copy, Debug)]
pub struct LineFormat {
    /// The number of integers, 1 to 4.
    pub count: usize,
    /// Words for them, after "expected".
    pub expected: &'static str,
    /// Integers past this are refused while they are read; `u32::MAX` lets them run on and saturate.
    pub most: u32,
    /// Words for the integers that are allowed.
    pub range: &'static str,
    /// A wrong number of integers that gives a hint, and the hint.
    pub hint: Option<(usize, &'static str)>,
}

/// The lines of a stream.
pub struct Lines<R> {
    name: String,
    reader: R,
    buffer: Box<[u8]>,
    next: usize,
    filled: usize,
    /// Begin of the current word; `cut` if it has lost its first bytes to a refill.
    word: usize,
    cut: bool,
    ended: bool,
    line: u64,
}

impl<R: Read> Lines<R> {
    /// The lines of a stream, which messages call `name`.
    pub fn new(name: String, reader: R) -> Self {
        let buffer = vec![0; BUFFER].into_boxed_slice();
        Self { name, reader, buffer, next: 0, filled: 0, word: 0, cut: false, ended: false, line: 0 }
    }

    /// The number of the line that was read last, counted from 1.
    pub fn line(&self) -> u64 {
        self.line
    }

    /// Reads one line; `None` at the end of the stream. Values past the expected count stay 0.
    ///
    /// # Errors
    /// When a read fails or the line is malformed; nothing must be read after either.
    #[inline]
    pub fn read(&mut self, format: &LineFormat) -> Result<Option<[u32; 4]>, InputError> {
        if format.count == 4
            && let Some((values, length)) = short_line(&self.buffer[self.next..self.filled])
        {
            self.next += length;
            self.line += 1;
            return Ok(Some(values));
        }
        self.read_by_bytes(format)
    }

    fn read_by_bytes(&mut self, format: &LineFormat) -> Result<Option<[u32; 4]>, InputError> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        self.line += 1;
        let mut values = [0; 4];
        let mut count = 0;
        loop {
            while let Some(b' ' | b'\t') = self.peek()? {
                self.next += 1;
            }
            (self.word, self.cut) = (self.next, false);
            match self.peek()? {
                Some(b'0'..=b'9') if count == values.len() => return Err(self.miscounted(format, None)),
                Some(b'0'..=b'9') => {
                    values[count] = self.integer(format)?;
                    count += 1;
                }
                None => break,
                Some(b'\n') => {
                    self.next += 1;
                    break;
                }
                Some(b'\r') => {
                    self.next += 1;
                    if self.peek()? != Some(b'\n') {
                        return Err(self.misread(format, self.next));
                    }
                    self.next += 1;
                    break;
                }
                Some(_) => return Err(self.misread(format, self.next + 1)),
            }
        }
        if count == format.count { Ok(Some(values)) } else { Err(self.miscounted(format, Some(count))) }
    }

    #[inline]
    fn integer(&mut self, format: &LineFormat) -> Result<u32, InputError> {
        let mut value = 0u32;
        while let Some(digit @ b'0'..=b'9') = self.peek()? {
            value = value.saturating_mul(10).saturating_add(u32::from(digit - b'0'));
            if value > format.most {
                return Err(self.far_too_large(format));
            }
            self.next += 1;
        }
        match self.peek()? {
            None | Some(b' ' | b'\t' | b'\r' | b'\n') => Ok(value),
            Some(_) => Err(self.misread(format, self.next + 1)),
        }
    }

    #[inline]
    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        if self.next < self.filled || self.refill()? { Ok(Some(self.buffer[self.next])) } else { Ok(None) }
    }

    /// Reads on, keeping the end of the current word for messages; false at the end of the stream.
    #[cold]
    fn refill(&mut self) -> Result<bool, InputError> {
        if self.ended {
            return Ok(false);
        }
        let kept = (self.next - self.word).min(EXCERPT);
        self.cut |= kept < self.next - self.word;
        self.buffer.copy_within(self.next - kept..self.next, 0);
        (self.word, self.next, self.filled) = (0, kept, kept);
        loop {
            match self.reader.read(&mut self.buffer[kept..]) {
                Ok(0) => self.ended = true,
                Ok(bytes) => self.filled += bytes,
                Err(reason) if reason.kind() == ErrorKind::Interrupted => continue,
                Err(reason) => {
                    return Err(InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name)));
                }
            }
            return Ok(!self.ended);
        }
    }

    /// Error of the current line.
    pub fn error(&self, expected: &str, found: &str) -> InputError {
        InputError::Invalid(format!("{}, line {}: expected {expected}, found {found}", self.name, self.line))
    }

    /// Error of a stream that ends before the line that it must have.
    pub fn ended_early(&mut self, format: &LineFormat) -> InputError {
        self.line += 1;
        self.error(format.expected, "the end of the file")
    }

    #[cold]
    fn miscounted(&self, format: &LineFormat, count: Option<usize>) -> InputError {
        let hint = format.hint.filter(|hint| Some(hint.0) == count).map_or("", |hint| hint.1);
        let found = match count {
            None => "more than 4 integers".to_owned(),
            Some(0) => "an empty line".to_owned(),
            Some(1) => "1 integer".to_owned(),
            Some(count) => format!("{count} integers"),
        };
        self.error(format.expected, &format!("{found}{hint}"))
    }

    /// Error of the current word at the byte before `end`.
    #[cold]
    fn misread(&self, format: &LineFormat, end: usize) -> InputError {
        self.error(format.expected, &self.excerpt(end))
    }

    /// The integer whose digit is next is past every range already.
    #[cold]
    fn far_too_large(&self, format: &LineFormat) -> InputError {
        let expected = format!("{}, each {}", format.expected, format.range);
        self.error(&expected, &format!("an integer far too large, {}", self.excerpt(self.next + 1)))
    }

    /// The part of the current word that has been read, at least to `end`, in quotes.
    fn excerpt(&self, end: usize) -> String {
        let word = &self.buffer[self.word..self.filled];
        let blank = word[end - self.word..].iter().position(|byte| b" \t\r\n".contains(byte));
        let length = blank.map_or(word.len(), |blank| end - self.word + blank);
        let start = if self.cut { "…" } else { "" };
        let rest = if length > EXCERPT { "…" } else { "" };
        let shown = word[..length.min(EXCERPT)].escape_ascii();
        format!("\"{start}{shown}{rest}\"")
    }
}

/// The four integers of a line as programs print it, and its length in bytes: up to seven digits each, one blank between
/// two, `\n` at the end; none for any other line. Words of eight bytes are parsed as in D. Lemire, "Number parsing at a
/// gigabyte per second" (2021).
#[inline]
fn short_line(bytes: &[u8]) -> Option<([u32; 4], usize)> {
    const LONGEST: usize = 4 * 8;
    let bytes: &[u8; LONGEST] = bytes.first_chunk()?;
    let mut values = [0; 4];
    let mut next = 0;
    for (slot, end) in values.iter_mut().zip([b' ', b' ', b' ', b'\n']) {
        let word = u64::from_le_bytes(*bytes.get(next..)?.first_chunk()?);
        // Digits become 0 to 9; the lowest byte with a high bit left is the first that is none.
        let digits = word ^ 0x3030_3030_3030_3030;
        let others = (digits.wrapping_add(0x7676_7676_7676_7676) | digits) & 0x8080_8080_8080_8080;
        let length = (others.trailing_zeros() / 8) as usize;
        if length == 0 || length == 8 || bytes[next + length] != end {
            return None;
        }
        *slot = eight_digits(digits << (64 - 8 * length));
        next += length + 1;
    }
    Some((values, next))
}

/// The number that eight bytes of 0 to 9 spell, the first digit in the lowest byte.
#[inline]
fn eight_digits(digits: u64) -> u32 {
    let pairs = (digits * 10 + (digits >> 8)) & 0x00ff_00ff_00ff_00ff;
    let fours = (pairs * 100 + (pairs >> 16)) & 0x0000_ffff_0000_ffff;
    (fours * 10_000 + (fours >> 32)) as u32
}

const MOVE: LineFormat = LineFormat {
    count: 4,
    expected: "4 integers (row and column before, row and column after)",
    most: u32::MAX,
    range: "",
    hint: None,
};

/// A list of moves, a line `R C R' C'` for each, read as they stream in.
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
    /// As of [`Lines::read`].
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
