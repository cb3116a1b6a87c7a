//! Collects solutions: counts them, or passes them to the caller one by one in the order of the walk.
//!
//! ```text
//!   thread 1   walks a part, makes each solution ready │ walks the next │ …       each thread by itself
//!   thread 2   walks a part, makes each ready │ hands over all of the first parts that are done │ …
//! ```

use std::mem;
use std::ops::ControlFlow;

use crate::{Cell, Enumerated, Packing, Placed, Unknown};
use traybit_core::search::enumeration::Enumeration;
use traybit_core::search::enumeration::collector::{Collector, PartialResult, Paths};
use traybit_core::sync::Mutex;
use traybit_core::{Checkpoint, Cost, GaveUp, Key, Limits, MoveCode, Staged};

/// Number of solutions handed over between two checks of the limits.
const CHECKED_EVERY: usize = 64;

/// A solution that is ready to be handed over, but may have to wait for earlier ones.
pub trait Ready: Clone + Send {
    /// Size in bytes.
    fn bytes(&self) -> usize;
}

impl Ready for Packing {
    fn bytes(&self) -> usize {
        self.iter().map(|placed| size_of::<Placed>() + size_of_val::<[Cell]>(&placed.cells)).sum()
    }
}

impl Ready for Vec<u32> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + size_of_val(&self[..])
    }
}

/// Solutions of consecutive parts of the walk: counted, or stored, first those that are ready.
#[derive(Clone, Debug)]
pub(crate) struct Collected<S, const N: usize> {
    numbers: [u64; N],
    ready: Vec<S>,
    bytes: usize,
    pub(crate) paths: Paths,
}

impl<S, const N: usize> Default for Collected<S, N> {
    fn default() -> Self {
        Self { numbers: [0; N], ready: Vec::new(), bytes: 0, paths: Paths::default() }
    }
}

impl<S, const N: usize> Collected<S, N> {
    fn kept(&self) -> u64 {
        (self.ready.len() + self.paths.len()) as u64
    }
}

/// Words: the numbers, then the paths; no solution is made ready early if checkpoints are saved.
impl<S: Ready, const N: usize> PartialResult for Collected<S, N> {
    fn to_words(&self) -> Vec<u64> {
        debug_assert!(self.ready.is_empty(), "solutions wait for the end of the walk");
        [self.numbers.to_vec(), self.paths.to_words()].concat()
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let (&numbers, paths) = words.split_first_chunk()?;
        Some(Self { numbers, paths: Paths::from_words(paths)?, ..Self::default() })
    }
}

/// Hands over solutions in the order of the walk.
pub(crate) struct Handing<'a, T, S> {
    pub(crate) most: u64,
    /// True if solutions are handed over only at the end.
    pub(crate) waits: bool,
    /// Limits checked while solutions are handed over, which may take longer than finding them.
    limits: &'a Limits,
    make: &'a (dyn Fn(T) -> S + Sync),
    receiver: Mutex<Receiver<'a, S>>,
}

/// A receiver of solutions, which may break off, and the number that it has taken.
struct Receiver<'a, S> {
    taken: u64,
    /// The limit that was reached while solutions were handed over.
    cut: Option<GaveUp>,
    take: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
}

impl<'a, T, S> Handing<'a, T, S> {
    pub(crate) fn new(
        most: u64,
        waits: bool,
        limits: &'a Limits,
        make: &'a (dyn Fn(T) -> S + Sync),
        take: &'a mut (dyn FnMut(S) -> ControlFlow<()> + Send),
    ) -> Self {
        Self { most, waits, limits, make, receiver: Mutex::new(Receiver { taken: 0, cut: None, take }) }
    }

    /// The outcome of a walk with the number of solutions handed over, and the limit reached before all that were requested.
    pub(crate) fn outcome(&self, walked: Enumerated) -> Enumerated {
        let receiver = self.receiver.lock();
        let ended = walked.ended.or(receiver.cut.map(Unknown::GaveUp));
        let ended = ended.filter(|_| receiver.taken < self.most);
        Enumerated { found: receiver.taken, ended, ..walked }
    }

    fn hand(&self, solutions: impl Iterator<Item = S>, limits: &Limits) -> ControlFlow<()> {
        let mut receiver = self.receiver.lock();
        for (place, solution) in solutions.enumerate() {
            if place % CHECKED_EVERY == CHECKED_EVERY - 1 && receiver.cut.is_none() {
                receiver.cut = limits.check().err();
            }
            if receiver.taken >= self.most || receiver.cut.is_some() {
                return ControlFlow::Break(());
            }
            receiver.taken += 1;
            (receiver.take)(solution)?;
        }
        self.enough(receiver.taken)
    }

