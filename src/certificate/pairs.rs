//! Pairs of blocks that cannot get everywhere: each is alone with the walls, the gates and the blocks that never move, and
//! all its positions are found by the plain rules.

use std::collections::{HashMap, HashSet};

use crate::reach::possible_goals;
use crate::refusal::Refusal;
use traybit_core::reference::Position;
use traybit_core::reference::layers::Layers;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::{Cell, Freedom, Parts, Piece, Puzzle, Target};
use traybit_sliding::reference::Rules;

/// Bytes for a position of a pair that was found.
const EACH: usize = 128;

struct Pair {
    rules: Rules,
    /// The cells of the blocks that never move, which go before the two.
    fixed: Vec<Cell>,
    reached: HashSet<Position>,
}

/// The first goal, by its number, whose targets are within reach and can be given to blocks that every pair allows; none if
/// there is no such goal.
pub(super) fn first_possible(
    puzzle: &Puzzle,
    pairs: &[[Cell; 2]],
    limits: &Limits,
) -> Result<Option<usize>, Refusal> {
    let at = |cell: Cell| {
        let stands = |block: &Piece| block.anchor == cell && block.freedom != Freedom::Fixed;
        let none =
            || Refusal::Untrue(format!("no block that moves starts at row {}, column {}", cell.0, cell.1));
        puzzle.blocks.iter().position(stands).ok_or_else(none)
    };
    let mut alone = HashMap::new();
    for &[one, other] in pairs {
        let (one, other) = (at(one)?, at(other)?);
        if one != other {
            let (first, second) = (one.min(other), one.max(other));
            alone.insert((first, second), Pair::of(puzzle, first, second, limits).map_err(Refusal::GaveUp)?);
        }
    }
    for goal in possible_goals(puzzle, limits).map_err(Refusal::GaveUp)? {
        let mut open: Vec<(Cell, Vec<usize>)> =
            puzzle.goals[goal].iter().map(|target| (target.anchor, equals(puzzle, target))).collect();
        for (anchor, blocks) in &mut open {
            blocks.retain(|&block| {
                alone.iter().all(|(&(first, second), pair)| {
                    (block != first || puzzle.size.all().any(|at| pair.reaches(*anchor, at)))
                        && (block != second || puzzle.size.all().any(|at| pair.reaches(at, *anchor)))
                })
            });
        }
        open.sort_by_key(|(_, blocks)| blocks.len());
        if can_be_given(&alone, &open, &mut Vec::new(), limits).map_err(Refusal::GaveUp)? {
            return Ok(Some(goal));
        }
    }
    Ok(None)
}

/// The blocks that may fill a target.
fn equals(puzzle: &Puzzle, target: &Target) -> Vec<usize> {
    let named = &puzzle.blocks[target.block];
    (0..puzzle.blocks.len()).filter(|&block| puzzle.are_equal(&puzzle.blocks[block], named)).collect()
}

/// True if each target that is left can be given to a block of its own.
fn can_be_given(
    alone: &HashMap<(usize, usize), Pair>,
    targets: &[(Cell, Vec<usize>)],
    given: &mut Vec<(usize, Cell)>,
    limits: &Limits,
) -> Result<bool, GaveUp> {
    let Some(((anchor, blocks), rest)) = targets.split_first() else { return Ok(true) };
    limits.check()?;
    for &block in blocks {
        let agrees = |&(other, at): &(usize, Cell)| {
            other != block
                && match alone.get(&(block.min(other), block.max(other))) {
                    Some(pair) if block < other => pair.reaches(*anchor, at),
                    Some(pair) => pair.reaches(at, *anchor),
                    None => true,
                }
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

impl Pair {
    /// Two blocks of a puzzle, and all positions that they reach.
    fn of(puzzle: &Puzzle, first: usize, second: usize, limits: &Limits) -> Result<Self, GaveUp> {
        let is_fixed = |block: &&Piece| block.freedom == Freedom::Fixed;
        let mut blocks: Vec<Piece> = puzzle.blocks.iter().filter(is_fixed).cloned().collect();
        let fixed: Vec<Cell> = blocks.iter().map(|block| block.anchor).collect();
        let pair = [first, second].map(|block| Piece { labelled: true, ..puzzle.blocks[block].clone() });
        blocks.extend(pair);
        // A goal that names both makes their labels count.
        let goal = (fixed.len()..blocks.len()).map(|block| Target { block, anchor: blocks[block].anchor });
        let goals = vec![goal.collect()];
        let mut gates = puzzle.gates.clone();
        for gate in &mut gates {
            gate.admits.retain(|name| blocks.iter().any(|block| block.name == *name));
        }
        let open = Parts::open(puzzle.size);
        let parts = Parts { floor: puzzle.floor.clone(), gates, blocks, goals, ..open };
        let rules = Rules::of(&Puzzle::new(parts).expect("two blocks of a puzzle are one as well"));
        let room = limits.memory / EACH;
        let expand =
            |position: &Position, found: &mut Vec<Position>| rules.expand(position, Metric::Step, found);
        let mut layers = Layers::new(rules.start(), expand);
        let mut reached = HashSet::new();
        while !layers.layer().is_empty() {
            reached.extend(layers.layer().iter().cloned());
            limits.check()?;
            if !layers.advance(room) {
                return Err(GaveUp::Memory);
            }
        }
        Ok(Self { rules, fixed, reached })
    }

    /// True if the two can be on these cells.
    fn reaches(&self, first: Cell, second: Cell) -> bool {
        self.reached.contains(&self.rules.position(&[&self.fixed[..], &[first, second]].concat()))
    }
}
