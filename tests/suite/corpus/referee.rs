//! The checker of drawn puzzles against a plain one that keeps sets of cells.

use std::collections::BTreeSet;

use traybit_sliding::forms::{self, Content};
use traybit_sliding::puzzle::{Cell, Floor, Freedom, Puzzle};
use traybit_sliding::referee::Match;
use traybit_sliding::text::Moves;

use super::parts::parts;

/// A drawing or a board, and moves.
pub(crate) fn check(data: &[u8]) {
    let [puzzle, moves] = parts(data);
    let Ok(Content::Puzzle(puzzle)) = forms::read("file", puzzle) else { return };
    let mut game = Match::new(&puzzle);
    let mut plain = Plain::new(&puzzle);
    let mut moves = Moves::new("moves", moves);
    while let Ok(Some(step)) = moves.next_move() {
        let possible = game.apply(step);
        assert_eq!(possible.is_ok(), plain.slide(step.from, step.to), "{step}: {possible:?}");
        assert_eq!(game.is_won(), plain.is_won());
        assert_eq!(game.anchors(), plain.anchors(), "{step}");
    }
}

/// For each block its cells.
struct Plain<'a> {
    puzzle: &'a Puzzle,
    blocks: Vec<BTreeSet<(i64, i64)>>,
}

impl<'a> Plain<'a> {
    fn new(puzzle: &'a Puzzle) -> Self {
        let cells = |(row, column): Cell| (i64::from(row), i64::from(column));
        let blocks =
            puzzle.blocks.iter().map(|block| block.shape.cells_at(block.anchor).map(cells).collect());
        Self { puzzle, blocks: blocks.collect() }
    }

    /// Where the first cells are.
    fn anchors(&self) -> Vec<Cell> {
        let first =
            |cells: &BTreeSet<(i64, i64)>| cells.first().map(|&(row, column)| (row as u16, column as u16));
        self.blocks.iter().filter_map(first).collect()
    }

    fn slide(&mut self, from: (u32, u32), to: (u32, u32)) -> bool {
        let wide = |(row, column): (u32, u32)| (i64::from(row), i64::from(column));
        let ((row, column), (to_row, to_column)) = (wide(from), wide(to));
        let Some(block) = self.blocks.iter().position(|cells| cells.first() == Some(&(row, column))) else {
            return false;
        };
        let (down, right) = ((to_row - row).signum(), (to_column - column).signum());
        let free = match self.puzzle.blocks[block].freedom {
            Freedom::Both => true,
            Freedom::Across => down == 0,
            Freedom::Down => right == 0,
            Freedom::Fixed => (down, right) == (0, 0),
        };
        if (down != 0 && right != 0) || !free {
            return false;
        }
        let mut cells = self.blocks[block].clone();
        while cells.first() != Some(&(to_row, to_column)) {
            cells = cells.into_iter().map(|(row, column)| (row + down, column + right)).collect();
            if !cells.iter().all(|&cell| self.may_be(block, cell)) {
                return false;
            }
        }
        self.blocks[block] = cells;
        true
    }

    fn may_be(&self, block: usize, (row, column): (i64, i64)) -> bool {
        let size = self.puzzle.size;
        if !(0..i64::from(size.height)).contains(&row) || !(0..i64::from(size.width)).contains(&column) {
            return false;
        }
        let floor = match self.puzzle.floor[row as usize * usize::from(size.width) + column as usize] {
            Floor::Wall => false,
            Floor::Open => true,
            Floor::Gate(gate) => self.puzzle.gates[gate].admits.contains(&self.puzzle.blocks[block].name),
        };
        let others = self.blocks.iter().enumerate().filter(|(other, _)| *other != block);
        floor && others.into_iter().all(|(_, cells)| !cells.contains(&(row, column)))
    }

    fn is_won(&self) -> bool {
        let anchors = self.anchors();
        let stands = |block: usize, anchor: Cell| {
            let equals = |other: &usize| self.are_equal(block, *other);
            (0..anchors.len()).filter(equals).any(|other| anchors[other] == anchor)
        };
        let goals = &self.puzzle.goals;
        goals.iter().any(|goal| goal.iter().all(|target| stands(target.block, target.anchor)))
    }

    fn are_equal(&self, one: usize, other: usize) -> bool {
        let block = |number: usize| {
            let piece = &self.puzzle.blocks[number];
            let gates = self.puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name));
            (piece.freedom, gates.collect::<Vec<bool>>(), piece.shape.cells().collect::<BTreeSet<Cell>>())
        };
        let labelled = |number: usize| self.puzzle.blocks[number].labelled;
        one == other || !labelled(one) && !labelled(other) && block(one) == block(other)
    }
}
