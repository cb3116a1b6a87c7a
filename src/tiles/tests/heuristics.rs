//! Lower bounds against the distances of whole boards.

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::heuristics::{Heuristic, Line, LinearConflict, Manhattan, leaving};

fn check(goal: &Board, edges: bool) {
    let bounds: [&dyn Heuristic; 2] = [&Manhattan::new(goal.size()), &LinearConflict::new(goal.size())];
    for (board, distance) in distances(goal) {
        let all = bounds.map(|bound| bound.bound(board.homes(), board.blank()));
        assert_eq!(u64::from(all[0]), board.manhattan());
        assert!(all[0] <= all[1] && all[1] <= distance, "{board:?}: {all:?}, {distance}");
        for direction in Direction::ALL.into_iter().filter(|_| edges) {
            let mut next = board.clone();
            if next.slide(direction) {
                let after = bounds.map(|bound| bound.bound(next.homes(), next.blank()));
                assert!(all[0].abs_diff(after[0]) == 1 && all[1].abs_diff(after[1]) == 1);
            }
        }
    }
}

#[test]
fn bounds_are_never_more_than_the_distance_and_change_by_one() {
    let size = |height, width| Size { height, width };
    check(&Board::blank_last(size(2, 4)), true);
    check(&Board::blank_first(size(4, 2)), true);
    check(&Board::blank_last(size(1, 7)), true);
    check(&Board::blank_last(size(3, 3)), true);
    check(&Board::new(size(2, 4), vec![3, 1, 0, 2, 7, 5, 4, 6]).unwrap(), true);
}

#[test]
fn the_fewest_leave_a_line() {
    let cases = [(&[3, 1, 2][..], 1), (&[3, 2, 1], 2), (&[0, 2, 0, 1, 3], 1), (&[4, 3, 2, 1], 3), (&[], 0)];
    for (digits, fewest) in cases {
        assert_eq!(leaving(digits.iter().copied()), fewest);
    }
    // Every filling of a line of four against all ways to take tiles out.
    let line = Line::new(4);
    for filling in 0..625 {
        let digits = [filling / 125, filling / 25 % 5, filling / 5 % 5, filling % 5];
        let kept = (0..16u32).filter_map(|kept| {
            let kept: Vec<usize> =
                (0..4).filter(|&at| kept >> at & 1 == 1 && digits[at] > 0).map(|at| digits[at]).collect();
            kept.is_sorted_by(|one, other| one < other).then_some(kept.len())
        });
        let tiles = digits.iter().filter(|&&digit| digit > 0).count();
        assert_eq!(line.leaving(digits.into_iter()) as usize, tiles - kept.max().unwrap());
    }
}
