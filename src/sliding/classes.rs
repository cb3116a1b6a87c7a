//! Blocks grouped by their properties: the puzzle as the engine sees it.
//!
//! A class is a shape, a freedom, the gates that admit it and, where a goal needs it, a label. Its blocks are
//! interchangeable, so a position is, for each class, the *set* of the anchors (first cells in reading order) of its
//! blocks. An anchor is the cell's number, row · width + column; the largest tray has 65,536 cells, so an anchor fits
//! 16 bits.

use std::collections::{BTreeSet, HashSet};
use std::iter::repeat_n;
use std::mem::replace;

use crate::board::{Towards, front};
use crate::puzzle::{Cell, Floor, Freedom, Piece, Puzzle, fits};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// All blocks of one kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Class {
    /// Their shape.
    pub shape: Shape,
    /// Lines along which they move.
    pub freedom: Freedom,
    /// Name of a labelled block, which distinguishes it from its equals.
    pub label: Option<char>,
    /// True for each gate that admits them.
    pub gates: Vec<bool>,
    /// Anchors at the start, ascending.
    pub start: Vec<u16>,
    /// Anchors that a block of the class can reach when alone in the tray; `None` for all that lie inside it.
    pub places: Option<Vec<bool>>,
    /// The tray's height and width.
    pub(crate) size: Size,
    /// For each direction of [`Towards::ALL`] the cells that a step newly covers: their numbers less the anchor's, ascending.
    pub(crate) fronts: [Vec<i32>; 4],
}

/// A puzzle by classes, in ascending order of their shapes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The tray's height and width.
    pub size: Size,
    /// The classes.
    pub classes: Vec<Class>,
    /// True for each cell that no block can ever be on: walls and the cells of fixed blocks.
    pub walls: Vec<bool>,
    /// Number of cells that are neither walls nor covered by a block.
    pub free: usize,
    /// Alternative goals: for each class the anchors that its blocks must have, ascending.
    pub goals: Vec<Vec<Vec<u16>>>,
    /// Number of goals left out because one of their blocks can never reach its target.
    pub out_of_reach: usize,
}

impl Class {
    /// True if a block of the class can ever stand with its anchor on that cell.
    #[inline]
    pub fn can_stand(&self, cell: u16) -> bool {
        if let Some(places) = &self.places {
            return places[usize::from(cell)];
        }
        fits(self.size, &self.shape, self.size.cell(cell.into()))
    }

    /// The cells on which an anchor of the class can ever stand, ascending.
    pub fn anchors(&self) -> impl Iterator<Item = u16> {
        (0..self.size.cells()).map(|cell| cell as u16).filter(|&cell| self.can_stand(cell))
    }

    /// Offsets from its anchor of the cells that a block covers, ascending: none comes before the anchor.
    pub fn cover(&self) -> Vec<u32> {
        let width = i32::from(self.size.width);
        self.shape.offsets().map(|(row, column)| (row * width + column) as u32).collect()
    }
}

impl Classes {
    /// Groups the blocks of a puzzle for the space of all their boards: they may stand anywhere on the floor,
    /// not only where they can get from the start.
    pub fn anywhere(puzzle: &Puzzle) -> Self {
        Self::grouped(puzzle, true)
    }

