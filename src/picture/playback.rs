//! The playback of a solution in any family of puzzles: a board, its pieces and a sequence of moves.
//!
//! ```text
//!   corner (1, 0)    . x .     The place of a piece is the top-left cell of its bounding box, its *corner*,
//!         o----->    x x x     whether the piece covers that cell or not.
//! ```
//!
//! Nothing here checks moves: the playbacks of blocks and tiles are made from verified moves.

use std::collections::{BTreeSet, HashMap};
use std::iter::successors;

use indexmap::IndexSet;
use serde::Serialize;
use traybit_core::grid::{Size, bounding_box, connected};
use traybit_core::shape::Shape;
pub use traybit_sliding::Freedom;
use traybit_tiles::direction::Direction;

/// Maximum number of goals that are drawn, and of places in them; more would hide the board.
const MAX_GOALS: usize = 4;
const MAX_AIMS: usize = 12;

/// A place on the board: its row and its column, counted from 0.
pub type Cell = (u16, u16);

/// The way a player handles the pieces, which also determines the marks that are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Handling {
    /// A piece is chosen and moved; the goal's places are marked.
    #[default]
    Choose,
    /// A piece beside the blank cell is pushed into it; pieces in their places are marked.
    Push,
    /// Pieces are placed one after another, and stay.
    Place,
}

/// Kind of a cell in the board's bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Outside the outline, or a wall.
    Wall,
    Open,
    /// Inside; only some pieces may enter it.
    Gate,
    /// Outside; some pieces may leave through it.
    Exit,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The label; empty if there are more pieces than names.
    pub label: String,
    pub shape: Shape,
    /// Pieces of one class are interchangeable.
    pub class: usize,
    /// Index of its colour in the palette, which is cyclic.
    pub colour: usize,
    /// True if it cannot be moved.
    pub is_fixed: bool,
    /// The lines along which it may move until a piece or a wall stops it; both if it is fixed.
    pub lines: Freedom,
    /// Numbers of the gate and exit cells that admit it, row by row.
    pub admitted: Vec<usize>,
    /// The pieces that it becomes when turned clockwise and when flipped, if a player may turn it.
    pub turns: Option<[usize; 2]>,
}

/// A mark in pictures that the legend explains.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Mark {
    Gate,
    Exit,
    /// The hatching of pieces that cannot be moved.
    Fixed,
    /// The outline of a place of the goal.
    Aim,
}

/// A place of the goal: a piece of a class must stand there.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Aim {
    /// The class; `None` if the board has no such piece, so the place stays empty.
    pub class: Option<usize>,
    pub shape: Shape,
    pub corner: Cell,
}

/// Conditions of a complete packing, as far as cells and numbers of pieces tell.
#[derive(Serialize, Clone, Debug, Default, PartialEq, Eq)]
#[serde(rename_all = "camelCase")]
pub struct Cover {
    /// The cells that are covered in every packing.
    pub full: Vec<Cell>,
    /// The least and the largest number of empty cells.
    pub empty: [u32; 2],
    /// The least and the largest number of pieces of each class.
    pub counts: Vec<[u32; 2]>,
    /// True if there are no other rules.
    pub is_whole: bool,
}

/// A move: a piece goes somewhere, or appears there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    pub piece: usize,
    pub to: Cell,
}

/// A board and the moves on it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Playback {
    pub handling: Handling,
    pub title: Option<String>,
    pub size: Size,
    pub floor: Vec<Floor>,
    /// The pieces; only moves change their places.
    pub pieces: Vec<Piece>,
    /// The corner of each piece before the first move; `None` for pieces that appear later.
    pub start: Vec<Option<Cell>>,
    /// The goals; meeting any one of them solves the puzzle.
    pub goals: Vec<Vec<Aim>>,
    /// The goal as an instruction: `Get b to rows 4 and 5, columns 2 and 3`. Empty without a goal.
    pub task: String,
    /// The marks in its pictures, with their meanings; see also [`Self::marks`].
    pub legend: Vec<(Mark, String)>,
    /// True if pictures have the numbers of rows and columns along their edges.
    pub has_rulers: bool,
    /// The cells at the right edge where the frame is open: the exit of a Rush Hour board.
    pub openings: Vec<Cell>,
    /// Conditions of a complete packing.
    pub cover: Option<Cover>,
    /// The length of a shortest solution and its unit, if the moves are proven to be one.
    pub fewest: Option<(u64, &'static str)>,
    pub moves: Vec<Move>,
    /// Length of the solution in each unit, such as 116 steps.
    pub counts: Vec<(u64, &'static str)>,
}

/// The direction and the number of cells of a straight move.
pub fn straight(from: Cell, to: Cell) -> Option<(Direction, u16)> {
    let (down, right) = (i32::from(to.0) - i32::from(from.0), i32::from(to.1) - i32::from(from.1));
    let direction = match (down.signum(), right.signum()) {
        (-1, 0) => Direction::Up,
        (1, 0) => Direction::Down,
        (0, -1) => Direction::Left,
        (0, 1) => Direction::Right,
        _ => return None,
    };
    Some((direction, (down + right).unsigned_abs() as u16))
}

/// The cell that lies `cells` further in a direction; `None` above the first row or left of the first column.
pub fn beyond((row, column): Cell, direction: Direction, cells: u16) -> Option<Cell> {
    Some(match direction {
        Direction::Up => (row.checked_sub(cells)?, column),
        Direction::Down => (row.checked_add(cells)?, column),
        Direction::Left => (row, column.checked_sub(cells)?),
        Direction::Right => (row, column.checked_add(cells)?),
    })
}

/// A direction in words.
pub fn name_of(direction: Direction) -> &'static str {
    ["up", "down", "left", "right"][direction as usize]
}

