//! Maximal packings as a staged space: no piece has room, and there is any number of each.
//!
//! ```text
//!  cells in scan order    . # # . . . # │ . # . . . . . .       the stage is the first cell right of the bar; a piece
//!                         └── behind ──┘ └── front ─────▶       that ends there or before has to hit a covered cell
//!
//!  │ pieces │ front: reach + 1 cells │ behind: reach cells │ bit 0         walls are covered cells
//! ```
//!
//! A piece that could be added is detected at its last cell: once that is decided, all its cells are.

use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::cover::Cover;
use crate::kinds::Kinds;
use crate::pack::{Pack, Rule, Rules, less};
use crate::space::EMPTY;
use traybit_core::{GaveUp, MoveCode, Register, StageExpander, Staged, Successor};

/// A cover in words of one size, with the cells behind the front.
pub struct Maximal<'a, W> {
    cover: &'a Cover,
    reach: u32,
    pieces: RangeInclusive<u64>,
    /// Masks of the cells of each orientation in a state: from its first cell on, and up to its last one.
    ahead: Vec<W>,
    behind: Vec<W>,
    ends: Vec<Vec<u32>>,
}

/// Range of the number of pieces still to be placed, if there is any number of each and no rule but maximality.
pub fn pieces(pack: &Pack, kinds: &Kinds) -> Option<RangeInclusive<u64>> {
    let only = Rules { pieces: pack.rules.pieces.clone(), named: [Rule::Maximal].into() };
    let placed: usize = pack.placed.iter().map(|placed| placed.cells.len()).sum();
    let free = (pack.open() - placed) as u64;
    let areas: Vec<u64> = kinds.orientations.iter().map(|turned| turned[0].shape.area() as u64).collect();
    let counts = kinds.left(pack);
    let mut all = areas.iter().zip(&counts);
    let is_any = all.all(|(area, counts)| *counts.start() == 0 && u64::from(*counts.end()) >= free / area);
    if pack.rules != only || !is_any {
        return None;
    }
    let (least, most) = (u64::from(*pack.empty.start()), u64::from(*pack.empty.end()));
    let area = areas[0];
    if areas.iter().all(|other| *other == area) && pack.rules.pieces.is_none() {
        let highest = free.checked_sub(least).map(|covered| covered / area);
        return Some(free.saturating_sub(most).div_ceil(area)..=highest?);
    }
    let number = pack.rules.pieces.as_ref().map(|pieces| less(pieces, pack.placed.len() as u32));
    let number = number.map_or(0..=free, |left| (*left.start()).into()..=(*left.end()).into());
    (least == 0 && most >= free).then_some(number)
}

pub fn bits(cover: &Cover, pieces: &RangeInclusive<u64>) -> u32 {
    2 * cover.reach() + 1 + u64::BITS - pieces.end().leading_zeros()
}

impl<'a, W: Register> Maximal<'a, W> {
    /// The space of a cover with this range of pieces; its states must fit into the word.
    pub fn new(cover: &'a Cover, pieces: RangeInclusive<u64>, room: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let (reach, cells) = (cover.reach(), cover.weights.len());
        room.take::<u32>(cover.size() as usize + cells)?;
        let last = |offsets: &[u32]| offsets.last().copied().unwrap_or(0).min(reach);
        let ahead = |offsets: &[u32]| {
            let cells = offsets.iter().map(|offset| W::cell(reach + offset));
            cells.fold(W::EMPTY, |mask, cell| mask | cell)
        };
        let ahead: Vec<W> = cover.placed().map(ahead).collect();
        let behind = ahead.iter().zip(&cover.orientations).map(|(&mask, one)| mask >> last(&one.offsets));
        let behind = behind.collect();
        let mut ends = vec![Vec::new(); cells];
        for (cell, places) in cover.places.iter().enumerate() {
            for &orientation in places {
                let offsets = &cover.orientations[orientation as usize].offsets;
                ends[cell + last(offsets) as usize].push(orientation);
            }
        }
        Ok(Self { cover, reach, pieces, ahead, behind, ends })
    }

    fn is_wall(&self, cell: usize) -> bool {
        self.cover.weights.get(cell).is_none_or(|&weight| weight == 0)
    }

    /// The next stage to be decided after this one, and its state; `None` if a piece has room.
    fn settle(&self, mut stage: usize, mut state: W, pieces: u64) -> Option<(usize, W)> {
        loop {
            if stage == self.cover.weights.len() {
                return (pieces >= *self.pieces.start()).then_some((stage, W::EMPTY));
            }
            if self.ends[stage].iter().any(|&one| (self.behind[one as usize] & state).is_empty()) {
                return None;
            }
            stage += 1;
            state = state >> 1 | W::cell(2 * self.reach).when(self.is_wall(stage + self.reach as usize));
            if stage < self.cover.weights.len() && !state.contains(self.reach) {
                return Some((stage, state | W::number(pieces) << (2 * self.reach + 1)));
            }
        }
    }
}

impl<W: Register> Staged<W> for Maximal<'_, W> {
    fn last(&self) -> usize {
        self.cover.weights.len()
    }

    fn start(&self) -> Option<(usize, W)> {
        let walls = (0..=self.reach).filter(|&cell| self.is_wall(cell as usize));
        let state = walls.fold(W::below(self.reach), |state, cell| state | W::cell(self.reach + cell));
        if self.pieces.is_empty() || !state.contains(self.reach) {
            return (!self.pieces.is_empty()).then_some((0, state));
        }
        self.settle(0, state, 0)
    }

    fn expander(&self) -> Box<dyn StageExpander<W> + '_> {
        Box::new(self)
    }
}

impl<W: Register> StageExpander<W> for &Maximal<'_, W> {
    fn expand(&mut self, stage: usize, states: &[W], successors: &mut Vec<Successor<W>>) {
        let space = *self;
        let window = 2 * space.reach + 1;
        let places = &space.cover.places[stage];
        for (parent, &state) in (0..).zip(states) {
            let pieces = (state >> window).low();
            let covered = state & W::below(window);
            let mut add = |state: W, pieces: u64, step: MoveCode| {
                if let Some((stage, state)) = space.settle(stage, state, pieces) {
                    successors.push(Successor { state, parent, stage: stage as u32, step });
                }
            };
            if space.cover.may_stay_empty[stage] {
                add(covered, pieces, EMPTY);
            }
            if pieces < *space.pieces.end() {
                for (&orientation, step) in places.iter().zip(space.cover.starts[stage]..) {
                    let cells = space.ahead[orientation as usize];
                    if (covered & cells).is_empty() {
                        add(covered | cells, pieces + 1, step);
                    }
                }
            }
        }
    }
}
