//! The checker of solutions: a plain grid of numbers in which tiles are looked for, moved and compared.
//!
//! It knows the board as it was read and the rules, and nothing of how anything is solved.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::board::Board;
use crate::direction::Direction;
use crate::solution::RawMove;

/// A board on which moves are made one by one.
#[derive(Clone, Debug)]
pub struct Game {
    rows: Vec<Vec<u16>>,
    /// Row and column of the gap.
    gap: (usize, usize),
}

/// Why a move is impossible.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// No tile stands on that side of the gap.
    Edge(Direction),
    /// Another tile than that of the move stands there.
    Other {
        /// Where it would move.
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
            Self::Edge(direction) => write!(f, "the board ends {} the gap", side(direction)),
            Self::Other { direction, tile } => {
                write!(f, "the tile {} the gap is {tile}", side(direction))
            }
        }
    }
}

impl Error for Refusal {}

impl Game {
    /// The game that begins with a board.
    #[must_use]
    pub fn new(start: &Board) -> Self {
        let rows: Vec<Vec<u16>> =
            start.tiles().chunks(start.size().width.into()).map(<[u16]>::to_vec).collect();
        let mut gaps = rows
            .iter()
            .enumerate()
            .filter_map(|(row, tiles)| tiles.iter().position(|&tile| tile == 0).map(|column| (row, column)));
        let gap = gaps.next().unwrap_or_default();
        Self { rows, gap }
    }

    /// Makes one move and tells the tile that moved.
    ///
    /// # Errors
    /// The [`Refusal`] when it is impossible; then nothing changes.
    pub fn apply(&mut self, step: RawMove) -> Result<u16, Refusal> {
        let (row, column) = self.gap;
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
        self.gap = from;
        Ok(tile)
    }

    /// The first cell, in reading order, that does not hold what it holds in the goal: its row and column counted from
    /// 1, what it holds and what it should hold; none when the goal is met.
    #[must_use]
    pub fn missing(&self, goal: &Board) -> Option<Missing> {
        let wanted = goal.tiles().chunks(goal.size().width.into());
        let rows = self.rows.iter().zip(wanted).enumerate();
        let mut cells = rows.flat_map(|(row, (held, wanted))| {
            held.iter().zip(wanted).enumerate().map(move |(column, (&held, &wanted))| Missing {
                row: row + 1,
                column: column + 1,
                held,
                wanted,
            })
        });
        cells.find(|cell| cell.held != cell.wanted)
    }
}

/// A cell that does not hold what it should.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Missing {
    /// Counted from 1.
    pub row: usize,
    /// Counted from 1.
    pub column: usize,
    /// What it holds; 0 is the gap.
    pub held: u16,
    /// What it should hold.
    pub wanted: u16,
}

impl Display for Missing {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        let name = |tile: u16| if tile == 0 { "the gap".to_owned() } else { tile.to_string() };
        let Self { row, column, held, wanted } = *self;
        write!(f, "row {row}, column {column} holds {}, not {}", name(held), name(wanted))
    }
}

/// Makes all moves and looks at the goal.
///
/// # Errors
/// A sentence without its full stop about the first move that is impossible, or about the goal.
pub fn verify(start: &Board, goal: &Board, moves: &[Direction]) -> Result<(), String> {
    let mut game = Game::new(start);
    for (number, &direction) in (1..).zip(moves) {
        let made: Result<u16, Refusal> = game.apply(RawMove { tile: None, direction });
        made.map_err(|refusal| format!("move {number} is impossible: {refusal}"))?;
    }
    game.missing(goal).map_or(Ok(()), |missing| Err(format!("the goal is not met: {missing}")))
}

#[cfg(test)]
mod tests {
    use super::{Game, Refusal, verify};
    use crate::board::Board;
    use crate::direction::Direction;
    use crate::solution::RawMove;
    use traybit_core::grid::Size;

    #[test]
    fn moves_are_made_or_refused() {
        // 1 2
        // 3 .
        let goal = Board::gap_last(Size { height: 2, width: 2 });
        let mut game = Game::new(&goal);
        let mut apply =
            |tile, direction| game.apply(RawMove { tile, direction }).map_err(|no| no.to_string());
        assert_eq!(apply(None, Direction::Up), Err("the board ends below the gap".to_owned()));
        assert_eq!(apply(None, Direction::Left), Err("the board ends on the right of the gap".to_owned()));
        assert_eq!(apply(Some(3), Direction::Down), Err("the tile above the gap is 2".to_owned()));
        assert_eq!(apply(Some(2), Direction::Down), Ok(2));
        assert_eq!(apply(Some(1), Direction::Right), Ok(1));
        assert_eq!(apply(None, Direction::Right), Err("the board ends on the left of the gap".to_owned()));
        let missing = game.missing(&goal).unwrap().to_string();
        assert_eq!(missing, "row 1, column 1 holds the gap, not 1");
        assert_eq!(
            Game::new(&goal).apply(RawMove { tile: Some(7), direction: Direction::Right }),
            Err(Refusal::Other { direction: Direction::Right, tile: 3 })
        );
    }

    #[test]
    fn whole_lists_are_verified() {
        let goal = Board::gap_last(Size { height: 2, width: 2 });
        let mut start = goal.clone();
        start.slide(Direction::Down).unwrap();
        assert_eq!(verify(&start, &goal, &[Direction::Up]), Ok(()));
        assert_eq!(
            verify(&start, &goal, &[]),
            Err("the goal is not met: row 1, column 2 holds the gap, not 2".to_owned())
        );
        let told = verify(&start, &goal, &[Direction::Up, Direction::Up]);
        assert_eq!(told, Err("move 2 is impossible: the board ends below the gap".to_owned()));
    }
}
