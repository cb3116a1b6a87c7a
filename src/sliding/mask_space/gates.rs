//! Cells and steps of the blocks of one class, as shifts of masks.
//!
//! ```text
//! free cells F   anchors of 1×2 blocks that can step right
//! . # . .        their front is 2 cells right of the anchor:
//! .... . .                      = legal & F >> 2
//! ```
//!
//! Finding the blocks of a class that can step in a direction is thus one AND for each cell of the block's front, for all
//! blocks of the class at once. The sets of all positions of a batch are a row, changed and read as a whole:
//!
//! ```text
//!   row    │ set of position 0 │ set of position 1 │ …  │ set of position 63 │     the lanes of vectors
//!   some   │         1         │         0         │ …  │         1          │     a bit each: the set is not empty
//! ```

use crate::board::Towards;
use crate::classes::{Class, Classes};
use crate::layout::{BATCH, Found, set};
use traybit_core::bits::CellSet;
use traybit_core::space::UsedMoves;

/// Bits of a used-move mask for each direction.
pub(super) const QUARTER: u32 = UsedMoves::BITS / 4;

/// Cells and moves of the blocks of one class.
#[derive(Debug)]
pub(super) struct Moves<C> {
    /// Offsets from the anchor of the cells that a block covers.
    pub(super) cover: Vec<u32>,
    /// The cells covered by a block whose anchor is cell 0.
    pub(super) shape: C,
    /// Steps in each direction of [`Towards::ALL`].
    pub(super) gates: [Gate<C>; 4],
}

/// Steps in one direction.
#[derive(Debug)]
pub(super) struct Gate<C> {
    /// Anchors from which a step stays on cells that the block may be on.
    pub(super) legal: C,
    /// Offsets from the anchor of the cells that a step newly covers, ascending.
    pub(super) front: Vec<i32>,
    /// The first of them: that cell and the direction identify the block of a position that steps.
    pub(super) first: i32,
    /// Difference between the anchors after and before a step.
    pub(super) offset: i32,
    /// True if a block has a gap along the line of the step, so that it can slide onto cells that it left.
    pub(super) has_gap: bool,
}

impl<C: CellSet> Gate<C> {
    fn new(class: &Class, puzzle: &Classes, towards: Towards) -> Self {
        let can_step = |&anchor: &u16| class.stepped(puzzle.row_column(anchor), towards).is_some();
        let legal: C = set(class.anchors().filter(can_step));
        let front = class.fronts[towards as usize].clone();
        if legal.is_empty() || front.len() > puzzle.free {
            // The front of a block that never steps could lie past the end of the word.
            return Self { legal: C::EMPTY, front: Vec::new(), first: 0, offset: 0, has_gap: false };
        }
        // Without gaps each line of the block has one cell in the front; a connected shape has cells in all lines of its box.
        let (down, right) = towards.offset();
        let lines = if down == 0 { class.shape.height() } else { class.shape.width() };
        let has_gap = front.len() > usize::from(lines);
        Self { legal, first: front[0], has_gap, front, offset: down * i32::from(puzzle.size.width) + right }
    }

    /// Anchors from which a block steps onto free cells only.
    #[inline(always)]
    pub(super) fn open(&self, free: C) -> C {
        self.front.iter().fold(self.legal, |open, &offset| open & free.shifted_back(offset))
    }

    /// The anchors after one step.
    #[inline(always)]
    pub(super) fn stepped(&self, anchors: C) -> C {
        anchors.shifted_back(-self.offset)
    }
}

impl<C: CellSet> Moves<C> {
    pub(super) fn new(class: &Class, puzzle: &Classes) -> Self {
        let cover = class.cover();
        let shape = set(cover.iter().copied());
        let gates = Towards::ALL.map(|towards| Gate::new(class, puzzle, towards));
        Self { cover, shape, gates }
    }

    /// Offsets of the first cells of the fronts, by direction.
    pub(super) fn fronts(&self) -> [i32; 4] {
        self.gates.each_ref().map(|gate| gate.first)
    }

