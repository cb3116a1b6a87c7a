//! Counts and lists the solutions of exact covers.

use std::ops::ControlFlow;

use crate::budget::Budget;
use crate::exact::cells::Cells;
use crate::exact::{ExactCover, Solution};
use crate::solve::collector::{Collecting, Handing, Ready, Solutions};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::enumeration::collector::Paths;
use traybit_core::search::enumeration::observers::Observers;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::search::staged::{MoveCode, Staged};

/// Description of the method.
pub const METHOD: &str = "dancing cells, depth first, the item with the fewest branches first";

/// Solutions found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Found {
    /// Their number.
    pub solutions: u64,
    /// The reason why there may be more, apart from having enough.
    pub ended: Option<GaveUp>,
    /// Cost of the search.
    pub cost: Cost,
}

/// Counts the solutions of a problem.
///
/// # Errors
/// A sentence without its full stop when the checkpoint is not of this problem.
pub fn count(
    problem: &ExactCover,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> Result<Found, String> {
    walk::<Solution>(problem, None, checkpoint, limits)
}

/// Hands at most `most` solutions to `take`, which may have enough, after `make` was called by several threads. Their order
/// does not depend on the number of threads; they come as they are found, or all at the end where checkpoints are kept.
///
/// # Errors
/// A sentence without its full stop when the checkpoint is not of this problem.
pub fn enumerate<S: Ready>(
    problem: &ExactCover,
    most: u64,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
    make: &(dyn Fn(Solution) -> S + Sync),
    take: &mut (dyn FnMut(S) -> ControlFlow<()> + Send),
) -> Result<Found, String> {
    let handing = Handing::new(most, checkpoint.is_some(), limits, make, take);
    let found = walk(problem, Some(&handing), checkpoint, limits)?;
    let (solutions, ended) = handing.taken(found.ended);
    Ok(Found { solutions, ended, ..found })
}

fn walk<'h, S: Ready>(
    problem: &ExactCover,
    handing: Option<&'h Handing<'h, Solution, S>>,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> Result<Found, String> {
    let mut budget = Budget::of(limits);
    let cells = match Cells::new(problem, limits.threads, &mut budget) {
        Ok(cells) => cells,
        Err(reason) => {
            return Ok(Found { solutions: 0, ended: Some(reason), cost: budget.cost(Cost::default()) });
        }
    };
    let store = checkpoint.map(|checkpoint| checkpoint.store);
    let observers = Observers { store, ..Observers::default() };
    let ([solutions], ended, cost) = Collecting { solutions: &cells, handing }.walk(
        &[&cells as &dyn Staged<u64>],
        checkpoint,
        |enumeration| enumeration.run(&budget.rest(), &observers),
    )?;
    Ok(Found { solutions, ended: ended.err(), cost: budget.cost(cost) })
}

impl Solutions<1> for &Cells {
    type Solution = Solution;

    fn count(&self, [number]: &mut [u64; 1], _space: usize, _path: &[MoveCode]) {
        *number += 1;
    }

    fn keep(&self, kept: &mut Paths, space: usize, path: &[MoveCode]) {
        kept.push(space, path);
    }

    fn read(&self, kept: &[MoveCode]) -> Solution {
        self.options(kept)
    }
}
