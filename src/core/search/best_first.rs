//! Best-first search for any solution: states that are new and seem near the goal come first.
//!
//! ```text
//!   open list ──take──▶  each worker expands, looks up successors in the shards,  ──put──▶ open list
//!                        estimates and ranks those that are new
//! ```
//!
//! A single worker takes one state at a time, in the order of the list; several take batches, nearly in that order.
//!
//! Complete: every state found is eventually expanded, and states are stored whole, so an empty open list proves that there
//! is no solution if no worker still holds a state. If the goal is a single state, a second search runs from there towards
//! the start, in turns with the first, and both end when one finds a state of the other.

use std::ops::ControlFlow;
use web_time::{Duration, Instant};

use crate::search::parallel::{self, Pool};
use crate::search::queue::{Entry, Left, Novelty, OpenList};
use crate::search::shards::{BITS, Held, Shards};
use crate::search::shorten;
use crate::space::Walker;
use crate::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use crate::{Answer, Cost, End, GaveUp, Guide, Guided, Key, Limits, Move, Outcome};

/// Maximum number of states described or refined between two checks of the limits.
const WORK: u32 = 1 << 6;
/// Time between two checks above which the next one comes sooner: in a large tray one state can take milliseconds.
const LONG: Duration = Duration::from_millis(10);
/// States that may be added to a shard between two checks, with a margin.
const SLACK: usize = 1 << 8;
/// Maximum number of states that one of several workers takes at a time.
const BATCH: u32 = if cfg!(interleavings) { 2 } else { 8 };
/// Marks a state in the open list whose estimate is the refined one.
const REFINED: u32 = 1 << BITS;

/// Finds any solution, or proves that there is none.
pub fn solve<K: Key>(space: &dyn Guided<K>, limits: &Limits) -> Outcome<Move> {
    let mut search = BestFirst::on_threads(space, limits.threads);
    let answer = search.answer(limits, None).unwrap_or(Answer::GaveUp(GaveUp::Exhausted));
    Outcome { answer, cost: search.cost() }
}

struct Side<K> {
    /// The end that this side searches for.
    target: End,
    found: Shards<K>,
    open: OpenList,
    novelty: Novelty,
}

impl<K: Key> Side<K> {
    fn new(first: K, target: End, threads: usize) -> Self {
        let (found, number) = Shards::new(first, threads);
        let open = OpenList::default();
        open.begin(number);
        Self { target, found, open, novelty: Novelty::default() }
    }

    /// States and bytes held, and the growth by the next [`SLACK`] states of each shard.
    fn held(&self) -> Held {
        let held = self.found.held(SLACK);
        // Each state is once in an open list, whose buckets double as they grow.
        Held { bytes: held.bytes + held.states * 8 + self.novelty.bytes(), ..held }
    }
}

struct Work {
    left: u32,
    /// Work allowed between the last check and the next.
    pace: u32,
    looked: Instant,
}

impl Work {
    /// Counts one unit of work; true if a check of the limits is due.
    #[inline(always)]
    fn one_less(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Renews the budget: halves it if it took long, else doubles it.
    fn renew(&mut self) {
        let now = Instant::now();
        let is_long = now.duration_since(self.looked) > LONG;
        self.pace = if is_long { (self.pace / 2).max(1) } else { (self.pace * 2).min(WORK) };
        (self.left, self.looked) = (self.pace, now);
    }
}

struct Worker<'a, K: Key> {
    walker: Walker<'a, K>,
    /// Estimates the state to be expanded, and its successors while the walker visits them.
    guide: Box<dyn Guide<K> + 'a>,
    features: Vec<u32>,
    /// The state being expanded, and the successor being described.
    state: K,
    successor: K,
    /// States taken from the open list, and states to be put into it.
    taken: Vec<Entry>,
    put: Vec<Entry>,
    work: Work,
    left: Left,
}

impl<'a, K: Key> Worker<'a, K> {
    fn new(space: &'a dyn Guided<K>) -> Self {
        Self {
            walker: Walker::new(space),
            guide: space.guide(),
            features: Vec::new(),
            state: space.start(),
            successor: space.start(),
            taken: Vec::new(),
            put: Vec::new(),
            work: Work { left: WORK, pace: WORK, looked: Instant::now() },
            left: Left::Over,
        }
    }
}

