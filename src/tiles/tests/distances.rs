//! All boards by their distance from a goal, breadth-first by the plain rules.

use std::collections::HashMap;

use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;

/// Every board from which the goal can be reached, with the fewest moves that lead to it.
pub(crate) fn distances(goal: &Board) -> HashMap<Arrangement, u32> {
    let goal = Arrangement::new(goal, goal);
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut queue = vec![goal];
    let mut next = 0;
    while let Some(from) = queue.get(next).cloned() {
        let distance = distances[&from] + 1;
        for direction in Direction::ALL {
            let mut to = from.clone();
            if to.slide(direction) && !distances.contains_key(&to) {
                distances.insert(to.clone(), distance);
                queue.push(to);
            }
        }
        next += 1;
    }
    distances
}
