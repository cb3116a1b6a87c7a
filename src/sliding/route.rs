//! Path of one block between two places with the other blocks standing still, in as few straight slides as
//! possible.

use std::collections::HashMap;

use crate::board::{Board, Towards};
use crate::body::Body;
use crate::puzzle::Cell;

/// The places at which a block at `from` stops on its way to `to`, `to` among them and `from` not; empty when the
/// two are equal, none when no path was found among `most_places` places. The block itself must not stand on the board.
pub(super) fn route(
    board: &Board,
    body: &Body,
    from: Cell,
    to: Cell,
    most_places: usize,
) -> Option<Vec<Cell>> {
    if from == to {
        return Some(Vec::new());
    }
    // One slide or two are nearly always enough; on an open tray a search would meet thousands of places first.
    let corners = [(from.0, to.1), (to.0, from.1)];
    if corners.contains(&to) && is_clear(board, body, from, to) {
        return Some(vec![to]);
    }
    let mut corners = corners.into_iter();
    if let Some(corner) =
        corners.find(|&corner| is_clear(board, body, from, corner) && is_clear(board, body, corner, to))
    {
        return Some([corner, to].into_iter().filter(|&stop| stop != from).collect());
    }
    search(board, body, from, to, most_places)
}

/// True if a block can slide from one place to another one in its row or column.
fn is_clear(board: &Board, body: &Body, from: Cell, to: Cell) -> bool {
    let towards = match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (std::cmp::Ordering::Less, _) => Towards::Up,
        (std::cmp::Ordering::Greater, _) => Towards::Down,
        (_, std::cmp::Ordering::Less) => Towards::Left,
        _ => Towards::Right,
    };
    let mut at = from;
    while at != to {
        let Some(next) = body.next(board, at, towards) else { return false };
        at = next;
    }
    true
}

fn search(board: &Board, body: &Body, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&stop) = queue.get(next).filter(|_| queue.len() < most_places) {
        next += 1;
        for towards in Towards::ALL {
            let mut at = stop;
            while let Some(reached) = body.next(board, at, towards) {
                at = reached;
                if came_from.contains_key(&at) {
                    continue;
                }
                came_from.insert(at, stop);
                queue.push(at);
                if at == to {
                    return Some(path(&came_from, from, to).split_off(1));
                }
            }
        }
    }
    None
}

/// Path with as few cells as possible: its corners, and `to`.
pub(super) fn nearest(board: &Board, body: &Body, from: Cell, to: Cell) -> Option<Vec<Cell>> {
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while !came_from.contains_key(&to) {
        let at = *queue.get(next)?;
        next += 1;
        for reached in Towards::ALL.into_iter().filter_map(|towards| body.next(board, at, towards)) {
            came_from.entry(reached).or_insert_with(|| {
                queue.push(reached);
                at
            });
        }
    }
    let cells = path(&came_from, from, to);
    // A stop is where the path turns, and where it ends.
    let turns = |way: &&[Cell]| way[0].0 != way[2].0 && way[0].1 != way[2].1;
    let corners = cells.windows(3).filter(turns).map(|way| way[1]);
    Some(corners.chain((from != to).then_some(to)).collect())
}

/// The path from `from` to `to`, both among its places, by where each place was come to from.
fn path(came_from: &HashMap<Cell, Cell>, from: Cell, to: Cell) -> Vec<Cell> {
    let back = std::iter::successors(Some(to), |place| came_from.get(place).copied());
    let mut places: Vec<Cell> = back.take_while(|&place| place != from).collect();
    places.push(from);
    places.reverse();
    places
}

#[cfg(test)]
mod tests {
    use super::{nearest, route};
    use crate::board::Board;
    use crate::body::Body;
    use crate::puzzle::Freedom;
    use traybit_core::grid::Size;
    use traybit_core::shape::Shape;

    #[test]
    fn straight_round_a_corner_round_a_wall_and_nowhere() {
        let size = Size { height: 5, width: 5 };
        let mut board = Board::new(size);
        let way = |board: &Board, from: (u16, u16), to: (u16, u16)| {
            let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
            route(board, &unit, from, to, 100).map(|stops| stops.len())
        };
        assert_eq!(way(&board, (2, 2), (2, 2)), Some(0));
        assert_eq!(way(&board, (0, 0), (0, 4)), Some(1));
        assert_eq!(way(&board, (0, 0), (4, 4)), Some(2));
        // A wall in column 2 with a gap at the bottom.
        board.set((0, 2, 4, 1), true);
        assert_eq!(way(&board, (0, 0), (0, 4)), Some(3));
        let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
        // Eighteen places lie no farther than the corner from which it goes up to the end.
        let among = |most| route(&board, &unit, (0, 0), (0, 4), most).is_some();
        assert_eq!([17, 18].map(among), [false, true]);
        let corners = nearest(&board, &unit, (1, 0), (1, 3)).expect("a way");
        assert_eq!(corners.last(), Some(&(1, 3)));
        let stops: Vec<(u16, u16)> = [(1, 0)].into_iter().chain(corners.iter().copied()).collect();
        let in_line = |a: (u16, u16), b: (u16, u16)| a.0 == b.0 || a.1 == b.1;
        assert!(stops.windows(2).all(|way| in_line(way[0], way[1])), "{stops:?}");
        assert!(!stops.windows(3).any(|way| in_line(way[0], way[2])), "a stop is a turn: {stops:?}");
        let rows: u16 = [(1, 0)].iter().chain(&corners).zip(&corners).map(|(a, b)| a.0.abs_diff(b.0)).sum();
        assert_eq!(rows, 6, "down to the gap and up again, no row more");
        board.set((4, 2, 1, 1), true);
        assert_eq!(way(&board, (0, 0), (0, 4)), None);
    }

    /// One place is too few for a search: what is found is found by the look straight ahead and round the corners.
    #[test]
    fn one_slide_or_two_need_no_search() {
        let size = Size { height: 40, width: 50 };
        let mut board = Board::new(size);
        let unit = Body::new(&Shape::rectangle(1, 1), Freedom::Both, size);
        let way = |board: &Board, to: (u16, u16)| route(board, &unit, (20, 20), to, 1);
        for to in [(0, 20), (39, 20), (20, 0), (20, 49)] {
            assert_eq!(way(&board, to), Some(vec![to]));
        }
        for to in [(0, 0), (0, 49), (39, 0), (39, 49)] {
            assert_eq!(way(&board, to), Some(vec![(20, to.1), to]), "along the row first");
        }
        board.set((20, 30, 1, 1), true);
        assert_eq!(way(&board, (39, 49)), Some(vec![(39, 20), (39, 49)]));
        assert_eq!(way(&board, (20, 49)), None);
        board.set((30, 20, 1, 1), true);
        assert_eq!(way(&board, (39, 49)), None);
    }
}
