//! Model of a sliding-block puzzle: a floor with walls and gates, blocks of any shape, and goals.
//!
//! The model is independent of how searches encode positions. A [`Puzzle`] is always valid.

use std::collections::HashSet;
use std::iter::zip;
use std::ops::Deref;

use traybit_core::{Shape, Size, sorted};

/// A cell as (row, column).
pub type Cell = (u16, u16);

/// Kind of a cell in the tray's bounding box.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Floor {
    /// Admits no block: a wall, or outside the tray's outline.
    Wall,
    /// Admits every block.
    Open,
    /// Admits only the blocks that the gate with this index admits.
    Gate(usize),
}

/// Cells that admit only some blocks.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Gate {
    /// Character that draws its free cells.
    pub mark: char,
    /// Names of the blocks that it admits.
    pub admits: Vec<char>,
    /// True if its cells lie outside the tray. A block whose cells all lie on exits has left the tray.
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
    /// Its name in drawings and reports; `None` for [`Self::Both`].
    pub fn name(self) -> Option<&'static str> {
        match self {
            Self::Both => None,
            Self::Across => Some("across"),
            Self::Down => Some("down"),
            Self::Fixed => Some("fixed"),
        }
    }

    /// True if a block with this freedom may step by (rows, columns), one of which is 0.
    pub fn allows(self, (down, right): (i32, i32)) -> bool {
        match self {
            Self::Both => true,
            Self::Across => down == 0,
            Self::Down => right == 0,
            Self::Fixed => false,
        }
    }
}

/// Block at its start position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// Its name, unique in the puzzle.
    pub name: char,
    /// Its shape.
    pub shape: Shape,
    /// The first of its cells in reading order.
    pub anchor: Cell,
    /// Lines along which it moves.
    pub freedom: Freedom,
    /// True if a goal that names it means this very block, not an equal one.
    pub labelled: bool,
}

impl Piece {
    /// A block that moves along rows and columns and has no label.
    pub fn new(name: char, shape: Shape, anchor: Cell) -> Self {
        Self { name, shape, anchor, freedom: Freedom::Both, labelled: false }
    }
}

/// Place that a block, or one of its equals, must take.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Target {
    /// Its index in the list of blocks.
    pub block: usize,
    /// Cell that its anchor must be on.
    pub anchor: Cell,
}

/// Parts of a puzzle, not yet validated.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    /// Its title.
    pub title: Option<String>,
    /// Its origin: an author, a book, an address.
    pub source: Option<String>,
    /// Bounding box of the tray.
    pub size: Size,
    /// Its cells, row by row.
    pub floor: Vec<Floor>,
    /// Gates, by number.
    pub gates: Vec<Gate>,
    /// The blocks.
    pub blocks: Vec<Piece>,
    /// True if the blocks' names are the author's; otherwise messages name blocks by their corners.
    pub named: bool,
    /// Alternative goals. A goal is met when all its targets are.
    pub goals: Vec<Vec<Target>>,
    /// Blocks that each goal names and the tray lacks, so that none is ever met: shapes, and cells for their anchors.
    pub lacking: Vec<(Shape, Cell)>,
}

/// Validation error of [`Parts`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flaw {
    /// Sentence without its full stop.
    pub sentence: String,
    /// Index of the flawed goal and the block's name in it; `None` if the start is flawed.
    pub goal: Option<(usize, char)>,
    /// Cell of the flaw.
    pub cell: Cell,
}

/// A valid puzzle. Blocks are *equal*, and interchangeable, when they have the same shape, freedom and gates and neither is
/// labelled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle(Parts);

impl Deref for Puzzle {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl Parts {
    /// Open tray without blocks or goals.
    pub fn open(size: Size) -> Self {
        Self { size, floor: vec![Floor::Open; size.cells()], named: true, ..Self::default() }
    }

    /// Kind of a cell; cells outside the box are walls.
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

