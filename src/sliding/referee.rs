//! The independent checker of drawn puzzles: moves blocks cell by cell over a plain picture of the tray.
//!
//! It shares nothing with the engines but the plain puzzle: what is told apart, where a gate lets whom pass and
//! whether a goal holds is asked of the puzzle anew.

use std::error::Error;
use std::fmt::{Display, Formatter, Result as FmtResult};

use crate::puzzle::{Cell, Floor, Puzzle, Target};
use crate::text::RawMove;

/// The blocks of a puzzle on their way.
#[derive(Clone, Debug)]
pub struct Match<'a> {
    puzzle: &'a Puzzle,
    /// Which block covers each cell.
    picture: Vec<Option<usize>>,
    /// Where the first cell of each block in reading order is.
    anchors: Vec<Cell>,
}

/// Why a block cannot make a move. Cells are (row, column).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Foul {
    /// No block has its first cell there.
    NoBlock {
        /// The block over that cell, and where its first cell is.
        covered_by: Option<(char, Cell)>,
    },
    /// Row and column both change.
    NotStraight,
    /// The block does not move that way.
    NotFree(char),
    /// A cell on the way is a wall or outside.
    Wall {
        /// The block.
        block: char,
        /// The cell, as far as it lies inside the box.
        cell: Option<Cell>,
    },
    /// A cell on the way is a gate that does not admit the block.
    Shut {
        /// The block.
        block: char,
        /// The cell.
        cell: Cell,
    },
    /// A cell on the way is taken.
    Taken {
        /// The block.
        block: char,
        /// The cell.
        cell: Cell,
        /// The block that takes it.
        by: char,
    },
}

impl Display for Foul {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        match self {
            Self::NoBlock { covered_by: None } => write!(f, "no block has its first cell there"),
            Self::NoBlock { covered_by: Some((name, (row, column))) } => {
                write!(
                    f,
                    "no block has its first cell there; block {name}, over that cell, has it at {row} {column}"
                )
            }
            Self::NotStraight => write!(f, "it changes both the row and the column"),
            Self::NotFree(name) => write!(f, "block {name} does not move that way"),
            Self::Wall { block, cell: None } => write!(f, "block {block} would leave the tray"),
            Self::Wall { block, cell: Some((row, column)) } => {
                write!(f, "block {block} would meet the wall at row {row}, column {column}")
            }
            Self::Shut { block, cell: (row, column) } => {
                write!(f, "the gate at row {row}, column {column} does not admit block {block}")
            }
            Self::Taken { block, cell: (row, column), by } => {
                write!(f, "block {block} would meet block {by} at row {row}, column {column}")
            }
        }
    }
}

impl Error for Foul {}

impl<'a> Match<'a> {
    /// The start.
    #[must_use]
    pub fn new(puzzle: &'a Puzzle) -> Self {
        let mut picture = vec![None; puzzle.size.cells()];
        let width = usize::from(puzzle.size.width);
        for (number, block) in puzzle.blocks.iter().enumerate() {
            for (row, column) in block.shape.cells_at(block.anchor) {
                picture[usize::from(row) * width + usize::from(column)] = Some(number);
            }
        }
        Self { puzzle, picture, anchors: puzzle.blocks.iter().map(|block| block.anchor).collect() }
    }

    /// Makes one move, cell by cell, or leaves everything as it is.
    ///
    /// # Errors
    /// What stands in the way.
    pub fn apply(&mut self, step: RawMove) -> Result<(), Foul> {
        let number = self.block_at(step.from)?;
        let block = &self.puzzle.blocks[number];
        let from = self.anchors[number];
        let (down, right) = (distance(step.from.0, step.to.0), distance(step.from.1, step.to.1));
        if down != 0 && right != 0 {
            return Err(Foul::NotStraight);
        }
        if (down, right) == (0, 0) {
            return Ok(());
        }
        let towards = (down.signum(), right.signum());
        if !block.freedom.allows((towards.0 as i32, towards.1 as i32)) {
            return Err(Foul::NotFree(block.name));
        }
        let cells: Vec<Cell> = block.shape.cells_at(from).collect();
        for length in 1..=down.abs().max(right.abs()) {
            for &(row, column) in &cells {
                let row = i64::from(row) + towards.0 * length;
                let column = i64::from(column) + towards.1 * length;
                self.enter(number, (row, column))?;
            }
        }
        for cell in cells {
            let index = self.index(cell);
            self.picture[index] = None;
        }
        let to = (step.to.0 as u16, step.to.1 as u16);
        for cell in block.shape.cells_at(to) {
            let index = self.index(cell);
            self.picture[index] = Some(number);
        }
        self.anchors[number] = to;
        Ok(())
    }

