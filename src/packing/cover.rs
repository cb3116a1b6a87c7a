//! A packing puzzle as a cover of numbered cells: pieces without names on a board without rows.
//!
//! ```text
//!  a board of 2 rows and 5 columns       cells are numbered along the short side, so that a piece reaches
//!     0 2 4 6 8                          over few numbers: what is decided and what is not meet in a
//!     1 3 5 7 9                          short stretch, the *front*
//! ```
//!
//! An *orientation* of a kind of pieces lists the distances of its cells from the first one, by which it is placed. Walls and
//! cells covered beforehand have no weight; an open cell weighs 1, or the number of cells that it stands for.

mod outline;
mod placements;

use std::ops::RangeInclusive;

use crate::budget::Budget;
use crate::kinds::Kinds;
use crate::pack::Pack;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

pub use crate::cover::outline::Outline;
pub use crate::cover::placements::Placements;

/// Cells, orientations and counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cover {
    /// Number of cells of the board that each cell stands for; 0 where nothing is left to be decided.
    pub weights: Vec<u32>,
    pub may_stay_empty: Vec<bool>,
    pub kinds: Vec<Kind>,
    /// Orientations of the pieces, those of a kind together.
    pub orientations: Vec<Orientation>,
    /// The orientations that may be placed with their first cell on a cell, ascending.
    pub places: Vec<Vec<u32>>,
    /// Range of the weight that stays empty.
    pub empty: RangeInclusive<u32>,
    /// Distance between the numbers of neighbours in adjacent lines; none where cells are not those of a board.
    pub stride: Option<u32>,
}

/// Equal pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kind {
    /// Number of cells that one covers.
    pub area: u32,
    /// Range of the number that is placed.
    pub counts: RangeInclusive<u32>,
}

/// An orientation of the pieces of a kind.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Orientation {
    pub kind: u16,
    /// Number of pieces that it stands for.
    pub pieces: u32,
    /// Its cells counted from the first one, ascending from 0.
    pub offsets: Vec<u32>,
}

impl Cover {
    /// The cover of a puzzle, however large it is.
    pub fn of(pack: &Pack, kinds: &Kinds) -> Self {
        let limits = Limits { memory: usize::MAX, ..Limits::default() };
        let mut budget = Budget::of(&limits);
        let cover = Outline::of(pack, kinds, &mut budget).and_then(|outline| outline.fill(&mut budget));
        cover.expect("no limit is reached")
    }

    /// The rest of the cover once a placement is made.
    pub fn with(&self, (first, orientation): (u32, u32), budget: &mut Budget<'_>) -> Result<Self, GaveUp> {
        let mut rest = Self {
            weights: self.weights.clone(),
            may_stay_empty: self.may_stay_empty.clone(),
            kinds: self.kinds.clone(),
            orientations: self.orientations.clone(),
            places: vec![Vec::new(); self.places.len()],
            empty: self.empty.clone(),
            stride: self.stride,
        };
        rest.place(first, orientation);
        budget.take::<Vec<u32>>(rest.places.len())?;
        for (cell, places) in (0u32..).zip(&self.places) {
            let stays = |&&orientation: &&u32| {
                let Orientation { kind, offsets, .. } = &rest.orientations[orientation as usize];
                *rest.kinds[usize::from(*kind)].counts.end() > 0
                    && offsets.iter().all(|offset| rest.weights[(cell + offset) as usize] > 0)
            };
            let kept: Vec<u32> = places.iter().filter(stays).copied().collect();
            budget.take::<u32>(kept.len())?;
            budget.work(places.len() * 8)?;
            rest.places[cell as usize] = kept;
        }
        Ok(rest)
    }

    fn place(&mut self, first: u32, orientation: u32) {
        let orientation = &self.orientations[orientation as usize];
        for offset in &orientation.offsets {
            self.weights[(first + offset) as usize] = 0;
        }
        let counts = &mut self.kinds[usize::from(orientation.kind)].counts;
        let less = |count: u32| count.saturating_sub(orientation.pieces);
        *counts = less(*counts.start())..=less(*counts.end());
    }

    /// The weight of all cells together.
    pub fn weight(&self) -> u64 {
        self.weights.iter().map(|&weight| u64::from(weight)).sum()
    }

    /// Range of the weight that may stay empty by all conditions; empty where the counts contradict them.
    pub fn empties(&self) -> RangeInclusive<u64> {
        let covered = |pieces: fn(&Kind) -> u32| -> u64 {
            self.kinds.iter().map(|kind| u64::from(kind.area) * u64::from(pieces(kind))).sum()
        };
        let weight = self.weight();
        let least = covered(|kind| *kind.counts.start());
        let most = covered(|kind| *kind.counts.end());
        if least > weight {
            return RangeInclusive::new(1, 0);
        }
        let fewest = weight.saturating_sub(most).max((*self.empty.start()).into());
        fewest..=(weight - least).min((*self.empty.end()).into())
    }

    /// True if a cell is covered by no orientation, wherever it is placed.
    pub fn never_covered(&self, budget: &mut Budget<'_>) -> Result<Vec<bool>, GaveUp> {
        let mut never = vec![true; self.weights.len()];
        let mut left = self.weights.iter().filter(|&&weight| weight > 0).count();
        for (cell, places) in self.places.iter().enumerate() {
            for &orientation in places {
                let offsets = &self.orientations[orientation as usize].offsets;
                for &offset in offsets {
                    left -= usize::from(std::mem::take(&mut never[cell + offset as usize]));
                }
                budget.work(offsets.len())?;
            }
            // Most boards are all covered after a few pieces.
            if left == 0 {
                break;
            }
        }
        Ok(never)
    }

    /// Longest distance from the first cell to the last of a piece that can be placed.
    pub fn reach(&self) -> u32 {
        let orientations = self.orientations.iter().zip(self.is_placed());
        let placed = orientations.filter_map(|(one, is_placed)| one.offsets.last().filter(|_| is_placed));
        placed.max().copied().unwrap_or(0)
    }

    /// True if an orientation can be placed anywhere.
    pub fn is_placed(&self) -> Vec<bool> {
        let mut is_placed = vec![false; self.orientations.len()];
        for &orientation in self.places.iter().flatten() {
            is_placed[orientation as usize] = true;
        }
        is_placed
    }
}
