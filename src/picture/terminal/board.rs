//! A board in characters at some scale: its cells, the lines between them, and the places of labels.
//!
//! ```text
//!   +---+---+       A character of a line depends on the cells on both sides of it: if they belong together, the
//!   | a | b |       line is left out. Where lines cross, four cells decide.
//!   |   +---+
//!   | a | c |
//!   +---+---+
//! ```

use std::collections::HashSet;

use ratatui::text::Span;
use traybit_core::grid::Size;

use crate::markup::middle;
use crate::playback::{Aim, Cell, Floor, Playback};
use crate::terminal::Colours;

/// Scale of a drawing: the columns and rows of a cell, and true if there are lines between cells.
///
/// ```text
///   +---+---+      lined: cells of 3 columns and 1 row, and lines around them     aa     flat: cells of 2 columns
///   | a     |                                                                     b      and 1 row
///   +---+---+
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scale {
    pub width: u16,
    pub height: u16,
    pub lined: bool,
}

impl Scale {
    /// Distance between neighbouring cells in columns and rows.
    pub fn pitch(self) -> (u32, u32) {
        let line = u32::from(self.lined);
        (u32::from(self.width) + line, u32::from(self.height) + line)
    }

    /// Size of a whole board in columns and rows.
    pub fn extent(self, size: Size) -> (u32, u32) {
        self.origin((size.height, size.width))
    }

    /// Column and row where a cell begins, inside its lines.
    pub fn origin(self, (row, column): Cell) -> (u32, u32) {
        let ((across, down), line) = (self.pitch(), u32::from(self.lined));
        (across * u32::from(column) + line, down * u32::from(row) + line)
    }

    /// Column and row of a cell's middle.
    pub fn middle(self, cell: Cell) -> (u32, u32) {
        let (x, y) = self.origin(cell);
        (x + u32::from(self.width - 1) / 2, y + u32::from(self.height - 1) / 2)
    }
}

/// A position in characters, at some scale.
#[derive(Clone, Debug)]
pub struct Board<'a> {
    pub playback: &'a Playback,
    pub corners: &'a [Option<Cell>],
    pub scale: Scale,
    pub colours: Colours,
    /// The piece with heavy lines, which are drawn over others.
    pub marked: Option<usize>,
    /// Weight of the line around the tray: 1 light, 2 heavy.
    pub frame: usize,
    /// The cells with marks of the goal.
    pub aimed: HashSet<Cell>,
    covered: Vec<Option<usize>>,
    /// Walls that are drawn: those within the tray, and without lines around the tray also those beside it.
    pub(super) pillars: HashSet<Cell>,
}

impl<'a> Board<'a> {
    /// A position with a heavy frame and the goals that are drawn.
    pub fn new(
        playback: &'a Playback,
        corners: &'a [Option<Cell>],
        scale: Scale,
        colours: Colours,
        marked: Option<usize>,
    ) -> Self {
        let mut covered = playback.covered(corners);
        if let Some((piece, corner)) = marked.and_then(|piece| Some((piece, corners[piece]?))) {
            for cell in playback.cells_at(piece, corner) {
                covered[playback.size.number(cell)] = Some(piece);
            }
        }
        let aimed = playback.drawn_aims().into_iter().flat_map(Aim::cells).collect();
        let (outside, ((top, left), size)) = (playback.outside(), playback.board_box());
        let is_beside = |&(row, column): &Cell| {
            (top..top + size.height).contains(&row) && (left..left + size.width).contains(&column)
        };
        let is_drawn = |cell: &Cell| !outside.contains(cell) || !scale.lined && is_beside(cell);
        let walls = playback.size.all().filter(|cell| playback.floor_at(*cell) == Floor::Wall);
        let pillars = walls.filter(is_drawn).collect();
        Self { playback, corners, scale, colours, marked, frame: 2, aimed, covered, pillars }
    }

    /// The piece on a cell; none outside the board's box. Numbers above the first row and left of the first column wrap.
    pub fn covering(&self, cell: Cell) -> Option<usize> {
        let size = self.playback.size;
        if cell.0 < size.height && cell.1 < size.width { self.covered[size.number(cell)] } else { None }
    }

