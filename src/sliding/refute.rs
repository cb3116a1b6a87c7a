//! Impossibilities that need no search.

pub mod pairs;
pub(crate) mod parity;

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
