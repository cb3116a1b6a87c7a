//! Mirror images of states: a board that is its own mirror image has equally many packings beyond a state and its image.
//!
//! ```text
//!   # # # # # # #      # # # # # # #      lines are reversed, and pieces that become others are exchanged; of both states
//!   # # # . . # .      . # . . # # #      the one is kept whose first undecided cell comes later
//!   . # . . . . .      . . . . . # .
//! ```
//!
//! States are compared where their first undecided cell is the first one of a line: all before that line is decided.

use std::collections::BTreeMap;

use crate::cover::Cover;
use crate::space::counters::Counters;
use crate::symmetry::Symmetry;
use traybit_core::bits::Register;

/// The reversal of lines.
pub struct Mirror<W> {
    stride: u32,
    lines: u32,
    /// Distances between bits of kinds that are exchanged, and the lower ones of these bits.
    exchanged: Vec<(u32, W)>,
}

/// The symmetry of a cover, among these, that reverses its lines.
pub fn reversing<'a>(cover: &Cover, group: &'a [Symmetry]) -> Option<&'a Symmetry> {
    let stride = cover.stride?;
    let reverses = |symmetry: &&Symmetry| {
        let cells = (0..).zip(&symmetry.cells).zip(&cover.weights);
        cells.into_iter().all(|((cell, &image), &weight): ((u32, _), _)| {
            weight == 0 || image == cell - cell % stride + (stride - 1 - cell % stride)
        })
    };
    group.iter().find(reverses).filter(|symmetry| !symmetry.is_identity())
}

impl<W: Register> Mirror<W> {
    /// The reversal by such a symmetry, where the lines that states reach into fit the word.
    pub fn new(cover: &Cover, symmetry: &Symmetry, counters: &Counters<W>) -> Option<Self> {
        let stride = cover.stride.filter(|&stride| stride <= u64::BITS)?;
        let reach = cover.reach();
        let mut exchanged = BTreeMap::new();
        for (kind, &image) in (0..).zip(&symmetry.kinds) {
            if let Some((distance, bits)) = counters.exchanged(kind, image) {
                *exchanged.entry(distance).or_insert(W::EMPTY) |= bits;
            }
        }
        // The next line, and all lines that a piece with its first cell before it reaches into.
        let lines = reach.div_ceil(stride).max(1);
        (lines * stride < W::CELLS).then(|| Self {
            stride,
            lines,
            exchanged: exchanged.into_iter().collect(),
        })
    }

    /// The place of a cell in its line, and the line.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        let stride = self.stride as usize;
        (cell % stride, cell / stride)
    }

    /// The image of some cells of a window that begins with a line, if they lie in the first lines.
    #[inline(always)]
    pub fn cells(&self, window: W) -> Option<W> {
        let unused = u64::BITS - self.stride;
        let (mut rest, mut image) = (window, W::EMPTY);
        for line in 0..self.lines {
            image |= W::number((rest.low() << unused).reverse_bits()) << (line * self.stride);
            rest = rest >> self.stride;
        }
        rest.is_empty().then_some(image)
    }

    /// The image of counts.
    #[inline(always)]
    pub fn counts(&self, counts: W) -> W {
        self.exchanged.iter().fold(counts, |counts, &(distance, bits)| {
            let changed = (counts >> distance ^ counts) & bits;
            counts ^ changed ^ changed << distance
        })
    }
}
