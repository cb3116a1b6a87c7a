//! Moves of a window, each one step of a block onto fluid cells, of which enough are free; and the steps of
//! unit blocks that a path of such moves leaves out.
//!
//! ```text
//!   a a u .      the block a steps right twice: the free cell behind the unit block u goes round
//!   u . u u      to where it is needed, as u steps into it
//! ```

use traybit_core::bits::CellSet;
use traybit_core::space::{Expander, Move, Sink};

use crate::board::Towards;
use crate::layout::set;
use crate::plan::cells::{Cells, some};
use crate::plan::position::Position;
use crate::plan::window::{Group, State, Window, WindowKey};

impl Expander<WindowKey> for &Window<'_> {
    fn is_goal(&mut self, key: &WindowKey) -> bool {
        self.estimate(&self.unpacked(key)) == 0
    }

    fn successors(&mut self, key: &WindowKey, sink: &mut Sink<WindowKey, Move>) {
        let state = self.unpacked(key);
        let parts = self.frame.parts(state.fluid, if self.has_units { state.fluid } else { Cells::EMPTY });
        let parts: Vec<(Cells, u32)> = parts.map(|part| (part, (state.free & part).len())).collect();
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
                    for free in self.distributions(state.free, fluid, &parts, front, trail) {
                        if sink.push(State { free, fluid, anchors }.packed(), step).is_break() {
                            return;
                        }
                    }
                }
            }
        }
    }
}

impl Window<'_> {
    /// The anchor after a step, if the block may stand there.
    #[inline(always)]
    pub(super) fn next(&self, group: &Group, anchor: u8, towards: Towards) -> Option<u8> {
        let size = self.frame.size;
        let at = size.cell(anchor.into());
        let class = &self.tray.classes[group.class];
        if !class.freedom.allows(towards.offset()) || !towards.stays_inside(class.area(at), size) {
            return None;
        }
        let next = size.number(towards.step(at)) as u8;
        (class.places.is_none() || class.can_stand(self.frame.global(next))).then_some(next)
    }

    /// The free cells after a step: one set for each way to distribute those of a part that the step divides.
    fn distributions(
        &self,
        free: Cells,
        fluid: Cells,
        parts: &[(Cells, u32)],
        front: Cells,
        trail: Cells,
    ) -> Vec<Cells> {
        if !self.has_units {
            return vec![fluid];
        }
        let mut touched = trail;
        // The remainder of the one part that may be divided, and its number of free cells.
        let mut divided = (Cells::EMPTY, 0);
        let mut rest = free & !front;
        for &(part, count) in parts {
            let entered = (part & front).len();
            if entered > count {
                return Vec::new();
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
        let pieces: Vec<Cells> = self.frame.parts(fluid, divided.0).map(|part| part & divided.0).collect();
        // One piece, or nothing to be distributed.
        if pieces.len() < 2 || divided.1 == 0 || divided.1 == divided.0.len() {
            return vec![self.settled(rest, fluid, touched)];
        }
        let distributed = |first: usize| {
            let (mut distributed, mut left) = (rest & !divided.0, divided.1);
            for &piece in pieces[first..].iter().chain(&pieces[..first]) {
                let count = left.min(piece.len());
                distributed |= some(piece, count, self.units);
                left -= count;
            }
            self.settled(distributed, fluid, touched)
        };
        (0..pieces.len()).map(distributed).collect()
    }

    /// Makes the moves of a path, with the steps of unit blocks between them.
    pub(in crate::plan) fn carry_out(&self, position: &mut Position, path: &[WindowKey]) {
        let mut free: Cells =
            set(self.open.each().filter(|&cell| position.is_free(self.frame.global(cell as u8))));
        for pair in path.windows(2) {
            let (before, after) = (self.unpacked(&pair[0]), self.unpacked(&pair[1]));
            let moved = self.groups.iter().find_map(|group| {
                let (old, new) = (group.anchors(&before), group.anchors(&after));
                let gone = old.iter().find(|anchor| !new.contains(anchor))?;
                let come = new.iter().find(|anchor| !old.contains(anchor))?;
                Some((group, *gone, *come))
            });
            let Some((group, from, to)) = moved else { continue };
            let (cells, next) = (group.cells_at(from), group.cells_at(to));
            let (front, trail) = (next & !cells, cells & !next);
            if self.has_units {
                // The step itself frees the trail.
                let count = |part| (after.free & part).len() - (trail & part).len();
                let parts = self.frame.parts(after.fluid, after.fluid);
                let mut regions = vec![(front, front.len())];
                regions.extend(parts.map(|part| (part & !trail, count(part))));
                self.rearrange(position, &mut free, before.fluid, &regions);
            }
            let number = position.number_on(self.frame.global(from)).expect("a block of the window");
            position.step(number, self.frame.global(to));
            free = free & !front | trail;
        }
        let fluid = path.last().map_or(Cells::EMPTY, |last| self.unpacked(last).fluid);
        self.cover_units(position, &mut free, fluid);
    }

    /// Moves unit blocks until each region has the required number of free cells.
    fn rearrange(&self, position: &mut Position, free: &mut Cells, fluid: Cells, regions: &[(Cells, u32)]) {
        for &(region, count) in regions {
            while (*free & region).len() < count {
                let spare = regions.iter().filter(|(region, count)| (*free & *region).len() > *count);
                let spare = spare.fold(Cells::EMPTY, |all, (region, _)| all | *region) & *free;
                let path = self.frame.path(region & !*free, spare, fluid);
                self.shift(position, free, &path.expect("the fluid part has a free cell to spare"));
            }
        }
    }

    /// Moves unit blocks onto the cells where there must be some.
    fn cover_units(&self, position: &mut Position, free: &mut Cells, fluid: Cells) {
        for cell in (self.units & *free).each() {
            // The nearest unit block that is not needed where it is gets moved there.
            let spare = fluid & !*free & !self.units;
            if let Some(path) = self.frame.path(spare, Cells::cell(cell), fluid) {
                self.shift(position, free, &path);
            }
        }
    }

    /// Moves the unit blocks on a path along it, so that its first cell becomes free and its last one, which is free,
    /// is taken.
    fn shift(&self, position: &mut Position, free: &mut Cells, path: &[u8]) {
        let mut vacant = path.len() - 1;
        for place in (0..vacant).rev() {
            let Some(number) = position.number_on(self.frame.global(path[place])) else { continue };
            for &cell in &path[place + 1..=vacant] {
                position.step(number, self.frame.global(cell));
            }
            *free = *free & !Cells::cell(path[vacant].into()) | Cells::cell(path[place].into());
            vacant = place;
        }
    }
}

/// Sorts a row in which one anchor is out of order.
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