    /// True if another piece of the same colour and the same label is on a cell.
    pub(super) fn is_alike(&self, piece: usize, cell: Cell) -> bool {
        let look = |piece: usize| (self.playback.pieces[piece].colour, &self.playback.pieces[piece].label);
        self.covering(cell).is_some_and(|other| other != piece && look(other) == look(piece))
    }

    /// The weight of the line between two neighbours.
    fn weight(&self, one: Cell, other: Cell) -> usize {
        let pieces = [one, other].map(|cell| self.covering(cell));
        let weight = match (self.playback.floor_at(one), self.playback.floor_at(other)) {
            // The pieces of a packing can lie outside, beside the board.
            (Floor::Wall, Floor::Wall) => usize::from(pieces[0] != pieces[1]),
            _ if self.is_opening(one, other) => 0,
            (Floor::Wall, Floor::Exit) | (Floor::Exit, Floor::Wall) => 1,
            (Floor::Wall, _) | (_, Floor::Wall) => self.frame,
            _ => usize::from(pieces[0] != pieces[1]),
        };
        let is_heavy = self.marked.is_some() && pieces.contains(&self.marked);
        if weight > 0 && is_heavy { 2 } else { weight }
    }

    /// True if the frame is open between two neighbours.
    pub(super) fn is_opening(&self, one: Cell, other: Cell) -> bool {
        other == (one.0, one.1.wrapping_add(1)) && self.playback.openings.contains(&one)
    }

    /// The cell at a column and a row of the drawing; for a line, the cell below it or on its right.
    pub(super) fn cell(&self, x: u32, y: u32) -> Cell {
        let (across, down) = self.scale.pitch();
        ((y / down) as u16, (x / across) as u16)
    }

    /// Two flags: true if a place of the drawing is on a horizontal and on a vertical line of the grid.
    pub(super) fn on_lines(&self, x: u32, y: u32) -> (bool, bool) {
        let ((across, down), lined) = (self.scale.pitch(), self.scale.lined);
        (lined && y.is_multiple_of(down), lined && x.is_multiple_of(across))
    }

    /// The weights of the lines that go up, right, down and left from a column and a row.
    pub(super) fn arms(&self, x: u32, y: u32) -> [usize; 4] {
        let here = self.cell(x, y);
        let [row, column] = [here.0, here.1].map(|place| place.wrapping_sub(1));
        let (above, left, before) = ((row, here.1), (here.0, column), (row, column));
        match self.on_lines(x, y) {
            (false, false) => [0; 4],
            (true, false) => [0, 1, 0, 1].map(|arm| arm * self.weight(above, here)),
            (false, true) => [1, 0, 1, 0].map(|arm| arm * self.weight(left, here)),
            (true, true) => [
                self.weight(before, above),
                self.weight(above, here),
                self.weight(left, here),
                self.weight(before, left),
            ],
        }
    }

    /// The label of a piece with this corner: its column and row, and as much of it as fits between the lines.
    pub(super) fn label(&self, piece: usize, (row, column): Cell) -> ((u32, u32), &'a str) {
        let piece = &self.playback.pieces[piece];
        let ((across, down), (below, right)) = (self.scale.pitch(), middle(&piece.shape));
        // The middle of a rectangle in half cells is its width in cells; in other shapes a label has one cell.
        let cells = if piece.shape.is_rectangle() { u32::from(right) } else { 1 };
        let label = fitting(&piece.label, across * cells - 1);
        let y = down * (2 * u32::from(row) + u32::from(below)) / 2;
        let x = across * (2 * u32::from(column) + u32::from(right)) / 2 - breadth(label) as u32 / 2;
        ((x, y), label)
    }
}

pub fn breadth(text: &str) -> usize {
    Span::raw(text).width()
}

/// The longest prefix of a label that fits into the columns.
fn fitting(label: &str, columns: u32) -> &str {
    let mut label = label;
    while breadth(label) as u32 > columns {
        label = label.char_indices().next_back().map_or("", |(end, _)| &label[..end]);
    }
    label
}
