//! Pieces of a universe: a tray with its open cells, kinds of blocks, and how many there may be of each.

use std::ops::RangeInclusive;

use crate::formats::names::named;
use crate::puzzle::{Cell, Floor, Freedom, Parts, Puzzle, Target, fits};
use traybit_core::grid::Size;
use traybit_core::shape::Shape;

/// Maximum number of cells of a tray that has a universe.
pub const MOST_CELLS: usize = 128;

/// A tray without blocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The box round it.
    pub size: Size,
    /// Cells that blocks can be on: bit row · width + column.
    pub open: u128,
}

/// Blocks of one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Their shape.
    pub shape: Shape,
    /// Numbers of them that there may be.
    pub counts: RangeInclusive<u32>,
}

/// A tray, kinds of blocks of which no two have one shape, and how many cells may stay empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    ground: Ground,
    kinds: Vec<Kind>,
    empty: RangeInclusive<u32>,
}

impl Ground {
    /// A tray with no walls inside its box, which has at most [`MOST_CELLS`] cells.
    pub fn rectangle(size: Size) -> Self {
        let beyond = MOST_CELLS.saturating_sub(size.cells()) as u32;
        Self { size, open: u128::MAX.checked_shr(beyond).unwrap_or(0) }
    }

    /// Number of open cells.
    pub fn room(&self) -> u32 {
        self.open.count_ones()
    }

    /// The tray with these blocks, called a, b, c …, without a goal.
    fn parts(self, blocks: impl Iterator<Item = (Shape, Cell)>) -> Parts {
        let floor = |cell: usize| if self.open >> cell & 1 == 1 { Floor::Open } else { Floor::Wall };
        let floor = (0..self.size.cells()).map(floor).collect();
        Parts { floor, blocks: named(blocks), ..Parts::open(self.size) }
    }

    /// The puzzle whose first block is to come to a place. It is told apart from others of its shape.
    pub(super) fn with_one_target(self, blocks: Vec<(Shape, Cell, Freedom)>, anchor: Cell) -> Puzzle {
        let freedoms: Vec<Freedom> = blocks.iter().map(|block| block.2).collect();
        let mut parts = self.parts(blocks.into_iter().map(|(shape, anchor, _)| (shape, anchor)));
        for (block, freedom) in parts.blocks.iter_mut().zip(freedoms) {
            block.freedom = freedom;
        }
        let [first, others @ ..] = &parts.blocks[..] else {
            unreachable!("a board has the block of its goal")
        };
        let labelled = others.iter().any(|other| parts.are_alike(first, other));
        parts.blocks[0].labelled = labelled;
        parts.goals = vec![vec![Target { block: 0, anchor }]];
        Puzzle::new(parts).expect("pieces of a board are apart")
    }
}

impl Pieces {
    /// The pieces of a universe. Counts that the tray has no room for are cut off.
    ///
    /// # Errors
    /// A sentence, without its full stop, with what was expected and what was found.
    pub fn new(ground: Ground, mut kinds: Vec<Kind>, empty: RangeInclusive<u32>) -> Result<Self, String> {
        let Size { height, width } = ground.size;
        let cells = ground.size.cells();
        if !(1..=MOST_CELLS).contains(&cells) {
            return Err(format!(
                "expected a tray of 1 to {MOST_CELLS} cells, found {height}×{width}, which has {cells}"
            ));
        }
        if ground.open & !Ground::rectangle(ground.size).open != 0 {
            return Err(format!("expected the open cells within {height}×{width}, found others"));
        }
        for (index, kind) in kinds.iter().enumerate() {
            if !kind.shape.is_connected() {
                return Err(format!(
                    "expected blocks whose cells are connected by their edges, found {}",
                    kind.shape
                ));
            }
            if kinds[..index].iter().any(|earlier| earlier.shape == kind.shape) {
                return Err(format!("expected each kind of block once, found {} twice", kind.shape));
            }
        }
        for kind in &mut kinds {
            let most = ground.room() / kind.shape.area() as u32;
            kind.counts = *kind.counts.start()..=most.min(*kind.counts.end());
        }
        // Mixes have numbers of 64 bits, kinds of 8.
        let numbers = kinds.iter().try_fold(1u64, |product, kind| product.checked_mul(digits(kind)));
        if kinds.len() > usize::from(u8::MAX) || numbers.is_none() {
            return Err(format!(
                "expected fewer kinds of blocks, or fewer blocks of a kind, found {} kinds that go together in more \
                 than 2^64 ways",
                kinds.len()
            ));
        }
        Ok(Self { ground, kinds, empty })
    }

    /// The tray.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// The kinds of blocks, in the order given.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    /// Numbers of cells that may stay empty.
    pub fn empty(&self) -> &RangeInclusive<u32> {
        &self.empty
    }

    /// The puzzle that begins with a board of these pieces, given as the anchors of the blocks of each kind, without a
    /// goal. Blocks are called a, b, c … in the order of their anchors.
    ///
    /// # Panics
    /// When the board is not one of the pieces.
    pub fn puzzle(&self, board: &[u128]) -> Puzzle {
        let blocks = self.ground.size.all().zip(0..).filter_map(|(anchor, cell)| {
            let kind = board.iter().position(|anchors| anchors >> cell & 1 == 1)?;
            Some((self.kinds[kind].shape.clone(), anchor))
        });
        Puzzle::new(self.ground.parts(blocks)).expect("blocks of a board are apart")
    }
}

/// Number of possible counts of a kind, 0 among them, whether they are allowed or not.
pub(super) fn digits(kind: &Kind) -> u64 {
    u64::from(*kind.counts.end()) + 1
}

/// A tray with its cells numbered, and the placements of blocks on it.
#[derive(Debug)]
pub(super) struct Placements {
    /// Cells of a line.
    pub line: u32,
    /// Cells that blocks can be on.
    pub open: u128,
    /// Placements, by kind and first cell.
    pub kinds: Vec<Vec<Option<Placement>>>,
}

/// A place of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Placement {
    /// The cells covered.
    pub cells: u128,
    /// The anchor's number in reading order.
    pub anchor: u8,
}

impl Placements {
    pub(super) fn of(pieces: &Pieces) -> Self {
        let ground = pieces.ground();
        let size = ground.size;
        let upright = size.width <= size.height;
        let number = |(row, column): Cell| {
            if upright {
                size.number((row, column))
            } else {
                usize::from(column) * usize::from(size.height) + usize::from(row)
            }
        };
        let set =
            |cells: &mut dyn Iterator<Item = Cell>| cells.fold(0u128, |set, cell| set | 1 << number(cell));
        let open = set(&mut size.all().filter(|&cell| ground.open >> size.number(cell) & 1 == 1));
        let place = |shape: &Shape| {
            let mut placements = vec![None; size.cells()];
            for at in size.all().filter(|&at| fits(size, shape, at)) {
                let cells = set(&mut shape.cells_at(at));
                if cells & !open == 0 {
                    let anchor = size.number(at) as u8;
                    placements[cells.trailing_zeros() as usize] = Some(Placement { cells, anchor });
                }
            }
            placements
        };
        let kinds = pieces.kinds().iter().map(|kind| place(&kind.shape)).collect();
        Self { line: size.width.min(size.height).into(), open, kinds }
    }
}