    fn grouped(puzzle: &Puzzle, anywhere: bool) -> Self {
        let size = puzzle.size;
        let (mut classes, of_blocks, of_lacking) = kinds(puzzle);
        let mut walls: Vec<bool> = puzzle.floor.iter().map(|&floor| floor == Floor::Wall).collect();
        let mut is_free: Vec<bool> = walls.iter().map(|&wall| !wall).collect();
        for (piece, class) in puzzle.blocks.iter().zip(&of_blocks) {
            for cell in piece.shape.cells_at(piece.anchor).map(|cell| size.number(cell)) {
                is_free[cell] = false;
                walls[cell] |= piece.freedom == Freedom::Fixed;
            }
            if let &Some(class) = class {
                classes[class].start.push(size.number(piece.anchor) as u16);
            }
        }
        let free = (0..size.cells()).filter(|&cell| is_free[cell]).map(|cell| cell as u16);
        let free: Vec<u16> = free.collect();
        let has_walls = walls.contains(&true);
        // In rooms without a free cell nothing ever moves.
        let beside = |at| size.beside(at).filter(|&to| !walls[size.number(to)]);
        let lively = (has_walls && !anywhere).then(|| flood(size, &free, beside));
        for class in &mut classes {
            class.fronts = Towards::ALL.map(|towards| front(&class.shape, towards, size));
            class.start.sort_unstable();
            if !has_walls && puzzle.gates.is_empty() && class.freedom == Freedom::Both {
                continue;
            }
            // Walls, rooms where nothing moves and the gates that do not admit the class are taken.
            let is_shut = |cell: usize| {
                let is_gate = matches!(puzzle.floor[cell], Floor::Gate(gate) if !class.gates[gate]);
                is_gate || walls[cell] || lively.as_ref().is_some_and(|lively| !lively[cell])
            };
            let (block, ground) = (&*class, &(0..size.cells()).map(is_shut).collect::<Vec<_>>());
            class.places = Some(if anywhere {
                let stands = |anchor| fits(size, &block.shape, anchor) && block.has_room(ground, anchor);
                size.all().map(stands).collect()
            } else {
                flood(size, &block.start, |at| {
                    Towards::ALL.into_iter().filter_map(move |towards| block.next(ground, at, towards))
                })
            });
        }
        let mut classes = Self { size, classes, walls, free: free.len(), goals: Vec::new(), out_of_reach: 0 };
        let mut different = HashSet::new();
        for goal in &puzzle.goals {
            let mut anchors = vec![Vec::new(); classes.classes.len()];
            let mut within_reach = true;
            for target in goal {
                let cell = classes.number(target.anchor);
                within_reach &= if let Some(class) = of_blocks[target.block] {
                    anchors[class].push(cell);
                    classes.classes[class].can_stand(cell)
                } else {
                    let block = &puzzle.blocks[target.block];
                    let stands =
                        |other: &Piece| other.anchor == target.anchor && puzzle.are_equal(other, block);
                    puzzle.blocks.iter().any(stands)
                };
            }
            for (&(_, anchor), &class) in puzzle.lacking.iter().zip(&of_lacking) {
                anchors[class].push(classes.number(anchor));
            }
            for anchors in &mut anchors {
                anchors.sort_unstable();
            }
            if !within_reach {
                classes.out_of_reach += 1;
            } else if different.insert(anchors.clone()) {
                classes.goals.push(anchors);
            }
        }
        classes
    }

    /// Number of blocks.
    pub fn blocks(&self) -> usize {
        self.classes.iter().map(|class| class.start.len()).sum()
    }

    /// Row and column of a cell.
    pub fn row_column(&self, cell: u16) -> Cell {
        (cell / self.size.width, cell % self.size.width)
    }

    /// The number of a cell.
    pub fn number(&self, cell: Cell) -> u16 {
        self.size.number(cell) as u16
    }

    /// True if all blocks are rectangles that move freely, there are no walls, and at most one goal.
    pub fn is_plain(&self) -> bool {
        !self.walls.contains(&true)
            && self.goals.len() <= 1
            && self.classes.iter().all(|class| class.shape.is_rectangle() && class.places.is_none())
    }

    /// True if a cell is not a wall.
    pub fn is_open(&self, cell: usize) -> bool {
        !self.walls[cell]
    }

    /// The cells that are not walls, ascending.
    pub fn open_cells(&self) -> impl Iterator<Item = u16> {
        (0..self.size.cells()).filter(|&cell| self.is_open(cell)).map(|cell| cell as u16)
    }

    /// True if there are as many blocks of each class as a goal names.
    pub fn suffice(&self, goal: &[Vec<u16>]) -> bool {
        self.classes.iter().zip(goal).all(|(class, anchors)| class.start.len() >= anchors.len())
    }

    /// True if a goal names every block.
    pub fn is_whole(&self, goal: &[Vec<u16>]) -> bool {
        self.classes.iter().zip(goal).all(|(class, anchors)| class.start.len() == anchors.len())
    }
}

