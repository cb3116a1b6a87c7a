//! Blocks grouped by their properties: the puzzle as the engine sees it.
//!
//! A class is a shape, a freedom, the gates that admit it and, where a goal needs it, a label. Its blocks are
//! interchangeable, so a position is, for each class, the *set* of the anchors (first cells in reading order) of its
//! blocks. An anchor is the cell's number, row · width + column; the largest tray has 65,536 cells, so an anchor fits
//! 16 bits.

mod grouping;

use std::collections::HashSet;
use std::mem::replace;

use crate::board::{Board, Towards};
use crate::body::Body;
use crate::classes::grouping::{Grouping, Kind};
use crate::puzzle::{Cell, Floor, Freedom, Piece, Puzzle, fits};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// All blocks of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Class {
    /// Their shape.
    pub shape: Shape,
    /// Lines along which they move.
    pub freedom: Freedom,
    /// Name of a labelled block, which tells it from its equals.
    pub label: Option<char>,
    /// The gates that admit them, by number.
    pub gates: Vec<usize>,
    /// Anchors at the start, ascending.
    pub start: Vec<u16>,
    /// Anchors that a block of the class gets to alone in the tray; none for every place inside it.
    pub places: Option<Vec<bool>>,
}

/// A puzzle by classes; the classes stand in ascending order of their shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Classes {
    /// The tray's height and width.
    pub size: Size,
    /// The classes.
    pub classes: Vec<Class>,
    /// Cells that no block can ever be on: walls and the cells of fixed blocks; none if there are no such cells.
    pub walls: Option<Vec<bool>>,
    /// Number of cells that neither are walls nor are covered by a block.
    pub free: usize,
    /// The goals, any of which will do: for each class the anchors that its blocks must have, ascending.
    pub goals: Vec<Vec<Vec<u16>>>,
    /// Goals left out because some block of theirs can never get where it must be.
    pub out_of_reach: usize,
}

impl Class {
    /// A block of the class, in trays of this size.
    pub(super) fn body(&self, size: Size) -> Body {
        Body::new(&self.shape, self.freedom, size).within(self.places.as_deref())
    }

    /// True if a block of the class can ever stand with its anchor on that cell of a tray of this size.
    #[inline]
    pub fn can_stand(&self, size: Size, cell: u16) -> bool {
        if let Some(places) = &self.places {
            return places[usize::from(cell)];
        }
        fits(size, &self.shape, (cell / size.width, cell % size.width))
    }

    /// The cells on which an anchor of the class can ever stand, ascending.
    pub fn anchors(&self, size: Size) -> impl Iterator<Item = u16> {
        (0..size.cells()).map(|cell| cell as u16).filter(move |&cell| self.can_stand(size, cell))
    }

    /// Number of cells on which an anchor of the class can ever be.
    pub fn legal_anchors(&self, size: Size) -> usize {
        match &self.places {
            Some(places) => places.iter().filter(|&&place| place).count(),
            None => {
                usize::from(size.height - self.shape.height() + 1)
                    * usize::from(size.width - self.shape.width() + 1)
            }
        }
    }
}

impl Classes {
    /// Groups the blocks of a puzzle for every board of them: they may stand anywhere on the floor, not only where they get
    /// to from the start.
    pub fn anywhere(puzzle: &Puzzle) -> Self {
        Self::grouped(puzzle, true)
    }