    /// Whether some goal holds; a puzzle that asks for nothing has none.
    #[must_use]
    pub fn is_won(&self) -> bool {
        self.puzzle.goals.iter().any(|goal| goal.iter().all(|target| self.holds(target)))
    }

    /// What is missing for the goal, as words that go on a sentence.
    #[must_use]
    pub fn missing(&self) -> String {
        let unmet = |goal: &Vec<Target>| goal.iter().find(|target| !self.holds(target)).copied();
        match &self.puzzle.goals[..] {
            [] => "there is no goal to be met".to_owned(),
            [goal] => unmet(goal).map_or_else(String::new, |Target { block, anchor: (row, column) }| {
                let name = self.puzzle.blocks[block].name;
                format!("no block like {name} has its first cell at row {row}, column {column}")
            }),
            goals => format!("none of the {} goals holds", goals.len()),
        }
    }

    /// Where each block's first cell is, in the order of the blocks.
    #[must_use]
    pub fn anchors(&self) -> &[Cell] {
        &self.anchors
    }

    fn holds(&self, target: &Target) -> bool {
        let wanted = &self.puzzle.blocks[target.block];
        let blocks = self.puzzle.blocks.iter().zip(&self.anchors);
        blocks.into_iter().any(|(block, &at)| at == target.anchor && self.puzzle.are_equal(block, wanted))
    }

    fn block_at(&self, (row, column): (u32, u32)) -> Result<usize, Foul> {
        let size = self.puzzle.size;
        if row >= u32::from(size.height) || column >= u32::from(size.width) {
            return Err(Foul::NoBlock { covered_by: None });
        }
        let cell = (row as u16, column as u16);
        match self.picture[self.index(cell)] {
            Some(number) if self.anchors[number] == cell => Ok(number),
            covering => {
                let named = |number: usize| (self.puzzle.blocks[number].name, self.anchors[number]);
                Err(Foul::NoBlock { covered_by: covering.map(named) })
            }
        }
    }

    /// Whether a block may be on a cell, given as row and column of any size.
    fn enter(&self, number: usize, (row, column): (i64, i64)) -> Result<(), Foul> {
        let block = &self.puzzle.blocks[number];
        let size = self.puzzle.size;
        let inside = |at: i64, side: u16| u16::try_from(at).ok().filter(|&at| at < side);
        let (Some(row), Some(column)) = (inside(row, size.height), inside(column, size.width)) else {
            return Err(Foul::Wall { block: block.name, cell: None });
        };
        let cell = (row, column);
        if !self.puzzle.admits(block, cell) {
            return Err(match self.puzzle.floor_at(cell) {
                Floor::Gate(_) => Foul::Shut { block: block.name, cell },
                _ => Foul::Wall { block: block.name, cell: Some(cell) },
            });
        }
        match self.picture[self.index(cell)] {
            Some(other) if other != number => {
                Err(Foul::Taken { block: block.name, cell, by: self.puzzle.blocks[other].name })
            }
            _ => Ok(()),
        }
    }

    fn index(&self, (row, column): Cell) -> usize {
        usize::from(row) * usize::from(self.puzzle.size.width) + usize::from(column)
    }
}

fn distance(from: u32, to: u32) -> i64 {
    i64::from(to) - i64::from(from)
}

#[cfg(test)]
mod tests {
    use super::{Foul, Match};
    use crate::puzzle::{Floor, Freedom, Gate, Parts, Piece, Puzzle, Target};
    use crate::text::RawMove;
    use crate::tray::{Size, Slide};
    use traybit_core::shape::Shape;

    /// ```text
    /// u . u #      The gate + admits u only; c keeps to its column; u must stand one column further right.
    /// u u u +
    /// c . . .
    /// ```
    fn puzzle() -> Puzzle {
        let size = Size { height: 3, width: 4 };
        let (u, _) = Shape::of(&[(0, 0), (0, 2), (1, 0), (1, 1), (1, 2)]);
        let piece = |name, shape, anchor, freedom| Piece { name, shape, anchor, freedom, labelled: false };
        let mut floor = vec![Floor::Open; 12];
        (floor[3], floor[7]) = (Floor::Wall, Floor::Gate(0));
        Puzzle::new(Parts {
            title: None,
            source: None,
            size,
            floor,
            gates: vec![Gate { mark: '+', admits: vec!['u'], is_exit: false }],
            blocks: vec![
                piece('u', u, (0, 0), Freedom::Both),
                piece('c', Shape::rectangle(1, 1), (2, 0), Freedom::Across),
            ],
            goals: vec![vec![Target { block: 1, anchor: (2, 2) }]],
        })
        .expect("a puzzle")
    }

