//! Sections of the text format.
//!
//! ```text
//! title: A small one          `key: value`
//!
//! piece L: 2 turn             a name, a count, a freedom, paint and a colour, then a drawing
//! X..
//! XXX
//! ```

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use crate::flaw::Place;
use crate::pack::paint::is_paint;
use crate::pack::{Floor, Freedom, Piece, Rule, Rules};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{InputError, parse_counts};
use traybit_core::shape::Shape;
use traybit_core::source_text::sections::{Grammar, Heading, SectionReader};
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, is_visible, quoted};

/// The parts of a puzzle and their places in the file.
#[derive(Debug, Default)]
pub(super) struct Sections<'a> {
    pub(super) title: Option<(&'a str, Spot<'a>)>,
    pub(super) source: Option<(&'a str, Spot<'a>)>,
    pub(super) pieces: Vec<Piece>,
    /// For each piece the places of its name and of its counts.
    pieces_at: Vec<(Spot<'a>, Spot<'a>)>,
    pub(super) board: Option<(Size, Vec<Floor>, Spot<'a>)>,
    /// The drawing of the board's paint, and the place of its heading.
    paint: Option<(Vec<Line<'a>>, Spot<'a>)>,
    pub(super) fits: BTreeMap<char, BTreeSet<char>>,
    fits_at: Option<Spot<'a>>,
    pub(super) empty: Option<(RangeInclusive<u32>, Spot<'a>)>,
    pub(super) rules: Rules,
    /// The places of the named rules and of the number of all pieces.
    rules_at: Option<Spot<'a>>,
    number_at: Option<Spot<'a>>,
    /// The drawing of the pieces placed beforehand.
    pub(super) placed: Option<Vec<Line<'a>>>,
}

const GRAMMAR: Grammar = Grammar {
    expected: "a section (title, source, piece NAME, board, paint, fits, empty, pieces, rules or placed, then a colon) or a comment (after `;`)",
    once: &["title", "source", "board", "paint", "fits", "empty", "pieces", "rules", "placed"],
    after_drawing: "; a drawing ends at an empty line or a comment",
};

impl<'a> Sections<'a> {
    /// Reads all sections of a source text.
    pub(super) fn read(text: &SourceText<'a>) -> Result<Self, InputError> {
        let mut sections = Self::default();
        let mut reader = SectionReader::new(text, &GRAMMAR);
        while let Some(heading) = reader.next_section()? {
            sections.add(text, &heading, &mut reader)?;
        }
        Ok(sections)
    }

    fn add(
        &mut self,
        text: &SourceText<'a>,
        heading: &Heading<'a>,
        reader: &mut SectionReader<'_, 'a>,
    ) -> Result<(), InputError> {
        let remark = || Ok((heading.remark(text)?, heading.value_at()));
        match heading.key {
            "title" => self.title = Some(remark()?),
            "source" => self.source = Some(remark()?),
            "board" => self.board = Some(board(text, heading, reader)?),
            "paint" => self.paint = Some((reader.drawing(heading, 1, "")?, heading.at)),
            "fits" => {
                self.fits = fits(text, heading)?;
                self.fits_at = Some(heading.value_at());
            }
            "empty" => {
                let counts = counts(text, heading, "how many cells stay empty, such as 3, 0..4 or 2..")?;
                self.empty = Some((counts, heading.value_at()));
            }
            "pieces" => {
                let counts =
                    counts(text, heading, "how many pieces there are together, such as 5, 0..4 or 2..")?;
                (self.rules.pieces, self.number_at) = (Some(counts), Some(heading.value_at()));
            }
            "rules" => {
                add_rules(text, heading, &mut self.rules)?;
                self.rules_at = Some(heading.value_at());
            }
            "placed" => self.placed = Some(reader.drawing(heading, 2, "")?),
            "piece" => {
                let expected = "the name of the piece between `piece` and the colon";
                let colon = Spot { column: heading.from - 1, ..heading.at };
                return Err(text.wrong_character(colon, expected));
            }
            key => match key.split_once(BLANKS) {
                Some(("piece", name)) => {
                    let (piece, at, counts_at) = piece(text, heading, name, reader)?;
                    self.pieces.push(piece);
                    self.pieces_at.push((at, counts_at));
                }
                _ => return Err(reader.unknown(heading)),
            },
        }
        Ok(())
    }

    /// The colour of each cell of a board, in a drawing of it; empty without one.
    pub(super) fn paint(&self, text: &SourceText<'_>, size: Size) -> Result<Vec<Option<char>>, InputError> {
        let Some((rows, at)) = &self.paint else { return Ok(Vec::new()) };
        let Size { height, width } = size;
        let expected = format!("the paint of the board, {height} rows of at most {width} cells");
        if rows.len() != usize::from(height) {
            return Err(text.error(*at, &expected, &format!("{} rows", rows.len())));
        }
        let mut paint = vec![None; size.cells()];
        for (line, row) in rows.iter().zip(paint.chunks_mut(width.into())) {
            for (column, c) in line.text.chars().enumerate() {
                let at = Spot { line: *line, column };
                let Some(cell) = row.get_mut(column) else {
                    return Err(text.error(at, &expected, "one cell more"));
                };
                *cell = match c {
                    '.' | '#' | ' ' => None,
                    c if is_paint(c) => Some(c),
                    _ => {
                        let expected = "a letter or a digit for a colour, or `.`, `#` or a blank for none";
                        return Err(text.wrong_character(at, expected));
                    }
                };
            }
        }
        Ok(paint)
    }

    /// The place of a part of the puzzle; none for the board and for what is not in the file.
    pub(super) fn spot(&self, place: Place) -> Option<Spot<'a>> {
        match place {
            Place::Title => self.title.map(|(_, at)| at),
            Place::Source => self.source.map(|(_, at)| at),
            Place::Pieces => self.pieces_at.first().map(|(_, counts_at)| *counts_at),
            Place::Piece(number) => self.pieces_at.get(number).map(|(at, _)| *at),
            Place::Counts(number) => self.pieces_at.get(number).map(|(_, counts_at)| *counts_at),
            Place::Empty => self.empty.as_ref().map(|(_, at)| *at),
            Place::Number => self.number_at,
            Place::Rules => self.rules_at,
            Place::Fits => self.fits_at,
            Place::Board => None,
            Place::Placed((row, column)) => {
                let line = *self.placed.as_ref()?.get(usize::from(row))?;
                Some(Spot { line, column: 2 * usize::from(column) })
            }
        }
    }
}

