//! Counts and lists the solutions of exact covers.

use std::ops::ControlFlow;
use std::time::Instant;

use crate::exact::cells::Cells;
use crate::exact::{ExactCover, Solution};
use crate::solve::handing::{Handing, Listed, Ready};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, PartialResult};
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

/// Makes what `make` says of at most so many solutions, on several threads, and hands that to `take`, which may have enough,
/// in an order that does not depend on the number of threads: as they are found, or all at the end where checkpoints are
/// kept.
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
    let handing = Handing::new(most, checkpoint.is_some(), limits, take);
    let found = walk(problem, Some((&handing, make)), checkpoint, limits)?;
    let (solutions, cut) = handing.taken();
    Ok(Found { solutions, ended: found.ended.or(cut).filter(|_| solutions < most), ..found })
}

/// Handing over of solutions, and what is made of each.
type Hands<'h, S> = (&'h Handing<'h, S>, &'h (dyn Fn(Solution) -> S + Sync));

/// Walks through the solutions, which are handed over or counted.
fn walk<S: Ready>(
    problem: &ExactCover,
    hands: Option<Hands<'_, S>>,
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
    let collector = Solutions { cells: &cells, hands };
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
    let Collected { number, listed } = enumeration.into_partial();
    if let Some((handing, make)) = hands {
        handing.hand_all(listed, |path| make(cells.options(path)));
    }
    Ok(Found { solutions: number, ended: ended.err(), cost })
}

/// Solutions of some parts of the walk: counted, or kept to be handed over.
#[derive(Clone, Debug)]
struct Collected<S> {
    number: u64,
    listed: Listed<S>,
}

impl<S> Default for Collected<S> {
    fn default() -> Self {
        Self { number: 0, listed: Listed::default() }
    }
}

/// Words: the number, then the solutions.
impl<S: Ready> PartialResult for Collected<S> {
    fn to_words(&self) -> Vec<u64> {
        [vec![self.number], self.listed.to_words()].concat()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let (&number, listed) = words.split_first()?;
        Some(Self { number, listed: Listed::from_words(listed)? })
    }
}

/// Collector of solutions.
struct Solutions<'a, 'h, S> {
    cells: &'a Cells,
    hands: Option<Hands<'h, S>>,
}

impl<S: Ready> Collector for Solutions<'_, '_, S> {
    type Partial = Collected<S>;

    fn solution(&self, partial: &mut Collected<S>, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let Some((handing, _)) = self.hands else {
            partial.number += 1;
            return ControlFlow::Continue(());
        };
        partial.listed.push(space, path);
        handing.enough(partial.listed.len())
    }

    fn finish(&self, partial: &mut Collected<S>) {
        if let Some((handing, make)) = self.hands {
            handing.make_ready(&mut partial.listed, |path| make(self.cells.options(path)));
        }
    }

    fn append(&self, partial: &mut Collected<S>, later: Collected<S>) {
        partial.number += later.number;
        partial.listed.append(later.listed);
    }

    fn bytes(&self, partial: &Collected<S>) -> usize {
        partial.listed.bytes()
    }

    fn deliver(&self, partial: &mut Collected<S>) -> ControlFlow<()> {
        self.hands.map_or(ControlFlow::Continue(()), |(handing, _)| handing.deliver(&mut partial.listed))
    }
}
