//! The source text of boards: its rows without comments, and messages about the numbers and signs in them.
//!
//! ```text
//!   1, 2, 3 / 4, 5, 6 / 7, 8, 0     # one line, three rows: a bar between two numbers ends a row,
//!                                   # and a comma may stand between two words
//! ```

use crate::board::{ANY, ANY_SIGN, Board, BoardError, LONGEST_SIDE, MOST_CELLS, Size, WALL, WALL_SIGN};
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
    /// True if cells may be open.
    is_goal: bool,
}

impl<'a> BoardText<'a> {
    pub(super) fn new(source: SourceText<'a>, is_goal: bool) -> Self {
        let bare = |line: Line<'a>| Line { text: line.text.split(COMMENT).next().unwrap_or(""), ..line };
        let filled = |line: &Line<'a>| !line.text.trim_matches(BLANKS).is_empty();
        Self { source, rows: source.lines().map(bare).filter(filled).flat_map(rows).collect(), is_goal }
    }

    /// Checks that all words are numbers or signs.
    pub(super) fn check_numbers(&self, words: &[Word<'a>]) -> Result<(), InputError> {
        let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_cell = |text: &str| is_number(text) || text == WALL_SIGN || self.is_goal && text == ANY_SIGN;
        let Some(&Word { text, at }) = words.iter().find(|word| !is_cell(word.text)) else { return Ok(()) };
        let signs = if self.is_goal { "x for a wall or * for an open cell" } else { "x for a wall" };
        let found = if text == ANY_SIGN { "*, which goals have" } else { &quoted(text) };
        Err(self.source.error(at, &format!("a tile's number, 0 for the blank, {signs}"), found))
    }

    /// Builds the board of these numbers, one for each cell.
    pub(super) fn board(&self, size: Size, numbers: &[Word<'a>]) -> Result<Board, InputError> {
        // The largest board has neither walls nor open cells.
        let has_signs = size.cells() < MOST_CELLS;
        let walls = numbers.iter().filter(|word| has_signs && word.text == WALL_SIGN).count() as u32;
        let largest = (size.cells() as u32 - walls).saturating_sub(1);
        let expected = format!("the tiles 1 to {largest} and one blank, each once");
        let tile = |word: &Word<'a>| {
            let found = match word.text.parse::<u32>() {
                Err(_) if has_signs && word.text == WALL_SIGN => return Ok(WALL),
                Err(_) if has_signs && word.text == ANY_SIGN => return Ok(ANY),
                Ok(number) if number <= largest => return Ok(number as u16),
                Ok(number) if number < u32::MAX => number.to_string(),
                _ if is_sign(word.text) => quoted(word.text),
                _ => "a far larger number".to_owned(),
            };
            Err(self.source.error(word.at, &expected, &found))
        };
        let tiles = numbers.iter().map(tile).collect::<Result<_, _>>()?;
        Board::new(size, tiles).map_err(|error| match error {
            BoardError::Twice(tile, [first, cell]) => {
                let what = if tile == 0 { "a second blank".to_owned() } else { format!("a second {tile}") };
                let Spot { line, column } = numbers[first].at;
                let found =
                    format!("{what}; the first one is in line {}, column {}", line.number, column + 1);
                self.source.error(numbers[cell].at, &expected, &found)
            }
            BoardError::Walls => self.source.error(numbers[0].at, "a cell for the blank", "walls alone"),
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

fn is_sign(word: &str) -> bool {
    [WALL_SIGN, ANY_SIGN].contains(&word)
}

/// The rows of a line. If nothing stands before a comma, an empty word takes the place of the missing one.
fn rows(line: Line<'_>) -> Vec<Row<'_>> {
    let parts = |c: char| BLANKS.contains(&c) || c == COMMA || c == BAR;
    let is_digit = |c: char| c.is_ascii_digit();
    let is_bar = |at: usize| {
        let (before, after) = (&line.text[..at], &line.text[at + BAR.len_utf8()..]);
        let before = before.trim_end_matches(BLANKS).rsplit(parts).next();
        let after = after.trim_start_matches(BLANKS).split(parts).next();
        before.is_some_and(|word| is_sign(word) || word.ends_with(is_digit))
            && after.is_some_and(|word| is_sign(word) || word.starts_with(is_digit))
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
