//! Pieces of a universe: a tray with its open cells, kinds of blocks with their counts, and the mixes of them.

mod numbering;

use std::ops::RangeInclusive;

use crate::formats::grid::named;
use crate::puzzle::{Cell, Floor, Freedom, Parts, Puzzle, Target};
pub(super) use crate::universe::pieces::numbering::Numbering;
use traybit_core::grid::Size;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
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

impl Kind {
    /// Number of possible counts: those from 0 to the greatest.
    pub(super) fn digits(&self) -> u64 {
        u64::from(*self.counts.end()) + 1
    }
}

/// A tray, kinds of blocks of which no two have one shape, and how many cells may stay empty.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    ground: Ground,
    kinds: Vec<Kind>,
    empty: RangeInclusive<u32>,
    numbering: Numbering,
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

    /// The puzzle whose first block is to come to a place. The block is labelled: others of its shape do not count.
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
        let numbers = kinds.iter().try_fold(1u64, |product, kind| product.checked_mul(kind.digits()));
        if kinds.len() > usize::from(u8::MAX) || numbers.is_none() {
            return Err(format!(
                "expected fewer kinds of blocks, or fewer blocks of a kind, found {} kinds that go together in more \
                 than 2^64 ways",
                kinds.len()
            ));
        }
        Ok(Self { numbering: Numbering::of(ground, &kinds), ground, kinds, empty })
    }

    /// The tray.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// The kinds of blocks, in the order given.
    pub fn kinds(&self) -> &[Kind] {
        &self.kinds
    }

    pub(super) fn numbering(&self) -> &Numbering {
        &self.numbering
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

/// A choice of numbers of blocks of each kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mix {
    /// Blocks, by kind.
    pub counts: Box<[u32]>,
    /// Cells that no block covers.
    pub empty: u32,
}

/// All mixes that fill the tray together with an allowed number of empty cells, the counts of the last kind rising
/// fastest. Some may have no board.
///
/// # Errors
/// When their list would need more memory than there is.
pub fn all_mixes(pieces: &Pieces, limits: &Limits) -> Result<Vec<Mix>, GaveUp> {
    let mut mixes = Vec::new();
    extend(pieces, &mut Vec::new(), pieces.ground.room(), &mut mixes, limits)?;
    Ok(mixes)
}

/// Adds all mixes that begin with the counts of some kinds, which leave `left` cells.
fn extend(
    pieces: &Pieces,
    counts: &mut Vec<u32>,
    left: u32,
    mixes: &mut Vec<Mix>,
    limits: &Limits,
) -> Result<(), GaveUp> {
    if let Some(kind) = pieces.kinds.get(counts.len()) {
        let area = kind.shape.area() as u32;
        for count in kind.counts.clone().take_while(|count| count * area <= left) {
            counts.push(count);
            extend(pieces, counts, left - count * area, mixes, limits)?;
            counts.pop();
        }
    } else if pieces.empty.contains(&left) {
        mixes.push(Mix { counts: counts[..].into(), empty: left });
        limits.within(mixes.len() * (size_of::<Mix>() + size_of_val(&counts[..])))?;
        limits.check()?;
    }
    Ok(())
}