    fn grouped(puzzle: &Puzzle, anywhere: bool) -> Self {
        let size = puzzle.size;
        let grouping = Grouping::of(puzzle);
        let mut walls: Vec<bool> = puzzle.floor.iter().map(|&floor| floor == Floor::Wall).collect();
        let mut is_free: Vec<bool> = walls.iter().map(|&wall| !wall).collect();
        for piece in &puzzle.blocks {
            for cell in piece.shape.cells_at(piece.anchor).map(|cell| size.number(cell)) {
                is_free[cell] = false;
                walls[cell] |= piece.freedom == Freedom::Fixed;
            }
        }
        let mut starts = vec![Vec::new(); grouping.kinds.len()];
        for (piece, class) in puzzle.blocks.iter().zip(&grouping.of_blocks) {
            if let &Some(class) = class {
                starts[class].push(size.number(piece.anchor) as u16);
            }
        }
        let free = is_free.iter().filter(|&&free| free).count();
        let walls = walls.contains(&true).then_some(walls);
        let full = walls.as_ref().filter(|_| !anywhere).map(|walls| full(size, walls, |cell| is_free[cell]));
        let is_plain =
            |kind: &Kind<'_>| walls.is_none() && puzzle.gates.is_empty() && kind.freedom == Freedom::Both;
        let class = |(kind, mut start): (Kind<'_>, Vec<u16>)| {
            start.sort_unstable();
            let places = (!is_plain(&kind)).then(|| {
                let mut ground = ground(puzzle, walls.as_deref(), &kind);
                fill(&mut ground, size, full.as_deref().unwrap_or_default());
                if anywhere {
                    fitting(puzzle, &ground, &kind)
                } else {
                    reachable(size, &ground, &kind, &start)
                }
            });
            let gates = (0..kind.gates.len()).filter(|&gate| kind.gates[gate]).collect();
            Class {
                shape: kind.shape.clone(),
                freedom: kind.freedom,
                label: kind.label,
                gates,
                start,
                places,
            }
        };
        let classes = grouping.kinds.iter().cloned().zip(starts).map(class).collect();
        let mut classes = Self { size, classes, walls, free, goals: Vec::new(), out_of_reach: 0 };
        classes.add_goals(puzzle, &grouping);
        classes
    }

    /// The class of each block of a puzzle; none for fixed blocks.
    pub fn of_blocks(puzzle: &Puzzle) -> Vec<Option<usize>> {
        Grouping::of(puzzle).of_blocks
    }

    /// Adds the goals that can be reached at all.
    fn add_goals(&mut self, puzzle: &Puzzle, grouping: &Grouping<'_>) {
        let mut different = HashSet::new();
        'goals: for (index, goal) in puzzle.goals.iter().enumerate() {
            let mut anchors = vec![Vec::new(); self.classes.len()];
            for target in goal {
                let cell = self.number(target.anchor);
                let within_reach = if let Some(class) = grouping.of_blocks[target.block] {
                    anchors[class].push(cell);
                    self.classes[class].can_stand(self.size, cell)
                } else {
                    let block = &puzzle.blocks[target.block];
                    let stands =
                        |other: &Piece| other.anchor == target.anchor && puzzle.are_equal(other, block);
                    puzzle.blocks.iter().any(stands)
                };
                if !within_reach {
                    self.out_of_reach += 1;
                    continue 'goals;
                }
            }
            for (lacking, &class) in puzzle.lacking.iter().zip(&grouping.of_lacking) {
                if lacking.goal == index {
                    anchors[class].push(self.number(lacking.anchor));
                }
            }
            for anchors in &mut anchors {
                anchors.sort_unstable();
            }
            if different.insert(anchors.clone()) {
                self.goals.push(anchors);
            }
        }
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

    /// True for rectangles that go wherever there is room, in a tray without walls, with at most one goal.
    pub fn is_plain(&self) -> bool {
        self.walls.is_none()
            && self.goals.len() <= 1
            && self.classes.iter().all(|class| class.shape.is_rectangle() && class.places.is_none())
    }

    /// True if a cell is no wall.
    pub fn is_open(&self, cell: usize) -> bool {
        self.walls.as_ref().is_none_or(|walls| !walls[cell])
    }

    /// Number of cells that are no walls.
    pub fn open_cells(&self) -> usize {
        (0..self.size.cells()).filter(|&cell| self.is_open(cell)).count()
    }

    /// The tray without blocks: its walls are occupied.
    pub(super) fn empty_board(&self) -> Board {
        let mut board = Board::new(self.size);
        fill(&mut board, self.size, self.walls.as_deref().unwrap_or_default());
        board
    }

    /// The blocks of each class on a board.
    pub(super) fn bodies(&self) -> Vec<Body> {
        self.classes.iter().map(|class| class.body(self.size)).collect()
    }

