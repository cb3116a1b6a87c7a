//! Pieces of a universe: a tray with its open cells, kinds of blocks with their counts, and the mixes of them.
//!
//! ```text
//!   tray     3×5    0 3 6 9 .      cells are numbered along the shorter side, so that blocks span few lines
//!                   1 4 7 . .
//!                   2 5 8 . .
//!
//!   kind       2×2   1×2   2×1   1×1
//!   at most      1    10    10    20       each kind has a digit for its count:
//!   weight       1     2    22   242       code of a mix = Σ count · weight
//! ```
//!
//! Removing a block subtracts the weight of its kind, which preserves the order of mixes.

use std::ops::RangeInclusive;

use crate::formats::grid::named;
use crate::puzzle::fits;
use crate::{Cell, Floor, Freedom, Parts, Puzzle, Target};
use traybit_core::{GaveUp, Limits, Shape, Size};

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

/// A tray, kinds of blocks of which no two have one shape, and the allowed numbers of empty cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pieces {
    /// The tray.
    pub ground: Ground,
    /// The kinds of blocks, in the order given.
    pub kinds: Vec<Kind>,
    /// Numbers of cells that may stay empty.
    pub empty: RangeInclusive<u32>,
    /// Cells of a line.
    pub(super) line: u32,
    /// The open cells, numbered along the shorter side.
    pub(crate) open: u128,
    /// The kinds as they are placed on these cells.
    pub(crate) numbered: Vec<Numbered>,
}

/// A kind of blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Numbered {
    /// By first cell.
    pub(super) placements: Vec<Option<Placement>>,
    weight: u64,
    /// Number of possible counts: those from 0 to the greatest.
    digits: u64,
    /// Cells of one block.
    pub(super) area: u32,
}

/// A place of a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Placement {
    /// The cells covered.
    pub(crate) cells: u128,
    /// The anchor, in reading order.
    pub(crate) anchor: u128,
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

    /// The open cells.
    fn cells(self) -> impl Iterator<Item = Cell> {
        self.size.all().filter(move |&cell| self.open >> self.size.number(cell) & 1 == 1)
    }

    /// The tray with these blocks, called a, b, c …, without a goal.
    fn parts(self, blocks: impl Iterator<Item = (Shape, Cell)>) -> Parts {
        let mut floor = vec![Floor::Wall; self.size.cells()];
        self.cells().for_each(|cell| floor[self.size.number(cell)] = Floor::Open);
        Parts { floor, blocks: named(blocks), ..Parts::open(self.size) }
    }

    /// The puzzle whose first block must reach a place. The block is labelled: others of its shape do not count.
    pub(super) fn with_one_target(self, blocks: &[(Shape, Cell, Freedom)], anchor: Cell) -> Puzzle {
        let mut parts = self.parts(blocks.iter().map(|(shape, anchor, _)| (shape.clone(), *anchor)));
        parts.blocks.iter_mut().zip(blocks).for_each(|(piece, block)| piece.freedom = block.2);
        let is_like_first = |other| parts.are_alike(&parts.blocks[0], other);
        parts.blocks[0].labelled = parts.blocks[1..].iter().any(is_like_first);
        parts.goals = vec![vec![Target { block: 0, anchor }]];
        Puzzle::new(parts).expect("pieces of a board are apart")
    }
}

impl Pieces {
    /// Makes the pieces of a universe; the error is a sentence. Counts that the tray has no room for are cut off.
    pub fn new(ground: Ground, mut kinds: Vec<Kind>, empty: RangeInclusive<u32>) -> Result<Self, String> {
        let Size { height, width } = ground.size;
        let cells = ground.size.cells();
        if !(1..=MOST_CELLS).contains(&cells) {
            return Err(format!(
                "expected a tray of 1 to {MOST_CELLS} cells, found {height}×{width}, which has {cells}"
            ));
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
        let digits = kinds.iter().map(|kind| u64::from(*kind.counts.end()) + 1);
        let numbers = digits.clone().try_fold(1u64, u64::checked_mul);
        if kinds.len() > usize::from(u8::MAX) || numbers.is_none() {
            return Err(format!(
                "expected fewer kinds of blocks, or fewer blocks of a kind, found {} kinds that go together in more \
                 than 2^64 ways",
                kinds.len()
            ));
        }
        let line = width.min(height);
        let bit = |(row, column): Cell| {
            let (across, along) = if width <= height { (row, column) } else { (column, row) };
            1u128 << (across * line + along)
        };
        let open: u128 = ground.cells().map(bit).sum();
        let mut weight = 1;
        let numbered = kinds.iter().zip(digits).map(|(Kind { shape, .. }, digits)| {
            let mut placements = vec![None; cells];
            for at in ground.size.all().filter(|&at| fits(ground.size, shape, at)) {
                let cells: u128 = shape.cells_at(at).map(bit).sum();
                if cells & !open == 0 {
                    let anchor = 1 << ground.size.number(at);
                    placements[cells.trailing_zeros() as usize] = Some(Placement { cells, anchor });
                }
            }
            weight *= digits;
            Numbered { placements, weight: weight / digits, digits, area: shape.area() as u32 }
        });
        let numbered = numbered.collect();
        Ok(Self { ground, kinds, empty, line: line.into(), open, numbered })
    }

    pub(super) fn code(&self, mix: &Mix) -> u64 {
        self.numbered.iter().zip(&mix.counts).map(|(kind, &count)| kind.weight * u64::from(count)).sum()
    }

    /// The code without one block of a kind, if it has one; with `None` the code itself.
    pub(super) fn without(&self, code: u64, kind: Option<u8>) -> Option<u64> {
        let Some(kind) = kind else { return Some(code) };
        let Numbered { weight, digits, .. } = self.numbered[usize::from(kind)];
        (!(code / weight).is_multiple_of(digits)).then(|| code - weight)
    }

    /// Cells of the blocks of a mix.
    pub(super) fn area(&self, code: u64) -> u32 {
        self.numbered.iter().map(|kind| (code / kind.weight % kind.digits) as u32 * kind.area).sum()
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

impl Numbered {
    /// The block whose first cell is this one, if it lies within `open`.
    pub(crate) fn placement(&self, cell: u32, open: u128) -> Option<Placement> {
        let placement = self.placements.get(cell as usize).copied().flatten();
        placement.filter(|placement| placement.cells & !open == 0)
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
pub fn all_mixes(pieces: &Pieces, limits: &Limits) -> Result<Vec<Mix>, GaveUp> {
    let mut mixes = Vec::new();
    // Counts of the first kinds, and the cells that they leave.
    let mut waiting = vec![(Vec::new(), pieces.ground.room())];
    while let Some((counts, left)) = waiting.pop() {
        if let Some(Kind { shape, counts: allowed }) = pieces.kinds.get(counts.len()) {
            let area = shape.area() as u32;
            let fitting = *allowed.start()..=(left / area).min(*allowed.end());
            let longer = |count| ([&counts[..], &[count]].concat(), left - count * area);
            waiting.extend(fitting.rev().map(longer));
        } else if pieces.empty.contains(&left) {
            limits.check()?;
            limits.within((mixes.len() + 1) * (size_of::<Mix>() + size_of_val(&*counts)))?;
            mixes.push(Mix { counts: counts.into(), empty: left });
        }
    }
    Ok(mixes)
}
