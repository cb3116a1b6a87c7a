//! Planning above single moves, for trays of any size: targets are met one after another.
//!
//! ```text
//!   · · · · · · ┐      Cells far from one corner come first, in layers, so that those left keep the shape of the
//!   4 4 4 4 4 4 │      tray. Where the goal says where all blocks are, the goal's end is changed as well as the start's,
//!   3 3 3 3 3 4 │      until both are the same: free cells end up in that corner, and their share of the rest of the
//!   · 2 2 2 3 4 │      tray gets larger.
//!   · · 1 2 3 4 ┘
//! ```
//!
//! A block is carried along the cheapest route to its target by searches in small windows. Free cells are brought near
//! where they are too few, and a search puts back the blocks that it displaces. If that fails, the targets around are
//! released and met later. After an attempt that has used up its positions comes one with another corner, another seed
//! and more positions.

mod both_ends;
mod carrier;
mod cells;
pub(crate) mod position;
mod window;

use std::cmp::Reverse;
use std::sync::atomic::Ordering;
use std::time::Duration;

use crate::plan::carrier::{Carrier, NotCarried};
use crate::plan::position::{Block, Position};
use crate::{Cell, Classes};
use traybit_core::search::portfolio::Attempts;
use traybit_core::space::Move;
use traybit_core::{Limits, Rng, Size};

/// The time for a tray without blocks, and the number of blocks for which it doubles: the size of a space
/// grows with some power of the number of blocks.
const SLICE: Duration = Duration::from_millis(1);
const DOUBLING: usize = 3;
/// The longest time.
const LONGEST: Duration = Duration::from_mins(1);
/// Positions of an attempt, apart from those for its targets.
const EFFORT: usize = 100_000;
/// Positions of an attempt for each of its targets.
const EFFORT_OF_TARGET: usize = 3_000;
/// Attempts after which the share of positions doubles.
const EQUAL_SHARES: u32 = 4;
/// Distances up to which targets are released, in turn.
const RADII: u32 = 3;

/// Planning for one puzzle. Each move of a plan is one step.
pub struct Planner<'a>(pub &'a Classes);

impl Attempts for Planner<'_> {
    fn slice(&self) -> Duration {
        let doublings = (self.0.blocks() / DOUBLING).min(30) as u32;
        SLICE.saturating_mul(1 << doublings).min(LONGEST)
    }

    fn attempt(&self, number: u32, limits: &Limits) -> (Option<Vec<Move>>, u64) {
        let Classes { goals, size, .. } = self.0;
        let goal = goals.get(number as usize % goals.len().max(1));
        let Some(goal) = goal.filter(|goal| self.0.suffice(goal)) else { return (None, 0) };
        let (tray, start) = (self.0, Position::start(self.0));
        let (bottom, right) = (size.height - 1, size.width - 1);
        let corner = [(0, 0), (bottom, right), (0, right), (bottom, 0)][number as usize % 4];
        let share = |targets: usize| (EFFORT + EFFORT_OF_TARGET * targets) << (number / EQUAL_SHARES).min(16);
        let carrier = |position, stream, effort| {
            let (is_held, rng) = (vec![false; size.cells()], Rng::new(number.into(), stream));
            Carrier { position, is_held, effort, limits, rng }
        };
        if let Some(goal) = whole_goal(&start, goal) {
            let effort = 2 * share(start.blocks.len());
            return both_ends::attempt([carrier(start, 0, effort), carrier(goal, 1, effort)], corner);
        }
        let mut targets = Position::new(tray, goal).blocks;
        let far_end = |target: Block| tray.cells(target).map(|cell| layer(*size, cell, corner)).max();
        targets.sort_by_cached_key(|&target| Reverse((far_end(target), Some(target.class) != start.fluid)));
        let effort = share(targets.len());
        attempt(carrier(start, 0, effort), targets)
    }
}

/// A target of an attempt.
struct Target {
    block: Block,
    is_met: bool,
    /// Number of times that it could not be met.
    failures: u32,
}

/// Runs an attempt at some targets, in the order in which they are to be met, to its end. Returns the moves,
/// if all were met, and the number of positions.
fn attempt(mut carrier: Carrier, targets: Vec<Block>) -> (Option<Vec<Move>>, u64) {
    let (effort, progress) = (carrier.effort, &carrier.limits.progress);
    let target = |block| Target { block, is_met: false, failures: 0 };
    let mut targets: Vec<Target> = targets.into_iter().map(target).collect();
    let is_done = loop {
        let Some(next) = targets.iter().position(|target| !target.is_met) else { break true };
        let block = targets[next].block;
        match carrier.carry(block, usize::MAX) {
            Ok(()) => {
                carrier.hold(block, true);
                targets[next].is_met = true;
                let met = targets.iter().filter(|target| target.is_met).count();
                progress.targets.store(targets.len() as u32, Ordering::Relaxed);
                progress.met.fetch_max(met as u32, Ordering::Relaxed);
            }
            Err(NotCarried::Stuck { .. }) => {
                targets[next].failures += 1;
                let radius = 1 + targets[next].failures % RADII;
                // The targets around it are released, and come after it from now on.
                let mut first = next;
                for (number, target) in targets.iter_mut().enumerate().filter(|(_, target)| target.is_met) {
                    if distance(carrier.position.tray, block, target.block) <= radius {
                        carrier.hold(target.block, false);
                        target.is_met = false;
                        first = first.min(number);
                    }
                }
                targets[first..=next].rotate_right(1);
                carrier.bring_free_cells(block.anchor);
            }
            Err(NotCarried::Over) => break false,
        }
    };
    let moves = carrier.position.moves.into_iter().map(Move::from);
    (is_done.then(|| moves.collect()), (effort - carrier.effort) as u64)
}

/// Distance of a cell from a corner: by layers, which keep the shape of the tray, and within its layer.
fn layer(size: Size, cell: u16, corner: Cell) -> (u16, u16) {
    let (row, column) = size.cell(cell.into());
    let down = row.abs_diff(corner.0) + size.width.saturating_sub(size.height);
    let across = column.abs_diff(corner.1) + size.height.saturating_sub(size.width);
    (down.max(across), down.min(across))
}

/// The fewest steps between a cell of one block and a cell of another.
fn distance(tray: &Classes, one: Block, other: Block) -> u32 {
    let steps = |from: u16| tray.cells(other).map(move |to| tray.size.steps(from.into(), to.into()));
    tray.cells(one).flat_map(steps).min().unwrap_or(0)
}

/// A position that meets a goal which places most blocks, if the blocks that the goal leaves out can stay
/// where they start.
fn whole_goal<'a>(start: &Position<'a>, goal: &[Vec<u16>]) -> Option<Position<'a>> {
    let tray = start.tray;
    let classes = tray.classes.iter().zip(goal);
    let mut missing: Vec<usize> = classes.map(|(class, goal)| class.start.len() - goal.len()).collect();
    if 2 * missing.iter().sum::<usize>() > start.blocks.len() {
        return None;
    }
    let (named, mut anchors) = (Position::new(tray, goal), goal.to_vec());
    for &block in &start.blocks {
        if missing[block.class] > 0 && tray.cells(block).all(|cell| named.is_free(cell)) {
            missing[block.class] -= 1;
            anchors[block.class].push(block.anchor);
        }
    }
    missing.iter().all(|&count| count == 0).then(|| Position::new(tray, &anchors))
}
