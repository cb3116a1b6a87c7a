//! The fewest moves on a small board, such as the 3×3 cells that are left when all lines are settled.
//!
//! Depth-first with a bound on moves made and Manhattan distance left, which grows until a way is found: no memory,
//! and some thousand boards for 3×3. (Iterative-deepening A*: Korf, "Depth-first iterative-deepening", 1985.)

use crate::tiles::arrangement::Arrangement;
use crate::tiles::direction::Direction;
use crate::tiles::packed::{Packed, Tables};

/// Cells for which the search is a matter of a millisecond.
pub const CELLS: usize = 9;

/// The fewest moves that solve a board of at most [`CELLS`] cells without obstacle, where they are below `end`.
#[must_use]
pub fn shortest(start: &Arrangement, end: usize) -> Option<Vec<Direction>> {
    let tables = Tables::new(start);
    let board = tables.pack::<16>(start);
    let mut moves = Vec::new();
    // Every solution has the parity of the distance.
    let mut bounds = (usize::from(board.manhattan)..end).step_by(2);
    bounds.any(|bound| deepen(&tables, &board, bound, &mut moves)).then_some(moves)
}

/// Whether so many more moves are enough; if so, `moves` holds them.
fn deepen(tables: &Tables, board: &Packed<16>, bound: usize, moves: &mut Vec<Direction>) -> bool {
    if board.manhattan == 0 {
        return true;
    }
    for way in Direction::ALL {
        if board.last != Some(way.opposite())
            && tables.slide(board, way).is_some_and(|slid| usize::from(slid.manhattan) < bound)
        {
            moves.push(way);
            if deepen(tables, &tables.after(board, way), bound - 1, moves) {
                return true;
            }
            moves.pop();
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::shortest;
    use crate::grid::Size;
    use crate::tiles::arrangement::Arrangement;
    use crate::tiles::board::Board;
    use crate::tiles::direction::Direction;

    #[test]
    fn no_way_is_shorter_than_breadth_first() {
        for (height, width, rest) in [(2, 2, 1), (2, 3, 4), (3, 2, 0), (3, 3, 4)] {
            let size = Size { height, width };
            let mut tiles: Vec<u16> = (1..height * width).collect();
            tiles.insert(rest, 0);
            let goal = Board::new(size, tiles).unwrap();
            let goal = Arrangement::new(&goal, &goal);
            let mut far = HashMap::from([(goal.clone(), 0)]);
            let mut queue = vec![goal];
            let mut next = 0;
            while next < queue.len() && queue.len() < 2000 {
                let from = queue[next].clone();
                next += 1;
                for way in Direction::ALL {
                    let mut to = from.clone();
                    if to.slide(way) && !far.contains_key(&to) {
                        far.insert(to.clone(), far[&from] + 1);
                        queue.push(to);
                    }
                }
            }
            for board in queue {
                let moves = shortest(&board, 40).unwrap();
                assert_eq!(moves.len(), far[&board]);
                assert_eq!(shortest(&board, moves.len()), None);
                let mut end = board;
                assert!(moves.into_iter().all(|way| end.slide(way)) && end.is_solved());
            }
        }
    }
}
