//! Parity of tiles and of unit blocks, and the order of tiles: proofs that there is no solution.

use std::collections::{HashMap, HashSet};

use traybit_core::Size;
use traybit_sliding::{Cell, Floor, Freedom, Piece, Puzzle};
use traybit_tiles::Board;

/// True if the goal differs from the start in parity.
pub(super) fn is_wrong(start: &Board, goal: &Board) -> bool {
    let holders = |board: &Board| board.tiles().iter().map(|&tile| usize::from(tile)).collect();
    let (from, to): (Vec<usize>, Vec<usize>) = (holders(start), holders(goal));
    differ(start.size(), &from, &to, 0)
}

/// Number of the first goal that does not differ from the start in parity; 0 if the puzzle is not one of distinct unit
/// blocks with one free cell.
pub(super) fn first_possible(puzzle: &Puzzle) -> Option<usize> {
    let moves = |block: &Piece| block.freedom != Freedom::Fixed;
    let blank = puzzle.blocks.len();
    // A wall, or a cell of a block that never moves, counts as its own holder.
    let fixed = puzzle.blocks.iter().filter(|block| !moves(block));
    let fixed: HashSet<Cell> = fixed.flat_map(|block| block.shape.cells_at(block.anchor)).collect();
    let is_ground = |cell: Cell| puzzle.floor_at(cell) == Floor::Wall || fixed.contains(&cell);
    let holder = |cell| if is_ground(cell) { blank + 1 + puzzle.size.number(cell) } else { blank };
    let ground: Vec<usize> = puzzle.size.all().map(holder).collect();
    let with = |blocks: &[(usize, Cell)]| {
        let mut holders = ground.clone();
        for &(block, cell) in blocks {
            holders[puzzle.size.number(cell)] = block;
        }
        holders
    };
    let moving: Vec<usize> = (0..blank).filter(|&block| moves(&puzzle.blocks[block])).collect();
    let start = with(&moving.iter().map(|&block| (block, puzzle.blocks[block].anchor)).collect::<Vec<_>>());
    let mut kinds = HashSet::new();
    let told_apart = moving.iter().map(|&block| &puzzle.blocks[block]).all(|block| {
        let admits: Vec<bool> = puzzle.gates.iter().map(|gate| gate.admits.contains(&block.name)).collect();
        block.shape.area() == 1 && (block.labelled || kinds.insert((block.freedom, admits)))
    });
    if !told_apart || start.iter().filter(|&&holder| holder == blank).count() != 1 {
        return Some(0);
    }
    (0..puzzle.goals.len()).find(|&goal| {
        let targets = puzzle.goals[goal].iter().filter(|target| moves(&puzzle.blocks[target.block]));
        let named: Vec<(usize, Cell)> = targets.map(|target| (target.block, target.anchor)).collect();
        let lacks = !puzzle.lacking.is_empty();
        let rest: Vec<usize> =
            moving.iter().copied().filter(|block| named.iter().all(|(named, _)| named != block)).collect();
        let target = with(&named);
        let open: Vec<usize> = (0..target.len()).filter(|&cell| target[cell] == blank).collect();
        let reached = |&cell: &usize| {
            let mut target = target.clone();
            for (&cell, &block) in open.iter().filter(|&&other| other != cell).zip(&rest) {
                target[cell] = block;
            }
            !differ(puzzle.size, &start, &target, blank)
        };
        // More cells are open if the goal wants a block where one stands that never moves.
        !lacks && (rest.len() > 1 || open.len() > rest.len() + 1 || open.iter().any(reached))
    })
}

/// True if the number of exchanges that lead from the start to the goal and the number of cells between the blank's places
/// differ in parity. Each move is one exchange, and moves the blank by one cell. (W. W. Johnson and W. E. Story, "Notes on the '15' puzzle", 1879.)
fn differ(size: Size, start: &[usize], goal: &[usize], blank: usize) -> bool {
    let place: HashMap<usize, usize> = start.iter().zip(0..).map(|(&holder, cell)| (holder, cell)).collect();
    // For each cell of the goal, the cell from which its holder comes.
    let mut from: Vec<usize> = goal.iter().map(|holder| place[holder]).collect();
    let blank_from = place[&blank];
    let blank_to = from.iter().position(|&cell| cell == blank_from).unwrap_or(blank_from);
    let mut exchanges = 0;
    for cell in 0..from.len() {
        while from[cell] != cell {
            let other = from[cell];
            from.swap(cell, other);
            exchanges += 1;
        }
    }
    exchanges % 2 != size.steps(blank_from, blank_to) % 2
}

/// True if the tiles of a single row or column are in a different order than in the goal.
pub(super) fn is_another_order(start: &Board, goal: &Board) -> bool {
    let tiles = |board: &Board| board.tiles().iter().copied().filter(|&tile| tile != 0).collect::<Vec<_>>();
    let size = start.size();
    (size.height == 1 || size.width == 1) && tiles(start) != tiles(goal)
}

#[cfg(test)]
mod tests {
    use super::{is_another_order, is_wrong};
    use traybit_core::Size;
    use traybit_tiles::Board;

    #[test]
    fn half_of_all_boards_are_wrong_and_nothing_passes_on_a_line() {
        for ((height, width), start, goal, wrong, another_order) in [
            ((2, 2), [1, 2, 3, 0], [1, 2, 3, 0], false, false),
            ((2, 2), [1, 2, 0, 3], [1, 2, 3, 0], false, false),
            ((2, 2), [2, 1, 3, 0], [1, 2, 3, 0], true, false),
            ((2, 2), [0, 1, 3, 2], [1, 2, 3, 0], false, false),
            ((1, 4), [0, 1, 2, 3], [1, 2, 3, 0], false, false),
            ((1, 4), [2, 3, 1, 0], [1, 2, 3, 0], false, true),
            ((4, 1), [2, 0, 1, 3], [1, 2, 3, 0], true, true),
        ] {
            let board =
                |tiles: [u16; 4]| Board::new(Size { height, width }, tiles.to_vec()).expect("a board");
            let (from, to) = (board(start), board(goal));
            assert_eq!(
                (is_wrong(&from, &to), is_another_order(&from, &to)),
                (wrong, another_order),
                "{start:?}"
            );
        }
    }
}
