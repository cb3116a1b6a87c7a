//! Random boards that have a solution, determined by seed and number.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use hashbrown::HashMap;

use crate::full_space::FullSpace;
use crate::solve::answer::Solver;
use crate::solve::optimal::Optimiser;
use crate::{Arrangement, Board, Direction};
use traybit_core::parallel_map::parallel_map;
use traybit_core::{Cost, GaveUp, Limits, Rng};

/// Generates the boards with these numbers for a seed, each the same on every machine and independent of the others. Each
/// is the end of a random `walk` of this many moves from the goal, uniform among possible moves; without it, uniform
/// among all boards that have a solution. If a limit is reached, the first ones that are finished, and that limit.
pub fn boards(
    goal: &Board,
    walk: Option<u64>,
    seed: u64,
    numbers: RangeInclusive<u64>,
    limits: &Limits,
) -> (Vec<Board>, Option<GaveUp>) {
    let (first, bytes) = (*numbers.start(), size_of::<Board>() + size_of_val(goal.tiles()));
    let board = |number| {
        limits.check()?;
        limits.within((number - first + 1) as usize * bytes)?;
        let mut rng = Rng::new(seed, number);
        match walk {
            Some(moves) => walked(goal, moves, &mut rng, limits),
            None => Ok(uniform(goal, &mut rng)),
        }
    };
    until_failure(parallel_map(numbers.collect(), limits.threads, board))
}

/// The values before the first error, and that error.
fn until_failure<T, E>(results: impl IntoIterator<Item = Result<T, E>>) -> (Vec<T>, Option<E>) {
    let mut failure = None;
    let values = results.into_iter().map_while(|result| result.map_err(|error| failure = Some(error)).ok());
    (values.collect(), failure)
}

/// Moves between two checks of the limits.
const STRIDE: u64 = 1 << 20;
/// Bytes of the largest whole spaces from which boards of a length are drawn: 3×4 is the largest.
const SMALL_SPACE: u64 = 64 << 20;
/// Number of boards tried to find one of a given length.
const TRIES: u64 = 1 << 12;

/// Makes boards of these numbers whose shortest solutions have exactly `length` moves. Up to 3×4 all such boards have the
/// same probability; a larger one is a random board at least as far, followed along a shortest solution. If no board, or none
/// of those tried, is that far, or a limit is reached, the first ones that are finished, and that limit. Positions that were
/// seen are added to `cost`.
pub fn boards_of_length(
    goal: &Board,
    length: u64,
    seed: u64,
    numbers: RangeInclusive<u64>,
    limits: &Limits,
    cost: &mut Cost,
) -> (Vec<Board>, Option<GaveUp>) {
    if FullSpace::bytes(goal.size()).is_none_or(|bytes| bytes > SMALL_SPACE) {
        let optimiser = Optimiser::new(goal.size(), goal.blank(), None);
        let mut board = |number| {
            let mut rng = Rng::new(seed, number);
            for turn in 0..TRIES {
                limits.check()?;
                // Longer and longer walks, alternating with uniformly random boards if boards are small.
                let start = if turn % 2 == 1 && Solver::is_small(goal) {
                    uniform(goal, &mut rng)
                } else {
                    walked(goal, length.saturating_mul(2 + turn / 8), &mut rng, limits)?
                };
                let mut board = Arrangement::new(&start, goal);
                let moves = optimiser.shortest(&board, None, limits, cost)?;
                if let Some(nearer) = moves.len().checked_sub(length as usize) {
                    board.follow(&moves[..nearer]);
                    return Ok(board.board(goal));
                }
            }
            Err(None)
        };
        let (boards, failure) = until_failure(numbers.map(&mut board));
        return (boards, failure.flatten());
    }
    let Some(mut space) = FullSpace::new(goal.size(), goal.blank()) else {
        return (Vec::new(), Some(GaveUp::Memory));
    };
    let mut boards = 1;
    for _ in 0..length {
        match space.advance(limits) {
            Ok(more @ 1..) => boards = more,
            none => return (Vec::new(), none.err()),
        }
        cost.positions += boards;
    }
    let drawn: Vec<u64> = numbers.map(|number| Rng::new(seed, number).below(boards)).collect();
    let places: BTreeSet<u64> = drawn.iter().copied().collect();
    let found: HashMap<u64, Arrangement> =
        places.iter().copied().zip(space.numbered(places.iter().copied())).collect();
    (drawn.iter().map(|place| found[place].board(goal)).collect(), None)
}

fn walked(goal: &Board, moves: u64, rng: &mut Rng, limits: &Limits) -> Result<Board, GaveUp> {
    let mut board = goal.filled(&goal.in_order(false));
    if Direction::ALL.iter().all(|&direction| board.clone().slide(direction).is_none()) {
        return Ok(board);
    }
    let (mut made, mut turn, mut bits) = (0, 0, 0);
    // Two bits a move, 32 of them a draw; those that would lead past the edge or into a wall do not count.
    while made < moves {
        if turn % STRIDE == 0 {
            limits.check()?;
        }
        bits = if turn % 32 == 0 { rng.bits() } else { bits >> 2 };
        made += u64::from(board.slide(Direction::ALL[(bits & 3) as usize]).is_some());
        turn += 1;
    }
    Ok(board)
}

fn uniform(goal: &Board, rng: &mut Rng) -> Board {
    let size = goal.size();
    let mut tiles = goal.tiles().to_vec();
    if size.height == 1 || size.width == 1 {
        // Tiles cannot pass each other: only the blank can be anywhere.
        let blank = tiles.remove(goal.blank());
        tiles.insert(rng.below(tiles.len() as u64 + 1) as usize, blank);
    } else {
        for end in (1..tiles.len()).rev() {
            tiles.swap(end, rng.below(end as u64 + 1) as usize);
        }
    }
    let board = |tiles: &[u16]| Board::new(size, tiles.to_vec()).expect("the goal's tiles in another order");
    if Arrangement::new(&board(&tiles), goal).obstacle().is_some() {
        // Of each pair of boards that differ in two tiles one has a solution.
        let cells: Vec<usize> = (0..tiles.len()).filter(|&cell| tiles[cell] != 0).take(2).collect();
        tiles.swap(cells[0], cells[1]);
    }
    board(&tiles)
}
