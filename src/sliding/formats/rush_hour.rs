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

use crate::formats::grid::{Grid, Sign, can_be_drawn, rows, starts};
use crate::{Floor, Freedom, Parts, Piece, Puzzle, Target};
use traybit_core::{InputError, Shape, SourceText, Spot, Word, quoted, without_mark};

/// The car that has to get to the right edge of its row.
const RED: char = 'A';

/// Characters of walls and free cells.
const FLOOR: [char; 4] = ['x', '#', '.', 'o'];

fn is_car(c: char) -> bool {
    c.is_alphabetic() && can_be_drawn(c) && !FLOOR.contains(&c)
}

/// The words of each line that is not blank.
fn lines(text: &str) -> impl Iterator<Item = Vec<&str>> {
    let lines = text.lines().map(|line| line.split_ascii_whitespace().collect());
    lines.filter(|words: &Vec<&str>| !words.is_empty())
}

/// True if lines are the rows of one board: a word each, all of one length, and a car `A`. Two lines, or a few very long
/// ones, may be a board each.
pub(super) fn has_rows(bytes: &[u8]) -> bool {
    let (mut rows, mut width, mut has_red) = (0, 0, false);
    for words in lines(&String::from_utf8_lossy(without_mark(bytes))) {
        let [row] = words[..] else { return false };
        let length = row.chars().count();
        if rows > 0 && length != width || !row.chars().all(|c| is_car(c) || FLOOR.contains(&c)) {
            return false;
        }
        (rows, width, has_red) = (rows + 1, length, has_red || row.contains(RED));
    }
    rows > 2 && width <= 2 * rows && has_red
}

/// True if there are several lines, and the first two have a number, a word and a number.
pub(super) fn is_list(bytes: &[u8]) -> bool {
    let is_entry = |words: Vec<&str>| matches!(words[..], [moves, board, positions] if is_number(moves) && !is_number(board) && is_number(positions));
    let text = String::from_utf8_lossy(without_mark(bytes));
    let mut lines = lines(&text).map(is_entry);
    lines.next() == Some(true) && lines.next() == Some(true)
}

fn is_number(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads the one board that a file holds; messages call the file `name`.
pub fn read(name: &str, bytes: &[u8]) -> Result<Puzzle, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines = source.lines().map(|line| line.words(0)).filter(|words| !words.is_empty());
    let lines: Vec<Vec<Word<'_>>> = lines.collect();
    let rows = match &lines[..] {
        [] => return Err(source.lack("a Rush Hour board")),
        [words] => match words[..] {
            [board] => rows_of(&source, board)?,
            [moves, board, positions] if is_number(moves.text) && is_number(positions.text) => {
                rows_of(&source, board)?
            }
            _ => {
                let Word { text, at } = words[1];
                return Err(source.error(at, "a board alone, or `MOVES BOARD NUMBER`", &quoted(text)));
            }
        },
        [_, second, ..] if !has_rows(bytes) => {
            return Err(source.error(second[0].at, "one board a file", &quoted(second[0].text)));
        }
        rows => rows.iter().map(|words| words[0]).collect(),
    };
    puzzle(&source, rows)
}

/// The puzzle of the rows of a board, its cars in the reading order of their anchors.
fn puzzle<'a>(source: &SourceText<'a>, rows: Vec<Word<'a>>) -> Result<Puzzle, InputError> {
    let width = |row: &Word<'_>| row.text.chars().count();
    if let Some(row) = rows.iter().find(|row| width(row) != width(&rows[0])) {
        let expected = format!("rows of {} characters, as the first has", width(&rows[0]));
        return Err(source.error(row.at, &expected, &format!("one of {}", width(row))));
    }
    let grid = Grid::new(source, rows)?;
    let expected = "a car's letter, . or o for a free cell, x or # for a wall";
    let mut parts = grid.parts(source, grid.size(), expected, |c| match c {
        'x' | '#' => Some(Sign::Floor(Floor::Wall)),
        '.' | 'o' => Some(Sign::Floor(Floor::Open)),
        _ => is_car(c).then_some(Sign::Block),
    })?;
    for car in &mut parts.blocks {
        car.labelled = car.name == RED;
        car.freedom = axis(&car.shape).ok_or_else(|| {
            let expected = format!("the car {} to be straight and at least 2 cells long", car.name);
            let found = match car.shape.area() {
                1 => "a single cell".to_owned(),
                cells => format!("{cells} cells that are not in one line"),
            };
            source.error(grid.spot(car.anchor), &expected, &found)
        })?;
    }
    let Some(target) = goal(&parts) else {
        let expected = format!("a car {RED}, which has to get to the right edge");
        return Err(source.error(grid.rows[0].at, &expected, "none"));
    };
    let red = &parts.blocks[target.block];
    let at = grid.spot(red.anchor);
    if red.freedom != Freedom::Across {
        let expected = format!("the car {RED} lying along its row");
        return Err(source.error(at, &expected, "one that stands along its column"));
    }
    parts.goals.push(vec![target]);
    Puzzle::new(parts).map_err(|flaw| source.sentence(at, &flaw.sentence))
}

