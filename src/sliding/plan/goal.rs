//! The targets of an attempt, and their order.

use std::cmp::Reverse;

use traybit_core::rng::Rng;

use crate::plan::gather::gather;
use crate::plan::position::{Block, Position, Tray};

/// Steps tried for each block while free cells are gathered in a corner.
const STEPS: usize = 60;

/// The targets that meet a goal, those far from a corner of the tray first, and where there is a whole position that
/// meets it, moves that lead from there to the position with these targets.
pub(super) fn targets(
    tray: &Tray,
    start: &Position,
    goal: &[Vec<u16>],
    corner: (u16, u16),
    rng: &mut Rng,
) -> (Vec<Block>, Option<Position>) {
    let mut whole = whole_goal(tray, start, goal);
    if let Some(position) = &mut whole {
        let all: Vec<usize> = (0..position.blocks.len()).collect();
        gather(tray, position, tray.size().number(corner) as u16, &all, STEPS, rng);
    }
    let mut targets = match &whole {
        Some(position) => position.blocks.clone(),
        None => named(goal).collect(),
    };
    targets.sort_by_cached_key(|&target| {
        Reverse((layer(tray, target, corner), Some(target.class) != tray.fluid))
    });
    (targets, whole)
}

/// The blocks that a goal names, each on its target.
fn named(goal: &[Vec<u16>]) -> impl Iterator<Item = Block> {
    let classes = goal.iter().enumerate();
    classes.flat_map(|(class, anchors)| anchors.iter().map(move |&anchor| Block { class, anchor }))
}

/// Distance from the corner to the far end of a target: by layers, which keep the form of the tray, and within its layer.
fn layer(tray: &Tray, target: Block, corner: (u16, u16)) -> (u16, u16) {
    let size = tray.size();
    let away = |cell: u16| {
        let (row, column) = size.cell(cell.into());
        let down = row.abs_diff(corner.0) + size.width.saturating_sub(size.height);
        let across = column.abs_diff(corner.1) + size.height.saturating_sub(size.width);
        (down.max(across), down.min(across))
    };
    tray.cells(target.class, target.anchor).map(away).max().unwrap_or_default()
}

/// The position that meets a goal with most blocks where it says, where those that it leaves out can stay where they
/// start.
fn whole_goal(tray: &Tray, start: &Position, goal: &[Vec<u16>]) -> Option<Position> {
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
