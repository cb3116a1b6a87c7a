//! Lines of integers, read as bytes from any stream and judged byte by byte.
//!
//! Nothing is read past the first error, so endless streams are refused at once, and memory stays at one buffer however long
//! a line or an integer is.

use std::io::{BufRead, BufReader, ErrorKind, Read};

use crate::Slide;
use traybit_core::InputError;

/// Bytes read at a time: what a pipe holds at most by default.
const BUFFER: usize = 1 << 16;

/// The longest piece of input that a message repeats, in bytes.
const EXCERPT: usize = 24;

/// Bound far above every coordinate: an integer past it is refused before its end is read.
const FAR_TOO_LARGE: u32 = 1_000_000_000;

/// Integers that a line should hold.
#[derive(Clone, Copy, Debug)]
pub struct LineFormat {
    /// The number of integers, 1 to 4.
    pub count: usize,
    /// Words for them, after "expected".
    pub expected: &'static str,
    /// Words for the integers that are allowed; without them, integers of any length saturate.
    pub range: Option<&'static str>,
    /// A wrong number of integers for which there is a hint, and the hint.
    pub hint: Option<(usize, &'static str)>,
}

const MOVE: LineFormat = LineFormat {
    count: 4,
    expected: "4 integers (row and column before, row and column after)",
    range: None,
    hint: None,
};

/// The lines of a stream.
pub struct Lines<R> {
    name: String,
    reader: BufReader<R>,
    ended: bool,
    /// The current word as read so far, cut where it is longer than a message shows.
    word: Vec<u8>,
    /// The number of the line that was read last, counted from 1.
    pub line: u64,
}

impl<R: Read> Lines<R> {
    /// The lines of a stream, which messages call `name`.
    pub fn new(name: &str, reader: R) -> Self {
        let (name, reader) = (name.to_owned(), BufReader::with_capacity(BUFFER, reader));
        Self { name, reader, ended: false, word: Vec::new(), line: 0 }
    }

    /// Reads one line; `None` at the end of the stream. Values past the expected count stay 0.
    ///
    /// # Errors
    /// When a read fails or the line is malformed; nothing must be read after either.
    #[inline]
    pub fn read(&mut self, format: &LineFormat) -> Result<Option<[u32; 4]>, InputError> {
        if format.count == 4
            && let Some((values, length)) = short_line(self.reader.buffer())
        {
            self.reader.consume(length);
            self.line += 1;
            return Ok(Some(values));
        }
        self.read_by_bytes(format)
    }

    /// Reads a move, a line `R C R' C'`; `None` at the end of the stream.
    #[inline]
    pub fn next_move(&mut self) -> Result<Option<Slide>, InputError> {
        let line = self.read(&MOVE)?;
        Ok(line
            .map(|[row, column, to_row, to_column]| Slide { from: (row, column), to: (to_row, to_column) }))
    }

    fn read_by_bytes(&mut self, format: &LineFormat) -> Result<Option<[u32; 4]>, InputError> {
        if self.peek()?.is_none() {
            return Ok(None);
        }
        self.line += 1;
        let (mut values, mut count) = ([0; 4], 0);
        while let Some(byte) = self.peek()? {
            self.word.clear();
            match byte {
                b'0'..=b'9' if count == values.len() => return Err(self.miscounted(format, None)),
                b'0'..=b'9' => {
                    values[count] = self.integer(format)?;
                    count += 1;
                    continue;
                }
                b'\n' => {
                    self.reader.consume(1);
                    break;
                }
                _ => self.take(byte),
            }
            let is_fine = byte == b' ' || byte == b'\t' || byte == b'\r' && self.peek()? == Some(b'\n');
            if !is_fine {
                return Err(self.error(format.expected, &self.excerpt()));
            }
        }
        if count == format.count { Ok(Some(values)) } else { Err(self.miscounted(format, Some(count))) }
    }

    fn integer(&mut self, format: &LineFormat) -> Result<u32, InputError> {
        let mut value = 0u32;
        while let Some(byte) = self.peek()?.filter(|byte| !b" \t\r\n".contains(byte)) {
            self.take(byte);
            if !byte.is_ascii_digit() {
                return Err(self.error(format.expected, &self.excerpt()));
            }
            value = value.saturating_mul(10).saturating_add(u32::from(byte - b'0'));
            if let Some(range) = format.range.filter(|_| value > FAR_TOO_LARGE) {
                let expected = format!("{}, each {range}", format.expected);
                let found = format!("an integer far too large, {}", self.excerpt());
                return Err(self.error(&expected, &found));
            }
        }
        Ok(value)
    }

    /// The next byte, or `None` at the end of the stream.
    fn peek(&mut self) -> Result<Option<u8>, InputError> {
        while self.reader.buffer().is_empty() && !self.ended {
            match self.reader.fill_buf() {
                Ok(bytes) => self.ended = bytes.is_empty(),
                Err(reason) if reason.kind() == ErrorKind::Interrupted => {}
                Err(reason) => {
                    return Err(InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name)));
                }
            }
        }
        Ok(self.reader.buffer().first().copied())
    }

    /// Adds the next byte to the current word.
    fn take(&mut self, byte: u8) {
        self.reader.consume(1);
        if self.word.len() <= EXCERPT {
            self.word.push(byte);
        }
    }

    /// Error of the current line.
    pub fn error(&self, expected: &str, found: &str) -> InputError {
        InputError::Invalid(format!("{}, line {}: expected {expected}, found {found}", self.name, self.line))
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

    /// The current word, as far as it is in the buffer, in quotes.
    #[cold]
    fn excerpt(&self) -> String {
        let rest = self.reader.buffer().iter().take_while(|byte| !b" \t\r\n".contains(byte));
        let word: Vec<u8> = self.word.iter().chain(rest).copied().take(EXCERPT + 1).collect();
        let end = if word.len() > EXCERPT { "…" } else { "" };
        format!("\"{}{end}\"", word[..word.len().min(EXCERPT)].escape_ascii())
    }
}

/// Parses a line of four integers as programs print it: up to seven digits each, one blank between two, `\n`
/// at the end. Returns them with its length in bytes; `None` for any other line. Words of eight bytes are
/// parsed as in D. Lemire, "Number parsing at a gigabyte per second" (2021).
#[inline]
fn short_line(bytes: &[u8]) -> Option<([u32; 4], usize)> {
    const LONGEST: usize = 4 * 8;
    let bytes: &[u8; LONGEST] = bytes.first_chunk()?;
    let mut values = [0; 4];
    let mut next = 0;
    for (slot, end) in values.iter_mut().zip([b' ', b' ', b' ', b'\n']) {
        let word = u64::from_le_bytes(*bytes.get(next..)?.first_chunk()?);
        // Digits become 0 to 9; the lowest byte with a high bit left is the first that is not a digit.
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
