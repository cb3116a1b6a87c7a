//! Rooms: connected cells between walls.

use std::mem::replace;

use crate::board::Towards;
use traybit_core::grid::Size;

/// The cells of rooms without a free cell: nothing there ever moves.
pub(super) fn full(size: Size, is_wall: &[bool], is_free: impl Fn(usize) -> bool) -> Vec<bool> {
    let (mut seen, mut full) = (is_wall.to_vec(), vec![false; size.cells()]);
    for first in 0..size.cells() {
        if replace(&mut seen[first], true) {
            continue;
        }
        let mut room = vec![first];
        let mut next = 0;
        while let Some(&cell) = room.get(next) {
            next += 1;
            for to in Towards::ALL.into_iter().filter_map(|towards| towards.beside(size.cell(cell), size)) {
                if !replace(&mut seen[size.number(to)], true) {
                    room.push(size.number(to));
                }
            }
        }
        if !room.iter().any(|&cell| is_free(cell)) {
            for cell in room {
                full[cell] = true;
            }
        }
    }
    full
}
