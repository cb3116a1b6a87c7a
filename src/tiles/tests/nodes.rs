//! Nodes with all lower bounds, against fresh ones and the distances of whole boards; and the moves that they leave out.

use std::collections::HashSet;

use crate::plain::{distances, size};
use traybit_core::grid::Size;
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::lower_bounds::{LowerBounds, distinct};
use traybit_tiles::move_pruning::MovePruning;
use traybit_tiles::node::{Change, LargeChange, LargeNode, Node};
use traybit_tiles::pattern::database;
use traybit_tiles::pattern::partition::partition;
use traybit_tiles::solve::ranked::ranked;

/// Bounds of partitions with fewer and fewer tiles: they need not be reflections of each other. All but the first one's
/// databases are built before.
fn bounds(size: Size, blank_home: usize, tiles: usize, partitions: usize) -> LowerBounds {
    let partitions: Vec<_> =
        (0..partitions).map(|less| partition(size, blank_home, tiles.saturating_sub(less).max(1))).collect();
    let build =
        |index: &_, pattern, halves: &mut _| database::build(index, pattern, &Limits::default(), halves);
    let earlier = LowerBounds::new((size, blank_home), &partitions[1..], None, 2, build).unwrap();
    LowerBounds::new((size, blank_home), &partitions, Some(&earlier), 1, |index, pattern, halves| {
        assert!(!distinct(size, blank_home, &partitions[1..]).contains(&pattern), "built twice");
        build(index, pattern, halves)
    })
    .unwrap()
}

/// Checks that no bound is more than the distance nor differs in parity, and that on a walk from some boards and back each
/// is that of a fresh node. Returns the mean bound.
fn check<const PARTITIONS: usize>(size: Size, blank_home: usize, tiles: usize) -> f64 {
    let bounds = bounds(size, blank_home, tiles, PARTITIONS);
    let pruning = MovePruning::new(size, 2);
    let fresh = |board: &Arrangement| Node::<PARTITIONS>::new(&bounds, &pruning, board);
    let all = distances(&Board::blank_at(size, blank_home));
    let mut sum = 0;
    for (index, (from, &distance)) in all.iter().enumerate() {
        let mut node = fresh(from);
        let bound = node.bound();
        assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{from:?}");
        assert_eq!(bound == 0, distance == 0);
        sum += bound;
        let (mut board, mut back, mut undone) = (from.clone(), None, Vec::new());
        for turn in 0..if index % 499 == 0 { 30 } else { 0 } {
            let mut changes = [Change::default(); 4];
            let count = node.expand(u32::MAX, &mut changes);
            let made: Vec<Direction> = changes[..count].iter().map(Node::<PARTITIONS>::step).collect();
            let can = |to: &Direction| Some(*to) != back && board.clone().slide(*to);
            assert_eq!(made, Direction::ALL.into_iter().filter(can).collect::<Vec<_>>(), "{board:?}");
            for left in node.bound().saturating_sub(1)..=node.bound() + 1 {
                let is_kept = |to: &&Direction| {
                    let mut after = board.clone();
                    after.slide(**to) && fresh(&after).bound() <= left
                };
                assert_eq!(node.expand(left, &mut changes.clone()), made.iter().filter(is_kept).count());
            }
            let Some(change) = changes[..count].get((turn * 5 + index) % count.max(1)) else { break };
            undone.push((node.bound(), node.apply(change)));
            board.slide(Node::<PARTITIONS>::step(change));
            back = Some(Node::<PARTITIONS>::step(change).opposite());
            assert_eq!(node.bound(), fresh(&board).bound());
            // The sum of the partitions' bounds, of which `bound` is the greatest.
            let sums = node.bound()..=node.bound() * PARTITIONS as u32;
            assert!(sums.contains(&Node::<PARTITIONS>::estimate(change)));
        }
        for (bound, undo) in undone.into_iter().rev() {
            node.apply(&undo);
            assert_eq!(node.bound(), bound);
        }
    }
    f64::from(sum) / all.len() as f64
}