    /// Adds the used-move masks after some moves, of positions with these free cells.
    #[inline(always)]
    pub(super) fn used(&self, moves: &[Found], free: &[C; BATCH], used: &mut Vec<UsedMoves>) {
        let first = self.fronts();
        let before = used.len();
        used.resize(before + moves.len(), 0);
        for (used, found) in used[before..].iter_mut().zip(moves) {
            let free = free[found.index()] ^ self.shape << found.from.into() ^ self.shape << found.to.into();
            let front = |direction: usize| bit(free, i32::from(found.to) + first[direction], direction);
            let back = front(3 - found.direction());
            *used = if found.onwards() { back | front(found.direction()) } else { back };
        }
    }

    /// The cells that blocks at these anchors cover.
    #[inline(always)]
    pub(super) fn covered(&self, anchors: C) -> C {
        self.cover.iter().fold(C::EMPTY, |cells, &offset| cells | anchors << offset)
    }
}

/// The bit of a mask that stands for the block whose front in a direction begins at `cell`, a free one.
#[inline(always)]
pub(super) fn bit<C: CellSet>(free: C, cell: i32, direction: usize) -> UsedMoves {
    let rank = (free & C::below(cell as u32)).len();
    1 << (direction as u32 * QUARTER + rank)
}

/// Replaces each set of a row; returns the positions in which it is not empty then, as bits.
#[inline(always)]
pub(super) fn update<C: CellSet>(row: &mut [C; BATCH], set: impl Fn(C, usize) -> C) -> u64 {
    // The bits are collected in words as wide as the sets, which are the lanes of a vector.
    if C::CELLS < BATCH as u32 {
        let (mut halves, (low, high)) = ([0_u32; 2], row.split_at_mut(BATCH / 2));
        for (some, (row, first)) in halves.iter_mut().zip([(low, 0), (high, BATCH / 2)]) {
            for (index, place) in row.iter_mut().enumerate() {
                *place = set(*place, first + index);
                *some |= u32::from(!place.is_empty()) << index;
            }
        }
        return u64::from(halves[0]) | u64::from(halves[1]) << (BATCH / 2);
    }
    let mut some = 0;
    for (index, place) in row.iter_mut().enumerate() {
        *place = set(*place, index);
        some |= u64::from(!place.is_empty()) << index;
    }
    some
}

/// Sets a row to the anchors of blocks whose front is in the sets, and its first cell in `first`; returns the positions in
/// which there are some, as bits.
#[inline(always)]
pub(super) fn stepping<C: CellSet>(
    row: &mut [C; BATCH],
    (masks, gate): (&[C; BATCH], &Gate<C>),
    first: impl Fn(usize) -> C,
    set: impl Fn(usize) -> C,
) -> u64 {
    let begin = |index: usize| masks[index] & gate.legal & first(index).shifted_back(gate.first);
    let others = gate.front.get(1..).unwrap_or_default();
    let Some((&second, others)) = others.split_first() else { return update(row, |_, index| begin(index)) };
    let mut some = update(row, |_, index| begin(index) & set(index).shifted_back(second));
    for &cell in others {
        some = update(row, |before, index| before & set(index).shifted_back(cell));
    }
    some
}

/// Takes the cells of the sets of `some` positions out, one of each set at a time, and passes each to `see`: so the loop does
/// not depend on how many cells a set has.
#[inline(always)]
pub(super) fn each_anchor<C: CellSet>(row: &mut [C; BATCH], mut some: u64, mut see: impl FnMut(usize, u32)) {
    while some != 0 {
        let mut others = 0;
        while some != 0 {
            let index = some.trailing_zeros() as usize % BATCH;
            some &= some - 1;
            let set = row[index];
            row[index] = set.without_first();
            others |= u64::from(!row[index].is_empty()) << index;
            see(index, set.first());
        }
        some = others;
    }
}
