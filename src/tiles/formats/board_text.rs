//! The source text of boards: its rows without comments, and messages about the numbers in them.
//!
//! ```text
//!   1, 2, 3 / 4, 5, 6 / 7, 8, 0     # one line, three rows: a bar between two numbers ends a row,
//!                                   # and a comma may stand between two words
//! ```

use crate::board::{Board, BoardError, LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::source_text::{BLANKS, Line, SourceText, Spot, Word, quoted};

const COMMENT: char = '#';
/// Ends a row within a line, between two numbers; elsewhere it is part of a name.
const BAR: char = '/';
const COMMA: char = ',';

/// Words of a line, or of a part of it ended by a bar; at least one.
pub(super) type Row<'a> = Vec<Word<'a>>;

/// Rows of a file without comments and empty lines.
pub(super) struct BoardText<'a> {
    pub(super) source: SourceText<'a>,
    pub(super) rows: Vec<Row<'a>>,
}

impl<'a> BoardText<'a> {
    pub(super) fn new(source: SourceText<'a>) -> Self {
        let bare = |line: Line<'a>| Line { text: line.text.split(COMMENT).next().unwrap_or(""), ..line };
        let filled = |line: &Line<'a>| !line.text.trim_matches(BLANKS).is_empty();
        Self { source, rows: source.lines().map(bare).filter(filled).flat_map(rows).collect() }
    }

    /// Checks that all words are numbers.
    pub(super) fn check_numbers(&self, words: &[Word<'a>]) -> Result<(), InputError> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let Some(&Word { text, at }) = words.iter().find(|word| !is_number(word.text)) else { return Ok(()) };
        Err(self.source.error(at, "a tile's number, or 0 for the blank", &quoted(text)))
    }

    /// Builds the board of these numbers, one for each cell.
    pub(super) fn board(&self, size: Size, numbers: &[Word<'a>]) -> Result<Board, InputError> {
        let largest = size.cells() as u32 - 1;
        let expected = format!("the tiles 1 to {largest} and one blank, each once");
        let mut tiles = Vec::with_capacity(numbers.len());
        for word in numbers {
            let found = match word.text.parse::<u32>() {
                Ok(number) if number <= largest => {
                    tiles.push(number as u16);
                    continue;
                }
                Ok(number) if number < u32::MAX => number.to_string(),
                _ => "a far larger number".to_owned(),
            };
            return Err(self.source.error(word.at, &expected, &found));
        }
        Board::new(size, tiles).map_err(|error| match error {
            BoardError::Twice(tile, [first, cell]) => {
                let what = if tile == 0 { "a second blank".to_owned() } else { format!("a second {tile}") };
                let Spot { line, column } = numbers[first].at;
                let found =
                    format!("{what}; the first one is in line {}, column {}", line.number, column + 1);
                self.source.error(numbers[cell].at, &expected, &found)
            }
            error => self.source.lack(&format!("{expected} ({error:?})")),
        })
    }

    /// Checks the sides of a board that begins at `at`.
    pub(super) fn size(&self, height: usize, width: usize, at: Spot<'_>) -> Result<Size, InputError> {
        let expected = format!("a board of 1 to {LONGEST_SIDE} rows and columns");
        let refused = || self.source.error(at, &expected, &format!("{height} by {width}"));
        Size::of(height, width).ok_or_else(refused)
    }
}

/// The rows of a line. If nothing stands before a comma, an empty word takes the place of the missing one.
fn rows(line: Line<'_>) -> Vec<Row<'_>> {
    let is_digit = |c: Option<char>| c.is_some_and(|c| c.is_ascii_digit());
    let is_bar = |at: usize| {
        let (before, after) = (&line.text[..at], &line.text[at + BAR.len_utf8()..]);
        is_digit(before.trim_end_matches(BLANKS).chars().next_back())
            && is_digit(after.trim_start_matches(BLANKS).chars().next())
    };
    let mut rows = vec![Vec::new()];
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
            rows.last_mut().expect("one to begin with").push(word);
            is_missing = false;
        }
        is_missing |= c == COMMA || ends_row;
        if ends_row {
            rows.push(Vec::new());
        }
    }
    rows
}
