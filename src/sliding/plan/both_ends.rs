//! An attempt from both ends, where the goal says where all blocks are: two positions are made the same, cell by cell.
//!
//! ```text
//!   start ──▶ one position   =   the other ◀── goal
//!
//!        # # # # # #          # # # # # #      # the same in both
//!        # # # # # #          # # # # # #
//!        # # ? · · ·          # # ? · · ·      ? the next cell: any block may cover it that can be brought
//!        # # · · · ·          # # · · · ·        there in both
//! ```
//!
//! Moves can be undone, so that the goal's end may be changed as well as the start's: there is no place that has to be
//! filled with one block, and free cells end up in one corner. Where nothing could be brought, free cells come near,
//! through what is the same, and the blocks around are released, farther and farther out, to be settled again.

use std::cmp::Reverse;
use std::sync::atomic::Ordering;

use crate::metric::Shift;
use crate::plan::attempt::layer;
use crate::plan::carry::Carried;
use crate::plan::position::{Block, Carrier, Tray};
use crate::puzzle::Cell;
use traybit_core::search::limits::AnyProgress;

/// Worth of each cell of a block: large ones come first, and the small ones are left for the end.
const WORTH: i64 = 4;
/// Blocks tried at a cell that neither position has there.
const CHOICES: usize = 4;
/// Failures after which a cell is left for the end.
const PATIENCE: u32 = 8;
/// Distances up to which blocks are released, in turn; none at first.
const RADII: u32 = 4;
/// Steps tried for each block while free cells are gathered in a corner.
const STEPS_TO_CORNER: usize = 60;
/// Steps tried for each block near a cell to which free cells are brought, and the distance up to which blocks are near.
const STEPS: usize = 30;
const NEAR: u32 = 14;
/// Draws of a step that cost as much as a position.
const DRAWS: usize = 16;
/// Positions for one carry: what takes longer goes to and fro.
const MOST: usize = 10_000;

/// An attempt at a goal that says where all blocks are; cells far from a corner come first. Gives the moves, if the two
/// positions became the same, and the positions looked at.
pub(super) fn attempt(ends: [Carrier; 2], corner: Cell) -> (Option<Vec<Shift>>, u64) {
    let (tray, progress) = (ends[0].tray, &ends[0].limits.progress.any);
    let size = tray.size();
    let mut cells: Vec<u16> =
        (0..=u16::MAX).take(size.cells()).filter(|&cell| tray.puzzle.is_open(cell.into())).collect();
    cells.sort_by_cached_key(|&cell| Reverse(layer(size, cell, corner)));
    let mut pair = Pair::new(ends, size.number(corner) as u16);
    progress.targets.store(pair.loose as u32, Ordering::Relaxed);
    let is_done = pair.settle_all(&cells, progress);
    let positions = pair.positions();
    (is_done.then(|| pair.into_moves()), positions)
}

/// The two positions, and what is held in both.
struct Pair<'a> {
    ends: [Carrier<'a>; 2],
    /// Blocks that are not held.
    loose: usize,
    effort: usize,
}

impl<'a> Pair<'a> {
    /// The start and the goal, after the free cells of both were gathered near a cell.
    fn new(mut ends: [Carrier<'a>; 2], corner: u16) -> Self {
        let (loose, effort) = (ends[0].position.blocks.len(), ends[0].effort);
        let all: Vec<usize> = (0..loose).collect();
        for end in &mut ends {
            end.gather(corner, &all, STEPS_TO_CORNER);
        }
        Self { ends, loose, effort }
    }

    /// The tray of both.
    fn tray(&self) -> &'a Tray<'a> {
        self.ends[0].tray
    }

    /// Positions looked at.
    fn positions(&self) -> u64 {
        self.ends.iter().map(|end| (self.effort - end.effort) as u64).sum()
    }

    /// True if the attempt has had its positions, or the limits were reached.
    fn is_over(&self) -> bool {
        self.ends.iter().any(|end| end.effort == 0 || end.limits.check_time().is_err())
    }

    /// True if a cell is taken by a block that stands alike in both.
    fn is_held(&self, cell: u16) -> bool {
        self.ends[0].is_held[usize::from(cell)]
    }

    /// The blocks that stand on a cell, in one position and in the other.
    fn on(&self, cell: u16) -> impl Iterator<Item = Block> + '_ {
        let on =
            move |end: &Carrier<'a>| end.position.block_on(cell).map(|number| end.position.blocks[number]);
        self.ends.iter().filter_map(on)
    }

