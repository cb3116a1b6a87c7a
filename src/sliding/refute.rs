//! Impossibilities that need no search.

pub mod pairs;

use std::collections::{HashMap, HashSet};
use std::fmt;

use crate::classes::Classes;

/// Shape of which every goal needs more blocks than the tray has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// Rows of the shape that there is too little of.
    pub height: u16,
    /// Columns of it.
    pub width: u16,
    /// Number of blocks of that shape that the goal names.
    pub needed: usize,
    /// Number of them in the tray.
    pub present: usize,
}

impl fmt::Display for Shortage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { height, width, needed, present } = self;
        let blocks = |count: usize| if count == 1 { "block" } else { "blocks" };
        write!(out, "the goal needs {needed} {} of {height}×{width}, and the tray has ", blocks(*needed))?;
        match present {
            0 => out.write_str("none"),
            _ => write!(out, "{present}"),
        }
    }
}

/// The first shape that every goal names more often than the tray has it: blocks never change shape.
pub fn shortage(puzzle: &Classes) -> Option<Shortage> {
    let shortages = puzzle.goals.iter().map(|goal| {
        let mut classes = puzzle.classes.iter().zip(goal);
        let (class, goal) = classes.find(|(class, goal)| goal.len() > class.start.len())?;
        let (height, width) = (class.shape.height(), class.shape.width());
        Some(Shortage { height, width, needed: goal.len(), present: class.start.len() })
    });
    shortages.collect::<Option<Vec<Shortage>>>()?.into_iter().next()
}

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
