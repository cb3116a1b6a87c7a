//! Rush Hour boards as strings: cars that keep to their lines, and `A`, which has to get to the right.
//!
//! ```text
//! BB.C...D.CEE.DAAFGH.IIFGH.JKK.LLJ...              36 characters: a square of 6×6
//! BB.C../.D.CEE/.DAAFG/H.IIFG/H.JKK./LLJ...         rows with / between them, of any number and length
//! 15 BBoCoooDoCEEoDAAFGHoIIFGHoJKKoLLJooo 541934    with the fewest moves and the number of positions, both ignored
//! ```
//!
//! `.` and `o` are free cells, `x` and `#` walls. The third is a line of M. Fogleman's database of 6×6 boards (2018). Rows
//! may also be lines of their own.

use std::collections::HashMap;

use crate::formats::names::can_be_drawn;
use crate::formats::{drawn_cells, in_order, starts};
use crate::puzzle::{Cell, Floor, Freedom, Parts, Piece, Puzzle, Target};
use traybit_core::grid::{LONGEST_SIDE, Size};
use traybit_core::input::InputError;
use traybit_core::shape::Shape;
use traybit_core::source_text::{Line, SourceText, Spot, Word, quoted};

/// The car that has to get to the right edge of its row.
const RED: char = 'A';

/// Reads the one board that a file holds; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line and the column.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines: Vec<Vec<Word<'_>>> =
        source.lines().map(|line| line.words(0)).filter(|words| !words.is_empty()).collect();
    let is_number = |word: &Word<'_>| word.text.bytes().all(|byte| byte.is_ascii_digit());
    let rows: Vec<Word<'_>> = match &lines[..] {
        [] => return Err(source.lack("a Rush Hour board")),
        [words] => match words[..] {
            [board] => rows_of(&source, board)?,
            [ref moves, board, ref positions] if is_number(moves) && is_number(positions) => {
                rows_of(&source, board)?
            }
            _ => {
                let Word { text, at } = words[1];
                return Err(source.error(at, "a board alone, or `MOVES BOARD NUMBER`", &quoted(text)));
            }
        },
        [_, second, ..] if !has_rows(lines.iter().map(|words| words.iter().map(|word| word.text))) => {
            return Err(source.error(second[0].at, "one board a file", &quoted(second[0].text)));
        }
        rows => rows.iter().map(|words| words[0]).collect(),
    };
    puzzle(&source, &rows)
}

/// The puzzle of the rows of a board, its cars in the reading order of their anchors.
fn puzzle(source: &SourceText<'_>, rows: &[Word<'_>]) -> Result<Puzzle, InputError> {
    let size = size(source, rows)?;
    let spot = |(row, column): Cell| {
        let at = rows[usize::from(row)].at;
        Spot { column: at.column + usize::from(column), ..at }
    };
    let (mut floor, mut cars) = (vec![Floor::Open; size.cells()], HashMap::<char, Vec<Cell>>::new());
    for (cell, c) in size.all().zip(rows.iter().flat_map(|row| row.text.chars())) {
        if is_wall(c) {
            floor[size.number(cell)] = Floor::Wall;
        } else if is_car(c) {
            cars.entry(c).or_default().push(cell);
        } else if !is_free(c) {
            let expected = "a car's letter, . or o for a free cell, x or # for a wall";
            return Err(source.wrong_character(spot(cell), expected));
        }
    }
    let car = |cells| {
        let car = Piece::of(cells);
        let freedom = axis(&car.shape).ok_or_else(|| {
            let expected = format!("the car {} to be straight and at least 2 cells long", car.name);
            let found = match car.shape.area() {
                1 => "a single cell".to_owned(),
                cells => format!("{cells} cells that are not in one line"),
            };
            source.error(spot(car.anchor), &expected, &found)
        })?;
        Ok(Piece { freedom, labelled: car.name == RED, ..car })
    };
    let blocks = in_order(cars).into_iter().map(car).collect::<Result<Vec<Piece>, InputError>>()?;
    let Some(block) = blocks.iter().position(|car| car.name == RED) else {
        let expected = format!("a car {RED}, which has to get to the right edge");
        return Err(source.error(rows[0].at, &expected, "none"));
    };
    let Piece { anchor, freedom, ref shape, .. } = blocks[block];
    if freedom != Freedom::Across {
        let expected = format!("the car {RED} lying along its row");
        return Err(source.error(spot(anchor), &expected, "one that stands along its column"));
    }
    let goals = vec![vec![Target { block, anchor: (anchor.0, size.width - shape.width()) }]];
    let parts = Parts { floor, blocks, goals, ..Parts::open(size) };
    Puzzle::new(parts.clone()).map_err(|flaw| source.sentence(spot(anchor), &flaw.sentence(&parts)))
}