#[test]
fn bounds_hold_and_are_kept_up_to_date() {
    let mean = check::<2>(size(3, 3), 0, 4);
    assert!(mean > 15.0, "{mean}");
    check::<2>(size(3, 3), 4, 5);
    check::<2>(size(2, 4), 6, 3);
    check::<2>(size(4, 2), 1, 4);
    check::<2>(size(1, 7), 3, 3);
    check::<2>(size(2, 2), 3, 2);
    check::<3>(size(3, 3), 2, 5);
    check::<4>(size(2, 4), 0, 5);
    // With all tiles in one pattern the blank has no choice either.
    let whole = bounds(size(2, 3), 0, 5, 2);
    let all = distances(&Board::blank_first(size(2, 3)));
    let pruning = MovePruning::new(size(2, 3), 2);
    let bound = |from| Node::<2>::new(&whole, &pruning, from).bound();
    assert!(all.iter().all(|(from, &distance)| bound(from) == distance));
}

#[test]
fn nodes_of_any_size_lead_to_shortest_solutions() {
    for (height, width, stride) in [(3, 3, 2999), (1, 40, 1), (2, 3, 1)] {
        let boards = distances(&Board::blank_at(size(height, width), 1));
        for (board, &distance) in boards.iter().step_by(stride) {
            let node = LargeNode::new(board);
            let found = Deepening::default().run(&node, &mut |_| None, None, &Limits::default());
            assert!(matches!(found, Ending::Solved(moves) if moves.len() == distance as usize), "{board:?}");
            assert_eq!(u64::from(node.bound()), board.manhattan());
            let mut changes = [LargeChange::default(); 4];
            let count = node.expand(u32::MAX, &mut changes);
            for change in &changes[..count] {
                let mut after = board.clone();
                after.slide(LargeNode::step(change));
                assert_eq!(u64::from(LargeNode::estimate(change)), after.manhattan());
            }
        }
    }
}

/// A beam that keeps every board is a breadth-first search.
#[test]
fn wide_beams_by_databases_lead_to_shortest_solutions() {
    let bounds = bounds(size(2, 3), 0, 4, 2);
    for (board, &distance) in
        distances(&Board::blank_first(size(2, 3))).iter().filter(|(_, moves)| **moves > 0)
    {
        let found = ranked(&bounds, board, (1 << 10, distance), 0, &mut 0, &Limits::default()).unwrap();
        assert_eq!(found.map(|moves| moves.len()), Some(distance as usize), "{board:?}");
    }
}

/// Numbers of paths of each length that the automaton leaves, and of boards first reached at that length.
fn paths(size: Size, blank: usize, longest: u32, lengths: usize) -> Vec<(usize, usize)> {
    let pruning = MovePruning::new(size, longest);
    let start = Board::blank_at(size, blank);
    let mut layer = vec![(Arrangement::new(&start, &start), blank as u16)];
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
        let size = size(height, width);
        for blank in [0, size.cells() / 2, size.cells() - 1] {
            for (paths, boards) in paths(size, blank, 11, 11) {
                assert_eq!(paths, boards, "{size:?} {blank}");
            }
        }
    }
}

/// Boards of the 15-puzzle by moves from the goal, the blank in a corner: published (OEIS A089484).
#[test]
fn all_boards_near_the_goal_are_reached() {
    let published = [2, 4, 10, 24, 54, 107, 212, 446, 946, 1948, 3938, 7808, 15544, 30821];
    let counts = paths(size(4, 4), 15, 10, 14);
    assert!(counts.iter().map(|&(_, boards)| boards).eq(published));
    // Longer ones are reached more than once, but seldom.
    assert!(counts.iter().all(|&(paths, boards)| 10 * paths < 11 * boards), "{counts:?}");
    let [short, long] = [2, 10].map(|longest| MovePruning::new(size(4, 4), longest).bytes());
    assert!(long > 10 * short && short > 16, "one state for each beginning of a needless sequence");
    // Without the automaton: both moves but the one back.
    assert!(paths(size(2, 2), 0, 2, 14).iter().all(|&(paths, _)| paths == 2));
}
