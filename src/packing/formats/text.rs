//! The text format: drawings of pieces and of a board, as described in `docs/formats.md`.
//!
//! ```text
//! title: A small one          `key: value`
//!
//! piece L: 2 turn             a name, a count, a freedom, paint and a colour, then a drawing
//! X..
//! XXX
//! ```

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use crate::drawing::{self, legend_of};
use crate::flaw::{Flaw, Place};
use crate::naming::Naming;
use crate::pack::{Cell, Floor, Freedom, Pack, Piece, Placed, Rule, is_paint};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::{InputError, parse_counts};
use traybit_core::shape::Shape;
use traybit_core::source_text::sections::{Grammar, Heading, SectionReader};
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, is_visible, quoted};

/// Expected characters of a piece's cells, plain and painted.
const PLAIN: &str = "`.`, a blank or a visible character for a cell";
const PAINTED: &str = "`.`, a blank, a letter or a digit for a colour, or `*` for a cell without one";

const GRAMMAR: Grammar = Grammar {
    expected: "a section (title, source, piece NAME, board, paint, fits, empty, pieces, rules or placed, then a colon) or a comment (after `;`)",
    once: &["title", "source", "board", "paint", "fits", "empty", "pieces", "rules", "placed"],
    after_drawing: "; a drawing ends at an empty line or a comment",
};

/// Reads a puzzle; `name` is the file's name in messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<Pack, InputError> {
    let source = &SourceText::new(name, bytes)?;
    let pack = Pack::new(Size { height: 0, width: 0 }, Vec::new(), Vec::new());
    let (places, pieces_at, paint, placed) = Default::default();
    let mut sections = Sections { source, pack, places, pieces_at, paint, placed };
    let mut reader = SectionReader::new(source, &GRAMMAR);
    while let Some(heading) = reader.next_section()? {
        sections.add(&heading, &mut reader)?;
    }
    let Some(board_at) = sections.spot(Place::Section("board")) else {
        return Err(source.lack("a section `board:`"));
    };
    if sections.pack.pieces.is_empty() {
        return Err(source.lack("a section `piece NAME:`"));
    }
    sections.pack.paint.cells = sections.paint()?;
    let located = |flaw: Flaw| source.sentence(sections.spot(flaw.place).unwrap_or(board_at), &flaw.sentence);
    let mut pack = sections.pack.clone().checked().map_err(located)?;
    if sections.placed.is_empty() {
        return Ok(pack);
    }
    pack.placed = drawing::packing(source, &sections.placed, &pack, &Naming::of(&pack))?;
    pack.checked().map_err(located)
}

struct Sections<'p, 'a> {
    source: &'p SourceText<'a>,
    pack: Pack,
    /// The sections and their positions in the file.
    places: Vec<(&'a str, Spot<'a>)>,
    /// For each piece, the positions of its name and of its counts.
    pieces_at: Vec<(Spot<'a>, Spot<'a>)>,
    /// The drawing of the board's paint.
    paint: Vec<Line<'a>>,
    /// The drawing of the pieces placed beforehand.
    placed: Vec<Line<'a>>,
}

fn marks<'a>(rows: &[Line<'a>]) -> impl Iterator<Item = (Cell, char, Spot<'a>)> {
    (0..).zip(rows).flat_map(|(row, &line)| {
        let marks = (0..).zip(line.text.chars());
        marks.map(move |(column, c)| ((row, column), c, Spot { line, column: column.into() }))
    })
}

