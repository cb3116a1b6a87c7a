//! Attempts from both ends, for goals that say where all blocks are: two positions are made equal, cell by cell.
//!
//! ```text
//!   start ──▶ one position   =   the other ◀── goal
//!
//!        # # # # # #          # # # # # #      # the same in both
//!        # # # # # #          # # # # # #
//!        # # ? · · ·          # # ? · · ·      ? the next cell: any block that can be brought there in both
//!        # # · · · ·          # # · · · ·        may cover it
//! ```
//!
//! Moves can be undone, so the goal's end can be changed as well as the start's: no place needs one particular
//! block, and free cells end up in one corner. If no block can be brought, free cells are brought near,
//! through the settled part, and the blocks around are released, farther and farther out, to be settled again.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use crate::plan::carrier::{Carrier, NEAR, NotCarried, STEPS};
use crate::plan::layer;
use crate::plan::position::Block;
use crate::{Cell, Classes, Shift};
use traybit_core::space::Move;

/// Weight of each cell of a block: large blocks come first, and small ones are left for the end.
const WORTH: i64 = 4;
/// Blocks tried at a cell that neither position has there.
const CHOICES: usize = 4;
/// Failures after which a cell is left for the end.
const PATIENCE: u32 = 8;
/// Distances up to which blocks are released, in turn; none at first.
const RADII: u32 = 4;
/// Steps tried for each block while free cells are gathered in a corner.
const STEPS_TO_CORNER: usize = 60;
/// Draws of a step that cost as much as a position.
const DRAWS: usize = 16;
/// Maximum number of positions for one carry: longer ones go back and forth.
const MOST: usize = 10_000;

/// Attempts a goal that says where all blocks are; cells far from a corner come first. Returns the moves, if
/// the two positions became equal, and the number of positions.
pub(super) fn attempt(mut ends: [Carrier; 2], corner: Cell) -> (Option<Vec<Move>>, u64) {
    let tray = ends[0].position.tray;
    let size = tray.size;
    let mut cells: Vec<u16> = tray.open_cells().collect();
    cells.sort_by_cached_key(|&cell| Reverse(layer(size, cell, corner)));
    let (loose, effort) = (ends[0].position.blocks.len(), ends[0].effort);
    let all: Vec<usize> = (0..loose).collect();
    for end in &mut ends {
        end.gather(size.number(corner) as u16, &all, STEPS_TO_CORNER);
    }
    let mut pair = Pair { ends, loose };
    let is_done = pair.settle_all(&cells);
    let positions = pair.ends.iter().map(|end| (effort - end.effort) as u64).sum();
    let [start, goal] = pair.ends.map(|end| end.position.moves);
    let moves = start.into_iter().chain(goal.into_iter().rev().map(Shift::reversed)).map(Move::from);
    (is_done.then(|| moves.collect()), positions)
}

/// The two positions, and what is held in both.
struct Pair<'a> {
    ends: [Carrier<'a>; 2],
    /// Number of blocks that are not held.
    loose: usize,
}

