//! The moves of a window: one step of a block onto fluid cells, of which enough are free.

use traybit_core::bits::CellSet;
use traybit_core::space::Move;

use crate::board::Towards;
use crate::plan::cells::{Cells, some};
use crate::plan::window::{Group, State, Window};

impl Window<'_> {
    /// The anchor after a step, if the block may stand there.
    #[inline(always)]
    pub(super) fn next(&self, group: &Group, anchor: u8, towards: Towards) -> Option<u8> {
        let size = self.frame.size;
        let (row, column) = size.cell(anchor.into());
        if self.tray.geometries[group.class].fronts[towards as usize].is_none()
            || !towards.stays_inside((row, column - group.lead, group.height, group.width), size)
        {
            return None;
        }
        let (row, column, ..) = towards.step((row, column, 1, 1));
        let next = size.number((row, column)) as u8;
        let class = &self.tray.puzzle.classes[group.class];
        (class.places.is_none() || class.can_stand(self.tray.size(), self.global(next))).then_some(next)
    }

    /// Calls `visit` with each state that one step of a block leads to, and the step, until it returns false.
    pub(super) fn for_each_successor(&self, state: &State, mut visit: impl FnMut(&State, Move) -> bool) {
        let mut parts: Vec<(Cells, u32)> = Vec::new();
        if self.has_units {
            self.frame.for_each_part(state.fluid, state.fluid, |part| {
                parts.push((part, (state.free & part).len()));
            });
        }
        for (number, group) in self.groups.iter().enumerate() {
            for place in group.places.clone() {
                let anchor = state.anchors[place];
                let cells = group.cells_at(anchor);
                for towards in Towards::ALL {
                    let Some(next) = self.next(group, anchor, towards) else { continue };
                    let after = group.cells_at(next);
                    let (front, trail) = (after & !cells, cells & !after);
                    if !(front & !state.fluid).is_empty() {
                        continue;
                    }
                    let mut anchors = state.anchors;
                    anchors[place] = next;
                    sift(&mut anchors[group.places.clone()], place - group.places.start);
                    let fluid = state.fluid & !front | trail;
                    let step = Move((number as u64) << 16 | u64::from(anchor) << 8 | u64::from(next));
                    let mut continues = true;
                    let mut visit_with = |free| {
                        continues = continues && visit(&State { free, fluid, anchors }, step);
                    };
                    if self.has_units {
                        self.for_each_distribution(state.free, fluid, &parts, front, trail, visit_with);
                    } else {
                        visit_with(fluid);
                    }
                    if !continues {
                        return;
                    }
                }
            }
        }
    }

    /// Calls `visit` with the free cells after a step, for each distribution of those of a part that the step divides.
    fn for_each_distribution(
        &self,
        free: Cells,
        fluid: Cells,
        parts: &[(Cells, u32)],
        front: Cells,
        trail: Cells,
        mut visit: impl FnMut(Cells),
    ) {
        let mut touched = trail;
        // What stays of the one part that may be divided, and how many free cells it has.
        let mut divided = (Cells::EMPTY, 0);
        let mut rest = free & !front;
        for &(part, count) in parts {
            let entered = (part & front).len();
            if entered > count {
                return;
            }
            if entered > 0 {
                let left = part & !front;
                touched |= left;
                rest = rest & !part | some(left, count - entered, self.units);
                if left.len() > divided.0.len() {
                    divided = (left, count - entered);
                }
            }
        }
        rest |= trail;
        let mut pieces: Vec<Cells> = Vec::new();
        self.frame.for_each_part(fluid, divided.0, |part| pieces.push(part & divided.0));
        for first in 0..pieces.len().max(1) {
            let mut distributed = rest;
            if pieces.len() > 1 {
                distributed = distributed & !divided.0;
                let mut left = divided.1;
                for turn in 0..pieces.len() {
                    let piece = pieces[(first + turn) % pieces.len()];
                    let count = left.min(piece.len());
                    distributed |= some(piece, count, self.units);
                    left -= count;
                }
            }
            visit(self.settled(distributed, fluid, touched));
            // Nothing to be distributed.
            if divided.1 == 0 || divided.1 == divided.0.len() {
                return;
            }
        }
    }
}

#[inline(always)]
fn sift(row: &mut [u8], mut place: usize) {
    while place > 0 && row[place - 1] > row[place] {
        row.swap(place - 1, place);
        place -= 1;
    }
    while place + 1 < row.len() && row[place + 1] < row[place] {
        row.swap(place, place + 1);
        place += 1;
    }
}