fn counts(
    text: &SourceText<'_>,
    heading: &Heading<'_>,
    expected: &str,
) -> Result<RangeInclusive<u32>, InputError> {
    parse_counts(heading.value).map_err(|_| {
        let is_missing = heading.value.is_empty();
        let found = if is_missing { "the end of the line".to_owned() } else { quoted(heading.value) };
        text.error(heading.value_at(), expected, &found)
    })
}

/// The colours of the board that colours of pieces fit, with commas between the latter.
fn fits(text: &SourceText<'_>, heading: &Heading<'_>) -> Result<BTreeMap<char, BTreeSet<char>>, InputError> {
    let mut all = BTreeMap::new();
    for part in heading.value.split(',').map(|part| part.trim_matches(BLANKS)) {
        let mut words = part.split(BLANKS).filter(|word| !word.is_empty());
        let colour = |word: &str| word.parse().ok().filter(|&colour| is_paint(colour));
        let own = words.next().and_then(colour).filter(|_| words.next() == Some("on"));
        let others: Option<BTreeSet<char>> = words.map(colour).collect();
        let Some((own, others)) = own.zip(others).filter(|(own, _)| !all.contains_key(own)) else {
            let expected = "for colours of pieces, each once, the colours of the board that they fit, such as `a on b c, d on e`";
            return Err(text.error(heading.value_at(), expected, &quoted(part)));
        };
        all.insert(own, others);
    }
    Ok(all)
}

/// Adds the rules that a heading names, with commas between them.
fn add_rules(text: &SourceText<'_>, heading: &Heading<'_>, rules: &mut Rules) -> Result<(), InputError> {
    for name in heading.value.split(',').map(|name| name.trim_matches(BLANKS)) {
        let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == name) else {
            let names = Rule::ALL.map(Rule::name).join("`, `");
            let expected = format!("rules with commas between them: `{names}`");
            return Err(text.error(heading.value_at(), &expected, &quoted(name)));
        };
        rules.named.insert(rule);
    }
    Ok(())
}

