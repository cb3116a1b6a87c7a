//! Canonical form of a position: of all its images under the symmetries of a puzzle, the one with the least key.
//!
//! The keys of an expanded position's images are computed once; the images of its successors follow from the
//! images of the moves. The used-move mask is transformed alike. A successor that is an image of itself gets
//! the bits of all moves that lead to the same state, so that no move leads back.

use std::slice::from_ref;

use crate::layout::{BATCH, Layout};
use crate::mask_space::MaskSpace;
use crate::mask_space::gates::bit;
use crate::symmetry::Symmetry;
use traybit_core::bits::CellSet;
use traybit_core::processor::Processor;
use traybit_core::space::{Columns, Space, UsedMoves};

/// A move that a batch found, and the directions that are used for the block at its new place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Trace {
    pub(super) index: usize,
    pub(super) class: usize,
    pub(super) from: u32,
    pub(super) to: u32,
    pub(super) directions: u32,
}

impl Symmetry {
    /// The masks of an image.
    #[inline(always)]
    fn masks<C: CellSet>(&self, masks: impl Iterator<Item = C>, images: &mut [C]) {
        images.fill(C::EMPTY);
        for ((mask, &class), anchors) in masks.zip(&self.classes).zip(&self.anchors) {
            mask.for_each(|anchor| images[usize::from(class)] |= C::cell(anchors[anchor as usize].into()));
        }
    }

    #[inline(always)]
    fn cells<C: CellSet>(&self, cells: C) -> C {
        let mut image = C::EMPTY;
        cells.for_each(|cell| image |= C::cell(self.cells[cell as usize].into()));
        image
    }
}

impl<C: CellSet, L: Layout<C>> MaskSpace<C, L> {
    /// The canonical form of `key`.
    #[inline(always)]
    pub(super) fn least_image(&self, on: impl Processor, key: L::Key) -> L::Key {
        let mut masks = vec![C::EMPTY; self.layout.rows()];
        let mut images = masks.clone();
        self.layout.unpack::<1>(on, from_ref(&key), &mut masks);
        self.images.iter().fold(key, |least, symmetric| {
            symmetric.masks(masks.iter().copied(), &mut images);
            least.min(self.layout.pack(on, &images))
        })
    }

    /// Replaces each successor and its mask by their canonical forms.
    #[inline(always)]
    pub(super) fn canonicalise(
        &self,
        on: impl Processor,
        masks: &[[C; BATCH]],
        free: &[C; BATCH],
        traces: &[Trace],
        found: &mut Columns<L::Key, UsedMoves>,
    ) {
        let rows = self.layout.rows();
        let mut images = vec![C::EMPTY; rows * BATCH];
        for symmetric in &self.images {
            // Moves come class by class, so positions do not come in order: the image of each is kept once computed.
            let mut positions: [Option<(L::Key, C)>; BATCH] = std::array::from_fn(|_| None);
            for ((trace, found), used) in traces.iter().zip(&mut found.keys).zip(&mut found.tags) {
                let image = &mut images[trace.index * rows..(trace.index + 1) * rows];
                let position = &mut positions[trace.index];
                // Not by `get_or_insert_with`, whose closure would be compiled for every processor.
                if position.is_none() {
                    symmetric.masks(masks.iter().map(|row| row[trace.index]), image);
                    let key = self.layout.pack(on, image);
                    // Rows other than the masks of the classes.
                    if rows > self.classes.len() {
                        self.layout.unpack::<1>(on, from_ref(&key), image);
                    }
                    *position = Some((key, symmetric.cells(free[trace.index])));
                }
                let Some((key, free)) = position else { continue };
                let class = usize::from(symmetric.classes[trace.class]);
                let anchors = &symmetric.anchors[trace.class];
                let [from, to] = [trace.from, trace.to].map(|anchor| anchors[anchor as usize]);
                let image = self.layout.moved(on, key, |row| image[row], class, (from, to));
                if image > *found {
                    continue;
                }
                let mut bits = 0;
                if self.neighbours().used_moves {
                    let moves = &self.classes[class];
                    let free = *free ^ moves.shape << u32::from(from) ^ moves.shape << u32::from(to);
                    let used = (0..4).filter(|direction| trace.directions >> direction & 1 == 1);
                    for turned in used.map(|direction| symmetric.directions[direction]) {
                        bits |= bit(free, i32::from(to) + moves.gates[turned].first, turned);
                    }
                }
                if image < *found {
                    *found = image;
                    *used = 0;
                }
                *used |= bits;
            }
        }
    }
}
