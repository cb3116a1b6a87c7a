//! The lines of a board's file that hold something, and sentences about the numbers in them.

use crate::board::{Board, LONGEST_SIDE, Misfit, Size};
use crate::forms::Form;
use traybit_core::input::Fault;
use traybit_core::page::{BLANKS, Line, Page, Spot, Word, quoted};

/// What stands before a comment.
const COMMENT: char = '#';

/// A file without comments and empty lines.
pub(super) struct Sheet<'a> {
    pub(super) page: Page<'a>,
    pub(super) lines: Vec<Line<'a>>,
}

/// A number and where it stands.
#[derive(Clone, Copy)]
pub(super) struct Number<'a> {
    pub(super) value: u32,
    pub(super) at: Spot<'a>,
}

impl<'a> Sheet<'a> {
    pub(super) fn new(page: Page<'a>) -> Self {
        let bare = |line: Line<'a>| Line { text: line.text.split(COMMENT).next().unwrap_or(""), ..line };
        let filled = |line: &Line<'a>| !line.text.trim_matches(BLANKS).is_empty();
        Self { page, lines: page.lines().map(bare).filter(filled).collect() }
    }

    /// The form that the file seems to have: the course's if its first line holds one integer only; one line is a line
    /// if it holds as many integers as a square has cells.
    pub(super) fn form(&self) -> Form {
        let count = |line: &Line<'_>| line.words(0).len();
        match &self.lines[..] {
            [only] if count(only) > 1 && side(count(only)).is_some() => Form::Line,
            [first, ..] if count(first) == 1 => Form::Course,
            _ => Form::Rows,
        }
    }

    /// Whether there are several lines, each with one number.
    pub(super) fn is_column(&self) -> bool {
        self.lines.len() > 1 && self.lines.iter().all(|line| line.words(0).len() == 1)
    }

    /// The numbers of a line.
    pub(super) fn numbers(&self, line: Line<'a>) -> Result<Vec<Number<'a>>, Fault> {
        line.words(0).into_iter().map(|word| self.number(word)).collect()
    }

    /// The number that a word is; past all tiles they are all the same.
    pub(super) fn number(&self, Word { text, at }: Word<'a>) -> Result<Number<'a>, Fault> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.page.fault(at, "a tile's number, or 0 for the gap", &quoted(text)));
        }
        Ok(Number { value: text.parse().unwrap_or(u32::MAX), at })
    }

    /// The board that these numbers are.
    pub(super) fn board(&self, size: Size, numbers: &[Number<'a>]) -> Result<Board, Fault> {
        let largest = size.cells() as u32 - 1;
        let expected = format!("the tiles 1 to {largest} and one gap, each once");
        if let Some(&Number { value, at }) = numbers.iter().find(|number| number.value > largest) {
            let found = if value == u32::MAX { "a far larger number".to_owned() } else { value.to_string() };
            return Err(self.page.fault(at, &expected, &found));
        }
        let tiles = numbers.iter().map(|number| number.value as u16).collect();
        Board::new(size, tiles).map_err(|misfit| match misfit {
            Misfit::Twice { tile, first, cell } => {
                let what = if tile == 0 { "a second gap".to_owned() } else { format!("a second {tile}") };
                let Spot { line, column } = numbers[first].at;
                let before =
                    format!("{what}; the first one is in line {}, column {}", line.number, column + 1);
                self.page.fault(numbers[cell].at, &expected, &before)
            }
            misfit => self.page.lack(&format!("{expected} ({misfit:?})")),
        })
    }

    /// The size with these sides, which are told by something `at` some place.
    pub(super) fn size(&self, height: usize, width: usize, at: Spot<'_>) -> Result<Size, Fault> {
        let sides = 1..=usize::from(LONGEST_SIDE);
        if sides.contains(&height) && sides.contains(&width) {
            return Ok(Size { height: height as u16, width: width as u16 });
        }
        let expected = format!("a board of 1 to {LONGEST_SIDE} rows and columns");
        Err(self.page.fault(at, &expected, &format!("{height} by {width}")))
    }

    /// The place after the last line, where something is missing.
    pub(super) fn end(&self) -> Option<Spot<'a>> {
        self.lines.last().map(|line| line.end())
    }
}

/// The side of the square with so many cells.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}
