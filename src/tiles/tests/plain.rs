//! Boards for the tests, and their distances from a goal: a breadth-first search by the plain rules.

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, DefaultHasher};

use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solve::random::boards;

/// Boards with their distances, always in the same order.
pub(crate) type Distances = HashMap<Arrangement, u32, BuildHasherDefault<DefaultHasher>>;

pub(crate) fn size(height: u16, width: u16) -> Size {
    Size { height, width }
}

/// Random board without obstacle.
pub(crate) fn random(height: u16, width: u16, blank_home: usize, number: u64) -> Arrangement {
    let goal = Board::blank_at(size(height, width), blank_home);
    let seed = u64::from(height) << 16 | u64::from(width);
    let made = boards(&goal, None, seed, number..=number, &Limits::default());
    Arrangement::new(&made.0[0], &goal)
}

/// Checks that moves lead to the goal.
pub(crate) fn assert_solves(start: &Arrangement, moves: &[Direction]) {
    let mut board = start.clone();
    assert!(moves.iter().all(|&to| board.slide(to)) && board.manhattan() == 0, "{start:?}");
}

/// Every board from which the goal can be reached, with the fewest moves that lead to it.
pub(crate) fn distances(goal: &Board) -> Distances {
    within(goal, 1, u32::MAX)
}

/// Boards by distance, up to `depth`, where at most `tiles` tiles move at once.
pub(crate) fn within(goal: &Board, tiles: usize, depth: u32) -> Distances {
    let goal = Arrangement::new(goal, goal);
    let mut distances = Distances::from_iter([(goal.clone(), 0)]);
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(from) = queue.get(next).cloned() {
        next += 1;
        let distance = distances[&from];
        for direction in Direction::ALL.into_iter().filter(|_| distance < depth) {
            let mut to = from.clone();
            for _ in 0..tiles {
                if !to.slide(direction) {
                    break;
                }
                if !distances.contains_key(&to) {
                    distances.insert(to.clone(), distance + 1);
                    queue.push(to.clone());
                }
            }
        }
    }
    distances
}

/// Numbers of boards by distance.
pub(crate) fn counts(distances: &Distances) -> Vec<u64> {
    let mut counts = Vec::new();
    for &distance in distances.values() {
        let distance = distance as usize;
        counts.resize(counts.len().max(distance + 1), 0);
        counts[distance] += 1;
    }
    counts
}
