//! Packings as drawings with two characters per cell, in the style of the report in which Popinjay appeared.
//!
//! ```text
//!   1111. 33     a label in each cell of a piece: 1 to 9, a to z and A to Z doubled, then two characters that differ;
//!   22224433     `. ` is empty, `##` a wall
//!   11 44 = D    a legend names the pieces that their shapes alone do not identify
//!
//!   FFFFPPPP     the names, doubled, where each piece has one of one character and is used once at most
//! ```
//!
//! A file has any number of them, separated by empty lines or comments after `;`. Drawings with one character per cell are
//! read, too, and are written if every piece has a name of one character. In them, parts of a label that do not touch are
//! separate pieces, and a label may be a piece's name.

use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use std::iter::once;

use crate::naming::Naming;
use crate::{Cell, Floor, Pack, Packing, Piece, Placed};
use traybit_core::grid::connected;
use traybit_core::{
    BLANKS, InputError, Line, Shape, Size, SourceText, Spot, is_visible, quoted, read_at_most,
};

const EMPTY: [char; 2] = ['.', ' '];
const WALL: [char; 2] = ['#', '#'];

/// Mark of a line of the legend; no row of a drawing contains it, since labels have no blanks.
const LEGEND: &str = " = ";

/// Maximum length of a file in bytes.
const LONGEST: usize = 1 << 30;

/// The drawing of a packing, its pieces numbered by their first cells, and its legend. Pieces off the board are left out.
pub fn write(pack: &Pack, packing: &Packing) -> String {
    write_rows(pack, packing, 2) + &legend(&Naming::of(pack), packing)
}

const LINE: usize = 24;

/// The lines below a drawing that name the pieces which share some, but not all, orientations; most packings have none, nor
/// has one whose labels are names.
pub fn legend(naming: &Naming<'_>, packing: &Packing) -> String {
    legend_of(naming, packing, |placed| naming.is_shared(&placed.cells))
}

/// The lines that name the `chosen` pieces; none if the labels are names.
pub(crate) fn legend_of(naming: &Naming<'_>, packing: &Packing, chosen: impl Fn(&Placed) -> bool) -> String {
    if own_letters(naming.pack, packing).is_some() {
        return String::new();
    }
    let mut named: BTreeMap<usize, Vec<String>> = BTreeMap::new();
    let pieces = by_first_cells(packing).into_iter().zip(labels());
    for (placed, label) in pieces.filter(|(placed, _)| chosen(placed)) {
        named.entry(placed.piece).or_default().push(label.iter().collect());
    }
    let lines = |(piece, labels): (usize, Vec<String>)| -> String {
        let name = &naming.pack.pieces[piece].name;
        labels.chunks(LINE).map(|labels| [&labels.join(" "), LEGEND, name, "\n"].concat()).collect()
    };
    named.into_iter().map(lines).collect()
}

/// The names of the pieces as characters, which are their labels; or the first piece for which that is impossible: its name
/// has more characters, or several of it may be used.
pub fn letters(pack: &Pack) -> Result<Vec<char>, &Piece> {
    let only = |piece: &Piece| piece.name.parse().ok().filter(|&c| is_label(c) && *piece.counts.end() <= 1);
    pack.pieces.iter().map(|piece| only(piece).ok_or(piece)).collect()
}

/// The names as labels, unless the packing has a piece twice.
fn own_letters(pack: &Pack, packing: &Packing) -> Option<Vec<char>> {
    let is_once =
        (1..packing.len()).all(|later| packing[..later].iter().all(|one| one.piece != packing[later].piece));
    letters(pack).ok().filter(|_| is_once)
}

/// The pieces of a packing in the order of their numbers.
pub fn by_first_cells(packing: &Packing) -> Vec<&Placed> {
    let mut pieces: Vec<&Placed> = packing.iter().collect();
    pieces.sort_unstable_by_key(|placed| placed.cells.first());
    pieces
}

/// The two characters of a cell, and the number of the piece on it.
pub type Mark = (Option<usize>, [char; 2]);

/// The cells of a drawing, row by row; pieces are numbered by their first cells.
pub fn marks(pack: &Pack, packing: &Packing) -> Vec<Mark> {
    let Size { height, width } = pack.size;
    let floor = pack.floor.iter().map(|floor| if *floor == Floor::Wall { WALL } else { EMPTY });
    let mut marks: Vec<Mark> = floor.map(|mark| (None, mark)).collect();
    let letters = own_letters(pack, packing);
    for (number, (placed, label)) in by_first_cells(packing).into_iter().zip(labels()).enumerate() {
        let label = letters.as_ref().map_or(label, |letters| [letters[placed.piece]; 2]);
        for &cell in placed.cells.iter().filter(|cell| cell.0 < height && cell.1 < width) {
            marks[pack.size.number(cell)] = (Some(number), label);
        }
    }
    marks
}

