//! Counters of a packed state: empty cells, and pieces of each kind where that has to be known.
//!
//! ```text
//!  │ pieces of kind 2 │ pieces of kind 0 │ empty cells │ front │ bit 0
//!   as many bits as their most needs                          the word's rest
//! ```
//!
//! A kind of which there may be any number has no field; neither has the only kind of a puzzle, since the empty cells
//! give how many of it have been placed.

use crate::cover::Cover;
use traybit_core::bits::Register;

/// Fields of the counts in a word, and the ranges of the counts.
pub struct Counters<W> {
    empty: Field,
    /// Range of the cells that may stay empty.
    pub fewest_empty: u64,
    pub most_empty: u64,
    pub(super) kinds: Vec<Option<Tracked>>,
    /// The bits of a word that are left for the front.
    pub front: W,
}

/// A number in a word; of no bits, it is 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Field {
    pub(super) offset: u32,
    pub(super) mask: u64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Tracked {
    field: Field,
    least: u64,
    most: u64,
}

impl Field {
    #[inline(always)]
    pub(super) fn of<W: Register>(self, state: W) -> u64 {
        (state >> self.offset).low() & self.mask
    }

    #[inline(always)]
    pub(super) fn holding<W: Register>(self, number: u64) -> W {
        W::number(number) << self.offset
    }
}

fn width(most: u64) -> u32 {
    u64::BITS - most.leading_zeros()
}

/// Bits that the counts of a cover take; 0 where no counts can be met.
pub fn bits(cover: &Cover) -> u32 {
    let kinds = (0..cover.kinds.len()).filter(|&kind| is_tracked(cover, kind));
    let most = kinds.map(|kind| u64::from(*cover.kinds[kind].counts.end()));
    most.map(width).sum::<u32>() + width(*cover.empties().end())
}

fn is_tracked(cover: &Cover, kind: usize) -> bool {
    let kinds = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0).count();
    let counts = &cover.kinds[kind].counts;
    let room = cover.weight() / u64::from(cover.kinds[kind].area);
    *counts.end() > 0 && kinds > 1 && (*counts.start() > 0 || u64::from(*counts.end()) < room)
}

impl<W: Register> Counters<W> {
    pub fn new(cover: &Cover) -> Self {
        let mut offset = W::CELLS - bits(cover);
        // No number: the front has the whole word.
        let front = if offset < W::CELLS { W::below(offset) } else { !W::EMPTY };
        let mut field = |most: u64| {
            let bits = width(most);
            let field = Field { offset: offset.min(W::CELLS - 1), mask: (1 << bits) - 1 };
            offset += bits;
            field
        };
        let (fewest_empty, most_empty) = cover.empties().into_inner();
        let empty = field(most_empty);
        let kinds = (0..cover.kinds.len()).map(|kind| {
            let counts = &cover.kinds[kind].counts;
            let (least, most) = (u64::from(*counts.start()), u64::from(*counts.end()));
            is_tracked(cover, kind).then(|| Tracked { field: field(most), least, most })
        });
        Self { empty, fewest_empty, most_empty, kinds: kinds.collect(), front }
    }

    #[inline(always)]
    pub fn empty(&self, state: W) -> u64 {
        self.empty.of(state)
    }

    /// The amount that more empty cells add.
    #[inline(always)]
    pub fn more_empty(&self, cells: u64) -> W {
        self.empty.holding(cells)
    }

    /// The amount that pieces of a kind add.
    pub fn pieces(&self, kind: u16, pieces: u64) -> W {
        self.kinds[usize::from(kind)].map_or(W::EMPTY, |tracked| tracked.field.holding(pieces))
    }

    /// The distance between the fields of two kinds of equal counts, and the bits of the first one, if it is the lower.
    pub(super) fn exchanged(&self, kind: u16, other: u16) -> Option<(u32, W)> {
        let field = |kind: u16| self.kinds[usize::from(kind)].map(|tracked| tracked.field);
        let (lower, upper) = (field(kind)?, field(other)?);
        let distance = upper.offset.checked_sub(lower.offset).filter(|&distance| distance > 0)?;
        Some((distance, lower.holding(lower.mask)))
    }

    /// The bit that is set once the only piece of a kind is placed.
    pub(super) fn taken(&self, kind: u16, pieces: u64) -> Option<W> {
        let tracked = self.kinds[usize::from(kind)].filter(|tracked| tracked.most == 1 && pieces == 1);
        tracked.map(|tracked| tracked.field.holding(1))
    }

    /// The most pieces of each kind that is counted, less those of a state.
    #[inline(always)]
    pub(super) fn missing(&self, state: W) -> W {
        let missing = |tracked: &Tracked| tracked.field.holding(tracked.most - tracked.field.of(state));
        self.kinds.iter().flatten().fold(W::EMPTY, |all, tracked| all | missing(tracked))
    }

    /// True if there may be any number of pieces of a kind, as far as is counted.
    pub(super) fn is_untracked(&self, kind: u16) -> bool {
        self.kinds[usize::from(kind)].is_none()
    }

    /// True if these pieces of a kind may be placed.
    #[inline(always)]
    pub fn allows(&self, state: W, kind: u16, pieces: u64) -> bool {
        self.kinds[usize::from(kind)].is_none_or(|tracked| tracked.field.of(state) + pieces <= tracked.most)
    }

    /// All bits of the lanes in which there is a piece left, for each kind that is counted.
    #[inline(always)]
    pub fn left<const N: usize>(&self, states: &[W; N], left: &mut [[W; N]]) {
        for (tracked, left) in self.kinds.iter().zip(left) {
            if let Some(tracked) = tracked {
                for (state, left) in states.iter().zip(left) {
                    *left = (!W::EMPTY).when(tracked.field.of(*state) < tracked.most);
                }
            }
        }
    }

    /// True if a state without undecided cells is a packing.
    pub fn is_complete(&self, state: W) -> bool {
        self.empty(state) >= self.fewest_empty
            && self.kinds.iter().flatten().all(|tracked| tracked.field.of(state) >= tracked.least)
    }
}