impl<'a> Sections<'_, 'a> {
    fn add(&mut self, heading: &Heading<'a>, reader: &mut SectionReader<'_, 'a>) -> Result<(), InputError> {
        let source = self.source;
        let remark = || Ok(Some(heading.remark(source)?.to_owned()));
        match heading.key {
            "title" => self.pack.title = remark()?,
            "source" => self.pack.source = remark()?,
            "board" => self.board(heading, reader)?,
            "paint" => self.paint = reader.drawing(heading, 1, "")?,
            "fits" => self.fits(heading)?,
            "empty" => self.pack.empty = self.counts(heading, "how many cells stay empty")?,
            "pieces" => {
                self.pack.rules.pieces = Some(self.counts(heading, "how many pieces there are together")?);
            }
            "rules" => self.rules(heading)?,
            "placed" => self.placed = reader.drawing(heading, 2, "")?,
            "piece" => {
                let colon = Spot { column: heading.from - 1, ..heading.at };
                let expected = "the name of the piece between `piece` and the colon";
                return Err(source.wrong_character(colon, expected));
            }
            key => {
                let Some(("piece", name)) = key.split_once(BLANKS) else {
                    return Err(reader.unknown(heading));
                };
                return self.piece(heading, name, reader);
            }
        }
        let at = if heading.value.is_empty() { heading.at } else { heading.value_at() };
        self.places.push((heading.key, at));
        Ok(())
    }

    /// The position of a part of the puzzle, if it is in the file.
    fn spot(&self, place: Place) -> Option<Spot<'a>> {
        match place {
            Place::Section("piece") => Some(self.pieces_at.first()?.1),
            Place::Section(name) => self.places.iter().find(|(key, _)| *key == name).map(|(_, at)| *at),
            Place::Piece(number) => Some(self.pieces_at.get(number)?.0),
            Place::Counts(number) => Some(self.pieces_at.get(number)?.1),
            Place::Placed((row, column)) => {
                let line = *self.placed.get(usize::from(row))?;
                Some(Spot { line, column: 2 * usize::from(column) })
            }
        }
    }

    /// The colour of each cell of the board; empty if there is no drawing of them.
    fn paint(&self) -> Result<Vec<Option<char>>, InputError> {
        let (rows, size) = (&self.paint[..], self.pack.size);
        let Some(at) = self.spot(Place::Section("paint")) else { return Ok(Vec::new()) };
        let expected =
            format!("the paint of the board, {} rows of at most {} cells", size.height, size.width);
        if rows.len() != usize::from(size.height) {
            return Err(self.source.error(at, &expected, &format!("{} rows", rows.len())));
        }
        let mut paint = vec![None; size.cells()];
        for (cell, c, at) in marks(rows) {
            if cell.1 >= size.width {
                return Err(self.source.error(at, &expected, "one cell more"));
            }
            if is_paint(c) {
                paint[size.number(cell)] = Some(c);
            } else if !matches!(c, '.' | '#' | ' ') {
                let expected = "a letter or a digit for a colour, or `.`, `#` or a blank for none";
                return Err(self.source.wrong_character(at, expected));
            }
        }
        Ok(paint)
    }

    fn counts(&self, heading: &Heading<'a>, expected: &str) -> Result<RangeInclusive<u32>, InputError> {
        parse_counts(heading.value).map_err(|_| {
            let found = Some(quoted(heading.value)).filter(|_| !heading.value.is_empty());
            let found = found.unwrap_or_else(|| "the end of the line".to_owned());
            self.source.error(heading.value_at(), &format!("{expected}, such as 3, 0..4 or 2.."), &found)
        })
    }

    /// Reads the board colours that each piece colour fits; commas separate the piece colours.
    fn fits(&mut self, heading: &Heading<'a>) -> Result<(), InputError> {
        let fits = &mut self.pack.paint.fits;
        for part in heading.value.split(',').map(|part| part.trim_matches(BLANKS)) {
            let mut words = part.split(BLANKS).filter(|word| !word.is_empty());
            let colour = |word: &str| word.parse().ok().filter(|&colour| is_paint(colour));
            let own = words.next().and_then(colour).filter(|_| words.next() == Some("on"));
            let others: Option<BTreeSet<char>> = words.map(colour).collect();
            let Some((own, others)) = own.zip(others).filter(|(own, _)| !fits.contains_key(own)) else {
                let expected = "for colours of pieces, each once, the colours of the board that they fit, such as `a on b c, d on e`";
                return Err(self.source.error(heading.value_at(), expected, &quoted(part)));
            };
            fits.insert(own, others);
        }
        Ok(())
    }

    fn rules(&mut self, heading: &Heading<'a>) -> Result<(), InputError> {
        for name in heading.value.split(',').map(|name| name.trim_matches(BLANKS)) {
            let Some(rule) = Rule::ALL.into_iter().find(|rule| rule.name() == name) else {
                let names = Rule::ALL.map(Rule::name).join("`, `");
                let expected = format!("rules with commas between them: `{names}`");
                return Err(self.source.error(heading.value_at(), &expected, &quoted(name)));
            };
            self.pack.rules.named.insert(rule);
        }
        Ok(())
    }

    fn piece(
        &mut self,
        heading: &Heading<'a>,
        name: &str,
        reader: &mut SectionReader<'_, 'a>,
    ) -> Result<(), InputError> {
        let mut words = heading.words();
        let mut colour = None;
        if let Some([key, name]) = words.last_chunk()
            && key.text == "colour"
        {
            colour = Some(name.text.to_owned());
            words.truncate(words.len() - 2);
        }
        let mut ends_with = |key: Option<&str>| words.pop_if(|word| key == Some(word.text)).is_some();
        let is_painted = ends_with(Some("painted"));
        let freedom = [Freedom::Turn, Freedom::Fixed].into_iter().find(|freedom| ends_with(freedom.name()));
        let freedom = freedom.unwrap_or(Freedom::Flip);
        let counts = match &words[..] {
            [] => Some(1..=1),
            [word] if word.text == "any" => Some(0..=u32::MAX),
            [word] => parse_counts(word.text).ok(),
            _ => None,
        };
        let Some(counts) = counts else {
            let word = words[words.len().min(2) - 1];
            let expected = "how many there are of the piece, such as 3, 0..4, 2.. or any, then `turn`, `fixed` or nothing, \
                            then perhaps `painted`, then perhaps `colour` and its name";
            return Err(self.source.error(word.at, expected, &quoted(word.text)));
        };
        // The name is the last part of the key.
        let before = heading.key.chars().count() - name.trim_start_matches(BLANKS).chars().count();
        let name = name.trim_matches(BLANKS).to_owned();
        let at = Spot { column: heading.at.column + before, ..heading.at };
        let counts_at = if words.is_empty() { at } else { heading.value_at() };
        let (shape, paint) = self.shape(&name, is_painted, &reader.drawing_below(heading, 1, "")?)?;
        self.pieces_at.push((at, counts_at));
        self.pack.pieces.push(Piece { name, shape, freedom, paint, colour, counts });
        Ok(())
    }

    /// The shape drawn for a piece, and the colours of its cells, if it is painted.
    fn shape(
        &self,
        name: &str,
        is_painted: bool,
        rows: &[Line<'a>],
    ) -> Result<(Shape, Vec<Option<char>>), InputError> {
        let (mut cells, mut paint) = (Vec::new(), Vec::new());
        for (cell, c, at) in marks(rows).filter(|(_, c, _)| !matches!(c, '.' | ' ')) {
            let is_cell = if is_painted { c == '*' || is_paint(c) } else { is_visible(c) };
            if !is_cell {
                return Err(self.source.wrong_character(at, if is_painted { PAINTED } else { PLAIN }));
            }
            cells.push(cell);
            paint.extend(is_painted.then_some(Some(c).filter(|c| *c != '*')));
        }
        if cells.is_empty() {
            let at = Spot { line: rows[0], column: 0 };
            return Err(self.source.error(at, &format!("a cell of piece {name}"), "none"));
        }
        let shape = Shape::of(&cells).0;
        let Some(stray) = shape.stray() else { return Ok((shape, paint)) };
        let at = Spot { line: rows[usize::from(cells[stray].0)], column: cells[stray].1.into() };
        let expected = format!("every cell of piece {name} beside another one of it");
        Err(self.source.error(at, &expected, "a part that lies by itself"))
    }

    fn board(&mut self, heading: &Heading<'a>, reader: &mut SectionReader<'_, 'a>) -> Result<(), InputError> {
        let Pack { size, floor, .. } = &mut self.pack;
        if heading.value.is_empty() {
            let rows = reader.drawing_below(heading, 1, "")?;
            let width = rows.iter().map(|line| line.text.chars().count()).max().unwrap_or(0);
            *size = Size { height: rows.len() as u16, width: width as u16 };
            *floor = vec![Floor::Wall; size.cells()];
            for (cell, c, at) in marks(&rows) {
                floor[size.number(cell)] = match c {
                    '.' => Floor::Open,
                    '*' => Floor::Full,
                    '#' | ' ' => Floor::Wall,
                    _ => {
                        let expected = "`.`, `#`, a blank or `*` for a cell that has to be covered";
                        return Err(self.source.wrong_character(at, expected));
                    }
                };
            }
            return Ok(());
        }
        let Some(drawn) = Size::parse(heading.value) else {
            let expected = format!(
                "height x width, each 1 to {LONGEST_SIDE}, such as 10x10, or a drawing on the lines after `board:`"
            );
            return Err(self.source.error(heading.value_at(), &expected, &quoted(heading.value)));
        };
        (*size, *floor) = (drawn, vec![Floor::Open; drawn.cells()]);
        Ok(())
    }
}

