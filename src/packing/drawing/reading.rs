//! Drawings of packings, read one by one, so that a list of millions needs no more room than one of them.

use std::collections::HashMap;
use std::io::{BufRead, BufReader, Read};

use crate::drawing::{EMPTY, WALL};
use crate::naming::Naming;
use crate::pack::{Cell, Floor, Pack, Packing, Placed};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, is_visible, quoted, without_mark};

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
    /// Lines read.
    number: usize,
    has_ended: bool,
}

/// Reads drawings of whole boards, which sentences say are from the file `name`.
pub fn drawings<'a, R: Read>(pack: &'a Pack, name: &'a str, reader: R) -> Drawings<'a, BufReader<R>> {
    let naming = Naming::of(&pack.pieces);
    Drawings { pack, naming, name, reader: BufReader::new(reader), number: 0, has_ended: false }
}

/// Reads all drawings of whole boards in a file that sentences call `name`; see [`drawings`].
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when what is drawn are not pieces of the puzzle on its
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
        let next = self.rows().and_then(|rows| {
            let lines: Vec<Line<'_>> = rows
                .iter()
                .map(|(number, text)| Line { number: *number, text: text.trim_end_matches(BLANKS) })
                .collect();
            let Some(first) = lines.first() else { return Ok(None) };
            let line = first.number;
            self.packing(&lines).map(|packing| Some(Drawn { line, packing }))
        });
        self.has_ended = !matches!(next, Ok(Some(_)));
        next.transpose()
    }
}

impl<R: BufRead> Drawings<'_, R> {
    /// The rows of the next drawing with their numbers, one too many at most; none at the end of the file.
    fn rows(&mut self) -> Result<Vec<(usize, String)>, InputError> {
        let name = self.name;
        let mut rows = Vec::new();
        let mut bytes = Vec::new();
        while rows.len() <= usize::from(self.pack.size.height) {
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
            if start.is_empty() || start.starts_with(';') {
                if length == 0 || !rows.is_empty() {
                    break;
                }
            } else {
                rows.push((number, text.to_owned()));
            }
        }
        Ok(rows)
    }

    fn packing(&self, rows: &[Line<'_>]) -> Result<Packing, InputError> {
        let source = SourceText::new(self.name, b"")?;
        let pieces = pieces_of(&source, rows, self.pack)?;
        assign(&source, rows, self.pack, &self.naming, pieces)
    }
}

/// The place of a cell in the drawing.
fn spot<'a>(rows: &[Line<'a>], (row, column): Cell) -> Spot<'a> {
    Spot { line: rows[usize::from(row)], column: 2 * usize::from(column) }
}

/// The cells of each label of a drawing, ascending by first cells. The rows have no blanks at their ends.
pub(crate) fn pieces_of(
    source: &SourceText<'_>,
    rows: &[Line<'_>],
    pack: &Pack,
) -> Result<Vec<Vec<Cell>>, InputError> {
    let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
    let expected = format!("a drawing of the board, {height} rows of {width} cells of two characters");
    if rows.len() != height {
        let line = rows[rows.len().min(height + 1) - 1];
        let found = if rows.len() < height {
            format!("no row but {}", rows.len())
        } else {
            "one row more".to_owned()
        };
        return Err(source.error(Spot { line, column: 0 }, &expected, &found));
    }
    let mut labels: HashMap<[char; 2], usize> = HashMap::new();
    let mut pieces: Vec<Vec<Cell>> = Vec::new();
    for (row, line) in (0..).zip(rows) {
        let marks: Vec<char> = line.text.chars().take(2 * width + 1).collect();
        if marks.len() > 2 * width {
            return Err(source.error(Spot { line: *line, column: 2 * width }, &expected, "one cell more"));
        }
        if marks.len().div_ceil(2) < width {
            return Err(source.error(line.end(), &expected, &format!("{} cells", marks.len().div_ceil(2))));
        }
        for (column, mark) in (0..).zip(marks.chunks(2)) {
            let label = [mark[0], mark.get(1).copied().unwrap_or(' ')];
            let at = Spot { line: *line, column: 2 * usize::from(column) };
            let is_wall = pack.floor_at((row, column)) == Floor::Wall;
            let found = quoted(&label.iter().collect::<String>());
            if label == WALL || label == EMPTY {
                if is_wall && label == EMPTY {
                    return Err(source.error(at, "`##`, since there is a wall", &found));
                }
                if !is_wall && label == WALL {
                    return Err(source.error(at, "`. ` or a label, since there is no wall", &found));
                }
                continue;
            }
            if !label.into_iter().all(is_label) {
                let expected = "`. ` for an empty cell, `##` for a wall or a label of two characters";
                return Err(source.error(at, expected, &found));
            }
            if is_wall {
                return Err(source.error(at, "`##`, since there is a wall", &found));
            }
            let piece = *labels.entry(label).or_insert(pieces.len());
            if piece == pieces.len() {
                pieces.push(Vec::new());
            }
            pieces[piece].push((row, column));
        }
    }
    Ok(pieces)
}

/// True if a label may have a character.
pub(super) fn is_label(c: char) -> bool {
    is_visible(c) && !matches!(c, '.' | '#' | ';' | ':' | char::REPLACEMENT_CHARACTER)
}

/// Assigns the parts of a drawing to pieces: to those placed beforehand where they lie so.
pub(crate) fn assign(
    source: &SourceText<'_>,
    rows: &[Line<'_>],
    pack: &Pack,
    naming: &Naming<'_>,
    pieces: Vec<Vec<Cell>>,
) -> Result<Packing, InputError> {
    let known: HashMap<&[Cell], usize> =
        pack.placed.iter().map(|placed| (&placed.cells[..], placed.piece)).collect();
    let mut taken = vec![0; pack.pieces.len()];
    let mut packing = Packing::new();
    let (mut shapes, mut others) = (Vec::new(), Vec::new());
    for cells in pieces {
        let shape = Shape::of(&cells).0;
        if let Some(stray) = shape.stray() {
            let expected = "every cell of a label beside another one of it";
            return Err(source.error(spot(rows, cells[stray]), expected, "a part that lies by itself"));
        }
        if !naming.has(&shape) {
            let found = format!("{}, which is none", quoted(&shape.to_string()));
            return Err(source.error(spot(rows, cells[0]), "a piece as it may be turned", &found));
        }
        if let Some(&piece) = known.get(&cells[..]) {
            taken[piece] += 1;
            packing.push(Placed { piece, cells });
        } else {
            shapes.push(shape);
            others.push(cells);
        }
    }
    let given = naming.of_shapes(&shapes, &taken);
    packing.extend(given.into_iter().zip(others).map(|(piece, cells)| Placed { piece, cells }));
    packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
    Ok(packing)
}
