//! Sections of a source text: a heading `key: value`, perhaps with a drawing below it.
//!
//! ```text
//! title: A small one          a key and a value
//!
//! tray:                       a drawing: the lines up to an empty line, a comment, a line with a colon or the end
//! aa.
//! .b#
//! ; a comment
//! ```

use std::iter::Peekable;
use std::vec::IntoIter;

use crate::{BLANKS, InputError, LONGEST_SIDE, Line, SourceText, Spot, Word, quoted};

/// Sections that a file format knows.
pub struct Grammar {
    /// List of all sections in error messages.
    pub expected: &'static str,
    /// Keys that may occur only once.
    pub once: &'static [&'static str],
    /// Hint for a line without a key that follows a drawing.
    pub after_drawing: &'static str,
}

/// Reads a source text section by section.
pub struct SectionReader<'p, 'a> {
    text: &'p SourceText<'a>,
    grammar: &'static Grammar,
    lines: Peekable<IntoIter<Line<'a>>>,
    /// Keys that may occur once, with their lines.
    seen: Vec<(&'a str, usize)>,
    is_after_drawing: bool,
}

/// The lines of a drawing.
type Drawn<'a> = Result<Vec<Line<'a>>, InputError>;

/// The first line of a section.
pub struct Heading<'a> {
    /// The key, without blanks at its ends.
    pub key: &'a str,
    /// The value, without blanks at its ends.
    pub value: &'a str,
    /// Start of the key.
    pub at: Spot<'a>,
    /// The column after the colon.
    pub from: usize,
}

impl<'p, 'a> SectionReader<'p, 'a> {
    /// A reader at the beginning of a text.
    pub fn new(text: &'p SourceText<'a>, grammar: &'static Grammar) -> Self {
        let lines: Vec<Line<'a>> = text.lines().collect();
        Self { text, grammar, lines: lines.into_iter().peekable(), seen: Vec::new(), is_after_drawing: false }
    }

    /// The next section's heading; `None` at the end of the text.
    /// Fails for a line that begins no section, and for a second section of a key that may occur only once.
    pub fn next_section(&mut self) -> Result<Option<Heading<'a>>, InputError> {
        let Some(line) = self.lines.find(|line| !is_blank(*line)) else { return Ok(None) };
        let start = line.text.trim_start_matches(BLANKS);
        let indent = line.text[..line.text.len() - start.len()].chars().count();
        let at = Spot { line, column: indent };
        let Some((key, value)) = start.split_once(':') else {
            let hint = if self.is_after_drawing { self.grammar.after_drawing } else { "" };
            let found = format!("{}{hint}", quoted(start));
            return Err(self.text.error(at, self.grammar.expected, &found));
        };
        let from = indent + key.chars().count() + 1;
        let (key, value) = (key.trim_end_matches(BLANKS), value.trim_matches(BLANKS));
        self.is_after_drawing = false;
        if self.grammar.once.contains(&key) {
            if let Some((_, first)) = self.seen.iter().find(|(seen, _)| *seen == key) {
                let found = format!("one beside that of line {first}");
                return Err(self.text.error(at, &format!("no second {key}"), &found));
            }
            self.seen.push((key, line.number));
        }
        Ok(Some(Heading { key, value, at, from }))
    }

    /// The error for a section that the format does not know.
    pub fn unknown(&self, heading: &Heading<'a>) -> InputError {
        self.text.error(heading.at, self.grammar.expected, &quoted(heading.key))
    }

    /// The drawing below a heading without a value, as in [`Self::drawing_below`]; the error of a missing one names the
    /// alternative. Fails if there is a value.
    pub fn drawing(&mut self, heading: &Heading<'a>, width: usize, alternative: &str) -> Drawn<'a> {
        if heading.value.is_empty() {
            return self.drawing_below(heading, width, alternative);
        }
        let expected = format!("a drawing on the lines after `{}:`{alternative}", heading.key);
        Err(self.text.error(heading.value_at(), &expected, &quoted(heading.value)))
    }

    /// The drawing on the lines that follow, without the blanks at their ends: 1 to 256 rows of at most 256 cells, each of
    /// `width` characters.
    pub fn drawing_below(&mut self, heading: &Heading<'a>, width: usize, alternative: &str) -> Drawn<'a> {
        let longest = usize::from(LONGEST_SIDE);
        let mut rows = Vec::new();
        while let Some(line) = self.lines.next_if(|line| !is_blank(*line) && !line.text.contains(':')) {
            let line = Line { text: line.text.trim_end_matches(BLANKS), ..line };
            rows.push(line);
            if rows.len() > longest {
                let expected = format!("a drawing of 1 to {longest} rows");
                return Err(self.text.error(Spot { line, column: 0 }, &expected, "one row more"));
            }
            let column = longest * width;
            if line.text.chars().nth(column).is_some() {
                let expected = format!("a drawing of 1 to {longest} columns");
                return Err(self.text.error(Spot { line, column }, &expected, "one column more"));
            }
        }
        if rows.is_empty() {
            let expected = format!("a drawing on the lines after `{}:`{alternative}", heading.key);
            return Err(self.text.error(heading.at.line.end(), &expected, "no row of it"));
        }
        self.is_after_drawing = true;
        Ok(rows)
    }
}

impl<'a> Heading<'a> {
    /// The words of the value.
    pub fn words(&self) -> Vec<Word<'a>> {
        self.at.line.words(self.from)
    }

    /// Start of the value, or the end of the line.
    pub fn value_at(&self) -> Spot<'a> {
        self.words().first().map_or(self.at.line.end(), |word| word.at)
    }

    /// The value as text for people. Fails if there is a control character in it.
    pub fn remark(&self, text: &SourceText<'a>) -> Result<&'a str, InputError> {
        let Some(before) = self.value.chars().position(char::is_control) else { return Ok(self.value) };
        let at = self.value_at();
        let at = Spot { column: at.column + before, ..at };
        Err(text.wrong_character(at, "text without control characters"))
    }
}

fn is_blank(line: Line<'_>) -> bool {
    let text = line.text.trim_start_matches(BLANKS);
    text.is_empty() || text.starts_with(';')
}