    /// Breaks if there are as many solutions as requested.
    fn enough(&self, solutions: u64) -> ControlFlow<()> {
        if solutions >= self.most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// Adds a path of a space to a result.
type Add<'a, T> = &'a (dyn Fn(&mut T, usize, &[MoveCode]) + Sync);

/// Collector of solutions with `N` counts, which are handed over or only counted.
pub(crate) struct Collecting<'a, 'h, T, S, const N: usize> {
    pub(crate) handing: Option<&'h Handing<'h, T, S>>,
    /// Adds a path of a space to the counts.
    pub(crate) count: Add<'a, [u64; N]>,
    /// Stores the solutions that a path of a space represents.
    pub(crate) keep: Add<'a, Paths>,
    /// Converts a stored path into a solution.
    pub(crate) read: &'a (dyn Fn(&[MoveCode]) -> T + Sync),
}

/// Numbers of a walk, its outcome, and its cost, whose time is that of earlier runs.
pub(crate) type Walked<R, const N: usize> = ([u64; N], Result<R, GaveUp>, Cost);

impl<T, S: Ready, const N: usize> Collecting<'_, '_, T, S, N> {
    /// Runs an enumeration, perhaps from a checkpoint, and hands over the solutions that waited for its end.
    pub(crate) fn walk<K: Key + Copy, R>(
        &self,
        spaces: &[&dyn Staged<K>],
        checkpoint: Option<Checkpoint<'_>>,
        run: impl FnOnce(&mut Enumeration<'_, K, Self>) -> Result<R, GaveUp>,
    ) -> Result<Walked<R, N>, String> {
        let mut enumeration = Enumeration::open(spaces, self, checkpoint)?;
        let earlier = enumeration.cost().time;
        let ended = run(&mut enumeration);
        match checkpoint {
            Some(Checkpoint { store, .. }) if ended.is_ok() => store.finish(),
            Some(Checkpoint { store, .. }) => _ = store.save(&|to| enumeration.write(to)),
            None => {}
        }
        let cost = Cost { time: earlier, ..enumeration.cost() };
        let collected = enumeration.into_partial();
        let numbers = collected.numbers;
        self.hand_all(collected);
        Ok((numbers, ended, cost))
    }

    /// Hands over all solutions, regardless of the limits: enough were found, or the walk has ended.
    pub(crate) fn hand_all(&self, collected: Collected<S, N>) {
        if let Some(handing) = self.handing {
            let paths = collected.paths.iter().map(|(_, path)| (handing.make)((self.read)(path)));
            let _ = handing.hand(collected.ready.into_iter().chain(paths), &Limits::default());
        }
    }
}

impl<T, S: Ready, const N: usize> Collector for Collecting<'_, '_, T, S, N> {
    type Partial = Collected<S, N>;

    fn solution(&self, partial: &mut Self::Partial, space: usize, path: &[MoveCode]) -> ControlFlow<()> {
        let Some(handing) = self.handing else {
            (self.count)(&mut partial.numbers, space, path);
            return ControlFlow::Continue(());
        };
        (self.keep)(&mut partial.paths, space, path);
        if !handing.waits {
            for (_, path) in mem::take(&mut partial.paths).iter() {
                let solution = (handing.make)((self.read)(path));
                partial.bytes += solution.bytes();
                partial.ready.push(solution);
            }
        }
        handing.enough(partial.kept())
    }

    fn append(&self, partial: &mut Self::Partial, mut later: Self::Partial) {
        debug_assert!(later.ready.is_empty() || partial.paths.is_empty(), "those that are ready come first");
        for (number, later) in partial.numbers.iter_mut().zip(later.numbers) {
            *number += later;
        }
        partial.ready.append(&mut later.ready);
        partial.bytes += later.bytes;
        partial.paths.append(later.paths);
    }

    fn found(&self, partial: &Self::Partial) -> u64 {
        partial.numbers[0] + partial.kept()
    }

    fn bytes(&self, partial: &Self::Partial) -> usize {
        partial.bytes + partial.paths.bytes()
    }

    fn deliver(&self, partial: &mut Self::Partial) -> ControlFlow<()> {
        let Some(handing) = self.handing else { return ControlFlow::Continue(()) };
        if handing.waits {
            return handing.enough(partial.kept());
        }
        partial.bytes = 0;
        handing.hand(mem::take(&mut partial.ready).into_iter(), handing.limits)
    }
}

/// The first solution that an enumeration without a checkpoint passes on, if there is one.
pub(crate) fn first_of<S: Send>(
    enumerate: impl FnOnce(&mut (dyn FnMut(S) -> ControlFlow<()> + Send)) -> Result<Enumerated, String>,
) -> (Option<S>, Enumerated) {
    let mut first = None;
    let enumerated = enumerate(&mut |solution| {
        first = Some(solution);
        ControlFlow::Break(())
    });
    (first, enumerated.expect("no checkpoint"))
}
