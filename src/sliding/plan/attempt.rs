//! One attempt: targets are met by rank, and released where they are in the way of another one.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use crate::metric::Shift;
use crate::plan::carrier::Carrier;
use crate::plan::carry::Carried;
use crate::plan::position::{Block, Position, Tray};
use traybit_core::grid::Size;

/// Distances up to which targets are released, in turn.
const RADII: u32 = 3;

/// A target of an attempt.
struct Target {
    block: Block,
    /// The lowest rank comes first.
    rank: i64,
    is_met: bool,
    /// Number of times that it could not be met.
    failures: u32,
}

/// Runs an attempt at some targets, those first that are to be met first, to its end: the moves, if all were met, and
/// the number of positions.
pub(super) fn attempt(mut carrier: Carrier, targets: Vec<Block>) -> (Option<Vec<Shift>>, u64) {
    let (effort, progress) = (carrier.effort, &carrier.limits.progress.any);
    let target = |(block, rank): (Block, i64)| Target { block, rank: rank << 20, is_met: false, failures: 0 };
    let mut targets: Vec<Target> = targets.into_iter().zip(0..).map(target).collect();
    // Targets to be met, by rank.
    let mut open: BTreeSet<(i64, usize)> = targets.iter().map(|target| target.rank).zip(0..).collect();
    let mut is_over = false;
    while let Some(&(mut rank, number)) = open.first()
        && !is_over
    {
        let block = targets[number].block;
        match carrier.carry(block, usize::MAX) {
            Carried::There => {
                carrier.hold(block, true);
                targets[number].is_met = true;
                open.remove(&(rank, number));
                progress.targets.store(targets.len() as u32, Ordering::Relaxed);
                progress.met.fetch_max((targets.len() - open.len()) as u32, Ordering::Relaxed);
            }
            Carried::Stuck { .. } => {
                open.remove(&(rank, number));
                targets[number].failures += 1;
                let radius = 1 + targets[number].failures % RADII;
                // The targets around it are released, and come after it from now on.
                for (other, target) in targets.iter_mut().enumerate() {
                    if target.is_met && distance(carrier.position.tray, block, target.block) <= radius {
                        target.is_met = false;
                        carrier.hold(target.block, false);
                        rank = rank.min(target.rank - 1);
                        open.insert((target.rank, other));
                    }
                }
                targets[number].rank = rank;
                open.insert((rank, number));
                carrier.bring_free_cells(block.anchor);
            }
            Carried::Over => is_over = true,
        }
    }
    let positions = (effort - carrier.effort) as u64;
    ((!is_over).then_some(carrier.position.moves), positions)
}

/// The targets that a goal names, those far from a corner of the tray first.
pub(super) fn targets(tray: &Tray, goal: &[Vec<u16>], corner: (u16, u16)) -> Vec<Block> {
    let mut targets: Vec<Block> = named(goal).collect();
    let far_end = |target: Block| tray.cells(target).map(|cell| layer(tray.size(), cell, corner)).max();
    targets.sort_by_cached_key(|&target| Reverse((far_end(target), Some(target.class) != tray.fluid)));
    targets
}

/// The blocks that a goal names, each on its target.
fn named(goal: &[Vec<u16>]) -> impl Iterator<Item = Block> {
    let classes = goal.iter().enumerate();
    classes.flat_map(|(class, anchors)| anchors.iter().map(move |&anchor| Block { class, anchor }))
}

/// Distance of a cell from a corner: by layers, which keep the shape of the tray, and within its layer.
pub(super) fn layer(size: Size, cell: u16, corner: (u16, u16)) -> (u16, u16) {
    let (row, column) = size.cell(cell.into());
    let down = row.abs_diff(corner.0) + size.width.saturating_sub(size.height);
    let across = column.abs_diff(corner.1) + size.height.saturating_sub(size.width);
    (down.max(across), down.min(across))
}

/// The fewest steps between a cell of one block and a cell of another.
fn distance(tray: &Tray, one: Block, other: Block) -> u32 {
    let steps = |from: u16| tray.cells(other).map(move |to| tray.size().steps(from.into(), to.into()));
    tray.cells(one).flat_map(steps).min().unwrap_or(0)
}

/// The position that meets a goal with most blocks in given places, if those that the goal leaves out can stay where
/// they start.
pub(super) fn whole_goal<'a>(start: &Position<'a>, goal: &[Vec<u16>]) -> Option<Position<'a>> {
    let tray = start.tray;
    let mut missing: Vec<usize> = vec![0; goal.len()];
    for block in &start.blocks {
        missing[block.class] += 1;
    }
    for block in named(goal) {
        missing[block.class] -= 1;
    }
    if 2 * missing.iter().sum::<usize>() > start.blocks.len() {
        return None;
    }
    let mut taken = vec![false; tray.size().cells()];
    named(goal).flat_map(|block| tray.cells(block)).for_each(|cell| taken[usize::from(cell)] = true);
    let mut anchors = goal.to_vec();
    for &block in &start.blocks {
        if missing[block.class] > 0 && tray.cells(block).all(|cell| !taken[usize::from(cell)]) {
            missing[block.class] -= 1;
            anchors[block.class].push(block.anchor);
        }
    }
    missing.iter().all(|&count| count == 0).then(|| Position::new(tray, &anchors))
}