/// The size of a board whose rows are equally long.
fn size(source: &SourceText<'_>, rows: &[Word<'_>]) -> Result<Size, InputError> {
    let (height, width) = (rows.len(), rows[0].text.chars().count());
    let sides = 1..=usize::from(LONGEST_SIDE);
    if !sides.contains(&height) || !sides.contains(&width) {
        let expected = format!("1 to {LONGEST_SIDE} rows and columns");
        return Err(source.error(rows[0].at, &expected, &format!("{height}×{width}")));
    }
    for row in rows {
        let length = row.text.chars().count();
        if length != width {
            let expected = format!("rows of {width} characters, as the first has");
            return Err(source.error(row.at, &expected, &format!("one of {length}")));
        }
    }
    Ok(Size { height: height as u16, width: width as u16 })
}

fn is_wall(c: char) -> bool {
    matches!(c, 'x' | '#')
}

fn is_free(c: char) -> bool {
    matches!(c, '.' | 'o')
}

fn is_car(c: char) -> bool {
    c.is_alphabetic() && can_be_drawn(c) && !is_wall(c) && !is_free(c)
}

/// True if lines of words are the rows of one board: a word each, all of one length, and a car `A`. Two lines, or lines that
/// are far longer than there are of them, may be a board each.
pub(super) fn has_rows<'t>(lines: impl Iterator<Item = impl Iterator<Item = &'t str>>) -> bool {
    let (mut rows, mut width, mut has_red) = (0, 0, false);
    for mut words in lines {
        let (Some(row), None) = (words.next(), words.next()) else { return false };
        let length = row.chars().count();
        if rows > 0 && length != width || !row.chars().all(|c| is_car(c) || is_wall(c) || is_free(c)) {
            return false;
        }
        (rows, width, has_red) = (rows + 1, length, has_red || row.contains(RED));
    }
    rows > 2 && width <= 2 * rows && has_red
}

/// The rows of a board in one word.
fn rows_of<'a>(source: &SourceText<'a>, board: Word<'a>) -> Result<Vec<Word<'a>>, InputError> {
    let Word { text, at } = board;
    let mut column = at.column;
    if text.contains('/') {
        // The last one lets a single row be told from a square.
        let rows = text.strip_suffix('/').unwrap_or(text).split('/').map(|text| {
            let row = Word { text, at: Spot { column, ..at } };
            column += text.chars().count() + 1;
            row
        });
        return Ok(rows.collect());
    }
    let starts: Vec<usize> = text.char_indices().map(|(start, _)| start).chain([text.len()]).collect();
    let length = starts.len() - 1;
    let side = length.isqrt();
    if side * side != length {
        let expected = "a square of characters, as 36 are one of 6×6, or rows with / between them";
        return Err(source.error(at, expected, &format!("{length} characters")));
    }
    let row = |number: usize| Word {
        text: &text[starts[number * side]..starts[(number + 1) * side]],
        at: Spot { column: at.column + number * side, ..at },
    };
    Ok((0..side).map(row).collect())
}

/// The line that a car keeps to; none for what is no car.
fn axis(shape: &Shape) -> Option<Freedom> {
    match (shape.height(), shape.width()) {
        _ if !shape.is_rectangle() => None,
        (1, 2..) => Some(Freedom::Across),
        (2.., 1) => Some(Freedom::Down),
        _ => None,
    }
}