impl Puzzle {
    /// Groups its blocks by classes. Fixed blocks become walls; a shape that only a goal has gets a class without blocks.
    pub fn classes(&self) -> Classes {
        Classes::grouped(self, false)
    }

    /// The puzzle started from a position, given as ascending anchors by class of [`Puzzle::classes`]. Equal
    /// blocks are placed in reading order.
    ///
    /// # Panics
    /// When the anchors are not those of a position of this puzzle.
    #[must_use]
    pub fn starting_at(&self, anchors: &[Vec<u16>]) -> Self {
        let mut parts = self.clone().into_parts();
        let mut rest: Vec<_> = anchors.iter().map(|anchors| anchors.iter()).collect();
        for (block, class) in parts.blocks.iter_mut().zip(kinds(self).1) {
            if let Some(&anchor) = class.and_then(|class| rest[class].next()) {
                block.anchor = self.size.cell(anchor.into());
            }
        }
        Self::new(parts).expect("blocks of a position are apart")
    }
}

/// The classes of blocks that move, ascending, without starts, places and fronts; the class of each block, `None` if it is
/// fixed; and the class of each lacking block. Labels count where a goal names a block that would otherwise be an equal.
fn kinds(puzzle: &Puzzle) -> (Vec<Class>, Vec<Option<usize>>, Vec<usize>) {
    let class = |shape: &Shape, freedom, gates| Class {
        shape: shape.clone(),
        freedom,
        label: None,
        gates,
        start: Vec::new(),
        places: None,
        size: puzzle.size,
        fronts: Default::default(),
    };
    let unlabelled = |piece: &Piece| {
        let admits = puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect();
        class(&piece.shape, piece.freedom, admits)
    };
    let has_labels = puzzle.blocks.iter().any(|block| block.labelled);
    let targets = puzzle.goals.iter().flatten().filter(|_| has_labels);
    let named: BTreeSet<usize> = targets.map(|target| target.block).collect();
    let in_goals: BTreeSet<Class> = named.into_iter().map(|one| unlabelled(&puzzle.blocks[one])).collect();
    let of_block = |piece: &Piece| {
        let class = unlabelled(piece);
        let label = (piece.labelled && in_goals.contains(&class)).then_some(piece.name);
        (piece.freedom != Freedom::Fixed).then_some(Class { label, ..class })
    };
    // Alike blocks often follow one another; the class of each run is made and compared once.
    let runs = puzzle.blocks.chunk_by(|one, other| puzzle.are_equal(one, other));
    let of_runs: Vec<(usize, Option<Class>)> = runs.map(|run| (run.len(), of_block(&run[0]))).collect();
    let no_gates = vec![false; puzzle.gates.len()];
    let lacking = puzzle.lacking.iter();
    let of_lacking: Vec<Class> =
        lacking.map(|(shape, _)| class(shape, Freedom::Both, no_gates.clone())).collect();
    let classes: BTreeSet<&Class> =
        of_runs.iter().filter_map(|(_, class)| class.as_ref()).chain(&of_lacking).collect();
    let classes: Vec<Class> = classes.into_iter().cloned().collect();
    let number = |class: &Class| classes.partition_point(|other| other < class);
    let of_runs = of_runs.iter().map(|(length, class)| (*length, class.as_ref().map(number)));
    let of_blocks = of_runs.flat_map(|(length, class)| repeat_n(class, length)).collect();
    let of_lacking = of_lacking.iter().map(number).collect();
    (classes, of_blocks, of_lacking)
}

/// The cells to which steps lead from some cells, themselves included.
fn flood<I: Iterator<Item = Cell>>(size: Size, from: &[u16], steps: impl Fn(Cell) -> I) -> Vec<bool> {
    let mut reached = vec![false; size.cells()];
    let mut queue = from.to_vec();
    for &cell in from {
        reached[usize::from(cell)] = true;
    }
    while let Some(cell) = queue.pop() {
        for next in steps(size.cell(cell.into())).map(|next| size.number(next)) {
            if !replace(&mut reached[next], true) {
                queue.push(next as u16);
            }
        }
    }
    reached
}
