//! Parts of a packed space, each against plain means.

mod counters;
mod dead_cells;
mod enclosed;
mod halves;
mod holes;
mod maximal;
mod placements;
mod sparse;

use std::mem;

use traybit_core::bits::Register;

/// The cells of each connected part.
fn parts(stride: usize, open: &[bool]) -> Vec<Vec<usize>> {
    let mut left = open.to_vec();
    let mut parts = Vec::new();
    for first in 0..open.len() {
        let (mut part, mut next) = (Vec::new(), vec![first]);
        while let Some(cell) = next.pop() {
            if left.get_mut(cell).is_some_and(mem::take) {
                part.push(cell);
                next.extend(cell.checked_sub(1).filter(|_| cell % stride > 0));
                next.extend(Some(cell + 1).filter(|right| right % stride > 0));
                next.extend(cell.checked_sub(stride).into_iter().chain([cell + stride]));
            }
        }
        parts.push(part);
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// A board's cells from `cell` on that are not open, as a front.
fn window<W: Register>(open: &[bool], cell: usize) -> W {
    let bits = (0..W::CELLS).filter(|&bit| open.get(cell + bit as usize) != Some(&true));
    bits.fold(W::EMPTY, |front, bit| front | W::cell(bit))
}
