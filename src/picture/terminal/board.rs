//! The glyphs of a board: what covers its cells, the lines between them, labels and marks.

use crate::label::middle;
use crate::palette::colour;
use crate::playback::{Cell, Floor, Playback};
use crate::terminal::line::meeting;
use crate::terminal::{COVERED, Glyph, HATCH, breadth};

/// A wall inside the tray, a gate, a way out, a free cell in letters, where a piece has to stand, and a piece without
/// a name.
const WALL: char = '▒';
const GATE: char = '+';
const EXIT: char = '>';
const FREE: char = '·';
const AIM: char = '×';
const NAMELESS: char = '■';

/// A position by cells, ready to be drawn with cells of so many columns.
pub(super) struct Board<'a> {
    playback: &'a Playback,
    covered: Vec<Option<usize>>,
    is_aimed: Vec<bool>,
    /// Walls that are no part of the picture.
    is_outside: Vec<bool>,
    columns: usize,
}

impl<'a> Board<'a> {
    pub(super) fn new(playback: &'a Playback, corners: &[Option<Cell>], columns: usize) -> Self {
        let (mut is_aimed, mut is_outside) =
            (vec![false; playback.size.cells()], vec![false; playback.size.cells()]);
        let place =
            |(row, column): Cell| usize::from(row) * usize::from(playback.size.width) + usize::from(column);
        for aim in playback.drawn_aims() {
            for cell in aim.cells() {
                is_aimed[place(cell)] = true;
            }
        }
        for cell in playback.outside() {
            is_outside[place(cell)] = true;
        }
        Self { playback, covered: playback.covered(corners), is_aimed, is_outside, columns }
    }

    /// The place of a cell of the box in lists of cells.
    fn place(&self, (row, column): (i32, i32)) -> Option<usize> {
        let size = self.playback.size;
        let is_in =
            (0..i32::from(size.height)).contains(&row) && (0..i32::from(size.width)).contains(&column);
        is_in.then(|| row as usize * usize::from(size.width) + column as usize)
    }

    fn floor(&self, cell: (i32, i32)) -> Floor {
        self.place(cell).map_or(Floor::Wall, |place| self.playback.floor[place])
    }

    fn piece(&self, cell: (i32, i32)) -> Option<usize> {
        self.place(cell).and_then(|place| self.covered[place])
    }

    /// The weight of the line between two neighbours.
    fn weight(&self, one: (i32, i32), other: (i32, i32)) -> usize {
        match (self.floor(one), self.floor(other)) {
            (Floor::Wall, Floor::Wall) => 0,
            (Floor::Wall, Floor::Exit) | (Floor::Exit, Floor::Wall) => 1,
            (Floor::Wall, _) | (_, Floor::Wall) => 2,
            _ => usize::from(self.piece(one) != self.piece(other)),
        }
    }

    /// What a cell looks like where there is neither a line nor a mark.
    fn ground(&self, cell: (i32, i32)) -> Glyph {
        let is_pillar = |place: usize| self.playback.floor[place] == Floor::Wall && !self.is_outside[place];
        let piece = self.piece(cell).map(|piece| &self.playback.pieces[piece]);
        let background = piece.map(|piece| colour(piece.colour));
        let character = match piece {
            Some(piece) if piece.is_fixed => HATCH,
            None if self.place(cell).is_some_and(is_pillar) => WALL,
            _ => ' ',
        };
        Glyph { background, ..Glyph::plain(character) }
    }

    /// What marks a cell that no piece covers.
    fn mark(&self, cell: (i32, i32)) -> Option<char> {
        let place = self.place(cell)?;
        match self.playback.floor[place] {
            Floor::Gate => Some(GATE),
            Floor::Exit => Some(EXIT),
            Floor::Open | Floor::Wall => None,
        }
    }

