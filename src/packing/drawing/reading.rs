//! Drawings of packings, read one by one, so that a list of millions needs no more room than one of them.

use std::io::{BufRead, BufReader, Read};

use crate::drawing::boxes::{self, is_boxed, is_title, unboxed};
use crate::drawing::parts::{self, is_legend};
use crate::naming::Naming;
use crate::pack::{Pack, Packing};
use traybit_core::input::InputError;
use traybit_core::source_text::{BLANKS, Line, SourceText, without_mark};

/// The longest line of a file of drawings, in bytes.
const LONGEST_LINE: u64 = 1 << 16;

/// A packing as it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawn {
    /// The line of its first row, counted from 1.
    pub line: usize,
    /// Its pieces. Where several of the puzzle's have the same shape, all counts hold if they can.
    pub packing: Packing,
}

/// The drawings of a file, one after another; a [`InputError`] is the last item.
#[derive(Debug)]
pub struct Drawings<'a, R> {
    pack: &'a Pack,
    naming: Naming<'a>,
    name: &'a str,
    reader: R,
    number: usize,
    /// True after a drawing in boxes: the lines between such drawings are sentences.
    is_boxed: bool,
    has_ended: bool,
}

/// Reads drawings of whole boards; messages call the file `name`.
pub fn drawings<'a, R: Read>(pack: &'a Pack, name: &'a str, reader: R) -> Drawings<'a, BufReader<R>> {
    let (naming, reader) = (Naming::of(pack), BufReader::new(reader));
    Drawings { pack, naming, name, reader, number: 0, is_boxed: false, has_ended: false }
}

/// Reads all [`drawings`] of a file.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the drawing is not of pieces of the puzzle on its
/// board.
pub fn read(pack: &Pack, name: &str, reader: impl Read) -> Result<Vec<Drawn>, InputError> {
    drawings(pack, name, reader).collect()
}

impl<R: BufRead> Iterator for Drawings<'_, R> {
    type Item = Result<Drawn, InputError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.has_ended {
            return None;
        }
        let next = self.drawn().transpose();
        self.has_ended = !matches!(next, Some(Ok(_)));
        next
    }
}

impl<R: BufRead> Drawings<'_, R> {
    fn drawn(&mut self) -> Result<Option<Drawn>, InputError> {
        let rows = self.rows()?;
        let lines = rows.iter().map(|row| Line { number: row.0, text: row.1.trim_end_matches(BLANKS) });
        let lines: Vec<Line<'_>> = lines.collect();
        let Some(&Line { number: line, .. }) = lines.first() else { return Ok(None) };
        let source = SourceText::new(self.name, b"")?;
        let packing = parts::packing(&source, &lines, self.pack, &self.naming)?;
        Ok(Some(Drawn { line, packing }))
    }

    /// The rows of the next drawing with their numbers, one too many at most, and its legend; none at the end of the file.
    fn rows(&mut self) -> Result<Vec<(usize, String)>, InputError> {
        let name = self.name;
        let mut rows = Vec::new();
        let mut bytes = Vec::new();
        let mut left = usize::from(self.pack.size.height) + 1;
        while left > 0 {
            bytes.clear();
            let read = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let length =
                read.map_err(|reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}")))?;
            self.number += 1;
            let number = self.number;
            if length as u64 == LONGEST_LINE {
                let sentence = format!("expected at most {LONGEST_LINE} bytes, found more");
                return Err(InputError::Invalid(format!("{name}, line {number}: {sentence}")));
            }
            let text = String::from_utf8_lossy(if number == 1 { without_mark(&bytes) } else { &bytes });
            let text = text.trim_end_matches(['\n', '\r']);
            let start = text.trim_start_matches(BLANKS);
            let is_sentence = || is_title(start) || self.is_boxed && !is_boxed(text);
            if start.is_empty() || start.starts_with(';') || rows.is_empty() && is_sentence() {
                if length == 0 || !rows.is_empty() {
                    break;
                }
            } else {
                if rows.is_empty() && is_boxed(text) {
                    left = boxes::rows(self.pack.size.height) + 1;
                }
                left -= usize::from(!is_legend(text));
                rows.push((number, text.to_owned()));
            }
        }
        let in_boxes = rows.first().is_some_and(|(_, row)| is_boxed(row));
        self.is_boxed |= in_boxes;
        Ok(if in_boxes { unboxed(self.pack, &rows) } else { rows })
    }
}
