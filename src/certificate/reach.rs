//! Blocks that cannot get everywhere: all positions by the plain rules of one block, or of a pair, alone with the walls, the
//! gates and the blocks that never move.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};

use crate::Refusal;
use traybit_core::grid::connected;
use traybit_core::reference::Position;
use traybit_core::{GaveUp, Limits};
use traybit_sliding::{Cell, Floor, Freedom, Metric, Parts, Piece, Puzzle, Rules, Target};

/// Bytes per position found.
const EACH: usize = 128;

/// Numbers of the goals whose targets can all be reached, one at a time, by blocks equal to their own.
pub(super) fn possible_goals(puzzle: &Puzzle, limits: &Limits) -> Result<Vec<usize>, GaveUp> {
    let (still, mut alone) = (still(puzzle), HashMap::new());
    let mut goals = Vec::new();
    if !puzzle.lacking.is_empty() {
        return Ok(goals);
    }
    'goals: for (goal, targets) in puzzle.goals.iter().enumerate() {
        'targets: for target in targets {
            for block in equals(puzzle, target) {
                let found = match alone.entry(block) {
                    Entry::Occupied(found) => found.into_mut(),
                    Entry::Vacant(place) => place.insert(Alone::of(puzzle, &still, &[block], limits)?),
                };
                if found.reaches(&[target.anchor]) {
                    continue 'targets;
                }
            }
            continue 'goals;
        }
        goals.push(goal);
    }
    Ok(goals)
}

/// Number of the first goal whose targets are within reach and can be assigned to blocks as every pair allows.
pub(super) fn first_possible(
    puzzle: &Puzzle,
    pairs: &[[Cell; 2]],
    limits: &Limits,
) -> Result<Option<usize>, Refusal> {
    let at = |cell: Cell| {
        let stands = |block: &Piece| block.anchor == cell && block.freedom != Freedom::Fixed;
        let none = || format!("no block that moves starts at cell {} {}", cell.0, cell.1);
        puzzle.blocks.iter().position(stands).ok_or_else(|| Refusal::Untrue(none()))
    };
    let (still, mut alone) = (still(puzzle), HashMap::new());
    for &[one, other] in pairs {
        let mut pair = [at(one)?, at(other)?];
        pair.sort_unstable();
        if pair[0] != pair[1] {
            alone.insert(pair, Alone::of(puzzle, &still, &pair, limits)?);
        }
    }
    for goal in possible_goals(puzzle, limits)? {
        let fits = |block: usize, anchor: Cell| {
            alone.iter().all(|(&[first, second], pair)| {
                (block != first || puzzle.size.all().any(|at| pair.reaches(&[anchor, at])))
                    && (block != second || puzzle.size.all().any(|at| pair.reaches(&[at, anchor])))
            })
        };
        let blocks = |target| equals(puzzle, target).filter(|&block| fits(block, target.anchor)).collect();
        let targets = puzzle.goals[goal].iter();
        let mut open: Vec<(Cell, Vec<usize>)> = targets.map(|one| (one.anchor, blocks(one))).collect();
        open.sort_by_key(|(_, blocks)| blocks.len());
        if can_be_given(&alone, &open, &mut Vec::new(), limits)? {
            return Ok(Some(goal));
        }
    }
    Ok(None)
}

/// The blocks that may fill a target.
fn equals(puzzle: &Puzzle, target: &Target) -> impl Iterator<Item = usize> {
    let named = &puzzle.blocks[target.block];
    (0..puzzle.blocks.len()).filter(|&block| puzzle.are_equal(&puzzle.blocks[block], named))
}

