//! Unit blocks that are all told apart, and one free cell: the fifteen puzzle as blocks, in a tray of any outline.
//!
//! ```text
//!   a b c       each move exchanges a block with the free cell, and takes the free cell to a cell of the other colour
//!   d e f   →   of the chessboard: the exchanges from the start to the goal are even in number where the free cell ends
//!   g . h       on its own colour, and odd where it does not
//! ```
//!
//! Walls, gates and the lines of blocks leave out moves, and change nothing about that. (W. W. Johnson and W. E. Story,
//! "Notes on the '15' puzzle", American Journal of Mathematics 2, 1879.)

use std::collections::{HashMap, HashSet};

use crate::classes::Classes;

/// True if every goal differs in parity from what can be reached.
pub(crate) fn is_wrong(puzzle: &Classes) -> bool {
    let told_apart = puzzle.free == 1
        && puzzle.out_of_reach == 0
        && puzzle.classes.iter().all(|class| class.shape.area() == 1 && class.start.len() == 1);
    told_apart && !puzzle.goals.is_empty() && puzzle.goals.iter().all(|goal| is_wrong_for(puzzle, goal))
}

fn is_wrong_for(puzzle: &Classes, goal: &[Vec<u16>]) -> bool {
    let starts: HashSet<usize> = puzzle.classes.iter().map(|class| usize::from(class.start[0])).collect();
    let named: HashSet<usize> = goal.iter().flatten().map(|&anchor| usize::from(anchor)).collect();
    let open_but = |taken: &HashSet<usize>| -> Vec<usize> {
        (0..puzzle.size.cells()).filter(|cell| puzzle.is_open(*cell) && !taken.contains(cell)).collect()
    };
    let (free, unnamed) = (open_but(&starts)[0], open_but(&named));
    // Two blocks that the goal does not name may be exchanged, which makes either parity right. Of two cells that it does
    // not name a block has one and the free cell the other, either way round.
    let count = unnamed.len();
    count <= 2
        && (0..count).all(|choice| {
            let (freed, other) = (unnamed[choice], unnamed[(choice + 1) % count]);
            let end = |anchors: &Vec<u16>| anchors.first().map_or(other, |&anchor| usize::from(anchor));
            let blocks = puzzle.classes.iter().zip(goal);
            let moved = blocks.map(|(class, anchors)| (usize::from(class.start[0]), end(anchors)));
            exchanges(moved.chain([(free, freed)]).collect()) % 2
                != puzzle.size.steps(free, freed) as usize % 2
        })
}

/// Number of exchanges that take everything from the cell where it starts to the one where it ends.
fn exchanges(mut end_of: HashMap<usize, usize>) -> usize {
    let (all, mut circles) = (end_of.len(), 0);
    while let Some(first) = end_of.keys().next().copied() {
        let mut next = Some(first);
        while let Some(cell) = next {
            next = end_of.remove(&cell);
        }
        circles += 1;
    }
    all - circles
}