/// A best-first search under way.
pub struct BestFirst<'a, K: Key> {
    space: &'a dyn Guided<K>,
    began: Instant,
    threads: usize,
    pool: Option<Pool>,
    workers: Vec<Worker<'a, K>>,
    sides: Vec<Side<K>>,
    least: AtomicU32,
}

impl<'a, K: Key> BestFirst<'a, K> {
    /// A new search, on at most `threads` threads.
    pub fn on_threads(space: &'a dyn Guided<K>, threads: usize) -> Self {
        let mut sides = vec![Side::new(space.start(), End::Goal, threads)];
        sides.extend(space.goal_state().map(|goal| Side::new(goal, End::Start, threads)));
        Self {
            space,
            began: Instant::now(),
            threads,
            pool: None,
            workers: vec![Worker::new(space)],
            sides,
            least: AtomicU32::new(u32::MAX),
        }
    }

    /// [`Self::run`], but returns the moves of the path, shortened.
    pub fn answer(&mut self, limits: &Limits, until: Option<Instant>) -> Option<Answer<Move>> {
        Some(match self.run(limits, until)? {
            Answer::Solved(path) => {
                let positions = self.cost().positions;
                let path = shorten::shorten(self.space, path, positions as usize, limits);
                Answer::Solved(shorten::moves_along(self.space, &path))
            }
            Answer::Unsolvable => Answer::Unsolvable,
            Answer::GaveUp(reason) => Answer::GaveUp(reason),
        })
    }

    /// The cost of the search so far.
    pub fn cost(&self) -> Cost {
        let held = held(&self.sides);
        Cost {
            positions: held.states as u64,
            time: self.began.elapsed(),
            bytes: held.bytes,
            ..Cost::default()
        }
    }

    /// Searches until there is an answer: a solution is the states from the start to a goal. `None` if `until` comes first;
    /// the search can then be resumed.
    pub fn run(&mut self, limits: &Limits, until: Option<Instant>) -> Option<Answer<K>> {
        let start = self.space.start();
        if self.workers[0].walker.is_goal(&start) {
            return Some(Answer::Solved(vec![start]));
        }
        let threads = self.threads.min(limits.threads).max(1);
        if threads > self.workers.len() {
            self.workers.resize_with(threads, || Worker::new(self.space));
            self.pool = parallel::pool(threads);
        }
        let Self { space, sides, least, .. } = self;
        let ended = AtomicBool::new(false);
        let search = Search { space: *space, sides, least, ended, limits, until, threads };
        let pool = self.pool.as_ref().filter(|_| threads > 1);
        parallel::each(pool, &mut self.workers[..threads], &|worker| search.work(worker));
        self.ended()
    }

    fn ended(&self) -> Option<Answer<K>> {
        match self.workers.iter().map(|worker| worker.left).max()? {
            Left::Over => None,
            Left::GaveUp(reason) => Some(Answer::GaveUp(reason)),
            Left::Empty => Some(Answer::Unsolvable),
            Left::Met(front, back) => {
                let mut path = self.sides[0].found.path(front);
                if let Some(back) = back {
                    path.extend(self.sides[1].found.path(back).into_iter().rev().skip(1));
                }
                Some(Answer::Solved(path))
            }
        }
    }
}

/// State shared by the workers while a search runs.
struct Search<'a, K: Key> {
    space: &'a dyn Guided<K>,
    sides: &'a [Side<K>],
    least: &'a AtomicU32,
    ended: AtomicBool,
    limits: &'a Limits,
    until: Option<Instant>,
    threads: usize,
}

/// Ends the search for all workers when one leaves, for any reason.
struct Leaving<'a, K: Key>(&'a Search<'a, K>);

impl<K: Key> Drop for Leaving<'_, K> {
    fn drop(&mut self) {
        self.0.ended.store(true, Ordering::Relaxed);
        self.0.sides.iter().for_each(|side| side.open.wake());
    }
}

