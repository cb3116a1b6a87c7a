//! Mirror images of states: if a board is its own mirror image, a state and its image have equal numbers of completions.
//!
//! ```text
//!   # # # # # # #      # # # # # # #      lines are reversed, and pieces that become others are exchanged; the canonical
//!   # # # . . # .      . # . . # # #      state is the one whose first undecided cell comes later
//!   . # . . . . .      . . . . . # .
//! ```
//!
//! States are compared when their first undecided cell is in a new line: all cells before that line are decided.

use std::collections::BTreeMap;

use crate::cover::Cover;
use crate::space::States;
use crate::space::counters::Counters;
use crate::symmetry::Symmetry;
use traybit_core::bits::Register;

/// A symmetry that reverses lines.
pub struct Mirror<W> {
    stride: u32,
    lines: u32,
    /// Distances between the fields of kinds that are exchanged, and the bits of the lower fields.
    exchanged: Vec<(u32, W)>,
}

/// The symmetry of the group that reverses the lines of a cover, if there is one.
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
    /// The symmetry under which images are merged, if there is one and the lines into which states reach fit into the word.
    pub fn new(cover: &Cover, states: States<'_>, counters: &Counters<W>) -> Option<Self> {
        let States::Mirrored(symmetry) = states else { return None };
        let stride = cover.stride.filter(|&stride| stride < u64::BITS)?;
        let reach = cover.reach();
        let mut exchanged = BTreeMap::new();
        for (kind, &image) in (0..).zip(&symmetry.kinds) {
            if let Some((distance, bits)) = counters.exchanged(kind, image) {
                *exchanged.entry(distance).or_insert(W::EMPTY) |= bits;
            }
        }
        // The next line, and all lines into which a piece with its first cell before that line reaches.
        let lines = reach.div_ceil(stride).max(1);
        Some(Self { stride, lines, exchanged: exchanged.into_iter().collect() })
    }

    /// The place of a cell in its line, and the line.
    #[inline(always)]
    pub fn place(&self, cell: usize) -> (usize, usize) {
        let stride = self.stride as usize;
        (cell % stride, cell / stride)
    }

    /// True if a word has room for whole lines.
    pub fn has_whole_lines(&self) -> bool {
        self.lines * self.stride < W::CELLS
    }

    fn line(&self, cells: u64) -> u64 {
        (cells << (u64::BITS - self.stride)).reverse_bits()
    }

    /// The image of a front that begins at a place in a line; all cells before it are decided. Returns the image's first
    /// undecided place in the line, whose walls are `settled`, and its front from there; `None` if the word is too small.
    #[inline(always)]
    pub fn front(&self, front: W, place: u32, settled: W) -> Option<(u32, W)> {
        let all = (1 << self.stride) - 1;
        let first = self.line(front.low() << place | ((1 << place) - 1)) | settled.low() & all;
        let decided = first.trailing_ones();
        let (mut rest, mut image) = (front >> (self.stride - place), W::number(first >> decided));
        for line in 1..self.lines {
            let (cells, shift) = (W::number(self.line(rest.low())), line * self.stride - decided);
            if !cells.is_empty() {
                if shift >= W::CELLS || cells << shift >> shift != cells {
                    return None;
                }
                image |= cells << shift;
            }
            rest = rest >> self.stride;
        }
        (rest.is_empty() && decided < self.stride).then_some((decided, image))
    }

    /// The image of cells in a window that begins with a line, if they lie in its first lines.
    #[inline(always)]
    pub fn cells(&self, window: W) -> Option<W> {
        let (mut rest, mut image) = (window, W::EMPTY);
        for line in 0..self.lines {
            image |= W::number(self.line(rest.low())) << (line * self.stride);
            rest = rest >> self.stride;
        }
        rest.is_empty().then_some(image)
    }

    #[inline(always)]
    pub fn counts(&self, counts: W) -> W {
        self.exchanged.iter().fold(counts, |counts, &(distance, bits)| {
            let changed = (counts >> distance ^ counts) & bits;
            counts ^ changed ^ changed << distance
        })
    }
}