    /// The glyphs with lines round pieces.
    pub(super) fn boxes(&self, corners: &[Option<Cell>]) -> Vec<Vec<Glyph>> {
        let (height, width) = (i32::from(self.playback.size.height), i32::from(self.playback.size.width));
        let row_of = |row| -> Vec<Glyph> {
            let mut glyphs = Vec::new();
            for column in 0..=width {
                let (above, below) = ((row - 1, column), (row, column));
                glyphs.push(self.meeting(row, column));
                if column < width {
                    let glyph = match self.weight(above, below) {
                        0 => self.ground(below),
                        weight => Glyph::plain(meeting([0, weight, 0, weight])),
                    };
                    glyphs.extend(vec![glyph; self.columns - 1]);
                }
            }
            glyphs
        };
        let inner_of = |row| -> Vec<Glyph> {
            let mut glyphs = Vec::new();
            for column in 0..=width {
                glyphs.push(match self.weight((row, column - 1), (row, column)) {
                    0 => self.ground((row, column)),
                    weight => Glyph::plain(meeting([weight, 0, weight, 0])),
                });
                if column < width {
                    glyphs.extend(vec![self.ground((row, column)); self.columns - 1]);
                }
            }
            glyphs
        };
        let mut rows: Vec<Vec<Glyph>> = (0..height).flat_map(|row| [row_of(row), inner_of(row)]).collect();
        rows.push(row_of(height));
        self.add_labels(&mut rows, corners);
        self.add_marks(&mut rows);
        rows
    }

    /// The glyph at a corner of cells, the top-left one of this cell.
    fn meeting(&self, row: i32, column: i32) -> Glyph {
        let [before, above, left, here] =
            [(row - 1, column - 1), (row - 1, column), (row, column - 1), (row, column)];
        let weights = [
            self.weight(before, above),
            self.weight(above, here),
            self.weight(left, here),
            self.weight(before, left),
        ];
        match weights {
            [0, 0, 0, 0] => self.ground(here),
            weights => Glyph::plain(meeting(weights)),
        }
    }

    fn add_labels(&self, rows: &mut [Vec<Glyph>], corners: &[Option<Cell>]) {
        for (piece, &corner) in self.playback.pieces.iter().zip(corners) {
            let Some((row, column)) = corner else { continue };
            let (down, right) = middle(&piece.shape);
            let row = usize::from(2 * row + down);
            let place = usize::from(2 * column + right) * self.columns / 2;
            write_label(&mut rows[row], place - breadth(&piece.label) / 2, &piece.label);
        }
    }

    /// Marks stand in the middle of their cells, or beside the label that is there.
    fn add_marks(&self, rows: &mut [Vec<Glyph>]) {
        for place in 0..self.playback.size.cells() {
            let width = usize::from(self.playback.size.width);
            let (row, column) = (place / width, place % width);
            let cell = (row as i32, column as i32);
            let is_free = self.covered[place].is_none();
            let aim = self.is_aimed[place].then_some(AIM);
            let Some(mark) = aim.or_else(|| self.mark(cell).filter(|_| is_free)) else { continue };
            let glyphs = &mut rows[2 * row + 1];
            let middle = column * self.columns + self.columns / 2;
            let free = [middle, middle + 1].into_iter().find(|place| glyphs[*place].character == ' ');
            if let Some(place) = free {
                glyphs[place].character = mark;
            }
        }
    }

    /// The glyphs with a label in each cell.
    pub(super) fn letters(&self) -> Vec<Vec<Glyph>> {
        let (height, width) = (i32::from(self.playback.size.height), i32::from(self.playback.size.width));
        let cell = |row, column| -> Vec<Glyph> {
            let cell = (row, column);
            let mut glyphs = vec![self.ground(cell); self.columns];
            let place = self.place(cell);
            let label = match (self.piece(cell), place) {
                (Some(piece), _) => {
                    let label = self.playback.pieces[piece].label.clone();
                    let fits = (1..=self.columns).contains(&breadth(&label));
                    if fits { label } else { NAMELESS.to_string() }
                }
                (None, Some(place)) if self.is_aimed[place] => AIM.to_string(),
                (None, Some(place)) if self.playback.floor[place] == Floor::Open => FREE.to_string(),
                (None, _) => self.mark(cell).map(String::from).unwrap_or_default(),
            };
            write_label(&mut glyphs, self.columns - breadth(&label), &label);
            glyphs
        };
        (0..height).map(|row| (0..width).flat_map(|column| cell(row, column)).collect()).collect()
    }
}

/// Writes a label over glyphs, which keep their background.
fn write_label(glyphs: &mut [Glyph], mut place: usize, label: &str) {
    for character in label.chars() {
        let columns = breadth(character.encode_utf8(&mut [0; 4]));
        for (column, glyph) in glyphs.iter_mut().skip(place).take(columns).enumerate() {
            glyph.character = if column == 0 { character } else { COVERED };
            glyph.is_bold = glyph.background.is_some();
        }
        place += columns;
    }
}
