//! Puzzles of `BurrTools`: XML, compressed with gzip or not. Those with one layer of squares are packing puzzles.
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
//! Colours of cells are numbered from 1, with 0 for none; pairs number the same colours from 0. Flat pieces turned in space
//! are turned and flipped. (The format of Andreas Röver's program, inferred from its files.)

mod written;

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::RangeInclusive;
use std::str::from_utf8;

use roxmltree::{Document, Node, ParsingOptions, TextPos};

use crate::flaw::{Place, is_name};
use crate::formats::LONGEST;
pub use crate::formats::burr::written::{check_colours, write, write_packings};
use crate::{Cell, Floor, Freedom, Pack, Paint, Piece};
use traybit_core::{InputError, LONGEST_SIDE, Line, Shape, Size, SourceText, Spot, quoted, without_mark};

/// Maximum number of elements and texts in a file, to bound the memory.
const MOST_NODES: u32 = 1 << 20;

/// The non-empty cells of a shape, and their colours.
type Cells = Vec<(Cell, Floor, Option<char>)>;

/// Characters for the colours of cells: `a` for 1, `b` for 2 and so on.
pub(super) fn colours() -> impl Iterator<Item = char> {
    ('a'..='z').chain('A'..='Z').chain('α'..='ω').take(63)
}

/// The character of a colour; `None` for 0 and for numbers beyond the last.
fn colour(number: u32) -> Option<char> {
    colours().nth((number as usize).checked_sub(1)?)
}

/// The elements at a path below another element.
fn elements<'a>(above: Node<'a, 'a>, path: &str) -> Vec<Node<'a, 'a>> {
    path.split('/').fold(vec![above], |above, name| {
        above.iter().flat_map(Node::children).filter(|element| element.has_tag_name(name)).collect()
    })
}

/// Reads problem `number`, counted from 1, of an uncompressed file and ignores the others; `name` is for messages.
pub fn read(name: &str, bytes: &[u8], number: usize) -> Result<Pack, InputError> {
    let source = SourceText::new(name, bytes)?;
    let text = from_utf8(without_mark(bytes)).unwrap_or_default();
    let options = ParsingOptions { allow_dtd: true, nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| {
        let reason = error.to_string().replace(&format!(" at {}", error.pos()), "");
        source.error(spot(&source, error.pos()), "well-formed XML", &reason)
    })?;
    let root = document.root();
    let sheet = Sheet { source, voxels: elements(root, "puzzle/shapes/voxel") };
    let Some(grid) = elements(root, "puzzle/gridType").pop() else {
        return Err(source.lack("an element `gridType`"));
    };
    let kind = grid.attribute("type").unwrap_or_default();
    if kind != "0" {
        return Err(sheet.error(grid, "a grid of cubes, type 0", &quoted(kind)));
    }
    let problems = elements(root, "puzzle/problems/problem");
    match number.checked_sub(1).and_then(|number| problems.get(number)) {
        Some(problem) => sheet.pack(*problem),
        None if problems.is_empty() => Err(source.lack("an element `problem`")),
        None => {
            let count = problems.len();
            Err(InputError::Invalid(format!("{name}: there is no problem {number}; the file has {count}")))
        }
    }
}

fn spot<'t>(source: &SourceText<'t>, at: TextPos) -> Spot<'t> {
    let number = at.row as usize;
    let line = source.lines().nth(number - 1).unwrap_or(Line { number, text: "" });
    Spot { line, column: at.col as usize - 1 }
}

struct Sheet<'a> {
    source: SourceText<'a>,
    voxels: Vec<Node<'a, 'a>>,
}

