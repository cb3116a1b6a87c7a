//! Nodes with all lower bounds, against fresh ones and the distances of whole boards.

use crate::distances::distances;
use traybit_core::grid::Size;
use traybit_core::search::ida_star::DepthFirst;
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::lower_bounds::LowerBounds;
use traybit_tiles::move_pruning::MovePruning;
use traybit_tiles::node::{Change, Node};
use traybit_tiles::pattern::database;
use traybit_tiles::pattern::partition::partition;
use traybit_tiles::walking_distance::WalkingDistance;

fn bounds(size: Size, blank_home: usize, tiles: usize) -> LowerBounds {
    let (height, width) = (size.height.into(), size.width.into());
    let walking = [(height, width, blank_home / width), (width, height, blank_home % width)];
    let walking =
        walking.map(|(lines, length, home)| WalkingDistance::new(lines, length, home).map(Into::into));
    let bounds = LowerBounds::new(size, blank_home, walking);
    if tiles == 0 {
        return bounds;
    }
    // Two partitions need not be reflections of each other.
    let partitions = [partition(size, blank_home, tiles), partition(size, blank_home, tiles - 1)];
    let build =
        |index: &_, pattern, halves: &mut _| database::build(index, pattern, &Limits::default(), halves);
    bounds.with_databases(&partitions, build).unwrap()
}

/// Checks that no bound is more than the distance nor differs in parity, and that moves change a node to the one
/// that starts from the board after them. Returns the mean bound.
fn check<const PARTITIONS: usize>(size: Size, blank_home: usize, tiles: usize) -> f64 {
    let bounds = bounds(size, blank_home, tiles);
    let pruning = MovePruning::new(size, 2);
    let fresh = |board: &Arrangement| Node::<PARTITIONS>::new(&bounds, &pruning, board).unwrap();
    let all = distances(&Board::blank_at(size, blank_home));
    let mut sum = 0;
    for (index, (from, &distance)) in all.iter().enumerate() {
        let node = fresh(from);
        let bound = node.bound();
        assert!(bound <= distance && (distance - bound).is_multiple_of(2), "{from:?}");
        assert_eq!(bound == 0, distance == 0);
        sum += bound;
        if index % 16 > 0 {
            continue;
        }
        let mut changes = [Change::default(); 4];
        let count = node.expand(u32::MAX, &mut changes);
        let made: Vec<Direction> = changes[..count].iter().map(Node::<PARTITIONS>::step).collect();
        let can = |to: &Direction| from.clone().slide(*to);
        assert_eq!(made, Direction::ALL.into_iter().filter(can).collect::<Vec<_>>(), "{from:?}");
        let after = |change: &Change<PARTITIONS>| {
            let mut moved = node.clone();
            moved.apply(change);
            moved.bound()
        };
        for left in bound.saturating_sub(1)..=bound + 1 {
            let kept = changes[..count].iter().filter(|change| after(change) <= left).count();
            assert_eq!(node.expand(left, &mut changes.clone()), kept);
        }
        for change in &changes[..count] {
            let mut moved = node.clone();
            let undo = moved.apply(change);
            let mut there = from.clone();
            assert!(there.slide(Node::<PARTITIONS>::step(change)));
            assert!(moved == fresh(&there));
            // All moves but the one back.
            let there =
                Direction::ALL.into_iter().filter(|to| to.source(there.blank(), size).is_some()).count();
            assert_eq!(moved.expand(u32::MAX, &mut changes.clone()), there - 1);
            assert_eq!(Node::<PARTITIONS>::step(&moved.apply(&undo)), Node::<PARTITIONS>::step(change));
            assert!(moved == node);
        }
    }
    f64::from(sum) / all.len() as f64
}

#[test]
fn bounds_hold_and_are_kept_up_to_date() {
    let size = |height, width| Size { height, width };
    let none = check::<0>(size(3, 3), 0, 0);
    let tables = check::<2>(size(3, 3), 0, 4);
    assert!(none > 15.0 && tables > none, "{none} {tables}");
    check::<2>(size(3, 3), 4, 5);
    check::<2>(size(2, 4), 6, 3);
    check::<2>(size(4, 2), 1, 4);
    check::<2>(size(1, 7), 3, 3);
    check::<2>(size(2, 2), 3, 2);
    // With all tiles in one pattern the blank has no choice either.
    let whole = bounds(size(2, 3), 0, 5);
    let all = distances(&Board::blank_first(size(2, 3)));
    let pruning = MovePruning::new(size(2, 3), 2);
    let bound = |from| Node::<2>::new(&whole, &pruning, from).unwrap().bound();
    assert!(all.iter().all(|(from, &distance)| bound(from) == distance));
}
