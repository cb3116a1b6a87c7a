//! Parity and order of the tiles: proofs that a board is unsolvable.

use traybit_tiles::board::Board;

/// True if the goal differs from the start in parity: bringing everything home by exchanges takes an odd number of them
/// where the blank is an even number of cells from its home, or the other way round. Each move is one exchange, and moves
/// the blank by one cell. (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.)
pub(super) fn is_wrong(start: &Board, goal: &Board) -> bool {
    let mut tiles = start.tiles().to_vec();
    let mut cell_of = vec![0; tiles.len()];
    for (cell, &tile) in tiles.iter().enumerate() {
        cell_of[usize::from(tile)] = cell;
    }
    let mut exchanges = 0;
    for (cell, &wanted) in goal.tiles().iter().enumerate() {
        let (there, from) = (tiles[cell], cell_of[usize::from(wanted)]);
        if from != cell {
            tiles.swap(cell, from);
            cell_of[usize::from(there)] = from;
            exchanges += 1;
        }
    }
    let width = usize::from(start.size().width);
    let (from, to) = (start.blank(), goal.blank());
    let cells = (from / width).abs_diff(to / width) + (from % width).abs_diff(to % width);
    exchanges % 2 != cells % 2
}

/// True if the tiles of a single row or column stand in another order than in the goal.
pub(super) fn is_another_order(start: &Board, goal: &Board) -> bool {
    let tiles = |board: &Board| board.tiles().iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
    let size = start.size();
    (size.height == 1 || size.width == 1) && tiles(start) != tiles(goal)
}

#[cfg(test)]
mod tests {
    use super::{is_another_order, is_wrong};
    use traybit_core::grid::Size;
    use traybit_tiles::board::Board;

    fn board(height: u16, width: u16, tiles: &[u16]) -> Board {
        Board::new(Size { height, width }, tiles.to_vec()).expect("a board")
    }

    #[test]
    fn half_of_all_boards_are_wrong() {
        let goal = board(2, 2, &[1, 2, 3, 0]);
        for (tiles, wrong) in
            [([1, 2, 3, 0], false), ([1, 2, 0, 3], false), ([2, 1, 3, 0], true), ([0, 1, 3, 2], false)]
        {
            assert_eq!(is_wrong(&board(2, 2, &tiles), &goal), wrong, "{tiles:?}");
        }
        assert!(!is_another_order(&board(2, 2, &[2, 1, 3, 0]), &goal));
    }

    #[test]
    fn nothing_passes_on_a_line() {
        let goal = board(1, 4, &[1, 2, 3, 0]);
        assert!(!is_another_order(&board(1, 4, &[0, 1, 2, 3]), &goal));
        // Of the right parity all the same.
        let turned = board(1, 4, &[2, 3, 1, 0]);
        assert!(is_another_order(&turned, &goal) && !is_wrong(&turned, &goal));
        assert!(is_another_order(&board(4, 1, &[2, 0, 1, 3]), &board(4, 1, &[1, 2, 3, 0])));
    }
}
