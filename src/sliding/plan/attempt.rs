//! One attempt: targets are met by rank, and released where they are in the way of another one.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use crate::metric::Shift;
use crate::plan::carry::Carried;
use crate::plan::position::{Block, Carrier, Position, Tray};
use traybit_core::grid::Size;

/// Distances up to which targets are released, in turn.
const RADII: u32 = 3;

/// An attempt under way.
pub(super) struct Attempt<'a> {
    carrier: Carrier<'a>,
    targets: Vec<Target>,
    /// Targets to be met, by rank.
    open: BTreeSet<(i64, usize)>,
    effort: usize,
}

/// A target of an attempt.
struct Target {
    block: Block,
    /// The lowest rank comes first.
    rank: i64,
    is_met: bool,
    /// Number of times that it could not be met.
    failures: u32,
}

impl<'a> Attempt<'a> {
    /// An attempt at some targets, those first that are to be met first.
    pub(super) fn new(carrier: Carrier<'a>, targets: Vec<Block>) -> Self {
        let target =
            |(block, rank): (Block, i64)| Target { block, rank: rank << 20, is_met: false, failures: 0 };
        let targets: Vec<Target> = targets.into_iter().zip(0..).map(target).collect();
        let open = targets.iter().map(|target| target.rank).zip(0..).collect();
        Self { effort: carrier.effort, carrier, targets, open }
    }

    /// Runs the attempt to its end: the moves, if all targets were met, and the positions looked at.
    pub(super) fn run(mut self) -> (Option<Vec<Shift>>, u64) {
        while let Some(&(_, number)) = self.open.first() {
            match self.carrier.carry(self.targets[number].block, usize::MAX) {
                Carried::There => self.meet(number),
                Carried::Stuck { .. } => self.let_go_round(number),
                Carried::Over => return (None, self.positions()),
            }
        }
        let positions = self.positions();
        (Some(self.carrier.position.moves), positions)
    }

    fn positions(&self) -> u64 {
        (self.effort - self.carrier.effort) as u64
    }

    fn meet(&mut self, number: usize) {
        let target = &mut self.targets[number];
        self.carrier.hold(target.block, true);
        target.is_met = true;
        self.open.remove(&(target.rank, number));
        let met = self.targets.len() - self.open.len();
        let progress = &self.carrier.limits.progress.any;
        progress.targets.store(self.targets.len() as u32, Ordering::Relaxed);
        progress.met.fetch_max(met as u32, Ordering::Relaxed);
    }

    /// Releases the targets around one that could not be met, which comes before them from now on.
    fn let_go_round(&mut self, number: usize) {
        let Target { block, mut rank, .. } = self.targets[number];
        self.targets[number].failures += 1;
        self.open.remove(&(rank, number));
        let radius = 1 + self.targets[number].failures % RADII;
        for (other, target) in self.targets.iter_mut().enumerate() {
            if target.is_met && self.carrier.tray.distance(block, target.block) <= radius {
                target.is_met = false;
                self.carrier.hold(target.block, false);
                rank = rank.min(target.rank - 1);
                self.open.insert((target.rank, other));
            }
        }
        self.targets[number].rank = rank;
        self.open.insert((rank, number));
        self.carrier.bring_free_cells(block.anchor);
    }
}

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
