//! Pruning by dead cells, which no piece can cover any more, and by holes that decided cells and the board's rim enclose.
//!
//! ```text
//!   # # # # # # # # # #      1  no neighbour that is undecided            ┐
//!   # 1 # 2 2 # 3 3 # .      2  one, which has no other                   │ smaller than any piece
//!   # # # # # # # 3 # .      3  a cell between two that have no other     ┘
//!   # a a # b b b # . .      a  4 cells: pieces of 3 leave at least 1 of them empty
//!   # a a # b b b # . .      b  6 cells, which pieces of 3 may fill
//!   # # # # # # # # # .      .  connected to cells with unknown neighbours
//! ```
//!
//! Small holes are found by a dozen shifts. If no cell may stay empty, they are most of the dead cells, though two to three
//! times more states remain. For enclosed holes only their sizes are compared with sums of areas. Dead cells are found
//! orientation by orientation; they stay empty, so that too many empty cells are noticed early:
//!
//! ```text
//!  front             # # . # . . . # . . .       an orientation of offsets 0 1 3:   x x . x
//!  shifted by 0, 1, 3, union: cells at which it would hit a decided cell
//!  its other places, shifted back by 0, 1, 3, union: cells that it can still cover
//! ```
//!
//! Cells that no orientation covers are dead. Fronts are processed in lanes: each operation becomes one on a wide register.

use std::array::from_fn;

use crate::budget::Budget;
use crate::cover::{Cover, Orientation};
use crate::space::States;
use traybit_core::{GaveUp, Register};

pub(super) enum Pruning<W> {
    /// Prunes by cells that no piece can cover any more: they stay empty, which may be too many.
    DeadCells(DeadCells),
    /// Prunes by holes into which no piece fits, if no cell may stay empty.
    Holes(Holes<W>),
    /// Prunes by enclosed holes whose sizes are not sums of areas: too many cells may have to stay empty.
    EnclosedHoles(EnclosedHoles<W>),
    Nothing,
}

impl<W: Register> Pruning<W> {
    /// The fastest pruning for a cover; for each first cell of a window, `settled` has the cells that need no decision.
    pub(super) fn new(
        cover: &Cover,
        states: States<'_>,
        most_empty: u64,
        settled: impl Iterator<Item = W>,
        budget: &mut Budget<'_>,
    ) -> Result<Self, GaveUp> {
        if let Some(holes) = Holes::new(cover).filter(|_| most_empty == 0) {
            return Ok(Self::Holes(holes));
        }
        if cover.stride.is_none() {
            return Ok(Self::Nothing);
        }
        let orientations = cover.placed().filter(|offsets| !offsets.is_empty()).count();
        if states != States::Apart || orientations <= FEW {
            return Ok(Self::DeadCells(DeadCells::new(cover, W::CELLS, budget)?));
        }
        Ok(EnclosedHoles::new(cover, &settled.collect::<Vec<W>>(), budget)?
            .map_or(Self::Nothing, Self::EnclosedHoles))
    }
}

/// Maximum number of orientations for dead-cell pruning if states are not merged. Measured: 8 pay off, 19 do not.
const FEW: usize = 12;

/// Masks of a board for finding holes smaller than any piece.
pub struct Holes<W> {
    stride: u32,
    heads: Vec<W>,
    /// Cells whose neighbour in the next line may lie beyond the window.
    brink: W,
    most: u32,
}

