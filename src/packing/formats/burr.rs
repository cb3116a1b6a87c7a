//! Puzzles of `BurrTools`: XML, packed with gzip or not. Those of one layer of squares are packing puzzles.
//!
//! ```text
//! <puzzle><gridType type="0"/>                             cubes
//!  <shapes><voxel x="5" y="3" z="1" type="0">#####…</voxel>     cells row by row: `#` one of the shape, `_` none, in a result
//!  </shapes>                                               `#` must be covered and `+` may be empty; digits are colours
//!  <problems><problem><shapes><shape id="0" count="11"/></shapes>   or min="0" max="3"
//!   <result id="1"/><bitmap><pair piece="0" result="1"/></bitmap>   colour 1 of pieces fits colour 2 of the result
//!  </problem></problems></puzzle>
//! ```
//!
//! Colours of cells count from 1, 0 being none; pairs count the same colours from 0. Flat pieces that are turned in space are turned and flipped. The format is that of Andreas Röver's program, written
//! down from what its files hold.

mod written;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::str::from_utf8;

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};

use crate::flaw::{Place, is_name};
use crate::formats::LONGEST;
pub use crate::formats::burr::written::{check_colours, write, write_packings};
use crate::pack::paint::Paint;
use crate::pack::{Floor, Freedom, Pack, Piece, Rules};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{SourceText, Spot, quoted, without_mark};

/// A number or a text, and where its element begins, in bytes.
struct Located<T> {
    value: T,
    at: usize,
}

/// An element `voxel`.
struct Voxel {
    at: usize,
    /// Columns, rows and layers.
    sides: [Option<u32>; 3],
    name: Option<String>,
    text: String,
}

/// An element `problem`.
struct Problem {
    at: usize,
    name: Option<String>,
    /// The number of a shape, and how many there are of it.
    shapes: Vec<Located<(Option<u32>, RangeInclusive<u32>)>>,
    result: Option<Located<Option<u32>>>,
    holes: Option<u32>,
    /// Colours of pieces, and colours of the result that they fit.
    fits: BTreeSet<(char, char)>,
}

/// The cells of a shape that hold something, and their colours.
type Cells = Vec<((u16, u16), Floor, Option<char>)>;

/// The colours of cells: `a` for 1, `b` for 2, as many as there are.
pub(super) fn colours() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('α'..='ω').take(63)
}

/// The character of a colour; none for 0, and for numbers that are none.
fn colour(number: u32) -> Option<char> {
    colours().nth((number as usize).checked_sub(1)?)
}

/// Content of the file.
#[derive(Default)]
struct Content {
    grid: Option<Located<String>>,
    voxels: Vec<Voxel>,
    problems: Vec<Problem>,
}

/// A file, and how to point into it.
struct Sheet<'a> {
    name: &'a str,
    source: SourceText<'a>,
    text: &'a str,
}

/// Reads the problem with a number, counted from 1, of a file that sentences call `name`, unpacked.
///
/// # Errors
/// [`InputError::Invalid`] when it is malformed, is not flat, has a feature that plain packings lack, or has a flaw.
pub fn read(name: &str, bytes: &[u8], number: usize) -> Result<Pack, InputError> {
    let source = SourceText::new(name, bytes)?;
    let sheet = Sheet { name, source, text: from_utf8(without_mark(bytes)).unwrap_or_default() };
    let content = sheet.content()?;
    let Some(grid) = &content.grid else { return Err(source.lack("an element `gridType`")) };
    if grid.value != "0" {
        return Err(sheet.error(grid.at, "a grid of cubes, type 0", &quoted(&grid.value)));
    }
    let count = content.problems.len();
    let Some(problem) = number.checked_sub(1).and_then(|number| content.problems.get(number)) else {
        return Err(if count == 0 {
            source.lack("an element `problem`")
        } else {
            InputError::Invalid(format!("{name}: expected problem {number}, found only {count}"))
        });
    };
    sheet.pack(&content, problem)
}

