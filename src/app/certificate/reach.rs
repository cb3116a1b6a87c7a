//! Places that a block reaches when it is alone with the walls, the gates and the blocks that never move.

use std::collections::HashSet;

use traybit_sliding::puzzle::{Cell, Freedom, Piece, Puzzle, Target};

/// The first goal, by its number, whose blocks could all get where it wants them, one at a time; none where every goal
/// wants a block where neither it nor an equal ever gets.
pub(super) fn first_possible(puzzle: &Puzzle) -> Option<usize> {
    let solid = solid(puzzle);
    let possible = |target: &Target| {
        let wanted = &puzzle.blocks[target.block];
        let equals = puzzle.blocks.iter().filter(|block| puzzle.are_equal(block, wanted));
        equals.into_iter().any(|block| reached(puzzle, &solid, block).contains(&target.anchor))
    };
    let lacks = |goal: usize| puzzle.lacking.iter().any(|lacking| lacking.goal == goal);
    (0..puzzle.goals.len()).find(|&goal| !lacks(goal) && puzzle.goals[goal].iter().all(possible))
}

/// The cells of the blocks that never move.
fn solid(puzzle: &Puzzle) -> HashSet<Cell> {
    let fixed = puzzle.blocks.iter().filter(|block| block.freedom == Freedom::Fixed);
    fixed.flat_map(|block| block.shape.cells_at(block.anchor)).collect()
}

/// Cells that a block's first cell can reach, cell by cell.
fn reached(puzzle: &Puzzle, solid: &HashSet<Cell>, block: &Piece) -> HashSet<Cell> {
    let mut reached = HashSet::from([block.anchor]);
    let mut next = vec![block.anchor];
    while let Some((row, column)) = next.pop() {
        for (down, right) in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
            let to = row.checked_add_signed(down).zip(column.checked_add_signed(right));
            let Some(to) = to.filter(|_| block.freedom.allows((down.into(), right.into()))) else { continue };
            let fits = puzzle.cells_of(&block.shape, to).is_some_and(|mut cells| {
                cells.all(|cell| puzzle.admits(block, cell) && !solid.contains(&cell))
            });
            if fits && reached.insert(to) {
                next.push(to);
            }
        }
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::first_possible;
    use traybit_sliding::formats::drawn;

    #[test]
    fn walls_gates_lines_and_fixed_blocks_are_in_the_way() {
        for (drawing, possible) in [
            ("tray:\na.#.\n\ngoal: a 0 3\n", None),
            ("tray:\na.#.\n...b\n\ngoal: a 0 3\n", Some(0)),
            ("fixed: c\ntray:\na.c.\n\ngoal: a 0 3\n", None),
            ("across: a\ntray:\na...\n....\n\ngoal: a 1 0\n", None),
            ("gate +: b\ntray:\na+.b\n\ngoal: a 0 2\n\ngoal: b 0 1\n", Some(1)),
            ("labels: a\ntray:\na.#b\n\ngoal: a 0 3\n", None),
            ("tray:\na.#b\n\ngoal: a 0 3\n", Some(0)),
            ("fixed: a\ntray:\na.b\n\ngoal: a 0 1\n", None),
        ] {
            let puzzle = drawn::read("drawing", drawing.as_bytes()).expect(drawing);
            assert_eq!(first_possible(&puzzle), possible, "{drawing}");
        }
    }
}
