//! Boards as the goal sees them, and what keeps them from it.

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_tiles::arrangement::{Arrangement, Obstacle};
use traybit_tiles::board::Board;

fn arrangement(size: Size, start: &[u16]) -> Arrangement {
    Arrangement::new(&Board::new(size, start.to_vec()).unwrap(), &Board::blank_last(size))
}

#[test]
fn tiles_are_renamed_by_the_goal() {
    let size = Size { height: 2, width: 3 };
    let seen = arrangement(size, &[3, 1, 2, 5, 4, 0]);
    assert_eq!(seen.homes(), [2, 0, 1, 4, 3, 5]);
    assert_eq!((seen.blank(), seen.blank_home(), seen.manhattan()), (5, 5, 6));
    assert_eq!(seen.board(&Board::blank_last(size)).tiles(), [3, 1, 2, 5, 4, 0]);
    let first = Arrangement::new(&Board::blank_last(size), &Board::blank_first(size));
    assert_eq!(first.homes(), [1, 2, 3, 4, 5, 0]);
    assert_eq!((first.blank(), first.blank_home()), (5, 0));
    assert!(Arrangement::new(&Board::blank_first(size), &Board::blank_first(size)).is_solved());
}

/// Every permutation of the cells of a board, as tiles.
fn permutations(tiles: &mut Vec<u16>, left: &mut Vec<u16>, visit: &mut impl FnMut(&[u16])) {
    if left.is_empty() {
        visit(tiles);
    }
    for index in 0..left.len() {
        tiles.push(left.remove(index));
        permutations(tiles, left, visit);
        left.insert(index, tiles.pop().unwrap());
    }
}

#[test]
fn obstacles_are_found_exactly_where_no_moves_lead_to_the_goal() {
    for (height, width) in [(1, 1), (1, 2), (1, 5), (4, 1), (2, 2), (2, 3), (3, 2)] {
        let size = Size { height, width };
        let reached = distances(&Board::blank_last(size));
        let mut count = 0;
        let cells = height * width;
        permutations(&mut Vec::new(), &mut (0..cells).collect(), &mut |tiles| {
            let start = arrangement(size, tiles);
            assert_eq!(start.obstacle().is_none(), reached.contains_key(&start), "{tiles:?}");
            count += u32::from(start.obstacle().is_none());
        });
        assert_eq!(count as usize, reached.len());
    }
    let row = arrangement(Size { height: 1, width: 3 }, &[2, 1, 0]);
    assert_eq!(row.obstacle(), Some(Obstacle::Order));
    let swapped = arrangement(Size { height: 2, width: 2 }, &[2, 1, 3, 0]);
    assert_eq!(swapped.obstacle(), Some(Obstacle::Parity));
}
