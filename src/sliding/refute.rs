//! Impossibilities that need no search.

pub mod pairs;
pub(crate) mod parity;

use std::fmt;

use crate::classes::Classes;
use crate::puzzle::Puzzle;

/// Shape of which every goal asks for more blocks than the tray has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shortage {
    /// Rows of the shape that there is too little of.
    pub height: u16,
    /// Columns of it.
    pub width: u16,
    /// Number of blocks of that shape that the goal names.
    pub wanted: usize,
    /// Number of them in the tray.
    pub present: usize,
}

impl fmt::Display for Shortage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { height, width, wanted, present } = self;
        let blocks = |count: usize| if count == 1 { "block" } else { "blocks" };
        write!(out, "the goal needs {wanted} {} of {height}×{width}, and the tray has ", blocks(*wanted))?;
        match present {
            0 => out.write_str("none"),
            _ => write!(out, "{present}"),
        }
    }
}

impl Puzzle {
    /// Refuses a puzzle whose goals ask for blocks that the tray lacks.
    ///
    /// # Errors
    /// The shortage as a sentence without its full stop.
    pub(super) fn require_blocks(&self) -> Result<(), String> {
        let shortage = || shortage(&Classes::of(self)).map(|shortage| shortage.to_string());
        if self.lacking.is_empty() { Ok(()) } else { shortage().map_or(Ok(()), Err) }
    }
}

/// The first shape that every goal names more often than the tray has it: blocks never change shape.
pub fn shortage(puzzle: &Classes) -> Option<Shortage> {
    let shortages = puzzle.goals.iter().map(|goal| {
        let classes = puzzle.classes.iter().zip(goal);
        classes.into_iter().find(|(class, goal)| goal.len() > class.start.len()).map(|(class, goal)| {
            Shortage {
                height: class.shape.height(),
                width: class.shape.width(),
                wanted: goal.len(),
                present: class.start.len(),
            }
        })
    });
    shortages.collect::<Option<Vec<Shortage>>>()?.into_iter().next()
}