    /// True if a goal names every block.
    pub fn is_whole(&self, goal: &[Vec<u16>]) -> bool {
        self.classes.iter().zip(goal).all(|(class, anchors)| class.start.len() == anchors.len())
    }
}

/// Takes the cells that are marked.
fn fill(board: &mut Board, size: Size, marked: &[bool]) {
    for (cell, _) in marked.iter().enumerate().filter(|&(_, &marked)| marked) {
        let (row, column) = size.cell(cell);
        board.set((row, column, 1, 1), true);
    }
}

impl Puzzle {
    /// Its blocks by classes. Fixed blocks become walls; a shape that only a goal has gets a class without blocks.
    pub fn classes(&self) -> Classes {
        Classes::grouped(self, false)
    }

    /// The puzzle that starts in a position: anchors by class of [`Puzzle::classes`], ascending. Equal blocks go in reading
    /// order.
    ///
    /// # Panics
    /// When the anchors are not those of a position of this puzzle.
    #[must_use]
    pub fn starting_at(&self, anchors: &[Vec<u16>]) -> Self {
        let mut parts = self.clone().into_parts();
        let mut rest: Vec<_> = anchors.iter().map(|anchors| anchors.iter()).collect();
        for (block, class) in parts.blocks.iter_mut().zip(Classes::of_blocks(self)) {
            if let Some(&anchor) = class.and_then(|class| rest[class].next()) {
                block.anchor = self.size.cell(anchor.into());
            }
        }
        Self::new(parts).expect("blocks of a position are apart")
    }
}

/// The tray without blocks as a kind meets it: walls and the gates that do not admit it are occupied.
fn ground(puzzle: &Puzzle, walls: Option<&[bool]>, kind: &Kind<'_>) -> Board {
    let mut board = Board::new(puzzle.size);
    fill(&mut board, puzzle.size, walls.unwrap_or_default());
    let shut: Vec<bool> =
        puzzle.floor.iter().map(|&floor| matches!(floor, Floor::Gate(gate) if !kind.gates[gate])).collect();
    fill(&mut board, puzzle.size, &shut);
    board
}

/// Anchors with which a block of a kind fits in at all.
fn fitting(puzzle: &Puzzle, ground: &Board, kind: &Kind<'_>) -> Vec<bool> {
    let fits = |anchor: Cell| {
        let cells = puzzle.cells_of(kind.shape, anchor);
        cells.is_some_and(|mut cells| cells.all(|(row, column)| ground.is_free(row, column)))
    };
    puzzle.size.all().map(fits).collect()
}

/// Anchors that blocks of a kind reach from `start` when nothing but walls and gates stops them.
fn reachable(size: Size, ground: &Board, kind: &Kind<'_>, start: &[u16]) -> Vec<bool> {
    let body = Body::new(kind.shape, kind.freedom, size);
    let mut places = vec![false; size.cells()];
    let mut queue: Vec<u16> = start.to_vec();
    for &anchor in start {
        places[usize::from(anchor)] = true;
    }
    while let Some(anchor) = queue.pop() {
        let at = size.cell(anchor.into());
        for towards in Towards::ALL {
            if let Some(next) = body.next(ground, at, towards) {
                let next = size.number(next);
                if !replace(&mut places[next], true) {
                    queue.push(next as u16);
                }
            }
        }
    }
    places
}

/// The cells of rooms without a free cell: nothing there ever moves.
fn full(size: Size, is_wall: &[bool], is_free: impl Fn(usize) -> bool) -> Vec<bool> {
    let (mut seen, mut full) = (is_wall.to_vec(), vec![false; size.cells()]);
    for first in 0..size.cells() {
        if replace(&mut seen[first], true) {
            continue;
        }
        let mut room = vec![first];
        let mut next = 0;
        while let Some(&cell) = room.get(next) {
            next += 1;
            for to in Towards::ALL.into_iter().filter_map(|towards| towards.beside(size.cell(cell), size)) {
                if !replace(&mut seen[size.number(to)], true) {
                    room.push(size.number(to));
                }
            }
        }
        if !room.iter().any(|&cell| is_free(cell)) {
            for cell in room {
                full[cell] = true;
            }
        }
    }
    full
}