/// The text of a valid puzzle. Reading it gives the same puzzle, except that on the tallest boards a piece placed
/// beforehand may become another one of the same shape.
pub fn write(pack: &Pack) -> String {
    let Pack { title, source, size, paint, rules, empty, placed, .. } = pack;
    let open = pack.open() as u32;
    let mut lines: Vec<String> = title.iter().map(|title| format!("title: {title}")).collect();
    lines.extend(source.iter().map(|source| format!("source: {source}")));
    for piece in &pack.pieces {
        let counts = range(&piece.counts, piece.most_in(open as usize));
        let freedom = piece.freedom.name().map_or(String::new(), |name| format!(" {name}"));
        let paint = if piece.paint.is_empty() { "" } else { " painted" };
        let colour = piece.colour.as_ref().map_or(String::new(), |name| format!(" colour {name}"));
        lines.push(format!("\npiece {}: {counts}{freedom}{paint}{colour}", piece.name));
        lines.extend(piece.rows());
    }
    if pack.floor.iter().all(|floor| *floor == Floor::Open) {
        lines.push(format!("\nboard: {}x{}", size.height, size.width));
    } else {
        let mark = |floor: &Floor| ['#', '.', '*'][*floor as usize];
        lines.push("\nboard:".to_owned());
        lines.extend(pack.floor.chunks(size.width.into()).map(|row| row.iter().map(mark).collect()));
    }
    let named: Vec<&str> = rules.named.iter().map(|rule| rule.name()).collect();
    let pieces = rules.pieces.as_ref().map(|pieces| range(pieces, open));
    for (is_said, line) in [
        (!paint.cells.is_empty(), format!("\npaint:\n{}", paint.rows(*size).join("\n"))),
        (!paint.fits.is_empty(), format!("fits: {}", paint.pairs())),
        (*empty != (0..=open), format!("empty: {}", range(empty, open))),
        (pieces.is_some(), format!("pieces: {}", pieces.unwrap_or_default())),
        (!named.is_empty(), format!("rules: {}", named.join(", "))),
    ] {
        lines.extend(is_said.then_some(line));
    }
    let mut text = lines.join("\n") + "\n";
    if !placed.is_empty() {
        let naming = Naming::of(pack);
        // Of equal pieces, those that are placed are no longer among those that have to be.
        let is_named = |one: &Placed| naming.is_shared(&one.cells) || naming.has_equal(one.piece);
        let legend = legend_of(&naming, placed, is_named);
        // A drawing in a section has at most as many lines as the largest board has rows.
        let fits = usize::from(size.height) + legend.lines().count() <= LONGEST_SIDE.into();
        text.push_str("\nplaced:\n");
        text.push_str(&drawing::write_rows(pack, placed, 2));
        text.push_str(if fits { &legend } else { "" });
    }
    text
}

/// A number or a range in the syntax that is read, with no upper end if it is at least `highest`.
fn range(counts: &RangeInclusive<u32>, highest: u32) -> String {
    match counts.clone().into_inner() {
        (least, most) if least == most => format!("{least}"),
        (least, most) if most >= highest => format!("{least}.."),
        (least, most) => format!("{least}..{most}"),
    }
}