impl<W: Register> Holes<W> {
    /// Masks of a board with lines shorter than a window, for pieces larger than one cell.
    pub fn new(cover: &Cover) -> Option<Self> {
        let stride = cover.stride.filter(|&stride| stride < W::CELLS)?;
        let kinds = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0);
        let least = kinds.map(|kind| kind.area).min().filter(|&area| area > 1)?;
        let brink = !(!W::EMPTY >> stride);
        Some(Self { stride, heads: heads(stride), brink, most: (least - 1).min(3) })
    }

    /// True if there is a hole in a front: a window of the board from `cell` on, before which all cells are decided.
    #[inline(always)]
    pub fn any(&self, cell: usize, front: W) -> bool {
        let heads = self.heads[cell % self.heads.len()];
        let open = !front;
        // Cells whose neighbour before or after them is among `cells`.
        let before = |cells: W| cells << 1 & !heads;
        let after = |cells: W| (cells & !heads) >> 1;
        let (left, right) = (before(open), after(open));
        let (above, below) = (open << self.stride, open >> self.stride | self.brink);
        let (along, across) = (left | right, above | below);
        if self.most == 1 {
            return !(open & !(along | across)).is_empty();
        }
        let several = left & right | above & below | along & across;
        let ends = open & !several;
        let (left_end, right_end) = (before(ends), after(ends));
        let (end_above, end_below) = (ends << self.stride, ends >> self.stride);
        let (ends_along, ends_across) = (left_end | right_end, end_above | end_below);
        let single = open & !(along | across);
        let pair = ends & (ends_along | ends_across);
        if self.most == 2 {
            return !(single | pair).is_empty();
        }
        let three = left & right & across | above & below & along;
        let middle = open & several & !three;
        let triple = middle & (left_end & right_end | end_above & end_below | ends_along & ends_across);
        !(single | pair | triple).is_empty()
    }
}

/// Cells of a window that begin a line, by the place of the window's first cell in its line.
pub(super) fn heads<W: Register>(stride: u32) -> Vec<W> {
    let heads = |place: u32| {
        let cells = (0..W::CELLS).filter(|cell| (place + cell).is_multiple_of(stride));
        cells.fold(W::EMPTY, |heads, cell| heads | W::cell(cell))
    };
    (0..stride).map(heads).collect()
}

/// Masks of a board for finding enclosed holes.
pub struct EnclosedHoles<W> {
    stride: u32,
    heads: Vec<W>,
    /// Cells beyond all fronts that are connected to the window's end, by the first cell of a window.
    seas: Vec<W>,
    /// Minimum number of cells of a hole that stay empty, by its size.
    waste: Vec<u64>,
}

impl<W: Register> EnclosedHoles<W> {
    /// Masks of a board with lines shorter than a window.
    pub fn new(cover: &Cover, settled: &[W], budget: &mut Budget<'_>) -> Result<Option<Self>, GaveUp> {
        let Some(stride) = cover.stride.filter(|&stride| stride < W::CELLS) else { return Ok(None) };
        let kinds = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0);
        let mut waste = vec![0];
        for size in 1..=W::CELLS as usize {
            let fitting = kinds.clone().filter_map(|kind| waste.get(size.checked_sub(kind.area as usize)?));
            let least = fitting.min().copied().unwrap_or(u64::MAX);
            waste.push(least.min(waste[size - 1] + 1));
        }
        let mut holes = Self { stride, heads: heads(stride), seas: Vec::new(), waste };
        budget.take::<W>(settled.len())?;
        // The neighbours in the next line of the cells in the last line are unknown.
        let brink = !(!W::EMPTY >> stride);
        let beyond = !W::EMPTY << (cover.reach() + 1).min(W::CELLS - stride);
        for (cell, &settled) in settled.iter().enumerate() {
            let heads = holes.heads[cell % holes.heads.len()];
            holes.seas.push(flood(heads, stride, brink, beyond & !settled, u32::MAX));
            budget.work(W::CELLS as usize)?;
        }
        Ok(Some(holes))
    }

    /// Minimum number of cells in the holes of a front that stay empty. A front is a window of the board from `cell` on.
    #[inline(always)]
    pub fn waste(&self, cell: usize, front: W) -> u64 {
        let heads = self.heads[cell % self.heads.len()];
        let mut rest = !front;
        rest = rest & !flood(heads, self.stride, self.seas[cell], rest, u32::MAX);
        let mut waste = 0;
        while !rest.is_empty() {
            let hole = flood(heads, self.stride, W::cell((!rest).trailing_ones()), rest, u32::MAX);
            waste += self.waste[hole.len() as usize];
            rest = rest & !hole;
        }
        waste
    }
}

