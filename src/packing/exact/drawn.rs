//! Sudoku and queens as exact covers.
//!
//! ```text
//!   sudoku   r1c1 a cell   r1=5, c1=5, b1=5 the mark 5 in a row, a column, a box      an option: r1c1 r1=5 c1=5 b1=5
//!   queens   r1, c1 a row and a column, in which one queen stands; a2, b8 a diagonal  an option: r1 c1 | a2 b8
//!            of each direction, with one at most; r1c1 a queen that is given
//! ```
//!
//! A sudoku has n²×n² cells in boxes of n×n, for n from 2 to 5. Its marks are numbers, or digits and letters: 1 to 9 and A to P,
//! from 0 if both `.` and 0 occur in one of more than 9×9, or A to Y if no digit does. Queens are a board of `.` and `Q`, or a
//! line `queens: N`.

use crate::exact::grid::{Drawing, FREE, Grid, MAX_SIDE};
use crate::exact::{ExactCover, text};
use traybit_core::{InputError, Likeness, SourceText, Word, quoted};

/// Characters of marks that are no numbers.
const MARKS: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

const QUEEN: &str = "Q";

/// Key of a number of queens.
const KEY: &str = "queens:";

/// A puzzle that is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Each row, column and box has each mark once.
    Sudoku,
    /// One queen in each row and column, none attacking another.
    Queens,
}

impl Kind {
    fn of(grid: &Grid<'_>) -> Option<Self> {
        let all = |test: fn(&str) -> bool| grid.cells.iter().all(|cell| test(cell.text));
        if !grid.is_line && all(|text| text == FREE || text == QUEEN) {
            return Some(Self::Queens);
        }
        let is_square = matches!(grid.side, 4 | 9 | 16 | 25);
        let fits = is_square && (grid.side > 9 || all(|text| !text.contains(char::is_alphabetic)));
        fits.then_some(Self::Sudoku)
    }
}

/// The side of the board, if the file is a line `queens: N`.
fn side(source: &SourceText<'_>) -> Option<Result<usize, InputError>> {
    let mut lines = source.lines().filter(|line| !line.text.trim().is_empty());
    let first = lines.next().filter(|line| line.text.trim().starts_with(KEY))?;
    let (number, second) = (first.text.trim()[KEY.len()..].trim(), lines.next());
    let side = number.parse().ok().filter(|side| (1..=MAX_SIDE).contains(side) && second.is_none());
    Some(side.ok_or_else(|| {
        let expected = format!("a number of queens from 1 to {MAX_SIDE} after `{KEY}`, and nothing else");
        let found = quoted(second.map_or(number, |line| line.text.trim()));
        source.error(second.unwrap_or(first).end(), &expected, &found)
    }))
}

/// Likeness of a file to a sudoku or to queens. Letters with free cells may be a board of another kind.
pub fn likeness(bytes: &[u8]) -> Likeness {
    let Ok(source) = SourceText::new("", bytes) else { return Likeness::None };
    if side(&source).is_some() {
        return Likeness::Likely;
    }
    let Some(grid) = Grid::of(&source, bytes) else { return Likeness::None };
    let has_digits = || grid.cells.iter().any(|cell| cell.text.contains(|c| matches!(c, '1'..='9')));
    let is_full =
        || grid.cells.iter().all(|cell| cell.text.len() == 1 && cell.text != FREE && cell.text != "0");
    match Kind::of(&grid) {
        Some(Kind::Sudoku) if has_digits() || is_full() => Likeness::Likely,
        Some(_) => Likeness::Possible,
        None => Likeness::None,
    }
}

