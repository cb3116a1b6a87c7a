//! The course's form: a line with the size, then rows of cells of two characters.

use std::fmt::Write as _;

use crate::board::{Board, LONGEST_SIDE, Size};
use crate::forms::LONGEST_COURSE_SIDE;
use crate::forms::sheet::{Number, Sheet};
use traybit_core::input::Fault;
use traybit_core::page::{Line, Spot, quoted};

/// Characters from one cell to the next.
const STRIDE: usize = 3;

pub(super) fn read(sheet: &Sheet<'_>) -> Result<Board, Fault> {
    let Some((&first, rows)) = sheet.lines.split_first() else {
        return Err(sheet.page.lack("a board of tiles"));
    };
    let side = side(sheet, first)?;
    let size = Size { height: side, width: side };
    if side == 1 && rows.is_empty() {
        // The one cell is blank, and blanks may be missing.
        return Ok(Board::gap_last(size));
    }
    let wanted = format!("{side} row{} below the size {side}", if side == 1 { "" } else { "s" });
    if let Some(extra) = rows.get(usize::from(side)) {
        let at = Spot { line: *extra, column: 0 };
        return Err(sheet.page.fault(at, &wanted, "one more"));
    }
    if rows.len() < usize::from(side) {
        let at = sheet.end().expect("the first line is there");
        return Err(sheet.page.fault(at, &wanted, &format!("{} and the end of the file", rows.len())));
    }
    let mut numbers = Vec::with_capacity(size.cells());
    for &line in rows {
        numbers.extend(row(sheet, line, side)?);
    }
    sheet.board(size, &numbers)
}

fn side(sheet: &Sheet<'_>, line: Line<'_>) -> Result<u16, Fault> {
    let words = line.words(0);
    let expected = format!("a size of 1 to {LONGEST_SIDE}");
    let side = match words[..] {
        [word] => word.text.parse().ok().filter(|side| (1..=LONGEST_SIDE).contains(side)),
        _ => None,
    };
    side.ok_or_else(|| sheet.page.fault(words[0].at, &expected, &quoted(line.text.trim())))
}

/// The numbers of a row. One that has all its numbers is read by words; else the columns tell where the gap is.
fn row<'a>(sheet: &Sheet<'a>, line: Line<'a>, side: u16) -> Result<Vec<Number<'a>>, Fault> {
    let words = line.words(0);
    let side = usize::from(side);
    if words.len() == side {
        return sheet.numbers(line);
    }
    let start = Spot { line, column: 0 };
    if words.len() + 1 != side {
        let expected = format!("a row of {side} cells");
        let found = format!("{} number{}", words.len(), if words.len() == 1 { "" } else { "s" });
        return Err(sheet.page.fault(start, &expected, &found));
    }
    if side > usize::from(LONGEST_COURSE_SIDE) {
        let expected = format!("a row of {side} numbers, 0 for the gap");
        return Err(sheet.page.fault(start, &expected, &format!("{}", words.len())));
    }
    let mut numbers = vec![Number { value: 0, at: start }; side];
    for (cell, number) in numbers.iter_mut().enumerate() {
        number.at.column = STRIDE * cell;
    }
    for word in words {
        let (first, last) = (word.at.column, word.at.column + word.text.chars().count() - 1);
        let cell = first / STRIDE;
        if cell >= side || last / STRIDE != cell || last % STRIDE != 1 {
            let expected =
                "cells of two characters, numbers on the right, one blank between two and blanks for the gap";
            return Err(sheet.page.fault(word.at, expected, &quoted(word.text)));
        }
        numbers[cell] = sheet.number(word)?;
    }
    Ok(numbers)
}

pub(super) fn write(board: &Board) -> String {
    let width = usize::from(board.size().width);
    let mut text = format!("{width}\n");
    for (cell, &tile) in board.tiles().iter().enumerate() {
        let end = if (cell + 1).is_multiple_of(width) { '\n' } else { ' ' };
        // A string takes all.
        let _ = match tile {
            0 => write!(text, "  {end}"),
            _ => write!(text, "{tile:>2}{end}"),
        };
    }
    text
}
