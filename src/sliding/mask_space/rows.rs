//! A row of cell sets, one for each position of a batch, changed and read as a whole.
//!
//! ```text
//!   row    │ set of position 0 │ set of position 1 │ …  │ set of position 63 │     the lanes of vectors
//!   some   │         1         │         0         │ …  │         1          │     a bit each: the set is not empty
//! ```

use crate::layout::BATCH;
use crate::mask_space::gates::Gate;
use traybit_core::bits::CellSet;

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

/// Takes the cells of the sets of `some` positions out, one of each set at a time, and passes each to `visit`: so the loop does
/// not depend on how many cells a set has.
#[inline(always)]
pub(super) fn each_anchor<C: CellSet>(
    row: &mut [C; BATCH],
    mut some: u64,
    mut visit: impl FnMut(usize, u32),
) {
    while some != 0 {
        let mut others = 0;
        while some != 0 {
            let index = some.trailing_zeros() as usize % BATCH;
            some &= some - 1;
            let set = row[index];
            row[index] = set.without_first();
            others |= u64::from(!row[index].is_empty()) << index;
            visit(index, set.first());
        }
        some = others;
    }
}
