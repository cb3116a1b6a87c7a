//! Estimates of a window: the steps of the nearest block, what stands on its route, and what is displaced.

use traybit_core::bits::CellSet;

use crate::board::Towards;
use crate::layout::set;
use crate::plan::cells::{Cells, each};
use crate::plan::field::FAR;
use crate::plan::window::{State, Window};

/// Weight of the cost of a unit block that is still on its way.
const COST: u32 = 4;
/// Weight of a step that is left.
const STEP_WEIGHT: u32 = 8;
/// Weight of a cell on the route that a block must leave.
const CLEARED: u32 = 6;
/// Distance up to which free cells are looked for.
const RINGS: u32 = 10;
/// Weight of a block that is not on its target though it was.
const DISPLACED: u32 = 16;
/// Weight of each step from such a block to its target.
const AWAY: u32 = 4;

impl Window<'_> {
    /// The cost of the block that is nearest to the target, and its anchor.
    fn nearest(&self, state: &State) -> (u32, u8) {
        let Some(number) = self.aim.group else {
            let units = state.fluid & !state.free;
            if let Some(target) = self.aim.target.filter(|&target| units.contains(target.into())) {
                return (0, target);
            }
            let spare = each(units & !self.units);
            let costs = spare.map(|cell| (self.aim.costs[usize::from(cell)].max(1), cell));
            return costs.min().unwrap_or((FAR, 0));
        };
        let group = &self.groups[number];
        let anchors = state.anchors[group.bytes.0..group.bytes.1].iter();
        let loose = anchors.filter(|anchor| !group.held.contains(anchor));
        loose.map(|&anchor| (self.aim.costs[usize::from(anchor)], anchor)).min().unwrap_or((FAR, 0))
    }

    /// The cheapest route from each anchor.
    pub(super) fn routes(&self) -> Vec<(u32, Cells)> {
        let mut routes = vec![(0, Cells::EMPTY); 256];
        let Some(number) = self.aim.group else { return routes };
        let group = &self.groups[number];
        let cost = |anchor: u8| self.aim.costs[usize::from(anchor)];
        let count = self.frame.height * self.frame.width;
        let mut anchors: Vec<u8> =
            (0..count).map(|anchor| anchor as u8).filter(|&anchor| cost(anchor) < FAR).collect();
        anchors.sort_by_key(|&anchor| cost(anchor));
        for anchor in anchors {
            if u16::from(anchor) % self.frame.width < group.lead {
                continue;
            }
            let steps = Towards::ALL.into_iter().filter_map(|towards| self.next(group, anchor, towards));
            if let Some(next) = steps.min_by_key(|&next| cost(next)).filter(|&next| cost(next) < cost(anchor))
            {
                let front = group.cells_at(next) & !group.cells_at(anchor);
                let (steps, cells) = routes[usize::from(next)];
                routes[usize::from(anchor)] = (steps + 1, cells | front);
            }
        }
        routes
    }

    /// Work to be done before a block can go the rest of its route.
    fn obstruction(&self, state: &State, cells: Cells) -> u32 {
        let mut left = cells & !state.free;
        let mut sum = CLEARED * (left & !state.fluid).len();
        let mut reached = state.free;
        for ring in 1..=RINGS {
            if left.is_empty() {
                break;
            }
            reached = self.frame.grown(reached) & self.open;
            let hit = left & reached;
            sum += ring * ((hit & !state.fluid).len() + hit.len()) / 2;
            left = left & !hit;
        }
        sum + RINGS * left.len()
    }

    /// Steps from a cell to the nearest of some.
    fn distance(&self, cell: u8, cells: Cells) -> u32 {
        let width = self.frame.width;
        let (row, column) = (u16::from(cell) / width, u16::from(cell) % width);
        let steps = each(cells).map(|other| {
            let other = u16::from(other);
            u32::from(row.abs_diff(other / width) + column.abs_diff(other % width))
        });
        steps.min().unwrap_or(32)
    }

    /// Weight of the blocks that must be brought back.
    fn displaced(&self, state: &State) -> u32 {
        let mut sum = DISPLACED * (self.units & (state.free | !state.fluid)).len();
        for group in self.groups.iter().filter(|group| !group.held.is_empty()) {
            let anchors = &state.anchors[group.bytes.0..group.bytes.1];
            for &held in group.held.iter().filter(|held| !anchors.contains(held)) {
                let loose = anchors.iter().filter(|anchor| !group.held.contains(anchor)).copied();
                sum += DISPLACED + AWAY * self.distance(held, set(loose));
            }
        }
        sum
    }

    /// Work that seems to be left; 0 where the search is to end.
    pub(super) fn estimate(&self, state: &State) -> u32 {
        let (cost, anchor) = self.nearest(state);
        let ahead = match cost.saturating_sub(self.aim.goal) {
            0 => 0,
            more if self.aim.group.is_none() => COST * more.min(1000),
            _ => {
                let (steps, cells) = self.aim.routes[usize::from(anchor)];
                1 + STEP_WEIGHT * steps.min(100) + self.obstruction(state, cells)
            }
        };
        ahead + self.displaced(state)
    }
}