    #[test]
    fn each_foul_is_named() {
        let puzzle = puzzle();
        let foul = |from, to| Match::new(&puzzle).apply(RawMove { from, to }).err();
        let covered_by = Some(('u', (0, 0)));
        assert_eq!(foul((1, 1), (2, 1)), Some(Foul::NoBlock { covered_by }));
        // The last one would be a cell of the first block, were rows not to end.
        for outside in [(9, 9), (3, 0), (0, 4)] {
            assert_eq!(foul(outside, (2, 1)), Some(Foul::NoBlock { covered_by: None }));
        }
        assert_eq!(foul((2, 0), (1, 1)), Some(Foul::NotStraight));
        assert_eq!(foul((2, 0), (1, 0)), Some(Foul::NotFree('c')));
        assert_eq!(foul((0, 0), (0, 1)), Some(Foul::Wall { block: 'u', cell: Some((0, 3)) }));
        assert_eq!(foul((2, 0), (2, 4)), Some(Foul::Wall { block: 'c', cell: None }));
        assert_eq!(foul((0, 0), (1, 0)), Some(Foul::Taken { block: 'u', cell: (2, 0), by: 'c' }));
        assert_eq!(foul((2, 0), (2, 3)), None);
    }

    #[test]
    fn gates_admit_by_name_and_goals_hold_at_the_end() {
        let puzzle = puzzle();
        let slide = |from, to| Slide { from, to };
        let mut game = Match::new(&puzzle);
        assert_eq!(game.apply(slide((2, 0), (2, 3)).into()), Ok(()));
        let shut = Foul::Taken { block: 'u', cell: (2, 3), by: 'c' };
        assert_eq!(game.apply(slide((0, 0), (1, 0)).into()), Ok(()));
        assert_eq!(game.apply(slide((1, 0), (1, 1)).into()), Err(shut));
        let end = |to| {
            let mut game = Match::new(&puzzle);
            game.apply(slide((2, 0), to).into()).expect("a free way");
            (game.is_won(), game.missing())
        };
        assert_eq!(end((2, 2)), (true, String::new()));
        assert_eq!(end((2, 1)), (false, "no block like c has its first cell at row 2, column 2".to_owned()));
    }

    #[test]
    fn nothing_is_jumped_over_and_gates_stay_shut() {
        // a . + .     The gate admits nobody.
        // . . . .
        // c . d .
        // . . . .
        let piece = |name, anchor| Piece {
            name,
            shape: Shape::rectangle(1, 1),
            anchor,
            freedom: Freedom::Both,
            labelled: false,
        };
        let mut floor = vec![Floor::Open; 16];
        floor[2] = Floor::Gate(0);
        let puzzle = Puzzle::new(Parts {
            title: None,
            source: None,
            size: Size { height: 4, width: 4 },
            floor,
            gates: vec![Gate { mark: '+', admits: Vec::new(), is_exit: false }],
            blocks: vec![piece('a', (0, 0)), piece('c', (2, 0)), piece('d', (2, 2))],
            goals: Vec::new(),
        })
        .expect("a puzzle");
        let mut game = Match::new(&puzzle);
        let shut = Foul::Shut { block: 'a', cell: (0, 2) };
        assert_eq!(game.apply(RawMove { from: (0, 0), to: (0, 3) }), Err(shut));
        let taken = Foul::Taken { block: 'c', cell: (2, 2), by: 'd' };
        assert_eq!(game.apply(RawMove { from: (2, 0), to: (2, 3) }), Err(taken));
        let taken = Foul::Taken { block: 'a', cell: (2, 0), by: 'c' };
        assert_eq!(game.apply(RawMove { from: (0, 0), to: (3, 0) }), Err(taken));
        // What would be the cell after the last one of a row is none.
        let nobody = Foul::NoBlock { covered_by: None };
        assert_eq!(game.apply(RawMove { from: (0, 4), to: (0, 4) }), Err(nobody));
        assert_eq!(game.anchors(), [(0, 0), (2, 0), (2, 2)]);
        assert_eq!(game.apply(RawMove { from: (0, 0), to: (0, 1) }), Ok(()));
        assert_eq!(game.anchors(), [(0, 1), (2, 0), (2, 2)]);
    }
}
