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
        let width = self.frame.width;
        let (row, column) = (u16::from(anchor) / width, u16::from(anchor) % width - group.lead);
        let (inside, next) = match towards {
            Towards::Up => (row > 0, u16::from(anchor).wrapping_sub(width)),
            Towards::Left => (column > 0, u16::from(anchor).wrapping_sub(1)),
            Towards::Right => (column + group.width < width, u16::from(anchor) + 1),
            Towards::Down => (row + group.height < self.frame.height, u16::from(anchor) + width),
        };
        let class = &self.tray.puzzle.classes[group.class];
        let may = inside
            && self.tray.geometries[group.class].allowed[towards as usize]
            && (class.places.is_none() || class.can_stand(self.tray.size(), self.global(next as u8)));
        may.then_some(next as u8)
    }

    /// Calls `visit` with each state that one step of a block leads to, and the step, until it says to stop.
    pub(super) fn for_each_successor(&self, state: &State, mut visit: impl FnMut(&State, Move) -> bool) {
        let mut parts: Vec<(Cells, u32)> = Vec::new();
        if self.has_units {
            self.frame.for_each_part(state.fluid, state.fluid, |part| {
                parts.push((part, (state.free & part).len()));
            });
        }
        for (number, group) in self.groups.iter().enumerate() {
            for place in group.bytes.0..group.bytes.1 {
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
                    let row = &mut anchors[group.bytes.0..group.bytes.1];
                    row[place - group.bytes.0] = next;
                    sift(row, place - group.bytes.0);
                    let fluid = state.fluid & !front | trail;
                    let step = Move((number as u64) << 16 | u64::from(anchor) << 8 | u64::from(next));
                    if !self.has_units {
                        if !visit(&State { free: fluid, fluid, anchors }, step) {
                            return;
                        }
                        continue;
                    }
                    let mut continues = true;
                    self.for_each_distribution(state.free, fluid, &parts, front, trail, |free| {
                        continues = continues && visit(&State { free, fluid, anchors }, step);
                    });
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

/// Puts one of some ascending numbers, which has changed, into its place.
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
