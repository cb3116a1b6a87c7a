//! Counts and lists the solutions of exact covers.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::exact::cells::Cells;
use crate::exact::{ExactCover, Solution};
use crate::solve::handing::Handing;
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
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
    walk(problem, None, checkpoint, limits)
}

/// Hands at most so many solutions to `take`, which may have enough, in an order that does not depend on the number of
/// threads: as they are found, or all at the end where checkpoints are kept.
///
/// # Errors
/// A sentence without its full stop when the checkpoint is not of this problem.
pub fn enumerate(
    problem: &ExactCover,
    most: u64,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
    take: &mut (dyn FnMut(Solution) -> ControlFlow<()> + Send),
) -> Result<Found, String> {
    let handing = Handing::new(most, checkpoint.is_some(), limits, take);
    let found = walk(problem, Some(&handing), checkpoint, limits)?;
    let (solutions, cut) = handing.taken();
    Ok(Found { solutions, ended: found.ended.or(cut).filter(|_| solutions < most), ..found })
}

/// Walks through the solutions, which are handed over or counted.
fn walk<'h>(
    problem: &ExactCover,
    handing: Option<&'h Handing<'h, Solution>>,
    checkpoint: Option<Checkpoint<'_>>,
    limits: &Limits,
) -> Result<Found, String> {
    let began = Instant::now();
    let bytes = Cells::bytes(problem, limits.threads.max(1));
    if let Err(reason) = limits.check().and(limits.within(bytes)).and(limits.has_room(bytes)) {
        let cost = Cost { time: began.elapsed(), bytes, ..Cost::default() };
        return Ok(Found { solutions: 0, ended: Some(reason), cost });
    }
    let cells = Cells::of(problem);
    let collector = Solutions { cells: &cells, handing };
    let spaces: [&dyn Staged<u64>; 1] = [&cells];
    let rest = Limits { memory: limits.memory - bytes, ..limits.clone() };
    let mut enumeration = Enumeration::open(&spaces, &collector, checkpoint)?;
    let earlier = enumeration.cost().time;
    let store = checkpoint.map(|checkpoint| checkpoint.store);
    let ended = enumeration.run(&rest, &Observers { store, ..Observers::default() });
    if let Some(store) = store {
        enumeration.leave(store, ended.is_ok());
    }
    let cost = enumeration.cost();
    let cost = Cost { time: earlier + began.elapsed(), bytes: bytes + cost.bytes, ..cost };
    let Collected { number, paths } = enumeration.into_partial();
    if let Some(handing) = handing {
        // Enough or all: what waited is handed over at last, regardless of the limits.
        let _ = handing.hand(&paths, |path| cells.options(path), &Limits::default());
    }
    Ok(Found { solutions: number, ended: ended.err(), cost })
}

/// Solutions of some parts of the walk: counted, or kept to be handed over.
#[derive(Clone, Debug, Default)]
struct Collected {
    number: u64,
    paths: Paths,
}

/// Words: the number, then the paths.
impl PartialResult for Collected {
    fn to_words(&self) -> Vec<u64> {
        [vec![self.number], self.paths.to_words()].concat()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let (&number, paths) = words.split_first()?;
        Some(Self { number, paths: Paths::from_words(paths)? })
    }
}

/// Collector of solutions.
struct Solutions<'a, 'h> {
    cells: &'a Cells,
    handing: Option<&'h Handing<'h, Solution>>,
}

impl Collector for Solutions<'_, '_> {
    type Partial = Collected;

    fn solution(&self, partial: &mut Collected, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let Some(handing) = self.handing else {
            partial.number += 1;
            return ControlFlow::Continue(());
        };
        partial.paths.push(space, path);
        handing.enough(partial.paths.len() as u64)
    }

    fn append(&self, partial: &mut Collected, later: Collected) {
        partial.number += later.number;
        partial.paths.append(later.paths);
    }

    fn bytes(&self, partial: &Collected) -> usize {
        partial.paths.bytes()
    }

    fn deliver(&self, partial: &mut Collected) -> ControlFlow<()> {
        match self.handing {
            None => ControlFlow::Continue(()),
            Some(handing) if handing.waits => handing.enough(partial.paths.len() as u64),
            Some(handing) => {
                let paths = std::mem::take(&mut partial.paths);
                handing.hand(&paths, |path| self.cells.options(path), handing.limits)
            }
        }
    }
}
