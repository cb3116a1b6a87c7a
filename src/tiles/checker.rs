//! Checker of solutions: a plain grid of numbers on which moves are made and compared with the goal. It shares nothing
//! with the searches.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::board::Board;
use crate::direction::Direction;
use crate::solution::RawMove;

/// Game on a board, in which moves are made one by one.
#[derive(Clone, Debug)]
pub struct Game {
    rows: Vec<Vec<u16>>,
    /// Row and column of the blank.
    blank: (usize, usize),
}

/// Reason why a move is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No tile stands on that side of the blank.
    Edge(Direction),
    /// Another tile than that of the move stands there.
    Other {
        /// Direction of the move.
        direction: Direction,
        /// The tile there.
        tile: u16,
    },
}

impl Display for Refusal {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let side = |direction: &Direction| match direction {
            Direction::Up => "below",
            Direction::Down => "above",
            Direction::Left => "on the right of",
            Direction::Right => "on the left of",
        };
        match self {
            Self::Edge(direction) => write!(f, "the board ends {} the blank", side(direction)),
            Self::Other { direction, tile } => {
                write!(f, "the tile {} the blank is {tile}", side(direction))
            }
        }
    }
}

impl Error for Refusal {}

impl Game {
    /// Starts a game from a board.
    pub fn new(start: &Board) -> Self {
        let rows: Vec<Vec<u16>> =
            start.tiles().chunks(start.size().width.into()).map(<[u16]>::to_vec).collect();
        let mut blanks = rows
            .iter()
            .enumerate()
            .filter_map(|(row, tiles)| tiles.iter().position(|&tile| tile == 0).map(|column| (row, column)));
        let blank = blanks.next().unwrap_or_default();
        Self { rows, blank }
    }

    /// Makes one move and returns the tile that moved.
    ///
    /// # Errors
    /// The [`Refusal`] when it is impossible; then nothing changes.
    pub fn apply(&mut self, step: RawMove) -> Result<u16, Refusal> {
        let (row, column) = self.blank;
        let direction = step.direction;
        let from = match direction {
            Direction::Up => Some((row + 1, column)),
            Direction::Down => row.checked_sub(1).map(|row| (row, column)),
            Direction::Left => Some((row, column + 1)),
            Direction::Right => column.checked_sub(1).map(|column| (row, column)),
        };
        let there = from.and_then(|(row, column)| Some(((row, column), *self.rows.get(row)?.get(column)?)));
        let Some((from, tile)) = there else { return Err(Refusal::Edge(direction)) };
        if step.tile.is_some_and(|named| named != u32::from(tile)) {
            return Err(Refusal::Other { direction, tile });
        }
        self.rows[row][column] = tile;
        self.rows[from.0][from.1] = 0;
        self.blank = from;
        Ok(tile)
    }

    /// Finds the first cell, in reading order, that differs from the goal; none when the goal is met.
    pub fn missing(&self, goal: &Board) -> Option<Missing> {
        let goal = goal.tiles().chunks(goal.size().width.into());
        let rows = self.rows.iter().zip(goal).enumerate();
        let mut cells = rows.flat_map(|(row, (held, goal))| {
            held.iter().zip(goal).enumerate().map(move |(column, (&held, &expected))| Missing {
                row: row + 1,
                column: column + 1,
                held,
                expected,
            })
        });
        cells.find(|cell| cell.held != cell.expected)
    }
}

/// Cell that differs from the goal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Row, counted from 1.
    pub row: usize,
    /// Column, counted from 1.
    pub column: usize,
    /// Tile that it holds; 0 is the blank.
    pub held: u16,
    /// Tile that the goal has there.
    pub expected: u16,
}

impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let name = |tile: u16| if tile == 0 { "the blank".to_owned() } else { tile.to_string() };
        let Self { row, column, held, expected } = *self;
        write!(f, "row {row}, column {column} holds {}, not {}", name(held), name(expected))
    }
}

/// Makes all moves and compares the board with the goal.
///
/// # Errors
/// A sentence without its full stop: the first move that is impossible, or the first cell that differs.
pub fn verify(start: &Board, goal: &Board, moves: &[Direction]) -> Result<(), String> {
    let mut game = Game::new(start);
    for (number, &direction) in (1..).zip(moves) {
        let made: Result<u16, Refusal> = game.apply(RawMove { tile: None, direction });
        made.map_err(|refusal| format!("move {number} is impossible: {refusal}"))?;
    }
    game.missing(goal).map_or(Ok(()), |missing| Err(format!("the goal is not met: {missing}")))
}
