//! Packings as `traybit show` draws them: in boxes.
//!
//! ```text
//!   ┏━━━━━━━┯━━━┓      4 columns and 2 lines for each cell. Lines part pieces, walls and empty cells; a region with a
//!   ┃   A   │   ┃      name in it is a piece, one without is empty
//!   ┡━━━┓   ├───┨
//!   │▒▒▒┃   │ B ┃      rows for the reader of drawings: 11 11 .
//!   ┗━━━┻━━━┷━━━┛                                      ## 11 22
//! ```

use crate::drawing::parts::LEGEND;
use crate::drawing::{EMPTY, WALL, labels};
use crate::pack::{Cell, Floor, Pack};
use traybit_core::grid::Size;

const ACROSS: usize = 4;
const DOWN: usize = 2;

const GROUND: char = '▒';

const BEYOND: [char; 2] = ['?', '!'];

fn is_line(character: char) -> bool {
    ('\u{2500}'..='\u{257f}').contains(&character)
}

pub(super) fn is_boxed(row: &str) -> bool {
    row.chars().any(is_line)
}

/// True for the line above a drawing in boxes, which ends in a number of pieces.
pub(super) fn is_title(row: &str) -> bool {
    let row = row.trim_end();
    let start = row.strip_suffix(" pieces").or_else(|| row.strip_suffix(" piece"));
    start.is_some_and(|start| start.ends_with(|last: char| last.is_ascii_digit()))
}

pub(super) fn rows(height: u16) -> usize {
    DOWN * usize::from(height) + 1
}

/// A drawing in boxes as one with two characters a cell, and a legend; each row has the number of its line.
pub(super) fn unboxed(pack: &Pack, drawn: &[(usize, String)]) -> Vec<(usize, String)> {
    let boxes = Boxes { size: pack.size, rows: drawn.iter().map(|(_, row)| row.chars().collect()).collect() };
    let width = usize::from(pack.size.width);
    let regions = boxes.regions();
    let names = boxes.names(&regions);
    let number = |row: usize| drawn[(DOWN * row + 1).min(drawn.len() - 1)].0;
    let labels: Vec<[char; 2]> = labels().take(names.len()).collect();
    let mark = |cell: usize| match names[regions[cell]].as_str() {
        "" if pack.floor[cell] == Floor::Wall
            || boxes.at(DOWN * (cell / width) + 1, ACROSS * (cell % width) + 1) == GROUND =>
        {
            WALL
        }
        "" => EMPTY,
        _ => labels[regions[cell]],
    };
    let row = |row: usize| {
        let beyond = boxes.rows.get(DOWN * row + 1).is_some_and(|row| row.len() > ACROSS * width + 1);
        let marks = (row * width..(row + 1) * width).map(mark).chain(beyond.then_some(BEYOND));
        (number(row), marks.flatten().collect())
    };
    let mut all: Vec<(usize, String)> = (0..pack.size.height.into()).map(row).collect();
    all.extend(drawn.get(rows(pack.size.height)).map(|(number, _)| (*number, BEYOND.iter().collect())));
    for (region, name) in names.iter().enumerate() {
        if pack.pieces.iter().any(|piece| piece.name == *name) {
            let first = regions.iter().position(|own| *own == region).unwrap_or(0) / width;
            all.push((number(first), format!("{}{LEGEND}{name}", String::from_iter(labels[region]))));
        }
    }
    all
}

struct Boxes {
    size: Size,
    rows: Vec<Vec<char>>,
}

impl Boxes {
    fn at(&self, line: usize, column: usize) -> char {
        self.rows.get(line).and_then(|row| row.get(column)).copied().unwrap_or(' ')
    }

    fn joins(&self, (row, column): Cell, (below, right): Cell) -> bool {
        let (line, across) = (usize::from(row + below), usize::from(column + right));
        !is_line(self.at(DOWN * line / 2 + 1, ACROSS * (across + 1) / 2))
    }

    /// The region of each cell, numbered by their first cells.
    fn regions(&self) -> Vec<usize> {
        let size = self.size;
        let mut regions = vec![usize::MAX; size.cells()];
        let mut number = 0;
        for first in size.all() {
            let mut open = vec![first];
            let is_new = regions[size.number(first)] == usize::MAX;
            while let Some(cell) = open.pop().filter(|_| is_new) {
                regions[size.number(cell)] = number;
                let is_new = |other: Cell| regions[size.number(other)] == usize::MAX;
                open.extend(size.beside(cell).filter(|&other| self.joins(cell, other) && is_new(other)));
            }
            number += usize::from(is_new);
        }
        regions
    }

    /// The name in each region, which may be cut off; none in those that are empty.
    fn names(&self, regions: &[usize]) -> Vec<String> {
        let width = usize::from(self.size.width);
        let mut names = vec![String::new(); regions.iter().max().map_or(0, |most| most + 1)];
        for (row, regions) in regions.chunks(width).enumerate() {
            // The line inside its cells, and that below, on which a name may stand in the middle of a piece.
            for line in DOWN * row + 1..=DOWN * (row + 1) {
                for (column, &region) in regions.iter().enumerate() {
                    let inside = (1..=ACROSS).map(|place| self.at(line, ACROSS * column + place));
                    names[region].extend(inside.filter(|&c| !is_line(c) && c != GROUND));
                }
            }
        }
        names.into_iter().map(|name| name.trim().to_owned()).collect()
    }
}
