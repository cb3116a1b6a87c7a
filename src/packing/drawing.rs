//! Packings as drawings: two characters a cell, as the report that Popinjay is from draws them.
//!
//! ```text
//!   11111111117777777777       `. `  empty            a piece: its label in each of its cells, 1 to 9, a to z and A to Z
//!   11. . . . 5555. . ##       `##`  a wall           doubled, then two characters that differ
//! ```
//!
//! A file has any number of them, with empty lines between them, which are read one by one; lines that begin with `;` are
//! comments. Drawings with one character a cell are read, too, and written where each piece has a name of one character; so
//! are drawings in boxes.

mod boxes;
mod parts;

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Read};
use std::iter::once;

use crate::drawing::boxes::{is_boxed, is_title, unboxed};
use crate::drawing::parts::{LEGEND, is_label, is_legend};
use crate::naming::Naming;
use crate::pack::{Floor, Pack, Packing, Piece, Placed};
use traybit_core::grid::Size;
use traybit_core::input::InputError;
use traybit_core::source_text::{BLANKS, Line, SourceText, without_mark};

pub(crate) use crate::drawing::parts::packing;

const EMPTY: [char; 2] = ['.', ' '];
const WALL: [char; 2] = ['#', '#'];

/// The drawing of a packing, its pieces numbered by their first cells, and its legend. Pieces off the board are left out.
pub fn write(pack: &Pack, packing: &Packing) -> String {
    write_rows(pack, packing) + &Legend::of(pack).write(packing)
}

/// The lines below a drawing that name pieces which share some of their orientations, not all.
#[derive(Debug)]
pub struct Legend<'a> {
    pack: &'a Pack,
    /// None if no two pieces share a shape.
    naming: Option<Naming<'a>>,
}

const LINE: usize = 24;

impl<'a> Legend<'a> {
    /// The legends of a puzzle's packings.
    pub fn of(pack: &'a Pack) -> Self {
        Self { pack, naming: Some(Naming::of(pack)).filter(Naming::has_shared) }
    }

    /// The legend of a packing, which is mostly empty.
    pub fn write(&self, packing: &Packing) -> String {
        let Some(naming) = &self.naming else { return String::new() };
        let mut named: BTreeMap<usize, Vec<String>> = BTreeMap::new();
        for (placed, label) in by_first_cells(packing).into_iter().zip(labels()) {
            if naming.classes(&placed.cells).len() > 1 {
                named.entry(placed.piece).or_default().push(label.iter().collect());
            }
        }
        let lines = |(piece, labels): (usize, Vec<String>)| -> String {
            let name = &self.pack.pieces[piece].name;
            labels.chunks(LINE).map(|labels| [&labels.join(" "), LEGEND, name, "\n"].concat()).collect()
        };
        named.into_iter().map(lines).collect()
    }
}

/// The characters of drawings with one character a cell: the names of the pieces.
///
/// # Errors
/// A sentence about the first piece that such a drawing cannot show.
pub fn letters(pack: &Pack) -> Result<Vec<char>, String> {
    let letter = |piece: &Piece| {
        let Piece { name, counts, .. } = piece;
        let only = name.parse().ok().filter(|&c| is_label(c) && *counts.end() <= 1);
        only.ok_or_else(|| {
            let found = format!("found piece {name}, {} to {} of it", counts.start(), counts.end());
            format!("expected pieces with names of one character, and one of each at most, {found}")
        })
    };
    pack.pieces.iter().map(letter).collect()
}

/// The drawing of a packing with one character a cell, its pieces by their [`letters`].
pub fn write_letters(pack: &Pack, packing: &Packing, letters: &[char]) -> String {
    let pieces = by_first_cells(packing);
    let letter = |(number, mark): &Mark| number.map_or(mark[0], |number| letters[pieces[number].piece]);
    let marks = marks(pack, packing);
    marks.chunks(pack.size.width.into()).flat_map(|row| row.iter().map(letter).chain(['\n'])).collect()
}

/// The pieces of a packing, which are numbered in this order.
fn by_first_cells(packing: &Packing) -> Vec<&Placed> {
    let mut pieces: Vec<&Placed> = packing.iter().collect();
    pieces.sort_unstable_by_key(|placed| placed.cells.first());
    pieces
}

/// Two characters of a drawing, and the number of the piece that they are part of.
pub type Mark = (Option<usize>, [char; 2]);

/// The cells of a drawing, row by row; pieces are numbered by their first cells.
pub fn marks(pack: &Pack, packing: &Packing) -> Vec<Mark> {
    let Size { height, width } = pack.size;
    let floor = pack.floor.iter().map(|floor| if *floor == Floor::Wall { WALL } else { EMPTY });
    let mut marks: Vec<Mark> = floor.map(|mark| (None, mark)).collect();
    for (number, (placed, label)) in by_first_cells(packing).into_iter().zip(labels()).enumerate() {
        for &cell in placed.cells.iter().filter(|cell| cell.0 < height && cell.1 < width) {
            marks[pack.size.number(cell)] = (Some(number), label);
        }
    }
    marks
}

/// Draws a packing as [`write()`] does, without a legend.
pub fn write_rows(pack: &Pack, packing: &Packing) -> String {
    let marks = marks(pack, packing);
    let rows = marks.chunks(pack.size.width.into());
    rows.flat_map(|row| row.iter().flat_map(|(_, mark)| *mark).chain(['\n'])).collect()
}

/// Labels, no two alike: more than the largest board has cells. Those of two characters that differ come last.
pub fn labels() -> impl Iterator<Item = [char; 2]> {
    let doubled = ('1'..='9').chain('a'..='z').chain('A'..='Z').map(|c| [c, c]);
    // Few boards need the others.
    doubled.chain(once(()).flat_map(|()| {
        // Letters of one column's width: Latin with and without accents, Greek.
        let plain: Vec<char> = ('0'..='9').chain('a'..='z').chain('A'..='Z').collect();
        let count = plain.len();
        let accented = ('\u{c0}'..='\u{17e}').filter(|c| c.is_alphabetic());
        let all: Vec<char> = plain.into_iter().chain(accented).chain('α'..='ω').collect();
        let pairs = |end: usize| (0..end).flat_map(move |first| (0..end).map(move |second| (first, second)));
        let differing = pairs(count).filter(|(first, second)| first != second);
        let others = pairs(all.len()).filter(move |&(first, second)| first.max(second) >= count);
        differing.chain(others).map(move |(first, second)| [all[first], all[second]])
    }))
}

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
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when a drawing is not one of the puzzle's pieces.
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
        Ok(Some(Drawn { line, packing: packing(&source, &lines, self.pack, &self.naming)? }))
    }

    /// The rows of the next drawing with their numbers, one too many at most, and its legend; none at the end of the file.
    fn rows(&mut self) -> Result<Vec<(usize, String)>, InputError> {
        let name = self.name;
        let (mut rows, mut bytes) = (Vec::new(), Vec::new());
        let mut left = usize::from(self.pack.size.height) + 1;
        while left > 0 {
            bytes.clear();
            let unreadable = |reason| InputError::Unreadable(format!("{name}: cannot be read: {reason}"));
            let line = self.reader.by_ref().take(LONGEST_LINE).read_until(b'\n', &mut bytes);
            let length = line.map_err(unreadable)?;
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