/// The rows of a board in one word.
fn rows_of<'a>(source: &SourceText<'a>, board: Word<'a>) -> Result<Vec<Word<'a>>, InputError> {
    let Word { text, at } = board;
    let mut column = at.column;
    if text.contains('/') {
        // The last `/` distinguishes a single row from a square.
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
    let row = |first: usize| Word {
        text: &text[starts[first]..starts[first + side]],
        at: Spot { column: at.column + first, ..at },
    };
    Ok((0..length).step_by(side).map(row).collect())
}

/// The car `A` at the right edge of its row.
fn goal(parts: &Parts) -> Option<Target> {
    let block = parts.blocks.iter().position(|car| car.name == RED)?;
    let Piece { shape, anchor: (row, _), .. } = &parts.blocks[block];
    Some(Target { block, anchor: (*row, parts.size.width - shape.width()) })
}

/// The line that a car keeps to; `None` for a shape that is not a car.
fn axis(shape: &Shape) -> Option<Freedom> {
    match (shape.height(), shape.width()) {
        _ if !shape.is_rectangle() => None,
        (1, 2..) => Some(Freedom::Across),
        (2.., 1) => Some(Freedom::Down),
        _ => None,
    }
}

/// Writes a puzzle: a square as one word, any other board as rows. Titles and sources are left out.
pub fn write(puzzle: &Puzzle) -> Result<String, String> {
    if let Some(gate) = puzzle.gates.first() {
        return Err(format!("a Rush Hour board has no gates such as {}", gate.mark));
    }
    for car in &puzzle.blocks {
        let (name, axis) = (car.name, axis(&car.shape));
        let rule = if !is_car(name) {
            format!("are letters other than o and x, and not {name}")
        } else if axis.is_none() {
            format!("are straight and at least 2 cells long, and block {name} is not")
        } else if axis != Some(car.freedom) {
            format!("move along their length, and block {name} does not")
        } else {
            continue;
        };
        return Err(format!("cars of a Rush Hour board {rule}"));
    }
    let goal = goal(puzzle).filter(|goal| puzzle.blocks[goal.block].freedom == Freedom::Across);
    // The goal of a board is for the red car itself; cars of other rows never reach it.
    let stands_in = |other: &&Piece| {
        let red = goal.map(|goal| &puzzle.blocks[goal.block]).filter(|red| red.name != other.name);
        red.is_some_and(|red| other.anchor.0 == red.anchor.0 && puzzle.are_equal(other, red))
    };
    if let Some(other) = puzzle.blocks.iter().find(stands_in) {
        return Err(format!(
            "on a Rush Hour board the goal is for {RED} itself, and here {} of its row would do as well",
            other.name
        ));
    }
    if goal.is_none_or(|goal| puzzle.goals != [vec![goal]]) {
        return Err(format!(
            "the goal of a Rush Hour board is a car {RED} at the right edge of its row and nothing else"
        ));
    }
    let rows = rows(puzzle, starts(puzzle), |floor| if floor == Floor::Open { '.' } else { 'x' });
    let between = if puzzle.size.height == puzzle.size.width { "" } else { "/" };
    let end = if puzzle.size.height == 1 { "/" } else { "" };
    Ok(format!("{}{end}\n", rows.join(between)))
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

/// Reads a list, a line `MOVES BOARD POSITIONS` each; messages call the file `name`.
pub fn read_list(name: &str, bytes: &[u8]) -> Result<Vec<Entry>, InputError> {
    let source = SourceText::new(name, bytes)?;
    let lines = source.lines().map(|line| line.words(0)).filter(|words| !words.is_empty());
    let entry = |words: Vec<Word<'_>>| match words[..] {
        [moves, board, positions] if is_number(positions.text) && moves.text.parse::<u64>().is_ok() => {
            let puzzle = puzzle(&source, rows_of(&source, board)?)?;
            Ok(Entry { line: moves.at.line.number, moves: moves.text.parse().unwrap_or_default(), puzzle })
        }
        _ => {
            let expected = "a line `MOVES BOARD POSITIONS`";
            Err(source.error(words[0].at, expected, &quoted(words[0].text)))
        }
    };
    lines.map(entry).collect()
}