    /// Anchors at which a block has left the tray, in reading order: all its cells are on exits that admit it.
    pub fn exit_anchors<'p>(&'p self, block: &'p Piece) -> impl Iterator<Item = Cell> + 'p {
        let opens = |gate: &Gate| gate.is_exit && gate.admits.contains(&block.name);
        let is_out = move |cell| matches!(self.floor_at(cell), Floor::Gate(gate) if opens(&self.gates[gate]));
        self.size.all().filter(move |&anchor| {
            let is_candidate = is_out(anchor) && fits(self.size, &block.shape, anchor);
            is_candidate && block.shape.cells_at(anchor).all(is_out)
        })
    }

    /// True if two blocks are the same or interchangeable.
    pub fn are_equal(&self, one: &Piece, other: &Piece) -> bool {
        one.name == other.name || !one.labelled && !other.labelled && self.are_alike(one, other)
    }

    /// True if two blocks are interchangeable when labels are ignored.
    pub fn are_alike(&self, one: &Piece, other: &Piece) -> bool {
        let admits = |gate: &Gate, block: &Piece| gate.admits.contains(&block.name);
        (&one.shape, one.freedom) == (&other.shape, other.freedom)
            && self.gates.iter().all(|gate| admits(gate, one) == admits(gate, other))
    }
}

#[inline]
pub(crate) fn fits(size: Size, shape: &Shape, (row, column): Cell) -> bool {
    let lead = shape.lead();
    column >= lead
        && u32::from(row) + u32::from(shape.height()) <= u32::from(size.height)
        && u32::from(column - lead) + u32::from(shape.width()) <= u32::from(size.width)
}

impl Puzzle {
    /// Validates the parts. Sorts the targets of each goal by block, and the names that each gate admits.
    ///
    /// # Errors
    /// The first flaw found.
    ///
    /// # Panics
    /// If the index of a target's block, or of the gate of a covered cell, is out of range.
    pub fn new(mut parts: Parts) -> Result<Self, Flaw> {
        let flaw = |sentence, cell| Err(Flaw { sentence, goal: None, cell });
        let Size { height, width } = parts.size;
        if !parts.size.is_allowed() || parts.floor.len() != parts.size.cells() {
            let sentence = format!("a tray measures 1 to 256 cells either way, not {height} by {width}");
            return flaw(sentence, (0, 0));
        }
        if let Some(block) = parts.blocks.iter().find(|block| !block.shape.is_connected()) {
            let sentence = format!("the cells of block {} are not all connected by their edges", block.name);
            return flaw(sentence, block.anchor);
        }
        let names = sorted(parts.blocks.iter().map(|block| block.name));
        if let Some([name, _]) = names.array_windows().find(|[one, other]| one == other) {
            return flaw(format!("two blocks are called {name}"), (0, 0));
        }
        for gate in &mut parts.gates {
            if let Some(name) = gate.admits.iter().find(|name| names.binary_search(name).is_err()) {
                let sentence = format!("the gate {} admits a block {name}, and the tray has none", gate.mark);
                return flaw(sentence, (0, 0));
            }
            gate.admits.sort_unstable();
            gate.admits.dedup();
        }
        place(&parts)?;
        parts.goals.iter_mut().for_each(|goal| goal.sort_unstable());
        Ok(Self(parts))
    }

    /// The puzzle without its goals.
    #[must_use]
    pub fn without_goals(mut self) -> Self {
        self.0.goals.clear();
        self.0.lacking.clear();
        self
    }

