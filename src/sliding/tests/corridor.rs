//! Corridors against all paths by plain means.

use traybit_core::bits::Key;
use traybit_core::grid::Size;
use traybit_sliding::board::{Area, Board, Towards};
use traybit_sliding::corridor::{Corridor, TAKEN};

#[test]
fn clear_paths_cost_their_length_and_walls_a_detour_or_their_cells() {
    let size = Size { height: 9, width: 9 };
    let mut board = Board::new(size);
    let mut corridor = Corridor::default();
    let mut cost = |board: &Board| corridor.cost(board, size, (4, 0, 1, 2), (4, 7, 1, 2));
    assert_eq!(cost(&board), 7);
    board.set((4, 4, 1, 1), true);
    assert_eq!(cost(&board), 7 + TAKEN, "a single block is as well pushed aside");
    board.set((0, 4, 9, 1), true);
    assert_eq!(cost(&board), 7 + TAKEN, "through a wall");
}

/// The least cost from `from` to every anchor, by relaxing all steps until nothing changes.
fn plainly(board: &Board, size: Size, from: Area) -> Vec<u32> {
    let index = |at: Area| usize::from(at.0) * usize::from(size.width) + usize::from(at.1);
    let mut costs = vec![u32::MAX; size.cells()];
    costs[index(from)] = 0;
    let mut again = true;
    while again {
        again = false;
        for row in 0..=size.height - from.2 {
            for column in 0..=size.width - from.3 {
                let at = (row, column, from.2, from.3);
                if costs[index(at)] == u32::MAX {
                    continue;
                }
                for towards in Towards::ALL.into_iter().filter(|towards| towards.stays_inside(at, size)) {
                    let cost = costs[index(at)] + 1 + TAKEN * board.taken_beyond(at, towards);
                    let next = index(towards.step(at));
                    if cost < costs[next] {
                        (costs[next], again) = (cost, true);
                    }
                }
            }
        }
    }
    costs
}

#[test]
fn costs_are_the_least() {
    let size = Size { height: 6, width: 7 };
    let mut corridor = Corridor::default();
    for round in 0..60_u64 {
        let chance =
            |number: u64, most: u16| (((100 * round + number).hash64() >> 20) % u64::from(most)) as u16;
        let (height, width) = (1 + chance(0, 2), 1 + chance(1, 3));
        let place = |number| (chance(number, 7 - height), chance(number + 1, 8 - width), height, width);
        let (from, to) = (place(2), place(4));
        let mut board = Board::new(size);
        for cell in 0..42 {
            let taken = chance(10 + u64::from(cell), 4) < chance(6, 4);
            board.set((cell / 7, cell % 7, 1, 1), taken);
        }
        board.set(from, false);
        let least = plainly(&board, size, from)[usize::from(to.0) * 7 + usize::from(to.1)];
        assert_eq!(corridor.cost(&board, size, from, to), least, "{from:?} to {to:?}");
    }
}