/// A piece, and the places of its name and of its counts.
fn piece<'a>(
    text: &SourceText<'a>,
    heading: &Heading<'a>,
    name: &'a str,
    reader: &mut SectionReader<'_, 'a>,
) -> Result<(Piece, Spot<'a>, Spot<'a>), InputError> {
    const EXPECTED: &str = "how many there are of the piece, such as 3, 0..4, 2.. or any, then `turn`, `fixed` or nothing, \
                            then perhaps `painted`, then perhaps `colour` and its name";
    let all = heading.words();
    let mut words = &all[..];
    let mut colour = None;
    if let [before @ .., key, name] = words
        && key.text == "colour"
    {
        (words, colour) = (before, Some(name.text.to_owned()));
    }
    let mut is_painted = false;
    if let [before @ .., last] = words
        && last.text == "painted"
    {
        (words, is_painted) = (before, true);
    }
    let mut freedom = Freedom::Flip;
    if let [before @ .., last] = words
        && let Some(named) =
            [Freedom::Turn, Freedom::Fixed].into_iter().find(|freedom| freedom.name() == Some(last.text))
    {
        (words, freedom) = (before, named);
    }
    let counts = match words {
        [] => 1..=1,
        [word] if word.text == "any" => 0..=u32::MAX,
        [word] => parse_counts(word.text).map_err(|_| text.error(word.at, EXPECTED, &quoted(word.text)))?,
        [_, word, ..] => return Err(text.error(word.at, EXPECTED, &quoted(word.text))),
    };
    // The name is the last thing of the key.
    let before = heading.key.chars().count() - name.trim_start_matches(BLANKS).chars().count();
    let name = name.trim_matches(BLANKS);
    let at = Spot { column: heading.at.column + before, ..heading.at };
    let rows = reader.drawing_below(heading, 1, "")?;
    let counts_at = if words.is_empty() { at } else { heading.value_at() };
    let (shape, paint) = shape(text, name, is_painted, &rows)?;
    let piece = Piece { name: name.to_owned(), shape, freedom, paint, colour, counts };
    Ok((piece, at, counts_at))
}

/// The shape that is drawn for a piece, and the colours of its cells, if it is painted.
fn shape(
    text: &SourceText<'_>,
    name: &str,
    is_painted: bool,
    rows: &[Line<'_>],
) -> Result<(Shape, Vec<Option<char>>), InputError> {
    let (mut cells, mut paint) = (Vec::new(), Vec::new());
    for (row, line) in (0..).zip(rows) {
        for (column, c) in (0..).zip(line.text.chars()) {
            if c == '.' || c == ' ' {
                continue;
            }
            let at = Spot { line: *line, column: usize::from(column) };
            if !is_painted && !is_visible(c) {
                return Err(text.wrong_character(at, "`.`, a blank or a visible character for a cell"));
            }
            if is_painted && c != '*' && !is_paint(c) {
                let expected =
                    "`.`, a blank, a letter or a digit for a colour, or `*` for a cell without one";
                return Err(text.wrong_character(at, expected));
            }
            cells.push((row, column));
            paint.extend(is_painted.then_some(Some(c).filter(|c| *c != '*')));
        }
    }
    if cells.is_empty() {
        let at = Spot { line: rows[0], column: 0 };
        return Err(text.error(at, &format!("a cell of piece {name}"), "none"));
    }
    let shape = Shape::of(&cells).0;
    if let Some(stray) = shape.stray() {
        let (row, column) = cells[stray];
        let at = Spot { line: rows[usize::from(row)], column: usize::from(column) };
        let expected = format!("every cell of piece {name} beside another one of it");
        return Err(text.error(at, &expected, "a part that lies by itself"));
    }
    Ok((shape, paint))
}

/// The size of the board, its cells, and its place.
fn board<'a>(
    text: &SourceText<'a>,
    heading: &Heading<'a>,
    reader: &mut SectionReader<'_, 'a>,
) -> Result<(Size, Vec<Floor>, Spot<'a>), InputError> {
    if heading.value.is_empty() {
        let (size, floor) = drawn_board(text, &reader.drawing_below(heading, 1, "")?)?;
        return Ok((size, floor, heading.at));
    }
    let side = |text: &str| {
        text.trim().parse().ok().filter(|&side: &u16| Size { height: side, width: 1 }.is_allowed())
    };
    let sides = heading.value.split_once(['x', '×']);
    let size = sides.and_then(|(height, width)| Some(Size { height: side(height)?, width: side(width)? }));
    let Some(size) = size else {
        let expected = format!(
            "height x width, each 1 to {LONGEST_SIDE}, such as 10x10, or a drawing on the lines after `board:`"
        );
        return Err(text.error(heading.value_at(), &expected, &quoted(heading.value)));
    };
    Ok((size, vec![Floor::Open; size.cells()], heading.value_at()))
}

fn drawn_board(text: &SourceText<'_>, rows: &[Line<'_>]) -> Result<(Size, Vec<Floor>), InputError> {
    let width = rows.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
    let size = Size { height: rows.len() as u16, width: width as u16 };
    let mut floor = vec![Floor::Wall; size.cells()];
    for (line, floor) in rows.iter().zip(floor.chunks_mut(width)) {
        for (column, c) in line.text.chars().enumerate() {
            floor[column] = match c {
                '.' => Floor::Open,
                '*' => Floor::Full,
                '#' | ' ' => Floor::Wall,
                _ => {
                    let expected = "`.`, `#`, a blank or `*` for a cell that has to be covered";
                    return Err(text.wrong_character(Spot { line: *line, column }, expected));
                }
            };
        }
    }
    Ok((size, floor))
}
