//! Any sliding-block puzzle, as its designer sees it: a floor with walls and gates, blocks of any form, and goals.
//!
//! Nothing here knows how an engine packs a position. A [`Puzzle`] that exists is valid.

use std::collections::HashSet;
use std::ops::Deref;

use crate::tray::Size;
use traybit_core::shape::Shape;

/// A cell as (row, column).
pub type Cell = (u16, u16);

/// What a cell of the tray's box is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// No block can be there: a wall, or outside the tray's outline.
    Wall,
    /// Any block can be there.
    Open,
    /// Only those blocks can be there that the gate of this number admits.
    Gate(usize),
}

/// Cells for some blocks only.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gate {
    /// What stands for its free cells in a drawing.
    pub mark: char,
    /// Names of the blocks that it admits.
    pub admits: Vec<char>,
    /// Whether its cells lie outside the tray: a block that has all of its cells on them has left.
    pub is_exit: bool,
}

/// Along which lines a block moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Freedom {
    /// Rows and columns.
    #[default]
    Both,
    /// Its row only.
    Across,
    /// Its column only.
    Down,
    /// Not at all.
    Fixed,
}

impl Freedom {
    /// What drawings and reports call it; none for blocks that nothing holds.
    #[must_use]
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Both => None,
            Self::Across => Some("across"),
            Self::Down => Some("down"),
            Self::Fixed => Some("fixed"),
        }
    }

    /// Whether a block with this freedom makes a step of so many rows and columns, one of which is 0.
    #[must_use]
    pub fn allows(self, (down, right): (i32, i32)) -> bool {
        match self {
            Self::Both => true,
            Self::Across => down == 0,
            Self::Down => right == 0,
            Self::Fixed => false,
        }
    }
}

/// A block where it starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// What it is called; no two blocks have one name.
    pub name: char,
    /// Its form.
    pub shape: Shape,
    /// Where the first of its cells in reading order stands.
    pub anchor: Cell,
    /// How it moves.
    pub freedom: Freedom,
    /// Whether it is told apart from its equals: a goal that names it means this block.
    pub labelled: bool,
}

/// Where a block, or one of its equals, must stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// Its place in the list of blocks.
    pub block: usize,
    /// Where its anchor must stand.
    pub anchor: Cell,
}

/// What a puzzle is made of, not yet looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// What it is called.
    pub title: Option<String>,
    /// Where it is from.
    pub source: Option<String>,
    /// The box round the tray.
    pub size: Size,
    /// Its cells, row by row.
    pub floor: Vec<Floor>,
    /// Gates, by number.
    pub gates: Vec<Gate>,
    /// The blocks.
    pub blocks: Vec<Piece>,
    /// The goals, any of which will do; none where nothing is asked. Each is met when all of its targets are.
    pub goals: Vec<Vec<Target>>,
}

/// A valid puzzle.
///
/// Blocks are *equal* when they have the same form, freedom and gates and neither is labelled; equal blocks are
/// interchangeable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle(Parts);

impl Deref for Puzzle {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Parts {
    /// What the cell is; a wall outside the box.
    #[must_use]
    pub fn floor_at(&self, (row, column): Cell) -> Floor {
        let inside = row < self.size.height && column < self.size.width;
        if inside {
            self.floor[usize::from(row) * usize::from(self.size.width) + usize::from(column)]
        } else {
            Floor::Wall
        }
    }

    /// Whether a block may be on the cell, other blocks not looked at.
    #[must_use]
    pub fn admits(&self, block: &Piece, cell: Cell) -> bool {
        match self.floor_at(cell) {
            Floor::Wall => false,
            Floor::Open => true,
            Floor::Gate(gate) => self.gates[gate].admits.contains(&block.name),
        }
    }

    /// Whether two blocks are equal.
    #[must_use]
    pub fn are_equal(&self, one: &Piece, other: &Piece) -> bool {
        let by_name = one.name == other.name;
        let gates = |block: &Piece| {
            let admitted = self.gates.iter().map(|gate| gate.admits.contains(&block.name));
            admitted.collect::<Vec<bool>>()
        };
        by_name
            || !one.labelled
                && !other.labelled
                && (&one.shape, one.freedom) == (&other.shape, other.freedom)
                && gates(one) == gates(other)
    }

