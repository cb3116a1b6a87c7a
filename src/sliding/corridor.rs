//! Distance of a block from its target when other blocks may stand between: an estimate for large trays.
//!
//! The cheapest path of one block through the tray, where a step costs 1 and each taken cell it sweeps costs
//! [`TAKEN`] more: clearing the path lowers the estimate, and a wall of other blocks is worth a detour. Found by
//! A* on the block's anchors with the straight distance as its bound, so that a clear path costs no more than its
//! own length.

use crate::board::{Area, Board, Towards};
use traybit_core::grid::Size;

/// Steps that a taken cell on the path is worth.
pub const TAKEN: u32 = 1;
/// Anchors looked at before the bound found so far must do.
const MOST_ANCHORS: usize = 4_000;

/// Working storage for one tray.
#[derive(Debug, Default)]
pub struct Corridor {
    /// Cheapest known cost of each anchor, with the round it was found in.
    costs: Vec<(u32, u32)>,
    round: u32,
    /// Anchors still to be expanded, by cost and bound, counted from the first bound.
    open: Vec<Vec<Area>>,
}

impl Corridor {
    /// The cost of the cheapest path of the block at `from`, which must not stand on the board, to `to`.
    pub fn cost(&mut self, board: &Board, size: Size, from: Area, to: Area) -> u32 {
        let bound = |at: Area| u32::from(at.0.abs_diff(to.0)) + u32::from(at.1.abs_diff(to.1));
        let index = |at: Area| size.number((at.0, at.1));
        let least = bound(from);
        if is_clear_round_a_corner(board, from, to) {
            return least;
        }
        self.costs.resize(size.cells(), (0, 0));
        self.round += 1;
        self.open.iter_mut().for_each(Vec::clear);
        self.costs[index(from)] = (self.round, 0);
        push(&mut self.open, 0, from);
        let mut looked_at = 0;
        let mut level = 0;
        while level < self.open.len() {
            let Some(at) = self.open[level].pop() else {
                level += 1;
                continue;
            };
            let cost = self.costs[index(at)].1;
            if cost + bound(at) != least + level as u32 {
                continue;
            }
            looked_at += 1;
            if at == to || looked_at > MOST_ANCHORS {
                return least + level as u32;
            }
            for towards in Towards::ALL {
                if !towards.stays_inside(at, size) {
                    continue;
                }
                let next = towards.step(at);
                let next_cost = cost + 1 + TAKEN * board.taken_beyond(at, towards);
                let known = &mut self.costs[index(next)];
                if known.0 != self.round || known.1 > next_cost {
                    *known = (self.round, next_cost);
                    push(&mut self.open, (next_cost + bound(next) - least) as usize, next);
                }
            }
        }
        least
    }
}

/// True if one of the two paths with a single corner is free of blocks.
fn is_clear_round_a_corner(board: &Board, from: Area, to: Area) -> bool {
    let (top, left) = (from.0.min(to.0), from.1.min(to.1));
    let (tall, long) = (from.2 + from.0.abs_diff(to.0), from.3 + from.1.abs_diff(to.1));
    let across = |row: u16| board.is_clear((row, left, from.2, long));
    let down = |column: u16| board.is_clear((top, column, tall, from.3));
    (across(from.0) && down(to.1)) || (down(from.1) && across(to.0))
}

fn push(open: &mut Vec<Vec<Area>>, level: usize, at: Area) {
    if open.len() <= level {
        open.resize_with(level + 1, Vec::new);
    }
    open[level].push(at);
}
