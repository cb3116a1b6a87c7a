//! Random boards that have a solution, determined by seed and number.

use std::ops::RangeInclusive;

use crate::arrangement::Arrangement;
use crate::board::Board;
use crate::direction::Direction;
use crate::solve::optimal::Optimiser;
use traybit_core::parallel_map::parallel_map;
use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp};

/// Method of shuffling.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Shuffle {
    /// A number of random moves from the goal, all possible ones with the same probability.
    Walk(u64),
    /// Any board that has a solution, all with the same probability.
    Uniform,
}

/// Moves between two checks of the limits.
const STRIDE: u64 = 1 << 20;

/// Makes the boards of these numbers under a seed, each the same on every machine and however many others are made.
///
/// # Errors
/// When a limit was reached.
pub fn boards(
    goal: &Board,
    shuffle: Shuffle,
    seed: u64,
    numbers: RangeInclusive<u64>,
    limits: &Limits,
) -> Result<Vec<Board>, GaveUp> {
    let board = |number| {
        limits.check()?;
        let mut rng = Rng::new(seed, number);
        match shuffle {
            Shuffle::Walk(moves) => walk(goal, moves, &mut rng, limits),
            Shuffle::Uniform => Ok(uniform(goal, &mut rng)),
        }
    };
    parallel_map(numbers.collect(), limits.threads, board).into_iter().collect()
}

/// Cells of the largest boards of which any one can be solved.
const SMALL: usize = 16;
/// Boards tried for one of a length.
const TRIES: u64 = 1 << 14;

/// Makes a board of each of these numbers whose shortest solution has exactly `length` moves: a random board that is at
/// least as far, followed along a shortest solution of it. None where no board tried is so far.
///
/// # Errors
/// When a limit was reached.
pub fn boards_of_length(
    goal: &Board,
    length: u64,
    seed: u64,
    numbers: RangeInclusive<u64>,
    limits: &Limits,
) -> Result<Vec<Option<Board>>, GaveUp> {
    let optimiser = Optimiser::new(goal.size(), goal.blank(), None);
    let board = |number| {
        let mut rng = Rng::new(seed, number);
        // A walk of twice the length leads near it; past the usual distances all boards are as good.
        let steps = (2 * length).max(1);
        for turn in 0..TRIES {
            limits.check()?;
            let start = match turn % 2 {
                0 => walk(goal, steps.saturating_add(turn * length / 8), &mut rng, limits)?,
                _ if goal.tiles().len() > SMALL => continue,
                _ => uniform(goal, &mut rng),
            };
            let mut arrangement = Arrangement::new(&start, goal);
            let attempt = optimiser.solve(&arrangement, None, limits);
            let moves = match attempt.outcome.answer {
                Answer::Solved(moves) => moves,
                Answer::GaveUp(reason) => return Err(reason),
                Answer::Unsolvable => continue,
            };
            if let Some(nearer) = moves.len().checked_sub(length as usize) {
                arrangement.follow(&moves[..nearer]);
                return Ok(Some(arrangement.board(goal)));
            }
        }
        Ok(None)
    };
    numbers.map(board).collect()
}

fn walk(goal: &Board, moves: u64, rng: &mut Rng, limits: &Limits) -> Result<Board, GaveUp> {
    let mut board = goal.clone();
    if board.tiles().len() == 1 {
        return Ok(board);
    }
    let (mut made, mut bits) = (0, 0);
    // Two bits a move, 32 of them a draw; those that would lead past the edge do not count.
    for turn in 0.. {
        if made == moves {
            break;
        }
        bits = if turn % 32 == 0 { rng.bits() } else { bits >> 2 };
        made += u64::from(board.slide(Direction::ALL[(bits & 3) as usize]).is_some());
        if turn % STRIDE == 0 {
            limits.check()?;
        }
    }
    Ok(board)
}

fn uniform(goal: &Board, rng: &mut Rng) -> Board {
    let size = goal.size();
    let mut tiles = goal.tiles().to_vec();
    if size.height == 1 || size.width == 1 {
        // Tiles cannot pass each other: only the blank is anywhere.
        let blank = tiles.remove(goal.blank());
        tiles.insert(rng.below(tiles.len() as u64 + 1) as usize, blank);
    } else {
        for end in (1..tiles.len()).rev() {
            tiles.swap(end, rng.below(end as u64 + 1) as usize);
        }
    }
    let board = |tiles| Board::new(size, tiles).expect("the goal's tiles in another order");
    let mixed = board(tiles.clone());
    if Arrangement::new(&mixed, goal).obstacle().is_none() {
        return mixed;
    }
    // Of each pair of boards that differ in two tiles one has a solution.
    let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).take(2).collect();
    tiles.swap(cells[0], cells[1]);
    board(tiles)
}
