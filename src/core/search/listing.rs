//! Listing: every way from the start of a space to its last stage, depth first, each once.
//!
//! ```text
//!             start                     Each part is walked by one thread. After a fixed number of positions what
//!          ╱    │    ╲                  it has left is cut into new parts, which take its place in the list:
//!         ·     ·     ·
//!       ╱ │   ╱ │ ╲    ╲                  done │ part │ part │ part │ …     threads take the first that waits
//!      ·  ▒   ▒ ▒  ▒    ▒                 done │ done, part, part │ part │ …
//! ```
//!
//! Where a part is cut depends only on the tree, not on threads or time. (Avis and Jordan's budgets, see
//! `listing/stack.rs`.) So uneven trees are shared evenly, a small tree stays one part, and no part is long: whatever a
//! listing has done by the ends of its parts can be saved, and a kill costs the parts that were under way, 16,384
//! positions for each thread. Solutions are gathered part by part and joined in the order of the walk, so that the
//! answer is the same for any number of threads, the first solutions included.

mod agenda;
mod meter;
pub mod saved;
pub mod sink;
mod stack;
#[cfg(test)]
mod tests;
pub mod watch;
mod worker;

use crate::search::limits::Limits;
use crate::search::listing::agenda::{Agenda, Finished};
use crate::search::listing::meter::Meter;
use crate::search::listing::saved::{Saved, Unfit};
use crate::search::listing::sink::Sink;
use crate::search::listing::stack::Stack;
use crate::search::listing::watch::Watch;
use crate::search::listing::worker::{Shared, Worker};
use crate::search::outcome::GaveUp;
use crate::space::Staged;
use crate::sync::atomic::Ordering;
use crate::sync::thread;

/// Positions after which a part is cut: about a millisecond's work, and a hundred times what a cut costs.
const BUDGET: u64 = 1 << 14;

/// The solutions of some spaces, in the order of the spaces, as a walk that can be interrupted.
pub struct Listing<'a, S: Staged, K: Sink<S::Move>> {
    spaces: &'a [S],
    sink: &'a K,
    digest: u64,
    agenda: Agenda<S::State, S::Move, K::Share>,
    meter: Meter,
    /// Positions that the limits' progress was told of.
    told: u64,
}

impl<'a, S: Staged, K: Sink<S::Move>> Listing<'a, S, K> {
    /// A listing at its beginning. By the digest a saved state is known later: it stands for whatever the caller
    /// made the spaces and the sink from.
    pub fn new(spaces: &'a [S], sink: &'a K, digest: u64) -> Self {
        let mut listing =
            Self { spaces, sink, digest, agenda: Agenda::new(), meter: Meter::default(), told: 0 };
        for (number, space) in spaces.iter().enumerate() {
            if let Some((stage, state)) = space.start() {
                let finished = listing.enter(number, space, stage, &state);
                let enough = finished.enough;
                listing.agenda.extend(finished, sink);
                if enough {
                    break;
                }
            }
        }
        listing
    }

    /// A listing that goes on from where it was saved.
    ///
    /// # Errors
    /// When it was not saved with these spaces.
    pub fn resume(spaces: &'a [S], sink: &'a K, digest: u64, saved: Saved<K::Share>) -> Result<Self, Unfit> {
        if saved.digest != digest || saved.spaces != spaces.len() {
            return Err(Unfit::Foreign);
        }
        let meter = Meter::default();
        let agenda = Agenda::resume(spaces, saved, sink, &meter)?;
        Ok(Self { spaces, sink, digest, agenda, meter, told: 0 })
    }

    /// What the start of a space comes to.
    fn enter(
        &self,
        number: usize,
        space: &S,
        stage: usize,
        state: &S::State,
    ) -> Finished<S::State, S::Move, K::Share> {
        let mut finished = Finished {
            share: K::Share::default(),
            positions: 1,
            solutions: 0,
            left: Vec::new(),
            enough: false,
            ended: None,
        };
        if stage == space.last() {
            finished.solutions = 1;
            finished.enough = self.sink.solution(&mut finished.share, number, &[]).is_break();
        } else {
            let mut stack = Stack::new(number, 1.0 / self.spaces.len() as f64);
            if stack.enter(space, &mut space.scratch(), stage, state) {
                finished.left.push(stack.whole(&self.meter));
            }
        }
        finished
    }

    /// Goes on until all is listed or the sink has enough. After an error it can go on again, and nothing is lost.
    ///
    /// # Errors
    /// The limit that ended it.
    pub fn run(&mut self, limits: &Limits, watch: &Watch<S::Move, K::Share>) -> Result<(), GaveUp> {
        limits.progress.positions.fetch_add(self.agenda.positions - self.told, Ordering::Relaxed);
        let agenda = std::mem::replace(&mut self.agenda, Agenda::new());
        let shared = Shared::new(self.spaces, self.sink, self.digest, limits, watch, agenda, &self.meter);
        let worker = |thread| Worker::new(&shared, thread);
        // What one thread does in the time of a part is not worth starting others.
        if worker(0).attend(if limits.threads > 1 { BUDGET } else { u64::MAX }) {
            thread::scope(|scope| {
                for thread in 1..limits.threads {
                    scope.spawn(move || worker(thread).attend(u64::MAX));
                }
                worker(0).attend(u64::MAX);
            });
        }
        self.agenda = shared.into_agenda();
        self.told = self.agenda.positions;
        self.agenda.ended.take().map_or(Ok(()), Err)
    }

    /// The state that a later listing can resume.
    pub fn save(&self) -> Saved<K::Share> {
        self.agenda.save(self.digest, self.spaces.len())
    }

    /// Positions visited: each state once for each way to it, the starts among them.
    pub fn positions(&self) -> u64 {
        self.agenda.positions
    }

    /// Solutions found, whatever the sink made of them.
    pub fn solutions(&self) -> u64 {
        self.agenda.solutions
    }

    /// Parts left to be done; 0 once it has ended.
    pub fn parts_left(&self) -> usize {
        self.agenda.waiting()
    }

    /// The part of the tree that is done, as in [`View::done`](watch::View::done).
    pub fn done(&self) -> f64 {
        done(self.agenda.weight())
    }

    /// All that was gathered so far and not taken out when it was delivered, in the order of the walk.
    pub fn into_share(self) -> K::Share {
        self.agenda.into_share(self.sink)
    }
}

/// What is done when so much weight is left.
fn done(left: f64) -> f64 {
    (1.0 - left).clamp(0.0, 1.0)
}