/// True if each remaining target can be assigned to a block of its own.
fn can_be_given(
    alone: &HashMap<[usize; 2], Alone>,
    targets: &[(Cell, Vec<usize>)],
    given: &mut Vec<(usize, Cell)>,
    limits: &Limits,
) -> Result<bool, GaveUp> {
    let Some(((anchor, blocks), rest)) = targets.split_first() else { return Ok(true) };
    limits.check()?;
    for &block in blocks {
        let agrees = |&other: &(usize, Cell)| {
            let mut both = [other, (block, *anchor)];
            both.sort_unstable();
            let [(first, at), (second, next)] = both;
            first != second && alone.get(&[first, second]).is_none_or(|pair| pair.reaches(&[at, next]))
        };
        if given.iter().all(agrees) {
            given.push((block, *anchor));
            if can_be_given(alone, rest, given, limits)? {
                return Ok(true);
            }
            given.pop();
        }
    }
    Ok(false)
}

/// True for each block that never moves: it is fixed, or in a room without a free cell.
fn still(puzzle: &Puzzle) -> Vec<bool> {
    let cells = |block: &'_ Piece| block.shape.cells_at(block.anchor).collect::<Vec<Cell>>();
    let fixed = puzzle.blocks.iter().filter(|block| block.freedom == Freedom::Fixed);
    let mut closed: HashSet<Cell> = fixed.flat_map(cells).collect();
    closed.extend(puzzle.size.all().filter(|&cell| puzzle.floor_at(cell) == Floor::Wall));
    let covered: HashSet<Cell> = puzzle.blocks.iter().flat_map(cells).collect();
    let rooms = connected(puzzle.size.all().filter(|cell| !closed.contains(cell))).into_iter();
    let lively = rooms.filter(|room| room.iter().any(|cell| !covered.contains(cell)));
    let lively: HashSet<Cell> = lively.flatten().collect();
    puzzle.blocks.iter().map(|block| !lively.contains(&block.anchor)).collect()
}

/// Blocks that are alone with those that never move.
struct Alone {
    rules: Rules,
    /// The cells of the blocks that never move, which come before the others.
    still: Vec<Cell>,
    reached: HashSet<Position>,
}

impl Alone {
    /// Finds all positions that some blocks of a puzzle reach.
    fn of(puzzle: &Puzzle, still: &[bool], movers: &[usize], limits: &Limits) -> Result<Self, GaveUp> {
        let piece = |block: usize| {
            let piece = puzzle.blocks[block].clone();
            Piece { freedom: if still[block] { Freedom::Fixed } else { piece.freedom }, ..piece }
        };
        let others = (0..still.len()).filter(|block| still[*block] && !movers.contains(block));
        let mut blocks: Vec<Piece> = others.map(piece).collect();
        let still: Vec<Cell> = blocks.iter().map(|block| block.anchor).collect();
        blocks.extend(movers.iter().map(|&block| Piece { labelled: true, ..piece(block) }));
        // A goal that names them makes their labels count.
        let goal = (still.len()..blocks.len()).map(|block| Target { block, anchor: blocks[block].anchor });
        let goals = vec![goal.collect()];
        let mut gates = puzzle.gates.clone();
        for gate in &mut gates {
            gate.admits.retain(|name| blocks.iter().any(|block| block.name == *name));
        }
        let open = Parts::open(puzzle.size);
        let parts = Parts { floor: puzzle.floor.clone(), gates, blocks, goals, ..open };
        let rules = Rules::of(&Puzzle::new(parts).expect("blocks of a puzzle are one as well"));
        let (mut reached, mut open) = (HashSet::from([rules.start()]), vec![rules.start()]);
        let mut found = Vec::new();
        while let Some(position) = open.pop() {
            rules.expand(&position, Metric::Step, &mut found);
            open.extend(found.drain(..).filter(|next| reached.insert(next.clone())));
            if reached.len() > limits.memory / EACH {
                return Err(GaveUp::Memory);
            }
            limits.check()?;
        }
        Ok(Self { rules, still, reached })
    }

    /// True if the blocks can be on these cells.
    fn reaches(&self, cells: &[Cell]) -> bool {
        self.reached.contains(&self.rules.position(&[&self.still[..], cells].concat()))
    }
}

#[cfg(test)]
mod tests {
    use super::possible_goals;
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    use traybit_core::{GaveUp, Limits};
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
