//! One block's way between two places with the other blocks standing still, in as few straight slides as
//! possible.

use std::collections::HashMap;

use crate::sliding::board::{Area, Board, Towards};
use crate::sliding::tray::Size;

/// The places at which a block at `from` stops on its way to `to`, `to` among them and `from` not; empty when the
/// two are equal, none when no way was found among `most_places` places. The block itself must not stand on the board.
pub(super) fn route(
    board: &Board,
    size: Size,
    from: Area,
    to: Area,
    most_places: usize,
) -> Option<Vec<Area>> {
    if from == to {
        return Some(Vec::new());
    }
    // One slide or two are nearly always enough; on an open tray a search would meet thousands of places first.
    let corners = [(from.0, to.1, from.2, from.3), (to.0, from.1, from.2, from.3)];
    if corners.contains(&to) && is_clear(board, from, to) {
        return Some(vec![to]);
    }
    if let Some(&corner) =
        corners.iter().find(|&&corner| is_clear(board, from, corner) && is_clear(board, corner, to))
    {
        return Some([corner, to].into_iter().filter(|&stop| stop != from).collect());
    }
    search(board, size, from, to, most_places)
}

/// Whether a block can go from one place to another one in its row or column without touching anything.
fn is_clear(board: &Board, from: Area, to: Area) -> bool {
    let towards = match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (std::cmp::Ordering::Less, _) => Towards::Up,
        (std::cmp::Ordering::Greater, _) => Towards::Down,
        (_, std::cmp::Ordering::Less) => Towards::Left,
        _ => Towards::Right,
    };
    let mut area = from;
    while area != to {
        if !board.is_open(area, towards) {
            return false;
        }
        area = towards.step(area);
    }
    true
}

fn search(board: &Board, size: Size, from: Area, to: Area, most_places: usize) -> Option<Vec<Area>> {
    let mut came_from: HashMap<Area, Area> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while let Some(&at) = queue.get(next).filter(|_| queue.len() < most_places) {
        next += 1;
        for towards in Towards::ALL {
            let mut area = at;
            while towards.stays_inside(area, size) && board.is_open(area, towards) {
                area = towards.step(area);
                if came_from.contains_key(&area) {
                    continue;
                }
                came_from.insert(area, at);
                queue.push(area);
                if area == to {
                    let mut stops: Vec<Area> =
                        std::iter::successors(Some(to), |stop| came_from.get(stop).copied())
                            .take_while(|&stop| stop != from)
                            .collect();
                    stops.reverse();
                    return Some(stops);
                }
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::route;
    use crate::sliding::board::Board;
    use crate::sliding::tray::Size;

    #[test]
    fn straight_round_a_corner_round_a_wall_and_nowhere() {
        let size = Size { height: 5, width: 5 };
        let mut board = Board::new(size);
        let way = |board: &Board, from: (u16, u16), to: (u16, u16)| {
            route(board, size, (from.0, from.1, 1, 1), (to.0, to.1, 1, 1), 100).map(|stops| stops.len())
        };
        assert_eq!(way(&board, (2, 2), (2, 2)), Some(0));
        assert_eq!(way(&board, (0, 0), (0, 4)), Some(1));
        assert_eq!(way(&board, (0, 0), (4, 4)), Some(2));
        // A wall in column 2 with a gap at the bottom.
        board.set((0, 2, 4, 1), true);
        assert_eq!(way(&board, (0, 0), (0, 4)), Some(3));
        board.set((4, 2, 1, 1), true);
        assert_eq!(way(&board, (0, 0), (0, 4)), None);
    }
}