/// The string of a puzzle: a square as one word, any other board as rows. Titles and sources are left out.
///
/// # Errors
/// A sentence without its full stop that says what such a string cannot express.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    if let Some(gate) = puzzle.gates.first() {
        return Err(format!("a Rush Hour board has no gates such as {}", gate.mark));
    }
    for car in &puzzle.blocks {
        let name = car.name;
        if !is_car(name) {
            return Err(format!("cars of a Rush Hour board are letters other than o and x, and not {name}"));
        }
        match axis(&car.shape) {
            None => {
                return Err(format!(
                    "cars of a Rush Hour board are straight and at least 2 cells long, and block {name} is not"
                ));
            }
            Some(axis) if axis != car.freedom => {
                return Err(format!(
                    "cars of a Rush Hour board move along their length, and block {name} does not"
                ));
            }
            Some(_) => {}
        }
        // A board means the car itself; cars of other rows never get there.
        let stands_in = |other: &&Piece| {
            other.name != name && other.anchor.0 == car.anchor.0 && puzzle.are_equal(other, car)
        };
        if name == RED
            && let Some(other) = puzzle.blocks.iter().find(stands_in)
        {
            return Err(format!(
                "on a Rush Hour board the goal is for {RED} itself, and here {} of its row would do as well",
                other.name
            ));
        }
    }
    let width = usize::from(puzzle.size.width);
    let red =
        puzzle.blocks.iter().zip(0..).find(|(car, _)| car.name == RED && car.freedom == Freedom::Across);
    let goal = red.map(|(car, block)| {
        let anchor = (car.anchor.0, puzzle.size.width - car.shape.width());
        vec![vec![Target { block, anchor }]]
    });
    if goal.as_ref() != Some(&puzzle.goals) {
        return Err(format!(
            "the goal of a Rush Hour board is a car {RED} at the right edge of its row and nothing else"
        ));
    }
    let floor = |floor| if floor == Floor::Open { '.' } else { 'x' };
    let cells = drawn_cells(puzzle, &starts(puzzle), floor);
    let is_square = puzzle.size.height == puzzle.size.width;
    let between = if is_square { "" } else { "/" };
    let mut text = cells.chunks(width).map(String::from_iter).collect::<Vec<_>>().join(between);
    if puzzle.size.height == 1 {
        text.push('/');
    }
    text.push('\n');
    Ok(text)
}

/// A board of a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Line number, counted from 1.
    pub line: usize,
    /// Fewest moves, as stated.
    pub moves: u64,
    /// The puzzle.
    pub puzzle: Puzzle,
}

/// True if there are several lines, and the first two have a number, a word and a number.
pub(in crate::formats) fn is_list(bytes: &[u8]) -> bool {
    let mut lines = bytes.split(|byte| *byte == b'\n').filter(|line| !line.trim_ascii().is_empty());
    let is_number = |word: &[u8]| word.iter().all(u8::is_ascii_digit);
    let is_entry = |line: &[u8]| {
        let words = line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty());
        matches!(&words.collect::<Vec<_>>()[..], [moves, board, positions] if is_number(moves) && !is_number(board) && is_number(positions))
    };
    lines.next().is_some_and(is_entry) && lines.next().is_some_and(is_entry)
}

/// Reads a list, a line `MOVES BOARD POSITIONS` each; messages call the file `name`.
///
/// # Errors
/// [`InputError::Invalid`] with the line and the column.
pub fn read_list(name: &str, bytes: &[u8]) -> Result<Vec<Entry>, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines = source.lines().map(|line| (line, line.words(0))).filter(|(_, words)| !words.is_empty());
    let entry = |(line, words): (Line<'_>, Vec<Word<'_>>)| {
        let stated = match words[..] {
            [moves, board, positions] if positions.text.bytes().all(|byte| byte.is_ascii_digit()) => {
                moves.text.parse().ok().map(|moves| (moves, board))
            }
            _ => None,
        };
        let expected = "a line `MOVES BOARD POSITIONS`";
        let (moves, board) =
            stated.ok_or_else(|| source.error(words[0].at, expected, &quoted(words[0].text)))?;
        Ok(Entry { line: line.number, moves, puzzle: puzzle(&source, &rows_of(&source, board)?)? })
    };
    lines.map(entry).collect()
}
