//! Tilings of a board by dominoes and single cells, cell by cell, for tests of counting and enumeration.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::{Key, MoveCode, StageExpander, Staged, Successor};

/// A board to be tiled. The stage is the first cell that is not covered; bit *i* of a state is set when the cell *i* places
/// on is covered.
#[derive(Clone)]
pub(crate) struct Tilings<K = u64> {
    pub(crate) height: usize,
    pub(crate) width: usize,
    /// True if single cells are tiles, too.
    pub(crate) singles: bool,
    pub(crate) start: Option<(usize, u64)>,
    pub(crate) key: PhantomData<K>,
}

impl<K> Tilings<K> {
    pub(crate) fn dominoes(height: usize, width: usize) -> Self {
        Self { height, width, singles: false, start: Some((0, 0)), key: PhantomData }
    }

    pub(crate) fn with_singles(height: usize, width: usize) -> Self {
        Self { singles: true, ..Self::dominoes(height, width) }
    }
}

const ACROSS: MoveCode = 0;
const DOWN: MoveCode = 1;
const SINGLE: MoveCode = 2;

impl<K: Key + Copy> Staged<K> for Tilings<K> {
    fn last(&self) -> usize {
        self.height * self.width
    }
    fn start(&self) -> Option<(usize, K)> {
        self.start.map(|(stage, state)| (stage, K::from_limbs(&[state])))
    }
    fn expander(&self) -> Box<dyn StageExpander<K> + '_> {
        Box::new(self)
    }
}

impl<K: Key + Copy> StageExpander<K> for &Tilings<K> {
    fn expand(&mut self, stage: usize, states: &[K], successors: &mut Vec<Successor<K>>) {
        for (parent, state) in (0..).zip(states) {
            let covered = state.limb(0);
            let mut cover = |cells: u64, step| {
                let skipped = (covered | cells).trailing_ones();
                let state = K::from_limbs(&[(covered | cells) >> skipped]);
                successors.push(Successor { state, parent, stage: stage as u32 + skipped, step });
            };
            if !(stage + 1).is_multiple_of(self.width) && covered & 2 == 0 {
                cover(0b11, ACROSS);
            }
            if stage + self.width < self.last() {
                cover(1 | 1 << self.width, DOWN);
            }
            if self.singles {
                cover(1, SINGLE);
            }
        }
    }
}

/// All paths by plain recursion, and how many states they lead through.
pub(crate) fn plainly(space: &Tilings) -> (Vec<Vec<MoveCode>>, u64) {
    fn visit(
        mut space: &Tilings,
        (stage, state): (usize, u64),
        path: &mut Vec<MoveCode>,
        all: &mut Vec<Vec<MoveCode>>,
    ) -> u64 {
        if stage == space.last() {
            all.push(path.clone());
            return 1;
        }
        let mut successors = Vec::new();
        space.expand(stage, &[state], &mut successors);
        let mut positions = 1;
        for Successor { state, stage, step, .. } in successors {
            path.push(step);
            positions += visit(space, (stage as usize, state), path, all);
            path.pop();
        }
        positions
    }
    let mut all = Vec::new();
    let positions = space.start.map_or(0, |start| visit(space, start, &mut Vec::new(), &mut all));
    (all, positions)
}

/// Counts solutions.
pub(crate) struct Counting;

/// A number of solutions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found(pub(crate) u64);

impl Collector for Counting {
    type Partial = Found;

    fn solution(&self, partial: &mut Found, _space: usize, _path: &[MoveCode]) -> ControlFlow<()> {
        partial.0 += 1;
        ControlFlow::Continue(())
    }
    fn append(&self, partial: &mut Found, later: Found) {
        partial.0 += later.0;
    }
    fn found(&self, partial: &Found) -> u64 {
        partial.0
    }
}

impl PartialResult for Found {
    fn to_words(&self) -> Vec<u64> {
        vec![self.0]
    }
    fn from_words(words: &[u64]) -> Option<Self> {
        let [number] = *words else { return None };
        Some(Self(number))
    }
}

/// Collects the first solutions in the order of the walk, at most so many.
pub(crate) struct AtMost(pub(crate) usize);

impl AtMost {
    fn flow(&self, partial: &Paths) -> ControlFlow<()> {
        if partial.len() < self.0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    }
}

impl Collector for AtMost {
    type Partial = Paths;

    fn solution(&self, partial: &mut Paths, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        if partial.len() < self.0 {
            partial.push(space, path);
        }
        self.flow(partial)
    }
    fn append(&self, partial: &mut Paths, later: Paths) {
        for (space, path) in later.iter().take(self.0.saturating_sub(partial.len())) {
            partial.push(space, path);
        }
    }
    fn found(&self, partial: &Paths) -> u64 {
        partial.len() as u64
    }
    fn bytes(&self, partial: &Paths) -> usize {
        partial.bytes()
    }
    fn deliver(&self, partial: &mut Paths) -> ControlFlow<()> {
        self.flow(partial)
    }
}
