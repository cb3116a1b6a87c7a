//! Rows of integers, 0 for the gap.

use std::fmt::Write as _;

use crate::board::Board;
use crate::forms::sheet::Sheet;
use traybit_core::input::Fault;
use traybit_core::page::Spot;

pub(super) fn read(sheet: &Sheet<'_>) -> Result<Board, Fault> {
    let Some(&first) = sheet.lines.first() else {
        return Err(sheet.page.lack("a board of tiles: rows of integers, 0 for the gap"));
    };
    let width = first.words(0).len();
    let mut numbers = Vec::new();
    for &line in &sheet.lines {
        let row = sheet.numbers(line)?;
        if row.len() != width {
            let expected = format!("a row of {width} numbers like the first one, 0 for the gap");
            return Err(sheet.page.fault(Spot { line, column: 0 }, &expected, &row.len().to_string()));
        }
        numbers.extend(row);
    }
    let size = sheet.size(sheet.lines.len(), width, Spot { line: first, column: 0 })?;
    sheet.board(size, &numbers)
}

pub(super) fn write(board: &Board) -> String {
    let (width, digits) = (usize::from(board.size().width), board.digits());
    let mut text = String::with_capacity((digits + 1) * board.tiles().len());
    for (cell, tile) in board.tiles().iter().enumerate() {
        let end = if (cell + 1).is_multiple_of(width) { '\n' } else { ' ' };
        // A string takes all.
        let _ = write!(text, "{tile:>digits$}{end}");
    }
    text
}
