//! Analysis of a list of moves: the distance to go from each of its boards, and the best moves there.
//!
//! ```text
//!   moves      ·──▶·──▶·──▶·──▶ goal      from the end backwards: a move changes the distance by one, so the path on from
//!   to go      3   2   3   2 …  0         the next board, with the move before it, is one or as short as the best but two
//! ```

use crate::solve::optimal::Optimiser;
use crate::{Arrangement, Direction};
use traybit_core::{Cost, GaveUp, Limits};

/// Board on the path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Station {
    /// Fewest moves to the goal.
    pub to_go: u64,
    /// Moves that lead nearer to the goal.
    pub best: Vec<Direction>,
}

/// Analyses the boards along `moves`, which must be possible, from the last board back to the start. A limit, which is
/// returned with the cost, leaves `None` for the boards at the beginning.
pub fn analyse(
    start: &Arrangement,
    moves: &[Direction],
    optimiser: &Optimiser,
    limits: &Limits,
) -> (Vec<Option<Station>>, Cost, Option<GaveUp>) {
    let (mut board, mut cost) = (start.clone(), Cost::default());
    board.follow(moves);
    let mut stations = vec![None; moves.len() + 1];
    // A path from the current board to the goal.
    let mut known: Option<Vec<Direction>> = None;
    let judged = stations.iter_mut().enumerate().rev().try_for_each(|(number, station)| {
        let found = optimiser.shortest(&board, known.take(), limits, &mut cost)?;
        let mut best = Vec::new();
        for direction in Direction::ALL {
            let mut next = board.clone();
            if found.is_empty() || !next.slide(direction) {
                continue;
            }
            let back = [&[direction.opposite()], &found[..]].concat();
            // The first move of a shortest solution is one of the best.
            let shortest = |from| optimiser.shortest(from, Some(back), limits, &mut cost);
            if found[0] == direction || shortest(&next)?.len() < found.len() {
                best.push(direction);
            }
        }
        *station = Some(Station { to_go: found.len() as u64, best });
        let last = number.checked_sub(1).map(|last| moves[last]);
        last.map(|last| board.slide(last.opposite()));
        known = last.map(|last| [&[last], &found[..]].concat());
        Ok(())
    });
    (stations, cost, judged.err())
}