impl<K: Key> Search<'_, K> {
    fn work(&self, worker: &mut Worker<K>) {
        let _leaving = Leaving(self);
        worker.left = self.expand_all(worker).err().unwrap_or(Left::Over);
    }

    /// Expands states until there is a reason to leave.
    fn expand_all(&self, worker: &mut Worker<K>) -> Result<(), Left> {
        loop {
            self.look(&mut worker.work)?;
            while worker.work.left > 0 {
                // While a state with many successors is expanded, the limits and the clock are checked.
                if self.until.is_some_and(|until| worker.work.looked >= until) {
                    return Err(Left::Over);
                }
                for side in 0..self.sides.len() {
                    self.turn(worker, side)?;
                }
                worker.work.one_less();
            }
        }
    }

    /// Takes states from the open list of a side and expands them. One that proves farther than estimated is put back once.
    fn turn(&self, worker: &mut Worker<K>, side: usize) -> Result<(), Left> {
        let Side { target, found, open, .. } = &self.sides[side];
        let mut is_expanded = false;
        while !is_expanded {
            let most = if self.threads > 1 { BATCH.min(worker.work.pace) } else { 1 };
            open.take(most as usize, &mut worker.taken, &self.ended)?;
            while let Some((rank, estimate, entry)) = worker.taken.pop() {
                let number = entry & !REFINED;
                found.read(number, &mut worker.state);
                if entry & REFINED == 0
                    && let Some(refined) = worker.guide.refine(&worker.state, *target)
                    && refined > estimate
                {
                    worker.put.push((rank, refined, number | REFINED));
                    if worker.work.one_less() {
                        self.look(&mut worker.work)?;
                    }
                    continue;
                }
                is_expanded = true;
                self.expand(worker, side, number)?;
            }
            open.put(&mut worker.put);
        }
        Ok(())
    }

    /// Finds the successors of a worker's state.
    fn expand(&self, worker: &mut Worker<K>, turn: usize, number: u32) -> Result<(), Left> {
        let Worker { walker, guide, features, state, successor: new, put, work, .. } = worker;
        let (side, other) = (&self.sides[turn], self.sides.get(1 - turn));
        let mut left = Ok(());
        walker.successors(state, |successor, step| {
            let Some(added) = side.found.add(successor, number, new) else {
                return ControlFlow::Continue(());
            };
            features.clear();
            let estimate = guide.describe(new, side.target, features);
            if side.target == End::Goal {
                if estimate < self.least.load(Ordering::Relaxed) {
                    self.least.fetch_min(estimate, Ordering::Relaxed);
                }
                debug_assert!(estimate == 0 || !guide.is_goal(new), "a goal is estimated as one");
                if estimate == 0 && guide.is_goal(new) {
                    left = Err(Left::Met(added, None));
                }
            }
            if let Some(found) = other.and_then(|other| other.found.find(new)) {
                let (front, back) = if turn == 0 { (added, found) } else { (found, added) };
                left = Err(Left::Met(front, Some(back)));
            }
            let rank = side.novelty.rank(estimate, self.space.feature(step), features);
            put.push((rank, estimate, added));
            if left.is_ok() && work.one_less() {
                left = self.look(work).map_err(Left::GaveUp);
            }
            if left.is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        left
    }

    /// Reports the progress, and checks the limits.
    fn look(&self, work: &mut Work) -> Result<(), GaveUp> {
        work.renew();
        let Held { states, bytes, growth, is_full } = held(self.sides);
        let progress = &self.limits.progress;
        progress.estimate.store(self.least.load(Ordering::Relaxed).wrapping_add(1), Ordering::Relaxed);
        progress.positions.store(states as u64, Ordering::Relaxed);
        self.limits.check()?;
        self.limits.has_room(growth)?;
        self.limits.within(growth + bytes)?;
        if is_full { Err(GaveUp::Memory) } else { Ok(()) }
    }
}

fn held<K: Key>(sides: &[Side<K>]) -> Held {
    sides.iter().map(Side::held).fold(Held::default(), Held::with)
}
