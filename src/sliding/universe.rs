//! The *universe* of a tray: every board of a choice of blocks, and the components into which moves join them.
//!
//! ```text
//!   pieces      tray and kinds of blocks, with counts               5x4   2x2=1,1x2,2x1,1x1
//!   mix         a count of each kind; boards of two mixes are never joined
//!   region      what is left of the tray when its first cells are decided          regions.rs
//!   state       a region with a mix: its boards, and their components              components.rs
//!   goal        places of some blocks                                              typed.rs
//!   board       a path down from the whole tray, one state after another            components.rs
//! ```
//!
//! Blocks of one kind are interchangeable. Two boards are in one *component* when steps of blocks lead from one to the
//! other. Boards are not made one by one: components are found for states, each of which very many boards share.

pub mod cars;
mod components;
mod pieces;
pub mod polyominoes;
mod regions;
pub mod shares;
mod typed;

use std::sync::atomic::Ordering;

use crate::universe::components::{State, visit_boards};
pub(crate) use crate::universe::pieces::Placement;
pub use crate::universe::pieces::{Ground, Kind, MOST_CELLS, Mix, Pieces, all_mixes};
use crate::universe::regions::Regions;
pub use crate::universe::typed::{Goal, Kinds, Places, parse_kinds, parse_places, parse_tray};
use traybit_core::{GaveUp, Limits};

/// Boards and components of some mixes.
#[derive(Debug)]
pub struct Universe<'a> {
    pieces: &'a Pieces,
    /// The mixes, some of which may have no board.
    pub mixes: &'a [Mix],
    /// The state of the whole tray with each mix.
    roots: Vec<u32>,
    states: Vec<State>,
    /// Peak bytes held at once while it was made.
    pub bytes: usize,
}

impl<'a> Universe<'a> {
    /// The universe of some of [`all_mixes`] of the pieces; the error is [`GaveUp::Exhausted`] if a component has 2^64 boards
    /// or more.
    pub fn of_mixes(pieces: &'a Pieces, mixes: &'a [Mix], limits: &Limits) -> Result<Self, GaveUp> {
        let regions = Regions::new(pieces, mixes, limits)?;
        let largest = pieces.numbered.iter().map(|kind| kind.area).max().unwrap_or(1);
        let (states, bytes) = components::solve(&regions, largest, limits)?;
        let roots = mixes.iter().map(|mix| regions.root(mix)).collect();
        Ok(Self { pieces, mixes, roots, states, bytes })
    }

    /// Calls `visit` with the universe of these mixes, or with the universe of each part of them if all
    /// together need too much memory.
    pub(super) fn in_parts(
        pieces: &'a Pieces,
        mixes: &'a [Mix],
        limits: &Limits,
        mut visit: impl FnMut(&Self) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let mut waiting = vec![mixes];
        while let Some(mixes) = waiting.pop() {
            match Self::of_mixes(pieces, mixes, limits) {
                Err(GaveUp::Memory) if mixes.len() > 1 => {
                    let (some, others) = mixes.split_at(mixes.len() / 2);
                    waiting.extend([others, some]);
                }
                universe => visit(&universe?)?,
            }
        }
        Ok(())
    }

    /// The boards of each component of a mix, given by its number in `mixes`.
    pub fn component_sizes(&self, mix: usize) -> &[u64] {
        &self.states[self.roots[mix] as usize].sizes
    }

    /// Number of boards of a mix.
    pub(super) fn boards(&self, mix: usize) -> Result<u64, GaveUp> {
        self.component_sizes(mix).iter().copied().try_fold(0, u64::checked_add).ok_or(GaveUp::Exhausted)
    }

    /// Calls `visit` with every board of a mix, given by its number in `mixes`: for each kind of block the
    /// anchors of its blocks (bit row · width + column), and a function that finds the number of the board's component.
    ///
    /// Boards come in a fixed order, and components are numbered in the order of their first boards.
    pub fn for_each_board<E>(
        &self,
        mix: usize,
        mut visit: impl FnMut(&[u128], &dyn Fn() -> u32) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut board = vec![0; self.pieces.kinds.len()];
        visit_boards((self.pieces, &self.states), self.roots[mix], &mut Vec::new(), &mut board, &mut visit)
    }
}

/// The counts of one mix.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// Its blocks and empty cells.
    pub mix: Mix,
    /// Boards, equal blocks interchangeable; at least 1.
    pub boards: u64,
    /// Sets of boards that are joined by moves.
    pub components: u64,
    /// Boards of the largest of them.
    pub largest: u64,
}

/// The counts of all mixes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Mixes that have a board, the counts of the last kind rising fastest.
    pub mixes: Vec<Counted>,
    /// Boards of all.
    pub boards: u64,
    /// Components of all.
    pub components: u64,
    /// Boards of the largest component.
    pub largest: u64,
    /// Peak bytes held at once.
    pub bytes: usize,
}

/// Counts all boards and components; in parts if all mixes together need too much memory.
///
/// # Errors
/// A limit that was reached; [`GaveUp::Exhausted`] if there are 2^64 boards or more.
pub fn census(pieces: &Pieces, limits: &Limits) -> Result<Census, GaveUp> {
    let mut census = Census::default();
    let mixes = all_mixes(pieces, limits)?;
    Universe::in_parts(pieces, &mixes, limits, |universe| {
        census.bytes = census.bytes.max(universe.bytes);
        for (number, mix) in universe.mixes.iter().enumerate() {
            let sizes = universe.component_sizes(number);
            let Some(&largest) = sizes.iter().max() else { continue };
            let (boards, components) = (universe.boards(number)?, sizes.len() as u64);
            census.boards = census.boards.checked_add(boards).ok_or(GaveUp::Exhausted)?;
            census.components += components;
            census.largest = census.largest.max(largest);
            census.mixes.push(Counted { mix: mix.clone(), boards, components, largest });
        }
        limits.progress.positions.store(census.boards, Ordering::Relaxed);
        Ok(())
    })?;
    Ok(census)
}
