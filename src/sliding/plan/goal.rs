//! The targets of an attempt, and their order.

use std::cmp::Reverse;

use traybit_core::grid::Size;

use crate::plan::position::{Block, Position, Tray};

/// The targets that a goal names, those far from a corner of the tray first.
pub(super) fn targets(tray: &Tray, goal: &[Vec<u16>], corner: (u16, u16)) -> Vec<Block> {
    let mut targets: Vec<Block> = named(goal).collect();
    let far_end = |target: Block| {
        tray.cells(target.class, target.anchor).map(|cell| layer(tray.size(), cell, corner)).max()
    };
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

/// The position that meets a goal with most blocks where it says, where those that it leaves out can stay where they
/// start.
pub(super) fn whole_goal(tray: &Tray, start: &Position, goal: &[Vec<u16>]) -> Option<Position> {
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
    let mut take =
        |block: Block| tray.cells(block.class, block.anchor).for_each(|cell| taken[usize::from(cell)] = true);
    named(goal).for_each(&mut take);
    let mut anchors = goal.to_vec();
    for &block in &start.blocks {
        let stays = missing[block.class] > 0
            && tray.cells(block.class, block.anchor).all(|cell| !taken[usize::from(cell)]);
        if stays {
            missing[block.class] -= 1;
            anchors[block.class].push(block.anchor);
        }
    }
    missing.iter().all(|&count| count == 0).then(|| Position::new(tray, &anchors))
}