impl Piece {
    /// A piece that moves along rows and columns and may not be turned.
    pub fn new(label: String, shape: Shape, class: usize, colour: usize) -> Self {
        let (lines, admitted) = (Freedom::Both, Vec::new());
        Self { label, shape, class, colour, is_fixed: false, lines, admitted, turns: None }
    }
}

impl Aim {
    /// The cells of a piece in this place, row by row.
    pub fn cells(&self) -> impl Iterator<Item = Cell> {
        self.shape.cells().map(|(row, column)| (self.corner.0 + row, self.corner.1 + column))
    }
}

impl Playback {
    /// Bounding box of all cells but walls, and of pieces outside the board at the start: its first cell and its size.
    pub fn open_box(&self) -> (Cell, Size) {
        let lying = self.start.iter().enumerate().filter_map(|(piece, corner)| Some((piece, (*corner)?)));
        let lying = lying.flat_map(|(piece, corner)| self.cells_at(piece, corner));
        bounding_box(self.open().chain(lying))
    }

    /// Bounding box of all cells but walls, in which sentences count rows and columns.
    pub fn board_box(&self) -> (Cell, Size) {
        bounding_box(self.open())
    }

    fn open(&self) -> impl Iterator<Item = Cell> {
        self.size.all().filter(|cell| self.floor_at(*cell) != Floor::Wall)
    }

    /// The first of all pieces that a piece becomes when it is turned, itself among them.
    pub fn first_turned(&self, piece: usize) -> usize {
        let turned = |piece: usize| self.pieces[piece].turns.unwrap_or([piece; 2]);
        // Quarter turns, each with and without a flip, give all.
        let quarters = successors(Some(piece), |piece| Some(turned(*piece)[0])).take(4);
        quarters.flat_map(|piece| [piece, turned(piece)[1]]).min().unwrap_or(piece)
    }

    /// The places of the goals, if they are few enough to be drawn; none for tiles, whose goal covers the whole board.
    pub fn drawn_aims(&self) -> Vec<&Aim> {
        let is_drawn = self.handling == Handling::Choose && self.goals.len() <= MAX_GOALS;
        let aims: IndexSet<&Aim> = self.goals.iter().filter(|_| is_drawn).flatten().collect();
        if aims.len() > MAX_AIMS { Vec::new() } else { aims.into_iter().collect() }
    }

    /// The marks in a picture with their meanings, the goal's among them.
    pub fn marks(&self) -> impl Iterator<Item = (Mark, &str)> {
        let aim = (!self.drawn_aims().is_empty()).then_some((Mark::Aim, "where blocks have to get"));
        aim.into_iter().chain(self.legend.iter().map(|(mark, meaning)| (*mark, meaning.as_str())))
    }

    /// The corner of each piece in a position that meets a goal; `None` for pieces that the goal does not name.
    pub fn goal_corners(&self, goal: &[Aim]) -> Vec<Option<Cell>> {
        let mut free: HashMap<usize, Vec<usize>> = HashMap::new();
        for (number, piece) in self.pieces.iter().enumerate().rev() {
            free.entry(piece.class).or_default().push(number);
        }
        let mut corners = vec![None; self.pieces.len()];
        for aim in goal {
            if let Some(piece) = aim.class.and_then(|class| free.get_mut(&class)?.pop()) {
                corners[piece] = Some(aim.corner);
            }
        }
        corners
    }

