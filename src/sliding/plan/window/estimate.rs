//! Estimates of a window: the steps of the nearest block, the blocks on its route, and the displaced ones.

use traybit_core::bits::CellSet;

use crate::board::Towards;
use crate::plan::carrier::FAR;
use crate::plan::cells::{Cells, each};
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
/// Weight of each step from such a block to its target, and the steps if there is none.
const AWAY: u32 = 4;
const ASTRAY: u32 = 32;

impl Window<'_> {
    /// The cost of the block that is nearest to the target, and its anchor.
    fn nearest(&self, state: &State) -> (u32, u8) {
        let Some(number) = self.aim else {
            let units = state.fluid & !state.free;
            if let Some(target) = self.target.filter(|&target| units.contains(target.into())) {
                return (0, target);
            }
            let spare = each(units & !self.units);
            let costs = spare.map(|cell| (self.costs[usize::from(cell)].max(1), cell));
            return costs.min().unwrap_or((FAR, 0));
        };
        let group = &self.groups[number];
        let loose = group.anchors(state).iter().filter(|anchor| !group.held.contains(anchor));
        loose.map(|&anchor| (self.costs[usize::from(anchor)], anchor)).min().unwrap_or((FAR, 0))
    }

    pub(super) fn routes(&self) -> Vec<(u32, Cells)> {
        let mut routes = vec![(0, Cells::EMPTY); 256];
        let Some(number) = self.aim else { return routes };
        let group = &self.groups[number];
        let cost = |anchor: u8| self.costs[usize::from(anchor)];
        let size = self.frame.size;
        let is_near = |&anchor: &u8| cost(anchor) < FAR && size.cell(anchor.into()).1 >= group.lead;
        let mut anchors: Vec<u8> = (0..size.cells()).map(|anchor| anchor as u8).filter(is_near).collect();
        anchors.sort_by_key(|&anchor| cost(anchor));
        for anchor in anchors {
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

    /// Weight of the blocks that must be brought back.
    fn displaced(&self, state: &State) -> u32 {
        let mut sum = DISPLACED * (self.units & (state.free | !state.fluid)).len();
        for group in self.groups.iter().filter(|group| !group.held.is_empty()) {
            let anchors = group.anchors(state);
            for &held in group.held.iter().filter(|held| !anchors.contains(held)) {
                let loose = anchors.iter().filter(|anchor| !group.held.contains(anchor));
                let steps = loose.map(|&anchor| self.frame.size.steps(held.into(), anchor.into())).min();
                sum += DISPLACED + AWAY * steps.unwrap_or(ASTRAY);
            }
        }
        sum
    }

    /// Work that seems to be left; 0 where the search is to end.
    pub(super) fn estimate(&self, state: &State) -> u32 {
        let (cost, anchor) = self.nearest(state);
        let ahead = match cost.saturating_sub(self.goal) {
            0 => 0,
            more if self.aim.is_none() => COST * more.min(1000),
            _ => {
                let (steps, cells) = self.routes[usize::from(anchor)];
                1 + STEP_WEIGHT * steps.min(100) + self.obstruction(state, cells)
            }
        };
        ahead + self.displaced(state)
    }
}
