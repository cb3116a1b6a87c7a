//! Checker of solutions: a plain grid of numbers on which moves are made and compared with the goal. It shares nothing
//! with the searches.

use crate::solution::RawMove;
use crate::{Board, Direction};

/// Game on a board, in which moves are made one by one.
#[derive(Clone, Debug)]
pub struct Game {
    /// Numbers by row; walls have none.
    rows: Vec<Vec<Option<u16>>>,
    blank: (usize, usize),
}

impl Game {
    /// Starts a game from a board.
    pub fn new(start: &Board) -> Self {
        let rows: Vec<Vec<_>> =
            start.numbers().chunks(start.size().width.into()).map(<[_]>::to_vec).collect();
        let mut numbered = rows.iter().enumerate();
        let blank =
            numbered.find_map(|(row, tiles)| Some((row, tiles.iter().position(|&tile| tile == Some(0))?)));
        Self { blank: blank.unwrap_or_default(), rows }
    }

    /// Makes one move and returns the tile that moved; or a sentence without its full stop when it is impossible, and
    /// nothing changes.
    pub fn apply(&mut self, step: RawMove) -> Result<u16, String> {
        let (row, column) = self.blank;
        let (from, side) = match step.direction {
            Direction::Up => (Some((row + 1, column)), "below"),
            Direction::Down => (row.checked_sub(1).map(|row| (row, column)), "above"),
            Direction::Left => (Some((row, column + 1)), "on the right of"),
            Direction::Right => (column.checked_sub(1).map(|column| (row, column)), "on the left of"),
        };
        let there = from.and_then(|(row, column)| Some(((row, column), *self.rows.get(row)?.get(column)?)));
        let Some((from, tile)) = there else { return Err(format!("the board ends {side} the blank")) };
        let Some(tile) = tile else { return Err(format!("a wall is {side} the blank")) };
        if step.tile.is_some_and(|named| named != u32::from(tile)) {
            return Err(format!("the tile {side} the blank is {tile}"));
        }
        self.rows[row][column] = Some(tile);
        self.rows[from.0][from.1] = Some(0);
        self.blank = from;
        Ok(tile)
    }

    /// Describes the first cell, in reading order, that differs from the goal, open cells aside; none when the goal is met.
    pub fn missing(&self, goal: &Board) -> Option<String> {
        let width = usize::from(goal.size().width);
        let cells = self.rows.iter().flatten().zip(goal.numbers()).enumerate();
        let mut named = cells.filter_map(|(cell, (&held, expected))| Some((cell, held?, expected?)));
        let (cell, held, expected) = named.find(|(_, held, expected)| held != expected)?;
        let name = |tile: u16| if tile == 0 { "the blank".to_owned() } else { tile.to_string() };
        let (row, column) = (cell / width + 1, cell % width + 1);
        Some(format!("row {row}, column {column} holds {}, not {}", name(held), name(expected)))
    }
}

/// Makes all moves and compares the board with the goal. The error is a sentence without its full stop: the first move that
/// is impossible, or the first cell that differs.
pub fn verify(start: &Board, goal: &Board, moves: &[Direction]) -> Result<(), String> {
    let mut game = Game::new(start);
    for (number, &direction) in (1..).zip(moves) {
        let made = game.apply(RawMove { tile: None, direction });
        made.map_err(|refusal| format!("move {number} is impossible: {refusal}"))?;
    }
    game.missing(goal).map_or(Ok(()), |missing| Err(format!("the goal is not met: {missing}")))
}
