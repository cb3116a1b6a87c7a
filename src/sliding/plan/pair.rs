//! Two positions that are to become the same: one that the start leads to, and one that leads to the goal.
//!
//! Blocks that stand alike in both are *held*. What is held still moves, in both at once: so free cells get to where the
//! two differ, through all that is the same already.

use crate::metric::Shift;
use crate::plan::carrier::Carrier;
use crate::plan::carry::Carried;
use crate::plan::position::{Block, Tray};
use crate::puzzle::Cell;

/// Steps tried for each block while free cells are gathered in a corner.
const STEPS_TO_CORNER: usize = 60;
/// Steps tried for each block near a cell to which free cells are brought, and the distance up to which blocks are near.
const STEPS: usize = 30;
const NEAR: u32 = 14;
/// Draws of a step that cost as much as a position.
const DRAWS: usize = 16;
/// Positions for one carry: what takes longer goes to and fro.
const MOST: usize = 10_000;

/// The two positions, and what is held in both.
pub(super) struct Pair<'a> {
    ends: [Carrier<'a>; 2],
    /// Blocks that are not held.
    pub loose: usize,
    effort: usize,
}

impl<'a> Pair<'a> {
    /// The start and the goal, after the free cells of both were gathered near a cell.
    pub(super) fn new(mut ends: [Carrier<'a>; 2], corner: u16) -> Self {
        let (loose, effort) = (ends[0].position.blocks.len(), ends[0].effort);
        let all: Vec<usize> = (0..loose).collect();
        for end in &mut ends {
            end.gather(corner, &all, STEPS_TO_CORNER);
        }
        Self { ends, loose, effort }
    }

    /// The tray of both.
    pub(super) fn tray(&self) -> &'a Tray<'a> {
        self.ends[0].tray
    }

    /// Positions looked at.
    pub(super) fn positions(&self) -> u64 {
        self.ends.iter().map(|end| (self.effort - end.effort) as u64).sum()
    }

    /// True if the attempt has had its positions, or the limits were reached.
    pub(super) fn is_over(&self) -> bool {
        self.ends.iter().any(|end| end.effort == 0 || end.limits.check_time().is_err())
    }

    /// True if a cell is taken by a block that stands alike in both.
    pub(super) fn is_held(&self, cell: u16) -> bool {
        self.ends[0].is_held[usize::from(cell)]
    }

    /// The blocks that stand on a cell, in one position and in the other.
    pub(super) fn on(&self, cell: u16) -> impl Iterator<Item = Block> + '_ {
        let on =
            move |end: &Carrier<'a>| end.position.block_on(cell).map(|number| end.position.blocks[number]);
        self.ends.iter().filter_map(on)
    }

    /// The estimated cost of bringing a block to the same place in both; none where there is no such block.
    pub(super) fn cost(&mut self, block: Block) -> Option<u32> {
        self.ends.iter_mut().map(|end| end.cost(block)).sum()
    }

    /// Brings a block to the same place in both and holds it there.
    pub(super) fn bring(&mut self, block: Block) -> Carried {
        for end in &mut self.ends {
            let carried = end.carry(block, MOST);
            if carried != Carried::There {
                return carried;
            }
        }
        self.hold(block, true);
        self.loose -= 1;
        Carried::There
    }

    fn hold(&mut self, block: Block, held: bool) {
        self.ends.iter_mut().for_each(|end| end.hold(block, held));
    }

    /// Releases the blocks that are held so near the straight line between two cells.
    pub(super) fn let_go_between(&mut self, from: u16, to: u16, radius: u32) {
        let end = &self.ends[0];
        let size = end.tray.size();
        let line: Vec<Cell> = line(size.cell(from.into()), size.cell(to.into())).collect();
        let is_near = |&(row, column): &Cell| {
            line.iter().any(|&(other_row, other_column)| {
                u32::from(row.abs_diff(other_row) + column.abs_diff(other_column)) <= radius
            })
        };
        let is_due = |block: &Block| {
            self.is_held(block.anchor)
                && end.tray.cells(block.class, block.anchor).any(|cell| is_near(&size.cell(cell.into())))
        };
        let near: Vec<Block> = end.position.blocks.iter().copied().filter(is_due).collect();
        self.loose += near.len();
        for block in near {
            self.hold(block, false);
        }
    }

    /// Brings free cells near a cell in both.
    pub(super) fn bring_free_cells(&mut self, centre: u16) {
        let tray = self.tray();
        let near = self.ends.each_ref().map(|end| end.position.near(tray, centre, NEAR));
        let [first, second] = near.each_ref().map(Vec::len);
        for (end, near) in self.ends.iter_mut().zip([first, second]) {
            end.effort = end.effort.saturating_sub(STEPS * near / DRAWS);
        }
        for turn in 0..STEPS * (first + second) {
            let one = turn % 2;
            let end = &mut self.ends[one];
            let Some((number, to)) = end.drawn_away(centre, &near[one]) else { continue };
            let block = end.position.blocks[number];
            if !end.is_held[usize::from(block.anchor)] {
                end.position.step(tray, number, to);
                continue;
            }
            // The same block makes the same step in the other position, or neither makes it.
            let twin = &self.ends[1 - one].position;
            let Some(same) = twin.block_on(block.anchor) else { continue };
            let stays = |cell: u16| twin.is_free(cell) || twin.block_on(cell) == Some(same);
            if !tray.cells(block.class, to).all(stays) {
                continue;
            }
            self.hold(block, false);
            self.ends[one].position.step(tray, number, to);
            self.ends[1 - one].position.step(tray, same, to);
            self.hold(Block { anchor: to, ..block }, true);
        }
    }

    /// The moves from the start to the goal, where the two positions are the same.
    pub(super) fn into_moves(self) -> Vec<Shift> {
        let [start, goal] = self.ends.map(|end| end.position.moves);
        start.into_iter().chain(goal.into_iter().rev().map(Shift::reversed)).collect()
    }
}

/// The cells nearest to the straight line between two.
fn line(from: Cell, to: Cell) -> impl Iterator<Item = Cell> {
    let steps = from.0.abs_diff(to.0).max(from.1.abs_diff(to.1)).max(1);
    let between = move |from: u16, to: u16, step: u16| {
        let (from, to) = (i32::from(from), i32::from(to));
        (from + (to - from) * i32::from(step) / i32::from(steps)) as u16
    };
    (0..=steps).map(move |step| (between(from.0, to.0, step), between(from.1, to.1, step)))
}
