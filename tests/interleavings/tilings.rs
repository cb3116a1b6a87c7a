//! A staged space: the tilings of a small board, whose number is known.

use traybit_core::search::staged::{StageExpander, Staged, Successor};

/// A board tiled by dominoes and single cells. The stage is the first cell that is not covered, a bit of a state a covered
/// cell from there on.
pub(crate) struct Tilings {
    height: usize,
    width: usize,
}

impl Staged<u64> for Tilings {
    fn last(&self) -> usize {
        self.height * self.width
    }
    fn start(&self) -> Option<(usize, u64)> {
        Some((0, 0))
    }
    fn expander(&self) -> Box<dyn StageExpander<u64> + '_> {
        Box::new(Tiler(self))
    }
}

pub(crate) struct Tiler<'a>(pub(crate) &'a Tilings);

impl StageExpander<u64> for Tiler<'_> {
    fn expand(&mut self, stage: usize, states: &[u64], successors: &mut Vec<Successor<u64>>) {
        let space = self.0;
        for (parent, state) in (0..).zip(states) {
            let mut cover = |cells: u64, step| {
                let skipped = (state | cells).trailing_ones();
                let state = (state | cells) >> skipped;
                successors.push(Successor { state, parent, stage: stage as u32 + skipped, step });
            };
            if !(stage + 1).is_multiple_of(space.width) && state & 2 == 0 {
                cover(3, 0);
            }
            if stage + space.width < space.last() {
                cover(1 | 1 << space.width, 1);
            }
            cover(1, 2);
        }
    }
}

/// Its tilings, known (OEIS A028420).
pub(crate) const BOARD: Tilings = Tilings { height: 3, width: 3 };
pub(crate) const TILINGS: u128 = 131;
