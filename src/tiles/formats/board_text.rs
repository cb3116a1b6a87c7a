//! The source text of boards: its lines without comments, and messages about the numbers in them.

use crate::board::{Board, BoardError, LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, Word, quoted};

/// Begins a comment.
const COMMENT: char = '#';

/// Lines of a file without comments and empty lines.
pub(super) struct BoardText<'a> {
    pub(super) source: SourceText<'a>,
    pub(super) lines: Vec<Line<'a>>,
}

/// A number and its place.
#[derive(Clone, Copy)]
pub(super) struct Number<'a> {
    pub(super) value: u32,
    pub(super) at: Spot<'a>,
}

impl<'a> BoardText<'a> {
    pub(super) fn new(source: SourceText<'a>) -> Self {
        let bare = |line: Line<'a>| Line { text: line.text.split(COMMENT).next().unwrap_or(""), ..line };
        let filled = |line: &Line<'a>| !line.text.trim_matches(BLANKS).is_empty();
        Self { source, lines: source.lines().map(bare).filter(filled).collect() }
    }

    /// True if there are several lines, each with one number.
    pub(super) fn is_column(&self) -> bool {
        self.lines.len() > 1 && self.lines.iter().all(|line| line.words(0).len() == 1)
    }

    /// Reads the numbers of a line.
    pub(super) fn numbers(&self, line: Line<'a>) -> Result<Vec<Number<'a>>, InputError> {
        line.words(0).into_iter().map(|word| self.number(word)).collect()
    }

    /// Reads a number; those past the largest tile are all the same.
    pub(super) fn number(&self, Word { text, at }: Word<'a>) -> Result<Number<'a>, InputError> {
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.source.error(at, "a tile's number, or 0 for the blank", &quoted(text)));
        }
        Ok(Number { value: text.parse().unwrap_or(u32::MAX), at })
    }

    /// Builds the board of these numbers.
    pub(super) fn board(&self, size: Size, numbers: &[Number<'a>]) -> Result<Board, InputError> {
        let largest = size.cells() as u32 - 1;
        let expected = format!("the tiles 1 to {largest} and one blank, each once");
        if let Some(&Number { value, at }) = numbers.iter().find(|number| number.value > largest) {
            let found = if value == u32::MAX { "a far larger number".to_owned() } else { value.to_string() };
            return Err(self.source.error(at, &expected, &found));
        }
        let tiles = numbers.iter().map(|number| number.value as u16).collect();
        Board::new(size, tiles).map_err(|error| match error {
            BoardError::Twice { tile, first, cell } => {
                let what = if tile == 0 { "a second blank".to_owned() } else { format!("a second {tile}") };
                let Spot { line, column } = numbers[first].at;
                let before =
                    format!("{what}; the first one is in line {}, column {}", line.number, column + 1);
                self.source.error(numbers[cell].at, &expected, &before)
            }
            error => self.source.lack(&format!("{expected} ({error:?})")),
        })
    }

    /// The size with these sides, written `at` some place.
    pub(super) fn size(&self, height: usize, width: usize, at: Spot<'_>) -> Result<Size, InputError> {
        let sides = 1..=usize::from(LONGEST_SIDE);
        if sides.contains(&height) && sides.contains(&width) {
            return Ok(Size { height: height as u16, width: width as u16 });
        }
        let expected = format!("a board of 1 to {LONGEST_SIDE} rows and columns");
        Err(self.source.error(at, &expected, &format!("{height} by {width}")))
    }

    /// The end of the last line, where something is missing.
    pub(super) fn end(&self) -> Option<Spot<'a>> {
        self.lines.last().map(|line| line.end())
    }
}

/// Side of the square with so many cells.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}
