//! Numbers of boards and components, mix by mix.

use std::sync::atomic::Ordering;

use crate::universe::mixes::{Mix, all_mixes};
use crate::universe::pieces::Pieces;
use crate::universe::{Ended, Universe};
use traybit_core::search::limits::Limits;

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

/// Counts all boards and components. Where all mixes together need too much memory they are counted in parts, each
/// mix alone at worst.
///
/// # Errors
/// The limit that was reached, or counts of more than 64 bits.
pub fn census(pieces: &Pieces, limits: &Limits) -> Result<Census, Ended> {
    let mut census = Census::default();
    let mixes = all_mixes(pieces, limits)?;
    Universe::in_parts(pieces, &mixes, 0, limits, &mut |universe, _| census.count(universe, limits))?;
    Ok(census)
}

impl Census {
    fn count(&mut self, universe: &Universe, limits: &Limits) -> Result<(), Ended> {
        self.bytes = self.bytes.max(universe.bytes());
        for (number, mix) in universe.mixes().iter().enumerate() {
            let sizes = universe.component_sizes(number);
            let Some(&largest) = sizes.iter().max() else { continue };
            let sum = |sum: u64, &size: &u64| sum.checked_add(size);
            let boards = sizes.iter().try_fold(0, sum).ok_or(Ended::Countless)?;
            let components = sizes.len() as u64;
            self.boards = self.boards.checked_add(boards).ok_or(Ended::Countless)?;
            self.components += components;
            self.largest = self.largest.max(largest);
            self.mixes.push(Counted { mix: mix.clone(), boards, components, largest });
        }
        limits.progress.positions.store(self.boards, Ordering::Relaxed);
        Ok(())
    }
}