    /// Walls that are connected through walls to the edge of the box.
    pub fn outside(&self) -> BTreeSet<Cell> {
        let Size { height, width } = self.size;
        let is_edge = |cell: &Cell| cell.0 == 0 || cell.1 == 0 || cell.0 + 1 == height || cell.1 + 1 == width;
        let parts = connected(self.size.all().filter(|cell| self.floor_at(*cell) == Floor::Wall));
        parts.into_iter().filter(|part| part.iter().any(is_edge)).flatten().collect()
    }

    /// The kind of a cell; a wall outside the box.
    pub fn floor_at(&self, (row, column): Cell) -> Floor {
        if row < self.size.height && column < self.size.width {
            self.floor[self.size.number((row, column))]
        } else {
            Floor::Wall
        }
    }

    /// The corner of each piece after `moves` moves, or after all of them.
    pub fn corners_after(&self, moves: usize) -> Vec<Option<Cell>> {
        let mut corners = self.start.clone();
        for step in self.moves.iter().take(moves) {
            corners[step.piece] = Some(step.to);
        }
        corners
    }

    /// The cells of a piece with a given corner, row by row.
    pub fn cells_at(&self, piece: usize, (top, left): Cell) -> impl Iterator<Item = Cell> {
        self.pieces[piece].shape.cells().map(move |(row, column)| (top + row, left + column))
    }

    /// The piece on each cell, row by row.
    pub fn covered(&self, corners: &[Option<Cell>]) -> Vec<Option<usize>> {
        let mut covered = vec![None; self.size.cells()];
        for (piece, &corner) in corners.iter().enumerate() {
            for cell in corner.into_iter().flat_map(|corner| self.cells_at(piece, corner)) {
                covered[self.size.number(cell)] = Some(piece);
            }
        }
        covered
    }

    /// True if a player places the pieces, which start beside the board.
    pub fn is_placed_by_hand(&self) -> bool {
        self.pieces.iter().any(|piece| piece.turns.is_some())
    }

    /// The pieces that cover no wall, each with its corner.
    pub fn on_board(&self, corners: &[Option<Cell>]) -> impl Iterator<Item = (usize, Cell)> {
        let standing = corners.iter().enumerate().filter_map(|(piece, corner)| Some((piece, (*corner)?)));
        let is_open = |cell| self.floor_at(cell) != Floor::Wall;
        standing.filter(move |&(piece, corner)| self.cells_at(piece, corner).all(is_open))
    }

    /// Describes the position after `moved` moves: their number, the last one and the next. Empty if nothing moves.
    pub fn progress(&self, moved: usize) -> String {
        let count = self.moves.len();
        if count == 0 || self.handling == Handling::Place {
            return String::new();
        }
        let caption = |step: usize| self.steps().nth(step).map(|(step, before)| self.caption(step, before));
        let last = moved.checked_sub(1).and_then(caption).map_or(String::new(), |last| format!(": {last}"));
        let next = caption(moved).map_or(String::new(), |next| format!("; next: {next}"));
        format!("Move {moved} of {count}{last}{next}")
    }

    /// The moves in words, such as `b left 2`.
    pub fn captions(&self) -> Vec<String> {
        self.steps().map(|(step, before)| self.caption(step, before)).collect()
    }

    /// The moves, each with the corner of its piece before the move.
    pub fn steps(&self) -> impl Iterator<Item = (&Move, Option<Cell>)> {
        let mut corners = self.start.clone();
        self.moves.iter().map(move |step| (step, corners[step.piece].replace(step.to)))
    }

    /// A move in words, such as `b left 2`; `before` is the corner that the piece leaves.
    pub fn caption(&self, step: &Move, before: Option<Cell>) -> String {
        let piece = &self.pieces[step.piece];
        let name =
            if piece.label.is_empty() { format!("block {}", step.piece + 1) } else { piece.label.clone() };
        let Some(before) = before else { return format!("{name} is placed") };
        let corners = [before, (step.to.0, before.1), step.to];
        let parts = corners.array_windows().filter_map(|&[from, to]| straight(from, to));
        let parts = parts.map(|(direction, cells)| match cells {
            1 => name_of(direction).to_owned(),
            cells => format!("{} {cells}", name_of(direction)),
        });
        let parts: Vec<String> = parts.collect();
        if parts.is_empty() { format!("{name} stays") } else { format!("{name} {}", parts.join(", ")) }
    }
}

#[cfg(test)]
mod tests;
