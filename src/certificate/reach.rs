//! Places that a block reaches when it is alone with the walls, the gates and the blocks that never move.

use std::collections::HashSet;

use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::puzzle::{Cell, Floor, Freedom, Piece, Puzzle, Target};

/// The goals, by their numbers, whose targets blocks could all reach, one at a time; the others have a target that no block
/// equal to its own reaches.
pub(super) fn possible_goals(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<usize>, GaveUp> {
    let mut goals = Vec::new();
    let solid = solid(puzzle);
    let possible = |target: &Target| {
        limits.check()?;
        let named = &puzzle.blocks[target.block];
        for block in puzzle.blocks.iter().filter(|block| puzzle.are_equal(block, named)) {
            if is_reached(puzzle, &solid, block, target.anchor, limits)? {
                return Ok(true);
            }
        }
        Ok(false)
    };
    'goals: for (goal, targets) in puzzle.goals.iter().enumerate() {
        if puzzle.lacking.iter().any(|lacking| lacking.goal == goal) {
            continue;
        }
        for target in targets {
            if !possible(target)? {
                continue 'goals;
            }
        }
        goals.push(goal);
    }
    Ok(goals)
}

/// The cells of the blocks that never move, and those of rooms without a free cell, where nothing does.
fn solid(puzzle: &Puzzle) -> HashSet<Cell> {
    let cells = |fixed: bool| {
        let blocks = puzzle.blocks.iter().filter(move |block| (block.freedom == Freedom::Fixed) == fixed);
        blocks.flat_map(|block| block.shape.cells_at(block.anchor))
    };
    let (mut solid, covered): (HashSet<Cell>, HashSet<Cell>) =
        (cells(true).collect(), cells(false).collect());
    let is_open = |cell: &Cell| puzzle.floor_at(*cell) != Floor::Wall;
    let mut lively: Vec<Cell> = puzzle.size.all().filter(is_open).collect();
    lively.retain(|cell| !covered.contains(cell) && !solid.contains(cell));
    let mut seen: HashSet<Cell> = lively.iter().copied().collect();
    while let Some((row, column)) = lively.pop() {
        let (above, before) = (row.wrapping_sub(1), column.wrapping_sub(1));
        for to in [(row + 1, column), (row, column + 1), (above, column), (row, before)] {
            if is_open(&to) && !solid.contains(&to) && seen.insert(to) {
                lively.push(to);
            }
        }
    }
    solid.extend(covered.difference(&seen));
    solid
}

/// True if a block's first cell can reach a cell, cell by cell.
fn is_reached(
    puzzle: &Puzzle,
    solid: &HashSet<Cell>,
    block: &Piece,
    target: Cell,
    limits: &Limits,
) -> Result<bool, GaveUp> {
    let mut reached = HashSet::from([block.anchor]);
    let mut next = vec![block.anchor];
    while let Some((row, column)) = next.pop() {
        if (row, column) == target {
            return Ok(true);
        }
        limits.check()?;
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
    Ok(false)
}

#[cfg(test)]
mod tests {
    use super::possible_goals;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;
    use traybit_sliding::formats::drawn;

    #[test]
    fn walls_gates_lines_and_fixed_blocks_are_in_the_way() {
        for (drawing, possible) in [
            ("tray:\na.#.\n\ngoal: a 0 3\n", &[][..]),
            ("tray:\na.#.\n...b\n\ngoal: a 0 3\n", &[0]),
            ("fixed: c\ntray:\na.c.\n\ngoal: a 0 3\n", &[]),
            ("across: a\ntray:\na...\n....\n\ngoal: a 1 0\n", &[]),
            ("gate +: b\ntray:\na+.b\n\ngoal: a 0 2\n\ngoal: b 0 1\n", &[1]),
            ("labels: a\ntray:\na.#b\n\ngoal: a 0 3\n", &[]),
            ("tray:\na.#b\n\ngoal: a 0 3\n", &[0]),
            ("fixed: a\ntray:\na.b\n\ngoal: a 0 1\n", &[]),
            // A room without a free cell.
            ("labels: a b\ntray:\nab#..\n\ngoal: a 0 1, b 0 0\n", &[]),
            ("labels: a b\ntray:\nab.#.\n\ngoal: a 0 1\n", &[0]),
        ] {
            let puzzle = drawn::read("drawing", drawing.as_bytes()).expect(drawing);
            assert_eq!(possible_goals(&puzzle, &Limits::default()), Ok(possible.to_vec()), "{drawing}");
            let stopped = Limits { stop: Arc::new(AtomicBool::new(true)), ..Limits::default() };
            assert_eq!(possible_goals(&puzzle, &stopped), Err(GaveUp::Stopped), "{drawing}");
        }
    }
}
