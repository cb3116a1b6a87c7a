//! Distances of all anchors of a class from a target, through the crowd.
//!
//! The cheapest route of one block, where a step costs something and each block that stands on the cells that it
//! would newly cover costs more: the more, the harder it is to be moved away.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::board::Towards;
use crate::plan::position::{Block, Carrier, FREE};

/// Cost of a step.
pub(super) const STEP: u32 = 4;
/// Cost of a cell taken by a block that stands in the way.
const TAKEN: u32 = 2;
/// Cost of a cell taken by a block on its target.
const HELD: u32 = 12;
/// Cost of no route at all.
pub(super) const FAR: u32 = u32::MAX / 64;

/// Costs of the anchors from which one target is to be reached.
#[derive(Debug)]
pub(super) struct Field {
    costs: Vec<u32>,
}

impl Field {
    /// The costs for the target's class, up to `slack` above the cheapest block that is not held.
    pub(super) fn new(carrier: &Carrier, target: Block, slack: u32) -> Self {
        let Carrier { tray, position, is_held, .. } = carrier;
        let mut costs = vec![FAR; tray.size().cells()];
        let mut open = BinaryHeap::from([Reverse((0, target.anchor))]);
        let mut bound = FAR;
        costs[usize::from(target.anchor)] = 0;
        while let Some(Reverse((cost, anchor))) = open.pop() {
            if cost > bound {
                break;
            }
            if cost > costs[usize::from(anchor)] {
                continue;
            }
            if bound == FAR && position.stands(Block { anchor, ..target }) && !is_held[usize::from(anchor)] {
                bound = cost + slack;
            }
            // The steps that lead here.
            for towards in Towards::ALL {
                let (down, right) = towards.offset();
                let Some(before) = tray.shifted(anchor, (-down, -right)) else { continue };
                let class = &tray.puzzle.classes[target.class];
                if !class.can_stand(tray.size(), before)
                    || tray.next(target.class, before, towards) != Some(anchor)
                {
                    continue;
                }
                let taken = |cell: u16| match position.on[usize::from(cell)] {
                    FREE => 0,
                    _ if is_held[usize::from(cell)] => HELD,
                    number if tray.fluid == Some(position.blocks[number as usize - 1].class) => TAKEN / 2,
                    _ => TAKEN,
                };
                let cost = cost + STEP + tray.front(target.class, before, towards).map(taken).sum::<u32>();
                if cost < costs[usize::from(before)] {
                    costs[usize::from(before)] = cost;
                    open.push(Reverse((cost, before)));
                }
            }
        }
        Self { costs }
    }

    pub(super) fn at(&self, anchor: u16) -> u32 {
        self.costs[usize::from(anchor)]
    }
}