    /// The estimated cost of bringing a block to the same place in both; none where there is no such block.
    fn cost(&mut self, block: Block) -> Option<u32> {
        self.ends.iter_mut().map(|end| end.cost(block)).sum()
    }

    /// Brings a block to the same place in both and holds it there.
    fn bring(&mut self, block: Block) -> Carried {
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
    fn let_go_between(&mut self, from: u16, to: u16, radius: u32) {
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
    fn bring_free_cells(&mut self, centre: u16) {
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
    fn into_moves(self) -> Vec<Shift> {
        let [start, goal] = self.ends.map(|end| end.position.moves);
        start.into_iter().chain(goal.into_iter().rev().map(Shift::reversed)).collect()
    }

    /// Settles the cells one after another, and again those behind at which the two positions differ; false when the
    /// attempt is over.
    fn settle_all(&mut self, cells: &[u16], progress: &AnyProgress) -> bool {
        let all = self.loose;
        let mut failures: Vec<u32> = vec![0; self.tray().size().cells()];
        let (mut front, mut differs_behind) = (0, false);
        while self.loose > 0 {
            if self.is_over() {
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
                Carried::There => {}
                Carried::Stuck { .. } if self.on(cell).next().is_none() => {}
                Carried::Stuck { at } => {
                    let failed = &mut failures[usize::from(cell)];
                    *failed += 1;
                    if let radius @ 1.. = *failed % RADII {
                        self.let_go_between(cell, at, radius);
                    }
                    self.bring_free_cells(at);
                    differs_behind = true;
                }
                Carried::Over => return false,
            }
            progress.met.fetch_max((all - self.loose) as u32, Ordering::Relaxed);
        }
        true
    }

    /// Gets a cell covered by the same block in both: by one that covers it in one of them, if possible.
    fn settle(&mut self, cell: u16) -> Carried {
        if self.is_held(cell) || self.loose == 0 {
            return Carried::There;
        }
        let (mut stuck, mut tried) = (Carried::Stuck { at: cell }, Vec::new());
        let (here, any): (Vec<Block>, Vec<Block>) = (self.on(cell).collect(), self.covering(cell));
        for blocks in [here, any] {
            let mut choices: Vec<(i64, Block)> = Vec::new();
            for block in blocks.into_iter().filter(|block| !tried.contains(block)) {
                let area = self.tray().geometries[block.class].cells.len() as i64;
                choices.extend(self.cost(block).map(|cost| (i64::from(cost) - WORTH * area, block)));
            }
            choices.sort_unstable();
            choices.dedup();
            for (_, block) in choices.into_iter().take(CHOICES) {
                match self.bring(block) {
                    Carried::Stuck { at } => stuck = Carried::Stuck { at },
                    carried => return carried,
                }
                tried.push(block);
            }
        }
        stuck
    }

    /// All blocks that may cover a cell, and nothing that is held.
    fn covering(&self, cell: u16) -> Vec<Block> {
        let (tray, mut blocks) = (self.tray(), Vec::new());
        for (class, geometry) in tray.geometries.iter().enumerate() {
            let anchors =
                geometry.cells.iter().filter_map(|&(down, right)| tray.shifted(cell, (-down, -right)));
            let may_stand = |anchor: &u16| {
                tray.puzzle.classes[class].can_stand(tray.size(), *anchor)
                    && tray.cells(class, *anchor).all(|cell| !self.is_held(cell))
            };
            blocks.extend(anchors.filter(may_stand).map(|anchor| Block { class, anchor }));
        }
        blocks
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
