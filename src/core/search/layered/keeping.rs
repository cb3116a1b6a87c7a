//! How a search by layers is kept as it goes on, and how it goes on from what was kept.

use std::cell::Cell;
use std::io::Write;
use std::sync::atomic::Ordering;

use crate::bits::Key;
use crate::search::keeper::Keeping;
use crate::search::layered::Layered;
use crate::search::layered::snapshot::{Aside, Head, Saved, Snapshot, Spent, read};
use crate::search::limits::Limits;
use crate::search::sieve::Sieve;
use crate::search::stored::ReadError;
use crate::space::Space;

/// Where a search by layers is written down.
pub(in crate::search) struct Book<'a> {
    keeping: Keeping<'a>,
    head: Head,
    /// What was kept last, told by its numbers of layers, of layers looked through, and of goals.
    last: Cell<Option<[usize; 4]>>,
}

impl Book<'_> {
    /// Whether it is time to keep the search.
    pub(in crate::search) fn is_due(&self) -> bool {
        self.keeping.keeper.is_due()
    }

    /// The search has its answer: nothing has to be kept any more.
    pub(in crate::search) fn close(&self) {
        self.keeping.keeper.is_done();
    }

    /// Writes a search down, unless it is there already.
    fn keep<K: Key>(&self, search: &Snapshot<K>, aside: &Aside<K>) {
        let now = stage(search.sizes, aside);
        let write = |to: &mut dyn Write| search.write(self.head, aside, to);
        if self.last.get() != Some(now) && self.keeping.keeper.keep(&write) {
            self.last.set(Some(now));
        }
    }
}

/// What tells a state from those before it.
fn stage<K>(sizes: &[u64], aside: &Aside<K>) -> [usize; 4] {
    let first = aside.first.as_ref().map_or(0, |(sizes, _)| sizes.len());
    [first, sizes.len(), aside.goal_counts.len(), aside.goals.len()]
}

/// A search that is about to begin or to go on, what is kept beside it, and where.
type Begun<'a, 'k, K> = (Layered<'a, K>, Aside<K>, Option<Book<'k>>);

impl<'a, K: Key> Layered<'a, K> {
    /// A search that has seen nothing but the start, or what an earlier one had seen.
    pub(in crate::search) fn begin<'k>(
        space: &'a dyn Space<K>,
        limits: &'a Limits,
        way_wanted: bool,
        keeping: Option<Keeping<'k>>,
    ) -> Result<Begun<'a, 'k, K>, ReadError> {
        let begun = || Self::new(space, limits, way_wanted);
        let Some(keeping) = keeping else { return Ok((begun(), Aside::default(), None)) };
        let head = Head::new(keeping, &space.canonical(space.start()), space.neighbours());
        let book = Book { keeping, head, last: Cell::new(None) };
        let (mut search, aside) = match read(keeping, head, way_wanted, limits.memory)? {
            None => (begun(), Aside::default()),
            Some((aside, saved)) => {
                book.last.set(Some(stage(&saved.sizes, &aside)));
                (Self::resumed(space, limits, saved), aside)
            }
        };
        search.is_kept = true;
        Ok((search, aside, Some(book)))
    }

    fn resumed(space: &'a dyn Space<K>, limits: &'a Limits, saved: Saved<K>) -> Self {
        let Saved { spent, branching, sizes, current, previous, trail } = saved;
        let positions = sizes.iter().sum();
        limits.progress.positions.store(positions, Ordering::Relaxed);
        limits.progress.layer.store(sizes.len() as u32 - 1, Ordering::Relaxed);
        Self {
            before: spent.time,
            current,
            previous,
            positions,
            successors: spent.successors,
            peak: spent.peak,
            heap: space.start().heap_bytes(),
            branching,
            settled: (spent.successors, branching),
            // The start's own sieve is not counted.
            trail_bytes: trail.iter().flatten().skip(1).map(Sieve::bytes).sum(),
            trail,
            sizes,
            ..Self::with(space, limits, Vec::new())
        }
    }

    /// Writes down where the search was when its last layer was finished.
    pub(in crate::search) fn keep_in(&self, book: &Book, aside: &Aside<K>) {
        let snapshot = Snapshot {
            spent: self.spent(),
            branching: self.settled.1,
            sizes: &self.sizes,
            current: &self.current,
            previous: &self.previous,
            trail: self.trail.as_ref().map(|trail| &trail[..self.sizes.len()]),
        };
        book.keep(&snapshot, aside);
    }

    /// What the layers found cost.
    pub(in crate::search) fn spent(&self) -> Spent {
        Spent { successors: self.settled.0, time: self.before + self.began.elapsed(), peak: self.peak }
    }

    /// The same, kept as it goes on or not.
    pub(in crate::search) fn kept(mut self, is_kept: bool) -> Self {
        self.is_kept = is_kept;
        self
    }
}
