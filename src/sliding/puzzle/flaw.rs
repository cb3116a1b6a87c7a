//! Reasons why parts do not make a puzzle.

use crate::puzzle::{Cell, Floor, Parts};
use traybit_core::grid::Size;

/// Reason why parts do not make a puzzle. Blocks, goals and targets are named by their indices in the lists; blocks
/// past the last one are the lacking ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Flaw {
    /// A side of the box is 0 or longer than 256 cells, or there are not as many cells as it has.
    Size(Size),
    /// Two blocks have one name.
    Namesakes(char),
    /// A gate admits a block that there is not.
    Stranger {
        /// The gate.
        gate: usize,
        /// The name.
        name: char,
    },
    /// The block is in pieces.
    Apart(usize),
    /// A block covers a cell that it may not be on.
    NoFloor {
        /// The block.
        block: usize,
        /// The goal that names it; none for the start.
        goal: Option<usize>,
        /// The cell, or the anchor where the block would leave the box.
        cell: Cell,
    },
    /// Two blocks cover one cell.
    Overlap {
        /// One block.
        block: usize,
        /// The other.
        earlier: usize,
        /// The goal in which they do; none for the start.
        goal: Option<usize>,
        /// The cell.
        cell: Cell,
    },
    /// A goal names a block twice.
    Twice {
        /// The block.
        block: usize,
        /// The goal.
        goal: usize,
    },
}

impl Flaw {
    /// Sentence that says what is wrong, without its full stop.
    pub fn sentence(&self, parts: &Parts) -> String {
        let name = |block: usize| parts.blocks.get(block).map_or('?', |block| block.name);
        let place = |(row, column): Cell| format!("row {row}, column {column}");
        let at = |goal: Option<usize>| match goal {
            None => "at the start".to_owned(),
            Some(goal) if parts.goals.len() > 1 => format!("in goal {}", goal + 1),
            Some(_) => "in the goal".to_owned(),
        };
        match *self {
            Self::Size(Size { height, width }) => {
                format!("a tray measures 1 to 256 cells either way, not {height} by {width}")
            }
            Self::Namesakes(name) => format!("two blocks are called {name}"),
            Self::Stranger { gate, name } => format!(
                "the gate {} admits a block {name}, and the tray has none",
                parts.gates.get(gate).map_or('?', |gate| gate.mark)
            ),
            Self::Apart(block) => {
                format!("the cells of block {} are not all connected by their edges", name(block))
            }
            Self::NoFloor { block, goal, cell } => {
                let why = match parts.floor_at(cell) {
                    Floor::Gate(_) => "where a gate does not admit it",
                    Floor::Wall => "where there is no floor",
                    Floor::Open => "from where it would reach past the edge of the tray",
                };
                format!("block {} stands {} at {}, {why}", name(block), at(goal), place(cell))
            }
            Self::Overlap { block, earlier, goal, cell } => {
                format!("blocks {} and {} both take {} {}", name(earlier), name(block), place(cell), at(goal))
            }
            Self::Twice { block, goal } => {
                format!("block {} is named twice {}", name(block), at(Some(goal)))
            }
        }
    }
}