/// Draws a packing as [`write()`] does, without a legend; with one character per cell, those of [`letters`], if `step` is 1.
pub fn write_rows(pack: &Pack, packing: &Packing, step: usize) -> String {
    let marks = marks(pack, packing);
    let rows = marks.chunks(pack.size.width.into());
    rows.flat_map(|row| row.iter().flat_map(move |(_, mark)| &mark[..step]).chain(&['\n'])).collect()
}

/// Distinct labels, more than the largest board has cells. Those of two different characters come last.
pub fn labels() -> impl Iterator<Item = [char; 2]> {
    let doubled = ('1'..='9').chain('a'..='z').chain('A'..='Z').map(|c| [c, c]);
    // Few boards need the others.
    doubled.chain(once(()).flat_map(|()| {
        // Letters that are one column wide: Latin with and without accents, Greek.
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

/// Reads a file of drawings of the whole board, each with the number of its first line, from 1; `name` is its name in messages.
/// If several of the puzzle's pieces have one shape, they are assigned so that all counts hold, if possible.
pub fn read(pack: &Pack, name: &str, reader: impl Read) -> Result<Vec<(usize, Packing)>, InputError> {
    let bytes = read_at_most(name, reader, LONGEST, "packings")?;
    let text = String::from_utf8_lossy(&bytes);
    let source = SourceText::new(name, text.as_bytes())?;
    let lines = source.lines().map(|line| Line { text: line.text.trim_end_matches(BLANKS), ..line });
    let lines: Vec<Line<'_>> = lines.collect();
    let is_between = |line: &Line<'_>| {
        let start = line.text.trim_start_matches(BLANKS);
        start.is_empty() || start.starts_with(';')
    };
    let naming = Naming::of(pack);
    let drawings = lines.split(is_between).filter(|lines| !lines.is_empty());
    let drawn = |lines: &[Line<'_>]| Ok((lines[0].number, packing(&source, lines, pack, &naming)?));
    drawings.map(drawn).collect()
}

/// A piece of a drawing: its number in the puzzle, if the drawing names it, and its cells, ascending.
type Part = (Option<usize>, Vec<Cell>);

/// The rows of a drawing, and the layout of their characters.
struct Rows<'a, 't> {
    source: &'a SourceText<'t>,
    lines: &'a [Line<'t>],
    pack: &'a Pack,
    /// Characters per cell: 2, or 1 if no row has more characters than the board has columns.
    step: usize,
}

/// Parses a packing from lines without trailing blanks: the rows of the board, then the legend.
pub(crate) fn packing(
    source: &SourceText<'_>,
    lines: &[Line<'_>],
    pack: &Pack,
    naming: &Naming<'_>,
) -> Result<Packing, InputError> {
    let end = lines.iter().position(|line| line.text.contains(LEGEND)).unwrap_or(lines.len());
    let (rows, legend) = lines.split_at(end);
    let width = usize::from(pack.size.width);
    let is_wide = rows.iter().any(|row| row.text.chars().nth(width).is_some());
    let rows = Rows { source, lines: rows, pack, step: if is_wide { 2 } else { 1 } };
    let mut labelled = rows.labelled()?;
    let mut parts = Vec::new();
    for line in legend {
        parts.extend(rows.named(*line, &mut labelled)?);
    }
    for (label, cells) in labelled {
        parts.extend(rows.unnamed(&label, cells, naming)?);
    }
    rows.assign(parts, naming)
}

impl<'t> Rows<'_, 't> {
    fn error(&self, (row, column): Cell, expected: &str, found: &str) -> InputError {
        let at = Spot { line: self.lines[usize::from(row)], column: self.step * usize::from(column) };
        self.source.error(at, expected, found)
    }

    fn labelled(&self) -> Result<BTreeMap<String, Vec<Cell>>, InputError> {
        let Self { source, lines: rows, pack, step } = *self;
        let (height, width) = (usize::from(pack.size.height), usize::from(pack.size.width));
        let expected =
            format!("a drawing of the board, {height} rows of {width} cells of two characters, or of one");
        if rows.len() != height {
            let Some(&line) = rows.get(height).or(rows.last()) else { return Err(source.lack(&expected)) };
            let fewer = format!("no row but {}", rows.len());
            let found = if rows.len() < height { &fewer } else { "one row more" };
            return Err(source.error(Spot { line, column: 0 }, &expected, found));
        }
        let mut labelled: BTreeMap<String, Vec<Cell>> = BTreeMap::new();
        for (row, &line) in (0..).zip(rows) {
            let marks: Vec<char> = line.text.chars().take(step * width + 1).collect();
            let cells = marks.len().div_ceil(step);
            if cells > width {
                return Err(source.error(Spot { line, column: step * width }, &expected, "one cell more"));
            }
            if cells < width {
                return Err(source.error(line.end(), &expected, &format!("{cells} cells")));
            }
            for (column, mark) in (0..).zip(marks.chunks(step)) {
                let label = format!("{:step$}", String::from_iter(mark));
                if self.is_part((row, column), &label)? {
                    labelled.entry(label).or_default().push((row, column));
                }
            }
        }
        Ok(labelled)
    }

    /// True if a cell with this label is part of a piece, false if it is a wall or empty; an error if the label is wrong.
    fn is_part(&self, cell: Cell, label: &str) -> Result<bool, InputError> {
        let [empty, wall] = [EMPTY, WALL].map(|mark| String::from_iter(&mark[..self.step]));
        let is_wall = self.pack.floor_at(cell) == Floor::Wall;
        let expected = if is_wall && label != wall {
            format!("`{wall}`, since there is a wall")
        } else if !is_wall && label == wall {
            format!("`{empty}` or a label, since there is no wall")
        } else if label == wall || label == empty {
            return Ok(false);
        } else if label.chars().all(is_label) {
            return Ok(true);
        } else {
            let length = if self.step == 1 { "one character" } else { "two characters" };
            format!("`{empty}` for an empty cell, `{wall}` for a wall or a label of {length}")
        };
        Err(self.error(cell, &expected, &quoted(label)))
    }

    /// Takes the pieces that a line of the legend names out of `left`.
    fn named(&self, line: Line<'t>, left: &mut BTreeMap<String, Vec<Cell>>) -> Result<Vec<Part>, InputError> {
        let error = |column: usize, expected: &str, found: &str| {
            self.source.error(Spot { line, column }, expected, found)
        };
        let Some((labels, name)) = line.text.split_once(LEGEND) else {
            return Err(error(0, "labels, ` = ` and the name of a piece", &quoted(line.text)));
        };
        let name = name.trim_matches(BLANKS);
        let named = self.pack.pieces.iter().position(|piece| piece.name == name);
        let column = labels.chars().count() + LEGEND.len();
        let piece = named.ok_or_else(|| error(column, "the name of a piece", &quoted(name)))?;
        let take = |label: &str| match left.remove(label) {
            Some(cells) => Ok((Some(piece), cells)),
            None => Err(error(0, "labels of the drawing, each once", &quoted(label))),
        };
        labels.split(BLANKS).filter(|label| !label.is_empty()).map(take).collect()
    }

    /// The pieces of a label that no legend names. A label of one character, or of one twice, may be the name of a piece of
    /// that shape.
    fn unnamed(&self, label: &str, cells: Vec<Cell>, naming: &Naming<'_>) -> Result<Vec<Part>, InputError> {
        let parts = connected(cells);
        if let Some(stray) = parts.get(1).filter(|_| self.step > 1) {
            let expected = "every cell of a label beside another one of it";
            return Err(self.error(stray[0], expected, "a part that lies by itself"));
        }
        let is_name = self.step == 1 || naming.has_letters;
        let own = self.pack.pieces.iter().position(|piece| is_name && piece.name.repeat(self.step) == label);
        let named = |cells: &[Cell]| own.filter(|&piece| naming.is_of(&naming.classes(cells), piece));
        Ok(parts.into_iter().map(|cells| (named(&cells), cells)).collect())
    }

    /// Assigns the parts to pieces; a part on the cells of a piece placed beforehand is that piece.
    fn assign(&self, mut parts: Vec<Part>, naming: &Naming<'_>) -> Result<Packing, InputError> {
        let pack = self.pack;
        let known: HashMap<&[Cell], usize> =
            pack.placed.iter().map(|placed| (&placed.cells[..], placed.piece)).collect();
        let mut taken = vec![0; pack.pieces.len()];
        let (mut packing, mut classes, mut others) = (Packing::new(), Vec::new(), Vec::new());
        let on = if pack.paint.cells.is_empty() { "" } else { " and lie on these colours" };
        parts.sort_unstable_by(|one, other| one.1.cmp(&other.1));
        for (named, cells) in parts {
            let own = naming.classes(&cells);
            let piece = named.or(known.get(&cells[..]).copied());
            if own.is_empty() || piece.is_some_and(|piece| !naming.is_of(&own, piece)) {
                let shape = quoted(&Shape::of(&cells).0.to_string());
                let (expected, found) = match piece.filter(|_| !own.is_empty()) {
                    Some(piece) => (format!("piece {}", pack.pieces[piece].name), shape),
                    None => ("a piece".to_owned(), shape + ", which is none"),
                };
                let expected = format!("{expected} as it may be turned{on}");
                return Err(self.error(cells[0], &expected, &found));
            }
            if let Some(piece) = piece {
                taken[piece] += 1;
                packing.push(Placed { piece, cells });
            } else {
                classes.push(own);
                others.push(cells);
            }
        }
        let given = naming.pieces(&classes, &taken);
        packing.extend(given.into_iter().zip(others).map(|(piece, cells)| Placed { piece, cells }));
        packing.sort_unstable_by(|one, other| one.cells.cmp(&other.cells));
        Ok(packing)
    }
}

fn is_label(c: char) -> bool {
    is_visible(c) && !matches!(c, '.' | '#' | ';' | ':' | char::REPLACEMENT_CHARACTER)
}
