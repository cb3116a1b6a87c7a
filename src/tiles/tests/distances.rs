//! All boards by their distance from a goal, breadth-first by the plain rules.

use std::collections::HashMap;

use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;

/// Every board from which the goal can be reached, with the fewest moves that lead to it.
pub(crate) fn distances(goal: &Board) -> HashMap<Arrangement, u32> {
    all(goal, 1)
}

/// Every board from which the goal can be reached, with the fewest pushes that lead to it.
pub(crate) fn distances_in_pushes(goal: &Board) -> HashMap<Arrangement, u32> {
    all(goal, usize::MAX)
}

/// Boards by distance, where at most so many tiles move at once.
fn all(goal: &Board, tiles: usize) -> HashMap<Arrangement, u32> {
    let goal = Arrangement::new(goal, goal);
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(from) = queue.get(next).cloned() {
        let distance = distances[&from] + 1;
        for direction in Direction::ALL {
            let mut to = from.clone();
            for _ in 0..tiles {
                if !to.slide(direction) {
                    break;
                }
                if !distances.contains_key(&to) {
                    distances.insert(to.clone(), distance);
                    queue.push(to.clone());
                }
            }
        }
        next += 1;
    }
    distances
}