impl<'a> Sheet<'a> {
    fn spot(&self, element: Node<'a, 'a>) -> Spot<'a> {
        spot(&self.source, element.document().text_pos_at(element.range().start))
    }

    fn error(&self, element: Node<'a, 'a>, expected: &str, found: &str) -> InputError {
        self.source.error(self.spot(element), expected, found)
    }

    fn number(&self, element: Node<'a, 'a>, key: &str) -> Result<Option<u32>, InputError> {
        let Some(value) = element.attribute(key) else { return Ok(None) };
        let number = value.trim().parse().map(Some);
        number.map_err(|_| self.error(element, &format!("a number as `{key}`"), &quoted(value)))
    }

    fn pack(&self, problem: Node<'a, 'a>) -> Result<Pack, InputError> {
        let Some(result) = elements(problem, "result").pop() else {
            return Err(self.error(problem, "an element `result` in the problem", "none"));
        };
        let listed = elements(problem, "shapes/shape");
        if listed.is_empty() {
            return Err(self.error(problem, "an element `shape` in the problem", "none"));
        }
        let mut pieces: Vec<Piece> = Vec::new();
        let mut names: HashSet<String> = HashSet::new();
        // A shape that is listed again is another piece with its own name.
        let (mut others, mut length) = (1, 0);
        for &entry in &listed {
            let counts = self.counts(entry)?;
            let (id, voxel) = self.voxel(entry)?;
            length += voxel.range().len();
            if length > LONGEST {
                let most = LONGEST >> 20;
                return Err(self.error(entry, &format!("shapes of at most {most} MiB in all"), "more"));
            }
            let named = voxel.attribute("name").map(str::trim).filter(|name| is_name(name));
            let mut name = named.map_or_else(|| format!("S{}", id + 1), str::to_owned);
            while !names.insert(name.clone()) {
                others += 1;
                name = format!("S{} {others}", id + 1);
            }
            let cells = self.cells(voxel, false)?.1.into_iter();
            let (cells, paint): (Vec<_>, _) = cells.map(|(cell, _, colour)| (cell, colour)).unzip();
            if cells.is_empty() {
                return Err(self.error(voxel, "a shape with a cell", "none"));
            }
            let shape = Shape::of(&cells).0;
            pieces.push(Piece { name, shape, freedom: Freedom::Flip, paint, colour: None, counts });
        }
        let (size, cells) = self.cells(self.voxel(result)?.1, true)?;
        let mut floor = vec![Floor::Wall; size.cells()];
        let mut below = vec![None; size.cells()];
        for (cell, here, colour) in cells {
            floor[size.number(cell)] = here;
            below[size.number(cell)] = colour;
        }
        let fits = self.fits(problem, &pieces, &below)?;
        let title = problem.attribute("name").map(str::trim);
        let title = title.filter(|title| !title.is_empty() && !title.chars().any(char::is_control));
        let pack = Pack {
            title: title.map(str::to_owned),
            paint: Paint { cells: below, fits },
            empty: 0..=self.number(problem, "maxHoles")?.unwrap_or(u32::MAX),
            ..Pack::new(size, floor, pieces)
        };
        pack.checked().map_err(|flaw| {
            let at = match flaw.place {
                Place::Piece(number) | Place::Counts(number) => listed[number],
                _ => result,
            };
            self.source.sentence(self.spot(at), &flaw.sentence)
        })
    }

    fn counts(&self, entry: Node<'a, 'a>) -> Result<RangeInclusive<u32>, InputError> {
        if let Some(group) = elements(entry, "group").pop() {
            return Err(self.error(group, "pieces that do not belong to groups", "a group"));
        }
        match (self.number(entry, "count")?, self.number(entry, "min")?, self.number(entry, "max")?) {
            (Some(count), None, None) => Ok(count..=count),
            (None, Some(least), Some(most)) if least <= most => Ok(least..=most),
            _ => Err(self.error(entry, "a `count`, or `min` and `max` in order", "none")),
        }
    }

    /// The number and the element of the shape to which an entry refers.
    fn voxel(&self, entry: Node<'a, 'a>) -> Result<(u32, Node<'a, 'a>), InputError> {
        let id = self.number(entry, "id")?;
        id.and_then(|id| Some((id, *self.voxels.get(id as usize)?))).ok_or_else(|| {
            let found = id.map_or("none".to_owned(), |id| id.to_string());
            self.error(entry, &format!("the `id` of one of the {} shapes", self.voxels.len()), &found)
        })
    }

    /// For each colour of the pieces, the colours of the board with which the problem pairs it.
    fn fits(
        &self,
        problem: Node<'a, 'a>,
        pieces: &[Piece],
        below: &[Option<char>],
    ) -> Result<BTreeMap<char, BTreeSet<char>>, InputError> {
        let own = pieces.iter().flat_map(|piece| &piece.paint).flatten();
        let mut fits: BTreeMap<char, BTreeSet<char>> = own.map(|&own| (own, BTreeSet::new())).collect();
        for pair in elements(problem, "bitmap/pair") {
            let number = |key| Ok(self.number(pair, key)?.and_then(|number| colour(number.checked_add(1)?)));
            let (own, result) = (number("piece")?, number("result")?);
            if let Some(own) = own.and_then(|own| fits.get_mut(&own)) {
                own.extend(result.filter(|_| below.contains(&result)));
            }
        }
        Ok(fits)
    }

    /// The size of a shape, and its cells.
    fn cells(&self, voxel: Node<'a, 'a>, is_result: bool) -> Result<(Size, Cells), InputError> {
        let sides = (self.number(voxel, "x")?, self.number(voxel, "y")?, self.number(voxel, "z")?);
        let (Some(width), Some(height), Some(depth)) = sides else {
            return Err(self.error(voxel, "a shape with the sizes `x`, `y` and `z`", "none"));
        };
        let Some(size) = Size::of(height as usize, width as usize).filter(|_| depth == 1) else {
            let expected = format!("a flat shape, 1 to {LONGEST_SIDE} cells long and wide and one high");
            return Err(self.error(voxel, &expected, &format!("{width}×{height}×{depth}")));
        };
        let text = voxel.children().filter(Node::is_text).filter_map(|text| text.text());
        let mut marks: Vec<(char, u32)> = Vec::new();
        for c in text.flat_map(str::chars).filter(|c| !c.is_ascii_whitespace()) {
            if let Some((digit, (_, number))) = c.to_digit(10).zip(marks.last_mut()) {
                *number = number.saturating_mul(10).saturating_add(digit);
            } else if marks.len() > size.cells() {
                break;
            } else {
                marks.push((c, 0));
            }
        }
        let mut cells = Vec::new();
        for (cell, &(mark, number)) in size.all().zip(&marks) {
            let floor = match mark {
                '#' => Floor::Full,
                '+' if is_result => Floor::Open,
                '_' => continue,
                _ => {
                    let expected = if is_result { "cells `#`, `+` and `_`" } else { "cells `#` and `_`" };
                    return Err(self.error(voxel, expected, &quoted(&mark.to_string())));
                }
            };
            let colour = colour(number);
            if colour.is_none() && number > 0 {
                let expected = format!("colours 0 to {}", colours().count());
                return Err(self.error(voxel, &expected, &number.to_string()));
            }
            cells.push((cell, floor, colour));
        }
        if marks.len() != size.cells() {
            let found = if marks.len() > size.cells() { "more".to_owned() } else { marks.len().to_string() };
            return Err(self.error(voxel, &format!("{} cells", size.cells()), &found));
        }
        Ok((size, cells))
    }
}