/// The cells among `open` that can be reached from `from` in at most `most` steps.
#[inline(always)]
pub(super) fn flood<W: Register>(heads: W, stride: u32, from: W, open: W, most: u32) -> W {
    let mut reached = from & open;
    for _ in 0..most {
        let along = reached << 1 & !heads | (reached & !heads) >> 1;
        let grown = (reached | along | reached << stride | reached >> stride) & open;
        if grown == reached || grown == open {
            return grown;
        }
        reached = grown;
    }
    reached
}

/// Number of fronts processed together: the 64-bit words of the widest registers.
pub const LANES: usize = 8;

/// One word for each front.
pub type Lanes<W> = [W; LANES];

/// Number of offsets processed together, so that the compiler vectorises the lanes and not the loop over offsets.
const CHUNK: usize = 4;

/// Orientations as offsets, with their places on the board, for finding dead cells.
pub struct DeadCells {
    orientations: Vec<Stencil>,
}

struct Stencil {
    kind: u16,
    /// Its offsets except the first one, 0; the last one is repeated to fill the chunk.
    offsets: Vec<[u32; CHUNK]>,
    /// A bit for each cell of the board, with enough words beyond its end to extract any window.
    anchors: Vec<u64>,
}

impl Stencil {
    /// Cells from `cell` on at which it may be placed.
    #[inline(always)]
    fn window<W: Register>(&self, cell: usize) -> W {
        let (first, shift) = (cell / 64, cell % 64);
        let limb = |index: usize| {
            self.anchors[first + index] >> shift | self.anchors[first + index + 1] << 1 << (63 - shift)
        };
        let limbs = (0..W::CELLS as usize / 64).rev();
        limbs.fold(W::EMPTY, |window, index| window << 32 << 32 | W::number(limb(index)))
    }
}

impl DeadCells {
    /// The orientations of a cover, for windows of this number of cells.
    pub fn new(cover: &Cover, window: u32, budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let words = cover.weights.len() / 64 + window as usize / 64 + 2;
        budget.take::<u64>(words * cover.orientations.len())?;
        let stencil = |Orientation { kind, offsets, .. }: &Orientation| {
            let last = offsets.last().copied().unwrap_or(0);
            let chunks = offsets[1..].chunks(CHUNK);
            let offsets = chunks.map(|chunk| from_fn(|index| chunk.get(index).copied().unwrap_or(last)));
            Stencil { kind: *kind, offsets: offsets.collect(), anchors: vec![0; words] }
        };
        let mut orientations: Vec<Stencil> = cover.orientations.iter().map(stencil).collect();
        for (cell, places) in cover.places.iter().enumerate() {
            for &orientation in places {
                orientations[orientation as usize].anchors[cell / 64] |= 1 << (cell % 64);
            }
        }
        orientations.retain(|orientation| orientation.anchors.iter().any(|&anchors| anchors != 0));
        Ok(Self { orientations })
    }

    /// Dead cells of each front among `of`, counted from `cell`; for each kind, `left` is all ones if a piece is left.
    #[inline(always)]
    pub fn find<W: Register>(&self, cell: usize, fronts: &Lanes<W>, left: &[Lanes<W>], of: W) -> Lanes<W> {
        let mut dead: Lanes<W> = from_fn(|lane| of & !fronts[lane]);
        for orientation in &self.orientations {
            let left = &left[usize::from(orientation.kind)];
            let mut hits = *fronts;
            for &[a, b, c, d] in &orientation.offsets {
                hits = from_fn(|lane| {
                    let front = fronts[lane];
                    hits[lane] | front >> a | front >> b | front >> c | front >> d
                });
            }
            let window = orientation.window::<W>(cell);
            let places: Lanes<W> = from_fn(|lane| window & left[lane] & !hits[lane]);
            let mut covered = places;
            for &[a, b, c, d] in &orientation.offsets {
                covered = from_fn(|lane| {
                    let place = places[lane];
                    covered[lane] | place << a | place << b | place << c | place << d
                });
            }
            dead = from_fn(|lane| dead[lane] & !covered[lane]);
        }
        dead
    }
}
