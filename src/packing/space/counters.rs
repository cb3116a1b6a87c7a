//! Counters in a packed state: of empty cells, and of the pieces of each kind that has to be counted.
//!
//! ```text
//!  │ pieces of kind 2 │ pieces of kind 0 │ empty cells │ front │ bit 0
//!   as many bits as their maximum needs                       the rest of the word
//! ```
//!
//! A kind without a limit on its number has no field; neither has the only kind of a puzzle, since the number of empty
//! cells determines how many of it have been placed.

use crate::cover::Cover;
use traybit_core::bits::Register;

/// Fields of the counters in a word, and the ranges of the counts.
pub struct Counters<W> {
    /// Empty cells.
    pub(super) empty: Field,
    /// Range of the number of cells that may stay empty.
    pub fewest_empty: u64,
    pub most_empty: u64,
    pub(super) kinds: Vec<Option<Tracked>>,
    /// The bits of a word that are left for the front.
    pub front: W,
}

/// A bit field that holds a number; a field of no bits holds 0.
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

/// Number of bits for the counters of a cover; 0 if the counts contradict one another.
pub fn bits(cover: &Cover) -> u32 {
    let kinds = (0..cover.kinds.len()).filter(|&kind| is_tracked(cover, kind));
    let most = kinds.map(|kind| u64::from(*cover.kinds[kind].counts.end()));
    most.map(width).sum::<u32>() + width(*cover.empties().end())
}

fn is_tracked(cover: &Cover, kind: usize) -> bool {
    let are_many = cover.kinds.iter().filter(|kind| *kind.counts.end() > 0).nth(1).is_some();
    let counts = &cover.kinds[kind].counts;
    let room = cover.weight() / u64::from(cover.kinds[kind].area);
    *counts.end() > 0 && are_many && (*counts.start() > 0 || u64::from(*counts.end()) < room)
}

impl<W: Register> Counters<W> {
    pub fn new(cover: &Cover) -> Self {
        let mut offset = W::CELLS - bits(cover);
        // Without counters the front has the whole word.
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

    /// The addend for pieces of a kind.
    pub fn pieces(&self, kind: u16, pieces: u64) -> W {
        self.kinds[usize::from(kind)].map_or(W::EMPTY, |tracked| tracked.field.holding(pieces))
    }

    /// Distance between the fields of two kinds with equal counts, and the bits of the first, if it is the lower one.
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

    /// For each kind that is counted, the maximum number of pieces minus that of a state.
    #[inline(always)]
    pub(super) fn missing(&self, state: W) -> W {
        let missing = |tracked: &Tracked| tracked.field.holding(tracked.most - tracked.field.of(state));
        self.kinds.iter().flatten().fold(W::EMPTY, |all, tracked| all | missing(tracked))
    }

    /// True if these pieces of a kind may be placed.
    #[inline(always)]
    pub fn allows(&self, state: W, kind: u16, pieces: u64) -> bool {
        self.kinds[usize::from(kind)].is_none_or(|tracked| tracked.field.of(state) + pieces <= tracked.most)
    }

    /// For each kind that is counted, sets all bits of the lanes in which a piece is left.
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
        self.empty.of(state) >= self.fewest_empty
            && self.kinds.iter().flatten().all(|tracked| tracked.field.of(state) >= tracked.least)
    }
}
