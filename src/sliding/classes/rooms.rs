//! Rooms: cells that hang together between walls.

use traybit_core::grid::Size;

/// The cells of rooms without a free cell: nothing there ever moves.
pub(super) fn full(size: Size, is_wall: &[bool], is_free: impl Fn(usize) -> bool) -> Vec<bool> {
    let (mut seen, mut full) = (is_wall.to_vec(), vec![false; size.cells()]);
    for first in 0..size.cells() {
        if std::mem::replace(&mut seen[first], true) {
            continue;
        }
        let mut room = vec![first];
        let mut next = 0;
        while let Some(&cell) = room.get(next) {
            next += 1;
            let (row, column) = size.cell(cell);
            for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let Some(to) = row.checked_add_signed(down).zip(column.checked_add_signed(right)) else {
                    continue;
                };
                let inside = to.0 < size.height && to.1 < size.width;
                if inside && !std::mem::replace(&mut seen[size.number(to)], true) {
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
