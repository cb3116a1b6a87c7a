//! The model of every sliding-block puzzle: a floor with walls and gates, blocks of any shape, and goals.
//!
//! Nothing here knows how an engine packs a position. A [`Puzzle`] that exists is valid.

mod flaw;

use std::iter::zip;
use std::ops::Deref;

pub use crate::puzzle::flaw::Flaw;
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// A cell as (row, column).
pub type Cell = (u16, u16);

/// Kind of a cell of the tray's box.
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
    /// Character of its free cells in a drawing.
    pub mark: char,
    /// Names of the blocks that it admits.
    pub admits: Vec<char>,
    /// True if its cells lie outside the tray: a block that has all of its cells on them has left.
    pub is_exit: bool,
}

/// Lines along which a block moves.
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
    /// Its name in drawings and reports; none for blocks that nothing holds.
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Both => None,
            Self::Across => Some("across"),
            Self::Down => Some("down"),
            Self::Fixed => Some("fixed"),
        }
    }

    /// True if a block with this freedom makes a step of so many rows and columns, one of which is 0.
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
    /// Its name; no two blocks have one name.
    pub name: char,
    /// Its shape.
    pub shape: Shape,
    /// The first of its cells in reading order.
    pub anchor: Cell,
    /// Lines along which it moves.
    pub freedom: Freedom,
    /// True if it differs from its equals: a goal that names it means this block.
    pub labelled: bool,
}

impl Piece {
    /// A block that moves along rows and columns and has no label.
    pub fn new(name: char, shape: Shape, anchor: Cell) -> Self {
        Self { name, shape, anchor, freedom: Freedom::Both, labelled: false }
    }

    /// [`Self::new`] with these cells.
    pub(crate) fn of((name, cells): (char, Vec<Cell>)) -> Self {
        let (shape, anchor) = Shape::of(&cells);
        Self::new(name, shape, anchor)
    }
}

/// Place that a block, or one of its equals, must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// Its index in the list of blocks.
    pub block: usize,
    /// The cell that its anchor must be on.
    pub anchor: Cell,
}

/// Block that a goal names and that the tray lacks, so that the goal never holds.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Lacking {
    /// Index of the goal.
    pub goal: usize,
    /// The block's shape.
    pub shape: Shape,
    /// The cell that its anchor would have to be on.
    pub anchor: Cell,
}

/// Parts of a puzzle, not yet validated.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parts {
    /// Its title.
    pub title: Option<String>,
    /// Its origin: an author, a book, an address.
    pub source: Option<String>,
    /// The box round the tray.
    pub size: Size,
    /// Its cells, row by row.
    pub floor: Vec<Floor>,
    /// Gates, by number.
    pub gates: Vec<Gate>,
    /// The blocks.
    pub blocks: Vec<Piece>,
    /// True if the blocks' names are the author's; otherwise they were given in order, and messages tell blocks by their
    /// corners.
    pub named: bool,
    /// The goals, any of which will do; none where the puzzle has no goal. Each is met when all of its targets are.
    pub goals: Vec<Vec<Target>>,
    /// Blocks that goals name beyond those of the tray.
    pub lacking: Vec<Lacking>,
}

/// A valid puzzle.
///
/// Blocks are *equal* when they have the same shape, freedom and gates and neither is labelled; equal blocks are
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
    /// An open tray without blocks and goals.
    pub fn open(size: Size) -> Self {
        Self {
            title: None,
            source: None,
            size,
            floor: vec![Floor::Open; size.cells()],
            gates: Vec::new(),
            blocks: Vec::new(),
            named: true,
            goals: Vec::new(),
            lacking: Vec::new(),
        }
    }

    /// Kind of a cell; a wall outside the box.
    pub fn floor_at(&self, cell: Cell) -> Floor {
        let inside = cell.0 < self.size.height && cell.1 < self.size.width;
        if inside { self.floor[self.size.number(cell)] } else { Floor::Wall }
    }

    /// True if a block may be on the cell, whatever other blocks are there.
    pub fn admits(&self, block: &Piece, cell: Cell) -> bool {
        match self.floor_at(cell) {
            Floor::Wall => false,
            Floor::Open => true,
            Floor::Gate(gate) => self.gates[gate].admits.contains(&block.name),
        }
    }

    /// True if two blocks are equal.
    pub fn are_equal(&self, one: &Piece, other: &Piece) -> bool {
        one.name == other.name || !one.labelled && !other.labelled && self.are_alike(one, other)
    }

    /// True if two blocks are equal but for their labels.
    pub fn are_alike(&self, one: &Piece, other: &Piece) -> bool {
        let admits = |gate: &Gate, block: &Piece| gate.admits.contains(&block.name);
        (&one.shape, one.freedom) == (&other.shape, other.freedom)
            && self.gates.iter().all(|gate| admits(gate, one) == admits(gate, other))
    }

    /// The cells of a block with that anchor, if they all lie in the box.
    pub fn cells_of<'a>(
        &self,
        shape: &'a Shape,
        anchor: Cell,
    ) -> Option<impl Iterator<Item = Cell> + use<'a>> {
        fits(self.size, shape, anchor).then(|| shape.cells_at(anchor))
    }
}

