//! Lists of boards: one board a line, with a name before it and a length after it or without either.

use std::io::Read;

use crate::board::{Board, Size};
use crate::formats::board_text::{BoardText, Number, Row, side};
use crate::formats::{FileFormat, course, read_bytes, read_rows, read_text};
use traybit_core::input::InputError;
use traybit_core::source_text::{SourceText, Spot, Word, quoted};

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
    let lines: Vec<&[Row<'_>]> =
        text.rows.chunk_by(|one, next| one.line.number == next.line.number).collect();
    let Some(first) = lines.first().filter(|_| !is_one_board(&text)) else { return single() };
    let entries = lines.iter().map(|line| entry(&text, line, size)).collect::<Result<_, _>>();
    // Neither the one nor the other: as many rows as numbers in a row were to be a board.
    let words: usize = first.iter().map(|row| row.words.len()).sum();
    let is_board =
        words == text.rows.len() || SURROUNDINGS.iter().all(|&around| sides(first, around, size).is_none());
    if entries.is_err() && is_board { single() } else { entries }
}

/// Words before and after the tiles: a name, a length, both or none.
const SURROUNDINGS: [(usize, usize); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// True if several rows are those of one board, though the first of them might be a board itself.
fn is_one_board(text: &BoardText<'_>) -> bool {
    let read = if FileFormat::detect(text) == FileFormat::Course { course::read } else { read_rows };
    text.rows.len() > 1 && read(text).is_ok()
}

/// Height and width of the board between some words of a line: those of its rows, where bars part them, or of a given
/// size, or else of a square.
fn sides(line: &[Row<'_>], (before, after): (usize, usize), size: Option<Size>) -> Option<(usize, usize)> {
    if let [first, middle @ .., last] = line {
        let width = first.words.len().checked_sub(before).filter(|&width| width > 0)?;
        let is_even = middle.iter().all(|row| row.words.len() == width);
        return (is_even && last.words.len() == width + after).then_some((line.len(), width));
    }
    let words = &line.first()?.words[..];
    let cells = words.len().checked_sub(before + after)?;
    // One cell is the blank, alone.
    if cells < 2 && !matches!(words, [word] if word.text == "0") {
        return None;
    }
    match size {
        Some(size) => (size.cells() == cells).then_some((size.height.into(), size.width.into())),
        None => side(cells).map(|side| (side, side)),
    }
}

/// Reads one line, which must be a board by one reading only.
fn entry(text: &BoardText<'_>, line: &[Row<'_>], size: Option<Size>) -> Result<Entry, InputError> {
    let words: Vec<Word<'_>> = line.iter().flat_map(|row| row.words.iter().copied()).collect();
    let start = Spot { line: line[0].line, column: 0 };
    let reading = |around| Some(between(text, &words, start, around, sides(line, around, size)?));
    let mut readings: Vec<Result<Entry, InputError>> = SURROUNDINGS.into_iter().filter_map(reading).collect();
    if readings.iter().filter(|reading| reading.is_ok()).count() > 1 {
        let expected = "a board with either a name before it or a length after it";
        let found = "one that has both readings: give it a name of letters";
        return Err(text.source.error(start, expected, found));
    }
    // The first error, where no reading succeeds.
    readings.sort_by_key(Result::is_err);
    readings.into_iter().next().unwrap_or_else(|| {
        let expected = match size {
            Some(size) => format!("{} integers, one for each cell", size.cells()),
            None => "as many integers as a square board has cells".to_owned(),
        };
        let expected = format!("{expected} (with a name before them and a length after them, or without)");
        Err(text.source.error(start, &expected, &words.len().to_string()))
    })
}

/// Reads a line that has a number of words before and after the tiles.
fn between<'a>(
    text: &BoardText<'a>,
    words: &[Word<'a>],
    start: Spot<'a>,
    (before, after): (usize, usize),
    (height, width): (usize, usize),
) -> Result<Entry, InputError> {
    let end = words.len() - after;
    let size = text.size(height, width, start)?;
    let numbers = words[before..end].iter().map(|&word| text.number(word));
    let board = text.board(size, &numbers.collect::<Result<Vec<Number<'_>>, InputError>>()?)?;
    let label = (before > 0).then(|| words[0].text.to_owned());
    let length = words.get(end).map(|word| {
        let expected = "the length of the shortest solution";
        word.text.parse().map_err(|_| text.source.error(word.at, expected, &quoted(word.text)))
    });
    Ok(Entry { line: Some(start.line.number), label, board, length: length.transpose()? })
}
