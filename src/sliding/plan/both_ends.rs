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

use traybit_core::search::limits::AnyProgress;

use crate::metric::Shift;
use crate::plan::carrier::Carrier;
use crate::plan::carry::Carried;
use crate::plan::goal::layer;
use crate::plan::pair::Pair;
use crate::plan::position::Block;
use crate::puzzle::Cell;

/// Worth of each cell of a block: large ones come first, and the small ones are left for the end.
const WORTH: i64 = 4;
/// Blocks tried at a cell that neither position has there.
const CHOICES: usize = 4;
/// Failures after which a cell is left for the end.
const PATIENCE: u32 = 8;
/// Distances up to which blocks are released, in turn; none at first.
const RADII: u32 = 4;

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

impl Pair<'_> {
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
