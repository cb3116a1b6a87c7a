//! Lists of boards: one board a line, with a name before it and a length after it or without either.

use std::io::Read;

use crate::board::{Board, Size};
use crate::formats::board_text::{BoardText, Number, Row, side};
use crate::formats::file_format::{FileFormat, read_bytes, read_text};
use crate::formats::{course, rows};
use traybit_core::input::InputError;
use traybit_core::source_text::{Line, SourceText, Spot, Word, quoted};

/// One board of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line number, counted from 1; none for a file that is one board.
    pub line: Option<usize>,
    /// Name before the tiles.
    pub label: Option<String>,
    /// The board.
    pub board: Board,
    /// Length of the shortest solution, written after the tiles.
    pub length: Option<u64>,
}

/// Reads a file that is one board in any format, or a list of boards. Boards that are not square need a `size`.
///
/// # Errors
/// [`InputError::Unreadable`] when a read fails, [`InputError::Invalid`] when the file is neither.
pub fn read_list(name: &str, reader: impl Read, size: Option<Size>) -> Result<Vec<Entry>, InputError> {
    let bytes = read_bytes(name, reader)?;
    let text = BoardText::new(SourceText::new(name, &bytes)?);
    let single = || Ok(vec![Entry { line: None, label: None, board: read_text(&text, None)?, length: None }]);
    let mut lines = text.rows.chunk_by(|one, next| one.line.number == next.line.number).map(Surrounded::of);
    let Some(first) = lines.clone().next().filter(|_| !is_one_board(&text)) else { return single() };
    let entries = lines.by_ref().map(|line| entry(&text, &line, size)).collect::<Result<_, _>>();
    // Neither the one nor the other: as many rows as numbers in a row were to be a board.
    let words = first.words.len();
    let square =
        words == text.rows.len() || SURROUNDINGS.iter().all(|&around| first.sides(around, size).is_none());
    if entries.is_err() && square { single() } else { entries }
}

/// Words before and after the tiles: a name, a length, both or none.
const SURROUNDINGS: [(usize, usize); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// True if several rows are those of one board, though the first of them might be a board itself.
fn is_one_board(text: &BoardText<'_>) -> bool {
    text.rows.len() > 1
        && match FileFormat::detect(text) {
            FileFormat::Course => course::read(text).is_ok(),
            FileFormat::Rows | FileFormat::Line => rows::read(text).is_ok(),
        }
}

/// A line of a list: a board with words around it.
struct Surrounded<'a> {
    line: Line<'a>,
    words: Vec<Word<'a>>,
    /// Words of each row.
    rows: Vec<usize>,
}

impl<'a> Surrounded<'a> {
    fn of(rows: &[Row<'a>]) -> Self {
        let words = rows.iter().flat_map(|row| row.words.iter().copied());
        Self {
            line: rows[0].line,
            words: words.collect(),
            rows: rows.iter().map(|row| row.words.len()).collect(),
        }
    }

    /// Height and width of the board between so many words: those of its rows, where bars part them, or of a given
    /// size, or else of a square.
    fn sides(&self, (before, after): (usize, usize), size: Option<Size>) -> Option<(usize, usize)> {
        let cells = self.words.len().checked_sub(before + after)?;
        if let [first, middle @ .., last] = &self.rows[..] {
            let width = first.checked_sub(before)?;
            let is_even =
                middle.iter().all(|&words| words == width) && last.checked_sub(after) == Some(width);
            return (is_even && width > 0).then_some((self.rows.len(), width));
        }
        let square = || side(cells).map(|side| (side, side));
        let given = |size: Size| (size.cells() == cells).then_some((size.height.into(), size.width.into()));
        // One cell is the blank, alone.
        let is_blank = || matches!(self.words[..], [word] if word.text == "0");
        size.map_or_else(square, given).filter(|_| cells > 1 || is_blank())
    }
}

/// Reads one line, which must be a board by one reading only.
fn entry(text: &BoardText<'_>, line: &Surrounded<'_>, size: Option<Size>) -> Result<Entry, InputError> {
    let start = Spot { line: line.line, column: 0 };
    let reading = |around| Some(between(text, line, around, line.sides(around, size)?));
    let mut readings: Vec<Result<Entry, InputError>> = SURROUNDINGS.into_iter().filter_map(reading).collect();
    if readings.iter().filter(|reading| reading.is_ok()).count() > 1 {
        let expected = "a board with either a name before it or a length after it";
        let found = "one that has both readings: give it a name of letters";
        return Err(text.source.error(start, expected, found));
    }
    // The first error, where no reading succeeds.
    readings.sort_by_key(Result::is_err);
    if let Some(first) = readings.into_iter().next() {
        return first;
    }
    let expected = match size {
        Some(size) => format!("{} integers, one for each cell", size.cells()),
        None => "as many integers as a square board has cells".to_owned(),
    };
    let expected = format!("{expected} (with a name before them and a length after them, or without)");
    Err(text.source.error(start, &expected, &line.words.len().to_string()))
}

/// Reads a line with so many words before and after the tiles.
fn between(
    text: &BoardText<'_>,
    Surrounded { line, words, .. }: &Surrounded<'_>,
    (before, after): (usize, usize),
    (height, width): (usize, usize),
) -> Result<Entry, InputError> {
    let end = words.len() - after;
    let size = text.size(height, width, Spot { line: *line, column: 0 })?;
    let numbers = words[before..end].iter().map(|&word| text.number(word));
    let board = text.board(size, &numbers.collect::<Result<Vec<Number<'_>>, InputError>>()?)?;
    let label = (before > 0).then(|| words[0].text.to_owned());
    let length = words.get(end).map(|word| {
        let expected = "the length of the shortest solution";
        word.text.parse().map_err(|_| text.source.error(word.at, expected, &quoted(word.text)))
    });
    Ok(Entry { line: Some(line.number), label, board, length: length.transpose()? })
}