/// True if a block with that anchor lies in a box.
#[inline]
pub(crate) fn fits(size: Size, shape: &Shape, (row, column): Cell) -> bool {
    let lead = shape.lead();
    column >= lead
        && u32::from(row) + u32::from(shape.height()) <= u32::from(size.height)
        && u32::from(column - lead) + u32::from(shape.width()) <= u32::from(size.width)
}

impl Puzzle {
    /// The puzzle of these parts. The targets of each goal are put in the order of their blocks, and the names that a
    /// gate admits in theirs, each once.
    ///
    /// # Errors
    /// The first flaw found.
    ///
    /// # Panics
    /// When the floor speaks of a gate, a target of a block, or a lacking block of a goal, that is not in its list.
    pub fn new(mut parts: Parts) -> Result<Self, Flaw> {
        if !parts.size.is_allowed() || parts.floor.len() != parts.size.cells() {
            return Err(Flaw::Size(parts.size));
        }
        if let Some(block) = parts.blocks.iter().position(|block| !block.shape.is_connected()) {
            return Err(Flaw::Apart(block));
        }
        let mut names: Vec<char> = parts.blocks.iter().map(|block| block.name).collect();
        names.sort_unstable();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(Flaw::Namesakes(pair[0]));
        }
        for (number, gate) in parts.gates.iter_mut().enumerate() {
            if let Some(&name) = gate.admits.iter().find(|name| names.binary_search(name).is_err()) {
                return Err(Flaw::Stranger { gate: number, name });
            }
            gate.admits.sort_unstable();
            gate.admits.dedup();
        }
        place(&parts)?;
        for goal in &mut parts.goals {
            goal.sort_unstable();
        }
        Ok(Self(parts))
    }

    /// True if there is a goal that not every position meets.
    pub fn has_goal(&self) -> bool {
        let restricts = |(number, goal): (usize, &Vec<Target>)| {
            !goal.is_empty() || self.lacking.iter().any(|block| block.goal == number)
        };
        !self.goals.is_empty() && self.goals.iter().enumerate().all(restricts)
    }

    /// The puzzle without its goals.
    #[must_use]
    pub fn without_goals(mut self) -> Self {
        self.0.goals.clear();
        self.0.lacking.clear();
        self
    }

    /// The puzzle with a title.
    #[must_use]
    pub fn titled(mut self, title: String) -> Self {
        self.0.title = Some(title);
        self
    }

    /// Its parts.
    pub fn into_parts(self) -> Parts {
        self.0
    }
}

/// Places the blocks at the start, then those of each goal.
fn place(parts: &Parts) -> Result<(), Flaw> {
    let mut placing = Placing::new(parts.size);
    for (block, piece) in parts.blocks.iter().enumerate() {
        cover(parts, &mut placing, (block, None), Some(piece), (&piece.shape, piece.anchor))?;
    }
    // For each block the last goal that names it, counted from 1.
    let mut named = vec![0; parts.blocks.len()];
    for (goal, targets) in parts.goals.iter().enumerate() {
        placing.clear();
        for &Target { block, anchor } in targets {
            if std::mem::replace(&mut named[block], goal + 1) == goal + 1 {
                return Err(Flaw::Twice { block, goal });
            }
            let piece = &parts.blocks[block];
            cover(parts, &mut placing, (block, Some(goal)), Some(piece), (&piece.shape, anchor))?;
        }
        for (number, lacking) in zip(parts.blocks.len().., &parts.lacking) {
            if lacking.goal == goal {
                cover(parts, &mut placing, (number, Some(goal)), None, (&lacking.shape, lacking.anchor))?;
            }
        }
    }
    Ok(())
}

/// Places one block, for the start or for a goal.
fn cover(
    parts: &Parts,
    placing: &mut Placing,
    (block, goal): (usize, Option<usize>),
    piece: Option<&Piece>,
    (shape, anchor): (&Shape, Cell),
) -> Result<(), Flaw> {
    let cells = parts.cells_of(shape, anchor);
    for cell in cells.ok_or(Flaw::NoFloor { block, goal, cell: anchor })? {
        if piece.is_some_and(|piece| !parts.admits(piece, cell)) {
            return Err(Flaw::NoFloor { block, goal, cell });
        }
        placing.cover(cell, block).map_err(|earlier| Flaw::Overlap { block, earlier, goal, cell })?;
    }
    Ok(())
}

/// Cells covered in the current round.
///
/// Cells of earlier rounds are recognised by the round's number, so a round costs no more than the cells that its blocks
/// cover, however large the tray is and however many rounds there are.
#[derive(Clone, Debug)]
pub struct Placing {
    size: Size,
    round: u32,
    /// For each cell the last round in which it was covered, and the block that did.
    covered: Vec<(u32, u32)>,
}

impl Placing {
    /// A tray without blocks.
    pub fn new(size: Size) -> Self {
        Self { size, round: 1, covered: vec![(0, 0); size.cells()] }
    }

    /// Takes all blocks off the tray.
    pub fn clear(&mut self) {
        self.round += 1;
    }

    /// Covers a cell of the tray by a block, given by its place in a list.
    ///
    /// # Errors
    /// The block that covers the cell already.
    #[inline]
    pub fn cover(&mut self, cell: Cell, block: usize) -> Result<(), usize> {
        let cell = &mut self.covered[self.size.number(cell)];
        if cell.0 == self.round {
            return Err(cell.1 as usize);
        }
        *cell = (self.round, block as u32);
        Ok(())
    }
}