    /// The cells of a block whose anchor stands there, if they all lie in the box.
    #[must_use]
    pub fn cells_of(&self, shape: &Shape, (row, column): Cell) -> Option<Vec<Cell>> {
        let left = column.checked_sub(shape.lead())?;
        let fits = u32::from(row) + u32::from(shape.height()) <= u32::from(self.size.height)
            && u32::from(left) + u32::from(shape.width()) <= u32::from(self.size.width);
        fits.then(|| shape.cells_at((row, column)).collect())
    }
}

/// Why parts do not make a puzzle. Blocks, goals and targets are named by their places in the lists.
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
    /// A block is in pieces.
    Apart {
        /// The block.
        block: usize,
    },
    /// A block covers a cell that it may not be on.
    NoFloor {
        /// The block.
        block: usize,
        /// The goal that asks for it; none for the start.
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
    /// What is wrong, as a sentence without its full stop.
    #[must_use]
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
            Self::Apart { block } => {
                format!("the cells of block {} do not all hang together over their edges", name(block))
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
                format!("block {} is asked for twice {}", name(block), at(Some(goal)))
            }
        }
    }
}

impl Puzzle {
    /// The puzzle of these parts. The targets of each goal are put in the order of their blocks, and the names that a
    /// gate admits in theirs, each once.
    ///
    /// # Errors
    /// The first flaw found.
    ///
    /// # Panics
    /// When the floor speaks of a gate, or a target of a block, that is not in its list.
    pub fn new(mut parts: Parts) -> Result<Self, Flaw> {
        if !parts.size.is_allowed() || parts.floor.len() != parts.size.cells() {
            return Err(Flaw::Size(parts.size));
        }
        let mut names = HashSet::with_capacity(parts.blocks.len());
        for (number, block) in parts.blocks.iter().enumerate() {
            if !names.insert(block.name) {
                return Err(Flaw::Namesakes(block.name));
            }
            if !block.shape.is_connected() {
                return Err(Flaw::Apart { block: number });
            }
        }
        for (number, gate) in parts.gates.iter_mut().enumerate() {
            if let Some(&name) = gate.admits.iter().find(|name| !names.contains(name)) {
                return Err(Flaw::Stranger { gate: number, name });
            }
            gate.admits.sort_unstable();
            gate.admits.dedup();
        }
        let start =
            parts.blocks.iter().enumerate().map(|(block, piece)| Target { block, anchor: piece.anchor });
        let mut placing = Placing::new(&parts);
        placing.place_all(None, start)?;
        for (number, goal) in parts.goals.iter().enumerate() {
            placing.place_all(Some(number), goal.iter().copied())?;
        }
        for goal in &mut parts.goals {
            goal.sort_unstable();
        }
        Ok(Self(parts))
    }

    /// The same with nothing asked.
    #[must_use]
    pub fn without_goals(mut self) -> Self {
        self.0.goals.clear();
        self
    }

    /// The same with a title.
    #[must_use]
    pub fn titled(mut self, title: String) -> Self {
        self.0.title = Some(title);
        self
    }

    /// Its parts.
    #[must_use]
    pub fn into_parts(self) -> Parts {
        self.0
    }
}

/// Places blocks side by side, for the start and for each goal anew.
///
/// What an earlier round left is told by the round's number, so that a goal costs no more than the cells that its
/// blocks cover, however large the tray is and however many goals there are.
struct Placing<'a> {
    parts: &'a Parts,
    round: usize,
    /// For each cell the last round in which it was covered, and the block that did.
    covered: Vec<(usize, usize)>,
    /// For each block the last round that placed it.
    placed: Vec<usize>,
}

impl<'a> Placing<'a> {
    fn new(parts: &'a Parts) -> Self {
        let (covered, placed) = (vec![(0, 0); parts.size.cells()], vec![0; parts.blocks.len()]);
        Self { parts, round: 0, covered, placed }
    }

    /// Whether the blocks can stand there together.
    fn place_all(&mut self, goal: Option<usize>, targets: impl Iterator<Item = Target>) -> Result<(), Flaw> {
        self.round += 1;
        let (parts, round) = (self.parts, self.round);
        for Target { block, anchor } in targets {
            let piece = &parts.blocks[block];
            if std::mem::replace(&mut self.placed[block], round) == round {
                return Err(Flaw::Twice { block, goal: goal.unwrap_or(0) });
            }
            let cells = parts.cells_of(&piece.shape, anchor);
            for cell in cells.ok_or(Flaw::NoFloor { block, goal, cell: anchor })? {
                if !parts.admits(piece, cell) {
                    return Err(Flaw::NoFloor { block, goal, cell });
                }
                let number = usize::from(cell.0) * usize::from(parts.size.width) + usize::from(cell.1);
                let (before, earlier) = std::mem::replace(&mut self.covered[number], (round, block));
                if before == round {
                    return Err(Flaw::Overlap { block, earlier, goal, cell });
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
