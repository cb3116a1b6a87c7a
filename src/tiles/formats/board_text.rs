//! The source text of boards: its rows without comments, and messages about the numbers in them.
//!
//! ```text
//!   1, 2, 3 / 4, 5, 6 / 7, 8, 0     # one line, three rows: a bar between two numbers ends a row,
//!                                   # and a comma may stand between two words
//! ```

use crate::board::{Board, BoardError, LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, Word, quoted};

/// Begins a comment.
const COMMENT: char = '#';

/// Ends a row within a line, between two numbers; elsewhere it is part of a name.
const BAR: char = '/';
/// Separator that may stand between two words.
const COMMA: char = ',';

/// Rows of a file without comments and empty lines.
pub(super) struct BoardText<'a> {
    pub(super) source: SourceText<'a>,
    pub(super) rows: Vec<Row<'a>>,
}

/// Row of words: a line, or a part of it that a bar ends.
pub(super) struct Row<'a> {
    pub(super) line: Line<'a>,
    pub(super) words: Vec<Word<'a>>,
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
        Self { source, rows: source.lines().map(bare).filter(filled).flat_map(rows).collect() }
    }

    /// True if there are several rows, each with one number.
    pub(super) fn is_column(&self) -> bool {
        self.rows.len() > 1 && self.rows.iter().all(|row| row.words.len() == 1)
    }

    /// Reads the numbers of a row.
    pub(super) fn numbers(&self, row: &Row<'a>) -> Result<Vec<Number<'a>>, InputError> {
        row.words.iter().map(|&word| self.number(word)).collect()
    }

    /// Reads a number; those past the largest tile are all the same.
    pub(super) fn number(&self, Word { text, at }: Word<'a>) -> Result<Number<'a>, InputError> {
        if text.is_empty() || !text.bytes().all(|byte| byte.is_ascii_digit()) {
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
            BoardError::Twice(tile, [first, cell]) => {
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
}

impl<'a> Row<'a> {
    /// Its first word's place, or the beginning of its line.
    pub(super) fn start(&self) -> Spot<'a> {
        self.words.first().map_or(Spot { line: self.line, column: 0 }, |word| word.at)
    }
}

/// The rows of a line. Where nothing stands before a comma, a word is missing: an empty one.
fn rows(line: Line<'_>) -> Vec<Row<'_>> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_bar = |at: usize| {
        let (before, after) = (&line.text[..at], &line.text[at + BAR.len_utf8()..]);
        is_digit(before.trim_end_matches(BLANKS).chars().next_back())
            && is_digit(after.trim_start_matches(BLANKS).chars().next())
    };
    let mut rows = vec![Row { line, words: Vec::new() }];
    let (mut begun, mut is_missing) = (None, true);
    let end = [(line.text.len(), ' ')];
    for (column, (byte, c)) in line.text.char_indices().chain(end).enumerate() {
        let ends_row = c == BAR && is_bar(byte);
        if !(BLANKS.contains(&c) || c == COMMA || ends_row) {
            begun.get_or_insert((byte, column));
            continue;
        }
        let (began, at) = begun.take().unwrap_or((byte, column));
        let word = Word { text: &line.text[began..byte], at: Spot { line, column: at } };
        if !word.text.is_empty() || c == COMMA && is_missing {
            rows.last_mut().expect("one to begin with").words.push(word);
            is_missing = false;
        }
        is_missing |= c == COMMA || ends_row;
        if ends_row {
            rows.push(Row { line, words: Vec::new() });
        }
    }
    rows
}

/// Writes a board in rows of `width` cells, one space between two.
pub(super) fn write_rows(board: &Board, width: usize, cell: impl Fn(u16) -> String) -> String {
    let row = |row: &[u16]| row.iter().map(|&tile| cell(tile)).collect::<Vec<_>>().join(" ") + "\n";
    board.tiles().chunks(width).map(row).collect()
}

/// Size as typed: `4` is 4×4, `3x4` has 3 rows and 4 columns.
pub fn parse_size(text: &str) -> Option<Size> {
    let side = |side: &str| side.trim().parse::<u16>().ok().filter(|side| (1..=LONGEST_SIDE).contains(side));
    let sides = match text.split_once(TIMES) {
        Some((height, width)) => side(height).zip(side(width)),
        None => side(text).map(|side| (side, side)),
    };
    sides.map(|(height, width)| Size { height, width })
}

/// Characters between the sides of a size.
pub(super) const TIMES: [char; 3] = ['x', 'X', '×'];

/// Side of the square of `cells` cells; `None` if there is none.
pub(super) fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells).then_some(side)
}
