//! Boards of one line each, and lists of them.

use std::io::Read;

use crate::board::{Board, Size};
use crate::forms::sheet::{Number, Sheet, side};
use crate::forms::{Form, read_bytes};
use traybit_core::input::Fault;
use traybit_core::page::{Line, Page, Spot, quoted};

/// One board of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line it stands in, counted from 1; none for a file that is one board.
    pub line: Option<usize>,
    /// What stands before the tiles.
    pub label: Option<String>,
    /// The board.
    pub board: Board,
    /// What stands after the tiles: the length of its shortest solution.
    pub length: Option<u64>,
}

/// Reads a file that is one board in any form, or a list of boards: lines of integers, one for each cell, with a name
/// before them and a length after them or without either. Boards that are not square need a `size`.
///
/// # Errors
/// [`Fault::Unreadable`] when a read fails, [`Fault::Invalid`] when the file is neither.
pub fn read_list(name: &str, reader: impl Read, size: Option<Size>) -> Result<Vec<Entry>, Fault> {
    let bytes = read_bytes(name, reader)?;
    let sheet = Sheet::new(Page::new(name, &bytes)?);
    let single = || {
        let board = super::read(name, &bytes[..], None)?;
        Ok(vec![Entry { line: None, label: None, board, length: None }])
    };
    let Some(first) = sheet.lines.first().filter(|_| !is_one_board(&sheet)) else { return single() };
    let entries = sheet.lines.iter().map(|&line| entry(&sheet, line, size)).collect::<Result<_, _>>();
    // Neither the one nor the other: as many lines as numbers in a line were to be a board.
    let words = first.words(0).len();
    let square = words == sheet.lines.len()
        || !SURROUNDED
            .iter()
            .any(|&(before, after)| fitting(words.saturating_sub(before + after), size).is_some());
    if entries.is_err() && square { single() } else { entries }
}

/// Words before and after the tiles: a name, a length, both or none.
const SURROUNDED: [(usize, usize); 4] = [(0, 0), (1, 0), (0, 1), (1, 1)];

/// Height and width of boards with so many cells: those of a given size, or else squares.
fn fitting(cells: usize, size: Option<Size>) -> Option<(usize, usize)> {
    let square = || side(cells).map(|side| (side, side));
    let sides = size.map_or_else(square, |size| {
        (size.cells() == cells).then_some((size.height.into(), size.width.into()))
    });
    sides.filter(|_| cells > 1)
}

/// Whether several lines are the rows of one board, though the first of them might be a board itself.
fn is_one_board(sheet: &Sheet<'_>) -> bool {
    sheet.lines.len() > 1
        && match sheet.form() {
            Form::Course => super::course::read(sheet).is_ok(),
            Form::Rows | Form::Line => super::rows::read(sheet).is_ok(),
        }
}

fn entry(sheet: &Sheet<'_>, line: Line<'_>, size: Option<Size>) -> Result<Entry, Fault> {
    let words = line.words(0);
    let start = Spot { line, column: 0 };
    let reading = |(before, after)| {
        let sides = fitting(words.len().saturating_sub(before + after), size)?;
        Some(surrounded(sheet, line, (before, after), sides))
    };
    let mut readings: Vec<Result<Entry, Fault>> = SURROUNDED.into_iter().filter_map(reading).collect();
    if readings.iter().filter(|reading| reading.is_ok()).count() > 1 {
        let expected = "a board with either a name before it or a length after it";
        return Err(sheet.page.fault(
            start,
            expected,
            "one that has both readings: give it a name of letters",
        ));
    }
    // The fault of the first reading, if all are at fault.
    readings.sort_by_key(Result::is_err);
    if let Some(first) = readings.into_iter().next() {
        return first;
    }
    let expected = match size {
        Some(size) => format!("{} integers, one for each cell", size.cells()),
        None => "as many integers as a square board has cells".to_owned(),
    };
    let expected = format!("{expected} (with a name before them and a length after them, or without)");
    Err(sheet.page.fault(start, &expected, &words.len().to_string()))
}

/// The board of a line with so many words before it and after it.
fn surrounded(
    sheet: &Sheet<'_>,
    line: Line<'_>,
    (before, after): (usize, usize),
    (height, width): (usize, usize),
) -> Result<Entry, Fault> {
    let words = line.words(0);
    let end = words.len() - after;
    let size = sheet.size(height, width, Spot { line, column: 0 })?;
    let numbers = words[before..end].iter().map(|&word| sheet.number(word));
    let board = sheet.board(size, &numbers.collect::<Result<Vec<Number<'_>>, Fault>>()?)?;
    let label = (before > 0).then(|| words[0].text.to_owned());
    let length = words.get(end).map(|word| {
        let expected = "the length of the shortest solution";
        word.text.parse().map_err(|_| sheet.page.fault(word.at, expected, &quoted(word.text)))
    });
    Ok(Entry { line: Some(line.number), label, board, length: length.transpose()? })
}

/// A file that holds one line.
pub(super) fn read_one(sheet: &Sheet<'_>) -> Result<Board, Fault> {
    match sheet.lines[..] {
        [] => Err(sheet.page.lack("a line of integers, one for each cell, 0 for the gap")),
        [line] => {
            let numbers = sheet.numbers(line)?;
            let start = Spot { line, column: 0 };
            let Some(side) = side(numbers.len()) else {
                let expected = "as many integers as a square board has cells";
                return Err(sheet.page.fault(start, expected, &numbers.len().to_string()));
            };
            let size = sheet.size(side, side, start)?;
            sheet.board(size, &numbers)
        }
        [_, second, ..] => {
            let at = Spot { line: second, column: 0 };
            Err(sheet.page.fault(at, "one line with one board", "a second line"))
        }
    }
}

pub(super) fn write(board: &Board) -> String {
    let numbers: Vec<String> = board.tiles().iter().map(u16::to_string).collect();
    format!("{}\n", numbers.join(" "))
}
