//! Length of a list of moves in every metric.

use crate::metric::Metric;
use crate::slide::{RawMove, Slide};

/// The length of a list of moves as it stands: consecutive moves of one block make one path move. Moves of
/// zero cells count in no metric.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Cells moved, over all blocks.
    pub steps: u64,
    /// Moves.
    pub slides: u64,
    /// Runs of moves of one block.
    pub paths: u64,
    /// Anchor of the block that moved last.
    last: Option<(u32, u32)>,
}

impl Counts {
    /// The length of a whole list.
    pub fn of(slides: &[Slide]) -> Self {
        let mut counts = Self::default();
        for &slide in slides {
            counts.add(slide.into());
        }
        counts
    }

    /// Counts one more move, which must be possible after those before it.
    pub fn add(&mut self, step: RawMove) {
        let RawMove { from, to } = step;
        let cells = from.0.abs_diff(to.0) + from.1.abs_diff(to.1);
        if cells == 0 {
            return;
        }
        self.steps += u64::from(cells);
        self.slides += 1;
        self.paths += u64::from(self.last != Some(from));
        self.last = Some(to);
    }

    /// The length in one metric.
    pub fn moves_in(&self, metric: Metric) -> u64 {
        match metric {
            Metric::Step => self.steps,
            Metric::Slide => self.slides,
            Metric::Path => self.paths,
        }
    }
}
