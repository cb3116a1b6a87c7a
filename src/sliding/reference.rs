//! Reference implementation of sliding blocks, by the rules alone.
//!
//! ```text
//!   a b b     blocks of one kind are interchangeable: same shape, same freedom, same gates, no label that a goal needs
//!   a . c     kinds in the order of their first blocks   a   b   c
//!   d d .     position: each block's first cell          0   1   5   6     (d is of b's kind: 1 6, then c: 5)
//! ```
//!
//! A position lists, kind by kind, the first cell in reading order of each block, ascending within a kind, as the cell's
//! number. Blocks that do not move are blocks like others.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::{Cell, Floor, Freedom, Metric, Piece, Puzzle, Target};
use traybit_core::reference::Position;
use traybit_core::{Size, sorted};

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Kind {
    /// Cells as rows and columns after the first one.
    cells: Vec<(i32, i32)>,
    freedom: Freedom,
    gates: Vec<bool>,
    /// Distinguishes blocks that a goal distinguishes.
    label: Option<char>,
}

/// A puzzle as the rules see it. Equal ones may differ in the order of blocks and goals, and in names that do not count.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Height and width of the tray's box.
    pub size: Size,
    kinds: Vec<Kind>,
    floor: Vec<Floor>,
    kind_of: Vec<usize>,
    /// For each place in a position the number of its block's kind: ascending.
    pub kind_at: Vec<usize>,
    /// Anchors of the blocks at the start.
    anchors: Vec<Cell>,
    /// Alternative goals: kinds, each with the first cell of one block. Blocks that the tray lacks are of the last kinds.
    goals: Vec<Vec<(usize, u16)>>,
}

impl PartialEq for Rules {
    fn eq(&self, other: &Self) -> bool {
        (self.size, &self.floor, &self.kinds, &self.kind_at, &self.goals, self.start())
            == (other.size, &other.floor, &other.kinds, &other.kind_at, &other.goals, other.start())
    }
}

impl Rules {
    /// The rules of a puzzle.
    pub fn of(puzzle: &Puzzle) -> Self {
        let unlabelled = |piece: &Piece| Kind {
            cells: piece.shape.offsets().collect(),
            freedom: piece.freedom,
            gates: puzzle.gates.iter().map(|gate| gate.admits.contains(&piece.name)).collect(),
            label: None,
        };
        let in_goals: HashSet<Kind> =
            puzzle.goals.iter().flatten().map(|target| unlabelled(&puzzle.blocks[target.block])).collect();
        // A label that no goal needs is ignored.
        let kind = |piece: &Piece| {
            let kind = unlabelled(piece);
            let counts = piece.labelled && in_goals.contains(&kind);
            Kind { label: counts.then_some(piece.name), ..kind }
        };
        let of_blocks: Vec<Kind> = puzzle.blocks.iter().map(kind).collect();
        let mut in_order: Vec<usize> = (0..of_blocks.len()).collect();
        in_order.sort_unstable_by_key(|&block| puzzle.blocks[block].anchor);
        let (mut kinds, mut numbers) = (Vec::new(), HashMap::<&Kind, usize>::new());
        for kind in in_order.into_iter().map(|block| &of_blocks[block]) {
            numbers.entry(kind).or_insert_with(|| {
                kinds.push(kind.clone());
                kinds.len() - 1
            });
        }
        let kind_of: Vec<usize> = of_blocks.iter().map(|kind| numbers[kind]).collect();
        let number = |anchor: Cell| puzzle.size.number(anchor) as u16;
        let line = |target: &Target| (kind_of[target.block], number(target.anchor));
        let shapes = sorted(puzzle.lacking.iter().map(|(shape, anchor)| (shape, number(*anchor))));
        let lacking = (kinds.len()..).zip(&shapes).map(|(kind, &(_, at))| (kind, at));
        kinds.extend(shapes.iter().map(|(shape, _)| {
            let (cells, freedom) = (shape.offsets().collect(), Freedom::Both);
            Kind { cells, freedom, gates: Vec::new(), label: None }
        }));
        let goals = puzzle.goals.iter().map(|goal| sorted(goal.iter().map(line).chain(lacking.clone())));
        let goals = sorted(goals);
        let kind_at = sorted(kind_of.iter().copied());
        let anchors = puzzle.blocks.iter().map(|block| block.anchor).collect();
        Self { size: puzzle.size, floor: puzzle.floor.clone(), kinds, kind_of, kind_at, anchors, goals }
    }

