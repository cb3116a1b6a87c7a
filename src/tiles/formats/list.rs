//! Lists of boards: one board per line, optionally with a name before it and a length after it.

use std::io::Read;

use crate::board::{Board, Size};
use crate::formats::board_text::{BoardText, Row};
use crate::formats::{FileFormat, read_bytes, read_course, read_rows, read_text, square};
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

/// Words before and after the tiles: a name, a length, both or none.
const SURROUNDINGS: [(usize, usize); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// Reads a file that is one board in any format, or a list of boards. Boards that are not square need a `size`.
pub fn read_list(name: &str, reader: impl Read, size: Option<Size>) -> Result<Vec<Entry>, InputError> {
    let bytes = read_bytes(name, reader)?;
    let text = BoardText::new(SourceText::new(name, &bytes)?, false);
    let single = || Ok(vec![Entry { line: None, label: None, board: read_text(&text, None)?, length: None }]);
    // Several rows may be those of one board, though the first of them might be a board itself.
    let read = if FileFormat::detect(&text) == FileFormat::Course { read_course } else { read_rows };
    let is_one_board = text.rows.len() > 1 && read(&text).is_ok();
    let lines: Vec<&[Row<'_>]> =
        text.rows.chunk_by(|one, next| one[0].at.line.number == next[0].at.line.number).collect();
    let Some(first) = lines.first().filter(|_| !is_one_board) else { return single() };
    let entries = lines.iter().map(|line| entry(&text, line, size)).collect::<Result<_, _>>();
    // If neither reading succeeds, a file with as many rows as numbers in a row was meant as one board.
    let words: usize = first.iter().map(Vec::len).sum();
    let is_board =
        words == text.rows.len() || SURROUNDINGS.iter().all(|&around| sides(first, around, size).is_none());
    if entries.is_err() && is_board { single() } else { entries }
}

/// Height and width of the board between some words of a line: those of its rows if bars separate them, or of a given
/// size, or else of a square.
fn sides(line: &[Row<'_>], (before, after): (usize, usize), size: Option<Size>) -> Option<(usize, usize)> {
    if let [first, middle @ .., last] = line {
        let width = first.len().checked_sub(before).filter(|&width| width > 0)?;
        let is_even = middle.iter().all(|row| row.len() == width);
        return (is_even && last.len() == width + after).then_some((line.len(), width));
    }
    let words = line.first()?;
    let cells = words.len().checked_sub(before + after)?;
    // A board of one cell is the blank alone, without a name unless the size is given.
    if cells < 2 && size.is_none() && !matches!(words[..], [word] if word.text == "0") {
        return None;
    }
    match size {
        Some(size) => (size.cells() == cells).then_some((size.height.into(), size.width.into())),
        None => square(cells).map(|side| (side, side)),
    }
}

/// Reads one line, which must be a board in exactly one reading.
fn entry(text: &BoardText<'_>, line: &[Row<'_>], size: Option<Size>) -> Result<Entry, InputError> {
    let words = line.concat();
    let start = Spot { column: 0, ..words[0].at };
    let read = |(before, after), (height, width)| {
        let (tiles, length) = words[before..].split_at(words.len() - before - after);
        let size = text.size(height, width, start)?;
        text.check_numbers(tiles)?;
        let board = text.board(size, tiles)?;
        let label = (before > 0).then(|| words[0].text.to_owned());
        let number = |&Word { text: word, at }: &Word<'_>| {
            let expected = "the length of the shortest solution";
            word.parse().map_err(|_| text.source.error(at, expected, &quoted(word)))
        };
        let length = length.first().map(number).transpose()?;
        Ok(Entry { line: Some(start.line.number), label, board, length })
    };
    let readings = SURROUNDINGS.into_iter().filter_map(|by| Some(read(by, sides(line, by, size)?)));
    let mut readings: Vec<Result<Entry, InputError>> = readings.collect();
    let has_size =
        |read: &Result<Entry, InputError>| read.as_ref().is_ok_and(|one| Some(one.board.size()) == size);
    if readings.iter().any(has_size) {
        readings.retain(has_size);
    }
    if readings.iter().filter(|reading| reading.is_ok()).count() > 1 {
        let expected = "a board with either a name before it or a length after it";
        let found = "one that has both readings: give it a name of letters";
        return Err(text.source.error(start, expected, found));
    }
    // The first error, if no reading succeeds.
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