impl<'a> Pair<'a> {
    fn tray(&self) -> &'a Classes {
        self.ends[0].position.tray
    }

    /// True if a cell is covered by a block that is held at the same place in both.
    fn is_held(&self, cell: u16) -> bool {
        self.ends[0].is_held[usize::from(cell)]
    }

    /// The blocks that cover a cell, in one position and in the other.
    fn on(&self, cell: u16) -> impl Iterator<Item = Block> + '_ {
        self.ends.iter().filter_map(move |end| end.position.block_on(cell))
    }

    /// Brings a block to the same place in both and holds it there.
    fn bring(&mut self, block: Block) -> Result<(), NotCarried> {
        self.ends.iter_mut().try_for_each(|end| end.carry(block, MOST))?;
        self.hold(block, true);
        self.loose -= 1;
        Ok(())
    }

    fn hold(&mut self, block: Block, held: bool) {
        self.ends.iter_mut().for_each(|end| end.hold(block, held));
    }

    /// Releases the held blocks that are at most `radius` steps from the straight line between two cells.
    fn release_between(&mut self, from: u16, to: u16, radius: u32) {
        let (tray, size) = (self.tray(), self.tray().size);
        let line: Vec<Cell> = line(size.cell(from.into()), size.cell(to.into())).collect();
        let is_near =
            |cell: u16| line.iter().any(|&other| size.steps(cell.into(), size.number(other)) <= radius);
        let mut near = self.ends[0].position.blocks.clone();
        near.retain(|block| self.is_held(block.anchor) && tray.cells(*block).any(is_near));
        self.loose += near.len();
        for block in near {
            self.hold(block, false);
        }
    }

    fn bring_free_cells(&mut self, centre: u16) {
        let tray = self.tray();
        let near = self.ends.each_ref().map(|end| end.position.near(centre, NEAR));
        for (end, near) in self.ends.iter_mut().zip(&near) {
            end.effort = end.effort.saturating_sub(STEPS * near.len() / DRAWS);
        }
        for turn in 0..STEPS * (near[0].len() + near[1].len()) {
            let one = turn % 2;
            let end = &mut self.ends[one];
            let Some((number, to)) = end.drawn_away(centre, &near[one]) else { continue };
            let before = end.position.blocks[number];
            if !end.is_held[usize::from(before.anchor)] {
                end.position.step(number, to);
                continue;
            }
            // The same block makes the same step in the other position, or neither makes it.
            let after = Block { anchor: to, ..before };
            let twin = &self.ends[1 - one].position;
            let Some(same) = twin.number_on(before.anchor) else { continue };
            if tray.cells(after).all(|cell| twin.is_free(cell) || twin.number_on(cell) == Some(same)) {
                self.hold(before, false);
                self.ends[one].position.step(number, to);
                self.ends[1 - one].position.step(same, to);
                self.hold(after, true);
            }
        }
    }

    /// Settles the cells one after another, returning to earlier ones at which the two positions differ;
    /// false if the attempt is over.
    fn settle_all(&mut self, cells: &[u16]) -> bool {
        let (all, progress) = (self.loose, &self.ends[0].limits.progress);
        progress.targets.store(all as u32, Ordering::Relaxed);
        let mut failures: Vec<u32> = vec![0; self.tray().size.cells()];
        let (mut front, mut differs_behind) = (0, false);
        while self.loose > 0 {
            if self.ends.iter().any(|end| end.effort == 0 || end.limits.check_time().is_err()) {
                return false;
            }
            let is_last = front == cells.len();
            let is_due = |&&cell: &&u16| {
                (is_last || failures[usize::from(cell)] < PATIENCE)
                    && !self.is_held(cell)
                    && self.on(cell).next().is_some()
            };
            let behind = &cells[..if differs_behind || is_last { front } else { 0 }];
            let due = behind.iter().filter(is_due).min_by_key(|&&cell| failures[usize::from(cell)]);
            differs_behind = due.is_some();
            let Some(&cell) = due.or(cells.get(front)) else { return false };
            front += usize::from(due.is_none());
            match self.settle(cell) {
                Ok(()) => {}
                Err(NotCarried::Stuck { .. }) if self.on(cell).next().is_none() => {}
                Err(NotCarried::Stuck { at }) => {
                    let failed = &mut failures[usize::from(cell)];
                    *failed += 1;
                    if let radius @ 1.. = *failed % RADII {
                        self.release_between(cell, at, radius);
                    }
                    self.bring_free_cells(at);
                    differs_behind = true;
                }
                Err(NotCarried::Over) => return false,
            }
            progress.met.fetch_max((all - self.loose) as u32, Ordering::Relaxed);
        }
        true
    }

    /// Gets a cell covered by the same block in both: by one that covers it in one of them, if possible.
    fn settle(&mut self, cell: u16) -> Result<(), NotCarried> {
        if self.is_held(cell) {
            return Ok(());
        }
        let (mut stuck, mut tried) = (cell, Vec::new());
        let (here, any): (Vec<Block>, Vec<Block>) = (self.on(cell).collect(), self.covering(cell));
        for blocks in [here, any] {
            let mut choices: Vec<(i64, Block)> = Vec::new();
            for block in blocks.into_iter().filter(|block| !tried.contains(block)) {
                let area = self.tray().classes[block.class].shape.area() as i64;
                let cost = self.ends.iter_mut().map(|end| end.cost(block)).sum::<Option<u32>>();
                choices.extend(cost.map(|cost| (i64::from(cost) - WORTH * area, block)));
            }
            choices.sort_unstable();
            choices.dedup();
            for (_, block) in choices.into_iter().take(CHOICES) {
                match self.bring(block) {
                    Err(NotCarried::Stuck { at }) => stuck = at,
                    carried => return carried,
                }
                tried.push(block);
            }
        }
        Err(NotCarried::Stuck { at: stuck })
    }

    fn covering(&self, cell: u16) -> Vec<Block> {
        let tray = self.tray();
        let may_stand = |block: &Block| {
            tray.classes[block.class].can_stand(block.anchor)
                && tray.cells(*block).all(|cell| !self.is_held(cell))
        };
        let blocks = tray.classes.iter().enumerate().flat_map(|(class, of_class)| {
            let back = of_class.shape.offsets().map(|(down, right)| (-down, -right));
            let anchors = back.filter_map(move |offset| tray.shifted(cell, offset));
            anchors.map(move |anchor| Block { class, anchor })
        });
        blocks.filter(may_stand).collect()
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