    /// The position in which the puzzle's blocks, in their order, have these anchors.
    pub fn position(&self, anchors: &[Cell]) -> Position {
        let cells = anchors.iter().map(|&anchor| self.size.number(anchor) as u16);
        sorted(self.kind_of.iter().zip(cells)).into_iter().map(|(_, at)| at).collect()
    }

    /// The position at the start.
    pub fn start(&self) -> Position {
        self.position(&self.anchors)
    }

    /// True if some goal holds.
    pub fn is_won(&self, position: &Position) -> bool {
        let stands = |&(kind, at): &(usize, u16)| position[self.places(kind)].binary_search(&at).is_ok();
        self.goals.iter().any(|goal| goal.iter().all(stands))
    }

    /// Adds the successors of a position, each as often as there are moves to it.
    pub fn expand(&self, position: &Position, metric: Metric, found: &mut Vec<Position>) {
        let mut picture = vec![false; self.size.cells()];
        for (block, &at) in position.iter().enumerate() {
            self.draw(&mut picture, block, at, true);
        }
        for block in 0..position.len() {
            self.draw(&mut picture, block, position[block], false);
            for to in self.destinations(&picture, block, position[block], metric) {
                let mut next = position.clone();
                next[block] = to;
                next[self.places(self.kind_at[block])].sort_unstable();
                found.push(next);
            }
            self.draw(&mut picture, block, position[block], true);
        }
    }

    fn draw(&self, picture: &mut [bool], block: usize, at: u16, taken: bool) {
        for &(down, right) in &self.kinds[self.kind_at[block]].cells {
            picture[(i32::from(at) + down * i32::from(self.size.width) + right) as usize] = taken;
        }
    }

    /// Cells that one block, itself not in the picture, can be on after one move.
    fn destinations(&self, picture: &[bool], block: usize, at: u16, metric: Metric) -> Vec<u16> {
        let mut reached = vec![at];
        let mut next = 0;
        while let Some(&from) = reached.get(next) {
            for towards in [(-1, 0), (0, -1), (0, 1), (1, 0)] {
                let mut last = from;
                while let Some(to) = self.step(picture, block, last, towards) {
                    if !reached.contains(&to) {
                        reached.push(to);
                    }
                    last = to;
                    if metric != Metric::Slide {
                        break;
                    }
                }
            }
            next += 1;
            if metric != Metric::Path {
                break;
            }
        }
        reached.remove(0);
        reached
    }

    /// Cell of a block after one step; `None` if the step is impossible.
    fn step(&self, picture: &[bool], block: usize, at: u16, (down, right): (i32, i32)) -> Option<u16> {
        let kind = &self.kinds[self.kind_at[block]];
        if !kind.freedom.allows((down, right)) {
            return None;
        }
        let (height, width) = (i32::from(self.size.height), i32::from(self.size.width));
        let (row, column) = (i32::from(at) / width + down, i32::from(at) % width + right);
        for &(below, beside) in &kind.cells {
            let (row, column) = (row + below, column + beside);
            if !(0..height).contains(&row) || !(0..width).contains(&column) {
                return None;
            }
            let cell = (row * width + column) as usize;
            let floor = self.floor[cell];
            let is_shut = floor == Floor::Wall || matches!(floor, Floor::Gate(gate) if !kind.gates[gate]);
            if picture[cell] || is_shut {
                return None;
            }
        }
        Some((row * width + column) as u16)
    }

    fn places(&self, kind: usize) -> Range<usize> {
        let end = |kind: usize| self.kind_at.partition_point(|&other| other < kind);
        end(kind)..end(kind + 1)
    }
}