    /// The puzzle with this goal alone, whose blocks are known not to overlap.
    #[must_use]
    pub fn with_goal(mut self, mut targets: Vec<Target>, lacking: Vec<(Shape, Cell)>) -> Self {
        targets.sort_unstable();
        (self.0.goals, self.0.lacking) = (vec![targets], lacking);
        debug_assert!(place(&self.0).is_ok());
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

/// Checks where the blocks stand: at the start, then in each goal.
fn place(parts: &Parts) -> Result<(), Flaw> {
    let mut placing = Placing::new(parts.size);
    for (block, piece) in parts.blocks.iter().enumerate() {
        cover(parts, &mut placing, None, block, (&piece.shape, piece.anchor))?;
    }
    for (goal, targets) in parts.goals.iter().enumerate() {
        placing.round += 1;
        let mut named = HashSet::new();
        for &Target { block, anchor } in targets {
            let piece = &parts.blocks[block];
            if !named.insert(block) {
                let sentence =
                    format!("block {} is named twice {}", piece.name, place_name(parts, Some(goal)));
                return Err(Flaw { sentence, goal: Some((goal, piece.name)), cell: piece.anchor });
            }
            cover(parts, &mut placing, Some(goal), block, (&piece.shape, anchor))?;
        }
        for (number, (shape, anchor)) in zip(parts.blocks.len().., &parts.lacking) {
            cover(parts, &mut placing, Some(goal), number, (shape, *anchor))?;
        }
    }
    Ok(())
}

/// Places one block, at the start or in a goal; numbers from `parts.blocks.len()` on are lacking blocks.
fn cover(
    parts: &Parts,
    placing: &mut Placing,
    goal: Option<usize>,
    block: usize,
    (shape, anchor): (&Shape, Cell),
) -> Result<(), Flaw> {
    let name = |block: usize| parts.blocks.get(block).map_or('?', |piece| piece.name);
    let at = |(row, column): Cell| format!("cell {row} {column}");
    let flaw = |sentence, cell| Flaw { sentence, goal: goal.map(|goal| (goal, name(block))), cell };
    let may_stand = |cell: &Cell| parts.blocks.get(block).is_none_or(|piece| parts.admits(piece, *cell));
    let fits = fits(parts.size, shape, anchor);
    let outside = if fits { shape.cells_at(anchor).find(|cell| !may_stand(cell)) } else { Some(anchor) };
    if let Some(cell) = outside {
        let why = match parts.floor_at(cell) {
            Floor::Gate(_) => "where a gate does not admit it",
            Floor::Wall => "where there is no floor",
            Floor::Open => "from where it would reach past the edge of the tray",
        };
        let place = place_name(parts, goal);
        return Err(flaw(format!("block {} stands {place} at {}, {why}", name(block), at(cell)), cell));
    }
    placing.place(shape.cells_at(anchor), block).map_err(|(earlier, cell)| {
        let ([one, other], place) = ([earlier, block].map(name), place_name(parts, goal));
        flaw(format!("blocks {one} and {other} both take {} {place}", at(cell)), cell)
    })
}

/// The start or a goal, in words.
fn place_name(parts: &Parts, goal: Option<usize>) -> String {
    match goal {
        None => "at the start".to_owned(),
        Some(goal) if parts.goals.len() > 1 => format!("in goal {}", goal + 1),
        Some(_) => "in the goal".to_owned(),
    }
}

/// Cells covered in the current round; the next round starts with none, at no cost.
pub(crate) struct Placing {
    size: Size,
    round: u32,
    /// For each cell, the last round in which it was covered, and the covering block.
    covered: Vec<(u32, u32)>,
}

impl Placing {
    pub(crate) fn new(size: Size) -> Self {
        Self { size, round: 1, covered: vec![(0, 0); size.cells()] }
    }

    /// Covers the cells of the block with this index.
    ///
    /// # Errors
    /// Block that already covers one of the cells, and that cell.
    pub(crate) fn place(
        &mut self,
        cells: impl Iterator<Item = Cell>,
        block: usize,
    ) -> Result<(), (usize, Cell)> {
        for cell in cells {
            let covered = &mut self.covered[self.size.number(cell)];
            if covered.0 == self.round {
                return Err((covered.1 as usize, cell));
            }
            *covered = (self.round, block as u32);
        }
        Ok(())
    }
}
