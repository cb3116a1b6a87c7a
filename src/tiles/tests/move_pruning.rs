//! The automaton against plain breadth-first search.

use std::collections::HashSet;

use traybit_core::grid::Size;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::move_pruning::MovePruning;

/// Numbers of paths of each length that the automaton leaves, and of boards first reached by so many moves.
fn counts(size: Size, blank: usize, longest: u32, lengths: usize) -> Vec<(usize, usize)> {
    let pruning = MovePruning::new(size, longest);
    let start = Board::blank_at(size, blank);
    let mut layer = vec![(Arrangement::new(&start, &start), MovePruning::start(blank))];
    let mut seen: HashSet<Vec<u16>> = HashSet::from([layer[0].0.homes().to_vec()]);
    let mut counts = Vec::new();
    for _ in 0..lengths {
        let mut next = Vec::new();
        let mut fresh = 0;
        for (board, state) in layer {
            for direction in Direction::ALL.into_iter().filter(|&to| pruning.open(state) >> to as u8 & 1 == 1)
            {
                let mut after = board.clone();
                assert!(after.slide(direction), "no move leaves the board");
                fresh += usize::from(seen.insert(after.homes().to_vec()));
                next.push((after, pruning.after(state, direction as usize)));
            }
        }
        counts.push((next.len(), fresh));
        layer = next;
    }
    counts
}

/// Up to the length of the needless sequences each board is reached by one path; so none is lost.
#[test]
fn a_board_is_reached_by_one_path() {
    for (height, width) in [(2, 2), (2, 3), (3, 3), (4, 4), (1, 6), (5, 3)] {
        let size = Size { height, width };
        for blank in [0, size.cells() / 2, size.cells() - 1] {
            for (paths, boards) in counts(size, blank, 11, 11) {
                assert_eq!(paths, boards, "{size:?} {blank}");
            }
        }
    }
}

/// Boards of the 15-puzzle by moves from the goal, the blank in a corner: published (OEIS A089484).
#[test]
fn all_boards_near_the_goal_are_reached() {
    let size = Size { height: 4, width: 4 };
    let published = [2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821];
    let counts = counts(size, 15, 10, 14);
    assert!(counts.iter().map(|&(_, boards)| boards).eq(published));
    // Longer ones are reached more than once, but seldom.
    assert!(counts.iter().all(|&(paths, boards)| 10 * paths < 11 * boards), "{counts:?}");
}

/// Without the automaton: three moves of each way round but the one back.
#[test]
fn only_reversals_are_left_out_by_two_moves() {
    let paths: Vec<usize> =
        counts(Size { height: 2, width: 2 }, 0, 2, 14).into_iter().map(|(paths, _)| paths).collect();
    assert_eq!(paths, [2; 14]);
}
