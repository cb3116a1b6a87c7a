//! The steps of unit blocks that a path of a window leaves out.
//!
//! ```text
//!   a a u .      the block a steps right twice: the free cell behind the unit block u goes round
//!   u . u u      to where it is needed, as u steps into it
//! ```

use traybit_core::bits::CellSet;

use crate::layout::set;
use crate::plan::cells::{Cells, each};
use crate::plan::position::Position;
use crate::plan::window::{Window, WindowKey};

impl Window<'_> {
    pub(in crate::plan) fn carry_out(&self, position: &mut Position, path: &[WindowKey]) {
        let mut free: Cells = set(each(self.open).filter(|&cell| position.is_free(self.global(cell))));
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
                let mut regions = vec![(front, front.len())];
                self.frame.for_each_part(after.fluid, after.fluid, |part| {
                    // The step itself frees the trail.
                    regions.push((part & !trail, (after.free & part).len() - (trail & part).len()));
                });
                self.rearrange(position, &mut free, before.fluid, &regions);
            }
            let number = position.number_on(self.global(from)).expect("a block of the window");
            position.step(number, self.global(to));
            free = free & !front | trail;
        }
        let fluid = path.last().map_or(Cells::EMPTY, |last| self.unpacked(last).fluid);
        self.cover_units(position, &mut free, fluid);
    }

    /// Moves unit blocks until each region has as many free cells as it is to have.
    fn rearrange(&self, position: &mut Position, free: &mut Cells, fluid: Cells, regions: &[(Cells, u32)]) {
        for &(region, count) in regions {
            while (*free & region).len() < count {
                let spare = regions.iter().filter(|(region, count)| (*free & *region).len() > *count);
                let spare = spare.fold(Cells::EMPTY, |all, (region, _)| all | *region) & *free;
                let path = each(region & !*free).filter_map(|cell| self.frame.path(cell, spare, fluid));
                let path = path.min_by_key(Vec::len).expect("the fluid part has a free cell to spare");
                self.shift(position, free, &path);
            }
        }
    }

    /// Moves unit blocks onto the cells where there must be some.
    fn cover_units(&self, position: &mut Position, free: &mut Cells, fluid: Cells) {
        for cell in each(self.units & *free) {
            // The nearest unit block that is not needed where it is comes there.
            let spare = fluid & !*free & !self.units;
            if let Some(mut path) = self.frame.path(cell, spare, fluid) {
                path.reverse();
                self.shift(position, free, &path);
            }
        }
    }

    /// Moves the unit blocks on a path along it, so that its first cell becomes free and its last one, which is free,
    /// is taken.
    fn shift(&self, position: &mut Position, free: &mut Cells, path: &[u8]) {
        let mut vacant = path.len() - 1;
        for place in (0..vacant).rev() {
            let Some(number) = position.number_on(self.global(path[place])) else { continue };
            for &cell in &path[place + 1..=vacant] {
                position.step(number, self.global(cell));
            }
            *free = *free & !Cells::cell(path[vacant].into()) | Cells::cell(path[place].into());
            vacant = place;
        }
    }
}
