//! Grids of characters: the cells of a drawing, a level or a board, read and written, and the names of blocks in them.
//!
//! ```text
//!   #abb#       Sign::Floor: # . + (what each means is up to the format)
//!   #.b+#       Sign::Block: a b, whose cells are collected; the floor below them is open
//! ```

use std::collections::HashMap;
use std::ops::RangeInclusive;

use crate::{Cell, Floor, Parts, Piece, Puzzle};
use traybit_core::{InputError, LONGEST_SIDE, Shape, Size, SourceText, Spot, Word, is_visible};

/// Rows of characters in a file: 1 to 256 of at most 256 cells each.
#[derive(Clone, Debug)]
pub(super) struct Grid<'a> {
    pub(super) rows: Vec<Word<'a>>,
    /// Characters before the first cell of a row.
    pub(super) first: usize,
    /// Characters from one cell to the next: 2 where blanks stand between cells.
    pub(super) step: usize,
}

/// Meaning of a character.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sign {
    Floor(Floor),
    Block,
}

impl<'a> Grid<'a> {
    /// Makes a grid of some rows; fails if it is empty or larger than the largest tray.
    pub(super) fn new(source: &SourceText<'a>, rows: Vec<Word<'a>>) -> Result<Self, InputError> {
        let height = rows.len();
        let width = rows.iter().map(|row| row.text.chars().count()).max().unwrap_or(0);
        if Size::of(height, width).is_some() {
            return Ok(Self { rows, first: 0, step: 1 });
        }
        let expected = format!("1 to {LONGEST_SIDE} rows and columns");
        Err(source.error(rows[0].at, &expected, &format!("{height}×{width}")))
    }

    pub(super) fn characters(&self) -> impl Iterator<Item = (Cell, char)> {
        (0..).zip(&self.rows).flat_map(|(row, line)| {
            let cells = line.text.chars().skip(self.first).step_by(self.step).zip(0..);
            cells.map(move |(c, column)| ((row, column), c))
        })
    }

    pub(super) fn spot(&self, (row, column): Cell) -> Spot<'a> {
        let at = self.rows[usize::from(row)].at;
        Spot { column: at.column + self.first + self.step * usize::from(column), ..at }
    }

    pub(super) fn size(&self) -> Size {
        let width = self.characters().map(|((_, column), _)| column + 1).max().unwrap_or(0);
        Size { height: self.rows.len() as u16, width }
    }

    /// The characters of a box; short rows are padded with blanks.
    pub(super) fn padded(&self, size: Size) -> Vec<char> {
        let mut characters = vec![' '; size.cells()];
        self.characters().for_each(|(cell, c)| characters[size.number(cell)] = c);
        characters
    }

    /// The floor of a box and the blocks in the reading order of their anchors. A character without a meaning is an error.
    pub(super) fn parts(
        &self,
        source: &SourceText<'a>,
        size: Size,
        expected: &str,
        sign: impl Fn(char) -> Option<Sign>,
    ) -> Result<Parts, InputError> {
        let (mut floor, mut blocks) = (Vec::new(), HashMap::<char, Vec<Cell>>::new());
        for (cell, c) in size.all().zip(self.padded(size)) {
            match sign(c) {
                Some(Sign::Floor(kind)) => floor.push(kind),
                Some(Sign::Block) => {
                    floor.push(Floor::Open);
                    blocks.entry(c).or_default().push(cell);
                }
                None => return Err(source.wrong_character(self.spot(cell), expected)),
            }
        }
        let piece = |(name, cells): (char, Vec<Cell>)| {
            let (shape, anchor) = Shape::of(&cells);
            Piece::new(name, shape, anchor)
        };
        let mut blocks: Vec<Piece> = blocks.into_iter().map(piece).collect();
        blocks.sort_unstable_by_key(|block| block.anchor);
        Ok(Parts { floor, blocks, ..Parts::open(size) })
    }
}

/// The rows of a tray: its floor, then blocks by name, shape and anchor.
pub(super) fn rows<'a>(
    puzzle: &Puzzle,
    blocks: impl Iterator<Item = (char, &'a Shape, Cell)>,
    floor: impl Fn(Floor) -> char,
) -> Vec<String> {
    let mut cells: Vec<char> = puzzle.floor.iter().map(|&kind| floor(kind)).collect();
    for (name, shape, anchor) in blocks {
        shape.cells_at(anchor).for_each(|cell| cells[puzzle.size.number(cell)] = name);
    }
    cells.chunks(usize::from(puzzle.size.width)).map(String::from_iter).collect()
}

/// Blocks where they start.
pub(super) fn starts(puzzle: &Puzzle) -> impl Iterator<Item = (char, &Shape, Cell)> {
    puzzle.blocks.iter().map(|block| (block.name, &block.shape, block.anchor))
}

/// Sources of names, in this order: ranges of Unicode read from left to right, each character on its own.
/// They suffice for the 65,536 blocks of the largest tray.
const SUPPLIES: [RangeInclusive<char>; 10] = [
    'a'..='z',
    'A'..='Z',
    '0'..='9',
    'À'..='ɏ',
    'Α'..='ω',
    'А'..='ӿ',
    HAN..='\u{9fff}',
    '\u{ac00}'..='\u{d7a3}',
    '\u{3400}'..='\u{4dbf}',
    '\u{20000}'..='\u{2a6df}',
];

/// The first Han character; from here on all characters of the supplies are names.
const HAN: char = '\u{4e00}';

/// True for a possible name of a block or mark of a gate in a drawing: visible, and without a meaning of its own there.
pub fn can_be_drawn(c: char) -> bool {
    is_visible(c) && !matches!(c, '.' | '#' | ';' | ':' | ',')
}

/// Names for blocks that have none: a to z, A to Z, 0 to 9, then further letters.
pub fn names() -> impl Iterator<Item = char> {
    SUPPLIES.into_iter().flatten().filter(|c| *c >= HAN || c.is_alphanumeric() && is_visible(*c))
}

/// Blocks that move along rows and columns, named in order.
pub(crate) fn named(blocks: impl Iterator<Item = (Shape, Cell)>) -> Vec<Piece> {
    names().zip(blocks).map(|(name, (shape, anchor))| Piece::new(name, shape, anchor)).collect()
}