/// Reads a sudoku or queens; `name` is the file's name in messages.
pub fn read(name: &str, bytes: &[u8]) -> Result<ExactCover, InputError> {
    let source = SourceText::new(name, bytes)?;
    let free = side(&source).transpose()?.map(|side| (FREE.repeat(side) + "\n").repeat(side));
    let bytes = free.as_ref().map_or(bytes, String::as_bytes);
    let source = SourceText::new(name, bytes)?;
    let known = Grid::of(&source, bytes).and_then(|grid| Some((Kind::of(&grid)?, grid)));
    let (kind, grid) = known.ok_or_else(|| source.lack("a sudoku or a board of queens"))?;
    let marks = if kind == Kind::Queens { vec![QUEEN.to_owned()] } else { marks(&grid) };
    let expected = format!("{} to {}, or `{FREE}` for a free cell", marks[0], marks[marks.len() - 1]);
    let unknown = |Word { text, at }: Word<'_>| source.error(at, &expected, &quoted(text));
    let mut drawing = Drawing::new(grid, kind, marks).map_err(unknown)?;
    let problem = match drawing.kind {
        Kind::Sudoku => sudoku(&mut drawing),
        Kind::Queens => queens(&mut drawing),
    };
    let cover = text::read(name, problem.as_bytes())?;
    Ok(ExactCover { drawing: Some(drawing), ..cover })
}

/// The marks of a sudoku, as its cells suggest.
fn marks(grid: &Grid<'_>) -> Vec<String> {
    let has = |test: fn(&str) -> bool| grid.cells.iter().any(|cell| test(cell.text));
    if has(|text| text.len() > 1) {
        return (1..=grid.side).map(|number| number.to_string()).collect();
    }
    let first = match grid.side {
        0..=9 => 1,
        _ if has(|text| text == FREE) && has(|text| text == "0") => 0,
        _ if has(|text| matches!(text.as_bytes(), [b'1'..=b'9'])) => 1,
        _ => 10,
    };
    MARKS.chars().skip(first).take(grid.side).map(String::from).collect()
}

/// The text of a sudoku as a problem; its options become those of the drawing.
fn sudoku(drawing: &mut Drawing) -> String {
    let Drawing { side, ref marks, ref given, ref mut options, .. } = *drawing;
    let root = side.isqrt();
    let (mut items, mut sets, mut lines) = (Vec::new(), Vec::new(), String::new());
    for (cell, given) in given.iter().enumerate() {
        let (row, column) = (cell / side, cell % side);
        let square = row / root * root + column / root + 1;
        let (row, column) = (row + 1, column + 1);
        items.push(format!("r{row}c{column}"));
        // Rows with marks are as many as cells.
        sets.extend(["r", "c", "b"].map(|line| format!("{line}{row}={}", marks[column - 1])));
        for (number, mark) in marks.iter().enumerate() {
            if given.is_none_or(|given| given == number) {
                options.push((cell, number));
                lines += &format!("r{row}c{column} r{row}={mark} c{column}={mark} b{square}={mark}\n");
            }
        }
    }
    format!("{} {}\n{lines}", items.join(" "), sets.join(" "))
}

/// The text of queens as a problem; its options become those of the drawing.
fn queens(drawing: &mut Drawing) -> String {
    let Drawing { side, ref given, ref mut options, .. } = *drawing;
    let mut items: Vec<String> = (1..=side).map(|line| format!("r{line} c{line}")).collect();
    let mut lines = String::new();
    for (cell, given) in given.iter().enumerate() {
        let (row, column) = (cell / side + 1, cell % side + 1);
        options.push((cell, 0));
        lines += &format!("r{row} c{column} a{} b{}", row + column, side + row - column);
        if given.is_some() {
            items.push(format!("r{row}c{column}"));
            lines += &format!(" r{row}c{column}");
        }
        lines.push('\n');
    }
    let diagonals = (1..2 * side).map(|line| format!(" a{} b{line}", line + 1));
    format!("{} |{}\n{lines}", items.join(" "), diagonals.collect::<String>())
}

impl Drawing {
    /// The name of the puzzle and its size.
    pub fn title(&self) -> String {
        let name = if self.kind == Kind::Sudoku { "sudoku" } else { "queens" };
        format!("{name}, {0}×{0}", self.side)
    }
}
