//! The text of a puzzle's file, line by line, and error messages that point into it.
//!
//! ```text
//! klotski.txt, line 4, column 3: expected a block's name, `.`, `#`, a blank or a gate's mark, found ",".
//!     ab,c
//!       ^
//! ```

pub mod sections;

use std::str::from_utf8;

use crate::input::InputError;

/// Maximum number of characters of the input that an error repeats.
const EXCERPT: usize = 24;

/// Characters of the line that are shown on each side of an error.
const BESIDE: usize = 36;

/// A file's text.
#[derive(Clone, Copy, Debug)]
pub struct SourceText<'a> {
    name: &'a str,
    text: &'a str,
}

/// A line of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Counted from 1.
    pub number: usize,
    /// The text without its end, `\n` or `\r\n`.
    pub text: &'a str,
}

/// A place that a sentence can point at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spot<'a> {
    /// Its line.
    pub line: Line<'a>,
    /// Column in characters, counted from 0; sentences count from 1.
    pub column: usize,
}

/// Characters between blanks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word<'a> {
    /// The characters.
    pub text: &'a str,
    /// The place of the first one.
    pub at: Spot<'a>,
}

/// A text without the byte order mark that some editors put before it.
pub fn without_mark(bytes: &[u8]) -> &[u8] {
    bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes)
}

impl<'a> SourceText<'a> {
    /// The text in these bytes of the file `name`.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Result<Self, InputError> {
        let bytes = without_mark(bytes);
        let text = from_utf8(bytes).map_err(|error| {
            let (valid, invalid) = bytes.split_at(error.valid_up_to());
            let line = valid.split(|byte| *byte == b'\n').count();
            let before = valid.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
            let column = String::from_utf8_lossy(before).chars().count() + 1;
            let found = invalid[..invalid.len().min(4)].escape_ascii();
            InputError::Invalid(format!(
                "{name}, line {line}, column {column}: expected text in UTF-8, found \"{found}\""
            ))
        })?;
        Ok(Self { name, text })
    }

    /// The lines, in order.
    pub fn lines(&self) -> impl Iterator<Item = Line<'a>> + use<'a> {
        let lines = self.text.split('\n').zip(1..);
        lines.map(|(text, number)| Line { number, text: text.strip_suffix('\r').unwrap_or(text) })
    }

    /// The error for something other than what is expected.
    pub fn error(&self, at: Spot<'_>, expected: &str, found: &str) -> InputError {
        self.sentence(at, &format!("expected {expected}, found {found}"))
    }

    /// The error for an unexpected character.
    pub fn wrong_character(&self, at: Spot<'_>, expected: &str) -> InputError {
        let found = at.line.text.chars().nth(at.column);
        let found = found.map_or("the end of the line".to_owned(), |c| quoted(&c.to_string()));
        self.error(at, expected, &found)
    }

    /// An error at a place, with its own wording.
    pub fn sentence(&self, at: Spot<'_>, sentence: &str) -> InputError {
        let Spot { line, column } = at;
        let place = format!("{}, line {}, column {}", self.name, line.number, column + 1);
        InputError::Invalid(format!("{place}: {sentence}{}", pointed_at(line.text, column)))
    }

    /// The error for something missing from the file.
    pub fn lack(&self, expected: &str) -> InputError {
        InputError::Invalid(format!("{}: expected {expected}, found none", self.name))
    }
}

impl<'a> Line<'a> {
    /// The end of the line, before trailing blanks.
    pub fn end(self) -> Spot<'a> {
        Spot { line: self, column: self.text.trim_end_matches(BLANKS).chars().count() }
    }

    /// The words from a column on.
    pub fn words(self, from: usize) -> Vec<Word<'a>> {
        self.parts(from, &BLANKS)
    }

    /// The parts between separators from a column on, none of them empty.
    pub fn parts(self, from: usize, separators: &[char]) -> Vec<Word<'a>> {
        let mut words = Vec::new();
        let mut began: Option<(usize, usize)> = None;
        let ended = [(self.text.len(), separators[0])];
        for (column, (byte, c)) in self.text.char_indices().chain(ended).enumerate().skip(from) {
            if !separators.contains(&c) {
                began.get_or_insert((column, byte));
            } else if let Some((column, first)) = began.take() {
                words.push(Word { text: &self.text[first..byte], at: Spot { line: self, column } });
            }
        }
        words
    }
}

/// Characters that separate words, and mean nothing at the end of a line.
pub const BLANKS: [char; 2] = [' ', '\t'];

/// The beginning of an input, in quotes.
pub fn quoted(text: &str) -> String {
    let mut shown = String::new();
    for c in text.chars().take(EXCERPT) {
        if c == ' ' || is_visible(c) { shown.push(c) } else { shown.extend(c.escape_default()) }
    }
    let rest = if text.chars().nth(EXCERPT).is_some() { "…" } else { "" };
    format!("\"{shown}{rest}\"")
}

/// True if a character is visible by itself: no blank, no control, no combining mark.
pub fn is_visible(c: char) -> bool {
    // A character that `Debug` leaves unescaped is visible; beyond ASCII it escapes only invisible ones.
    if c.is_ascii() { c.is_ascii_graphic() } else { c.escape_debug().len() == 1 }
}

/// The part of the line round the column, and a caret below.
fn pointed_at(text: &str, column: usize) -> String {
    const MARGIN: &str = "\n    ";
    let from = column.saturating_sub(BESIDE);
    let mut part = text.chars().skip(from);
    let mut shown: String = if from > 0 { "…".to_owned() } else { String::new() };
    let visible = |c: char| if c == ' ' || is_visible(c) { c } else { '\u{fffd}' };
    shown.extend(part.by_ref().take(column - from + BESIDE).map(visible));
    if part.next().is_some() {
        shown.push('…');
    }
    let before = " ".repeat(column - from + usize::from(from > 0));
    format!("{MARGIN}{}{MARGIN}{before}^", shown.trim_end())
}