impl Sheet<'_> {
    /// A sentence about what stands at a byte of the text.
    fn error(&self, at: usize, expected: &str, found: &str) -> InputError {
        let before = &self.text.as_bytes()[..at.min(self.text.len())];
        let number = before.split(|byte| *byte == b'\n').count() - 1;
        let start = before.iter().rposition(|byte| *byte == b'\n').map_or(0, |place| place + 1);
        let column = String::from_utf8_lossy(&before[start..]).chars().count();
        match self.source.lines().nth(number) {
            Some(line) => self.source.error(Spot { line, column }, expected, found),
            None => self.source.lack(expected),
        }
    }

    /// Sorts out the elements that matter.
    fn content(&self) -> Result<Content, InputError> {
        let mut content = Content::default();
        let mut path: Vec<String> = Vec::new();
        let mut reader = Reader::from_str(self.text);
        let name = |element: &BytesStart<'_>| String::from_utf8_lossy(element.name().as_ref()).into_owned();
        loop {
            let at = reader.buffer_position() as usize;
            let event = reader.read_event().map_err(|reason| {
                let at = reader.error_position() as usize;
                self.error(at, "well-formed XML", &reason.to_string())
            })?;
            match event {
                Event::Start(ref element) | Event::Empty(ref element) => {
                    path.push(name(element));
                    self.begin(&mut content, &path, element, at)?;
                    if matches!(event, Event::Empty(_)) {
                        path.pop();
                    }
                }
                Event::End(_) => drop(path.pop()),
                Event::Text(text) if path == ["puzzle", "shapes", "voxel"] => {
                    if let Some(voxel) = content.voxels.last_mut() {
                        voxel.text.push_str(&String::from_utf8_lossy(&text));
                    }
                }
                Event::Eof if path.is_empty() => return Ok(content),
                Event::Eof => {
                    return Err(InputError::Invalid(format!(
                        "{}: expected well-formed XML, found an element without its end",
                        self.name
                    )));
                }
                _ => (),
            }
        }
    }

    fn begin(
        &self,
        content: &mut Content,
        path: &[String],
        element: &BytesStart<'_>,
        at: usize,
    ) -> Result<(), InputError> {
        let text = |key: &str| self.attribute(element, key, at);
        let number = |key: &str| {
            let Some(value) = self.attribute(element, key, at)? else { return Ok(None) };
            let parsed = value.trim().parse::<u32>().map(Some);
            parsed.map_err(|_| self.error(at, &format!("a number as `{key}`"), &quoted(&value)))
        };
        let problem = content.problems.last_mut();
        // Nothing deeper than six elements matters.
        let path: Vec<&str> = path.iter().take(7).map(String::as_str).collect();
        match path[..] {
            ["puzzle", "gridType"] => {
                content.grid = Some(Located { value: text("type")?.unwrap_or_default(), at });
            }
            ["puzzle", "shapes", "voxel"] => {
                let sides = [number("x")?, number("y")?, number("z")?];
                let name = text("name")?;
                content.voxels.push(Voxel { at, sides, name, text: String::new() });
            }
            ["puzzle", "problems", "problem"] => {
                let (name, holes) = (text("name")?, number("maxHoles")?);
                content.problems.push(Problem {
                    at,
                    name,
                    shapes: Vec::new(),
                    result: None,
                    holes,
                    fits: BTreeSet::new(),
                });
            }
            ["puzzle", "problems", "problem", "result"] => {
                let value = number("id")?;
                if let Some(problem) = problem {
                    problem.result = Some(Located { value, at });
                }
            }
            ["puzzle", "problems", "problem", "bitmap", _] => {
                let paired = |number: u32| colour(number.checked_add(1)?);
                let pair = number("piece")?.and_then(paired).zip(number("result")?.and_then(paired));
                if let Some(problem) = problem {
                    problem.fits.extend(pair);
                }
            }
            ["puzzle", "problems", "problem", "shapes", "shape"] => {
                let counts = match (number("count")?, number("min")?, number("max")?) {
                    (Some(count), None, None) => count..=count,
                    (None, Some(least), Some(most)) if least <= most => least..=most,
                    _ => return Err(self.error(at, "a `count`, or `min` and `max` in order", "none")),
                };
                let value = (number("id")?, counts);
                if let Some(problem) = problem {
                    problem.shapes.push(Located { value, at });
                }
            }
            ["puzzle", "problems", "problem", "shapes", "shape", "group"] => {
                return Err(self.error(at, "pieces that do not belong to groups", "a group"));
            }
            _ => (),
        }
        Ok(())
    }

    fn attribute(
        &self,
        element: &BytesStart<'_>,
        key: &str,
        at: usize,
    ) -> Result<Option<String>, InputError> {
        let malformed = |reason: String| self.error(at, "well-formed XML", &reason);
        let found = element.try_get_attribute(key).map_err(|reason| malformed(reason.to_string()))?;
        let Some(found) = found else { return Ok(None) };
        let value = found.normalized_value(XmlVersion::Implicit1_0);
        value.map(|value| Some(value.into_owned())).map_err(|reason| malformed(reason.to_string()))
    }

    fn pack(&self, content: &Content, problem: &Problem) -> Result<Pack, InputError> {
        let Some(result) = &problem.result else {
            return Err(self.error(problem.at, "an element `result` in the problem", "none"));
        };
        if problem.shapes.is_empty() {
            return Err(self.error(problem.at, "an element `shape` in the problem", "none"));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        let mut places = Vec::new();
        // A shape that stands there again is a piece with a name of its own.
        let (mut others, mut length) = (1, 0);
        for listed in &problem.shapes {
            let (id, counts) = &listed.value;
            let voxel = self.voxel(content, *id, listed.at)?;
            length += voxel.text.len();
            if length > LONGEST {
                let most = LONGEST >> 20;
                return Err(self.error(listed.at, &format!("shapes of at most {most} MiB in all"), "more"));
            }
            let (_, cells) = self.cells(voxel, false)?;
            let number = id.unwrap_or_default() + 1;
            let named = voxel.name.as_deref().map(str::trim).filter(|name| is_name(name));
            let mut name = named.map_or_else(|| format!("S{number}"), str::to_owned);
            while !names.insert(name.clone()) {
                others += 1;
                name = format!("S{number} {others}");
            }
            let (cells, paint): (Vec<_>, _) =
                cells.into_iter().map(|(cell, _, colour)| (cell, colour)).unzip();
            if cells.is_empty() {
                return Err(self.error(voxel.at, "a shape with a cell", "none"));
            }
            let shape = Shape::of(&cells).0;
            let (freedom, colour, counts) = (Freedom::Flip, None, counts.clone());
            pieces.push(Piece { name, shape, freedom, paint, colour, counts });
            places.push(listed.at);
        }
        let (size, cells) = self.cells(self.voxel(content, result.value, result.at)?, true)?;
        let mut floor = vec![Floor::Wall; size.cells()];
        let mut paint = Paint { cells: vec![None; size.cells()], fits: BTreeMap::new() };
        for (cell, here, colour) in cells {
            floor[size.number(cell)] = here;
            paint.cells[size.number(cell)] = colour;
        }
        let board: HashSet<char> = paint.cells.iter().flatten().copied().collect();
        for &own in pieces.iter().flat_map(|piece| &piece.paint).flatten() {
            paint.fits.entry(own).or_insert_with(|| {
                let pairs = problem.fits.iter().filter(|(piece, _)| *piece == own);
                pairs.map(|(_, below)| *below).filter(|below| board.contains(below)).collect()
            });
        }
        let title = problem.name.as_deref().map(str::trim);
        let title = title.filter(|title| !title.is_empty() && !title.chars().any(char::is_control));
        let title = title.map(str::to_owned);
        let empty = 0..=problem.holes.unwrap_or(size.cells() as u32);
        let (rules, placed) = (Rules::default(), Vec::new());
        let pack = Pack { title, source: None, size, floor, paint, pieces, empty, rules, placed };
        pack.checked().map_err(|flaw| {
            let at = match flaw.place {
                Place::Piece(number) | Place::Counts(number) => places[number],
                _ => result.at,
            };
            self.flawed(at, &flaw.sentence)
        })
    }

    /// The sentence about a flaw, which says by itself what was expected.
    fn flawed(&self, at: usize, sentence: &str) -> InputError {
        let (expected, found) = sentence.split_once(", found ").unwrap_or((sentence, "none"));
        self.error(at, expected.trim_start_matches("expected "), found)
    }

    fn voxel<'c>(&self, content: &'c Content, id: Option<u32>, at: usize) -> Result<&'c Voxel, InputError> {
        let found = id.and_then(|id| content.voxels.get(id as usize));
        found.ok_or_else(|| {
            let found = id.map_or("none".to_owned(), |id| id.to_string());
            self.error(at, &format!("the `id` of one of the {} shapes", content.voxels.len()), &found)
        })
    }

    /// The size of a shape, and its cells.
    fn cells(&self, voxel: &Voxel, is_result: bool) -> Result<(Size, Cells), InputError> {
        let [Some(width), Some(height), Some(depth)] = voxel.sides else {
            return Err(self.error(voxel.at, "a shape with the sizes `x`, `y` and `z`", "none"));
        };
        let longest = u32::from(LONGEST_SIDE);
        if depth != 1 || !(1..=longest).contains(&width) || !(1..=longest).contains(&height) {
            let expected = format!("a flat shape, 1 to {longest} cells long and wide and one high");
            return Err(self.error(voxel.at, &expected, &format!("{width}×{height}×{depth}")));
        }
        let size = Size { height: height as u16, width: width as u16 };
        let mut cells = Vec::new();
        let mut place = 0;
        let mut characters = voxel.text.chars().filter(|c| !c.is_ascii_whitespace()).peekable();
        while let Some(c) = characters.next() {
            let mut number = 0_u32;
            while let Some(digit) = characters.peek().and_then(|c| c.to_digit(10)) {
                characters.next();
                number = number.saturating_mul(10).saturating_add(digit);
            }
            let floor = match c {
                '#' => Some(Floor::Full),
                '+' if is_result => Some(Floor::Open),
                '_' => None,
                _ => {
                    let expected = if is_result { "cells `#`, `+` and `_`" } else { "cells `#` and `_`" };
                    return Err(self.error(voxel.at, expected, &quoted(&c.to_string())));
                }
            };
            if let Some(floor) = floor {
                let (row, column) = (place / usize::from(size.width), place % usize::from(size.width));
                let colour = colour(number);
                if colour.is_none() && number > 0 {
                    let expected = format!("colours 0 to {}", colours().count());
                    return Err(self.error(voxel.at, &expected, &number.to_string()));
                }
                cells.push(((row as u16, column as u16), floor, colour));
            }
            place += 1;
            if place > size.cells() {
                break;
            }
        }
        if place != size.cells() {
            let found = if place > size.cells() { "more".to_owned() } else { place.to_string() };
            return Err(self.error(voxel.at, &format!("{} cells", size.cells()), &found));
        }
        Ok((size, cells))
    }
}
