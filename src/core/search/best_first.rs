//! Best-first search for any solution: states that are new and seem near the goal come first.
//!
//! Complete: every state that is found is expanded in the end, states are kept whole, so an empty open list is a
//! proof that there is no solution. Where the goal is a single state, a second search runs from there towards the
//! start, in turns with the first, and the two end where one finds a state of the other.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::bits::Key;
use crate::search::found::Found;
use crate::search::limits::Limits;
use crate::search::novelty::Novelty;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::queue::OpenList;
use crate::search::shorten;
use crate::space::walker::successors;
use crate::space::{Columns, End, Guide, Guided, Move};

/// States described or refined between two looks at the clock and at the memory used, at most.
const WORK: u32 = 1 << 6;
/// Fewer are between the next two looks where so many took longer: in a large tray one can take milliseconds.
const LONG: Duration = Duration::from_millis(10);
/// States that may come between two looks, and some.
const SLACK: usize = 1 << 8;
/// Marks a state in the open list whose estimate is the refined one.
const REFINED: u32 = 1 << 31;

/// Any solution, or the proof that there is none.
pub fn solve<K: Key>(space: &dyn Guided<K>, limits: &Limits) -> Outcome<Move> {
    BestFirst::new(space).finish(limits)
}

/// How far a search came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pause<K> {
    /// The states from the start to a goal.
    Found(Vec<K>),
    /// Every state was expanded, and none is a goal.
    Exhausted,
    /// The time to look up has come, and the search may go on.
    Reached,
}

/// The states found from one end.
struct Side<K> {
    /// The end that this side looks for.
    target: End,
    found: Found<K>,
    open: OpenList,
    novelty: Novelty,
}

impl<K: Key> Side<K> {
    fn new(first: K, target: End) -> Self {
        let mut open = OpenList::default();
        open.push(0, 0, 0);
        Self { target, found: Found::new(first), open, novelty: Novelty::default() }
    }

    /// Number of its states.
    fn len(&self) -> usize {
        self.found.states().len()
    }

    fn bytes(&self) -> usize {
        // Each state stands once in an open list, whose buckets double as they grow.
        self.found.bytes() + self.len() * 8 + self.novelty.bytes()
    }
}

/// Work that may be done before the next look at the limits.
struct Work {
    left: u32,
    /// Work allowed after the last look.
    pace: u32,
    looked: Instant,
}

impl Work {
    /// Something was done; whether it is time to look.
    #[inline(always)]
    fn one_less(&mut self) -> bool {
        self.left = self.left.saturating_sub(1);
        self.left == 0
    }

    /// Half as much as before if that took long, or else twice as much.
    fn renew(&mut self) {
        let now = Instant::now();
        let is_long = now.duration_since(self.looked) > LONG;
        self.pace = if is_long { (self.pace / 2).max(1) } else { (self.pace * 2).min(WORK) };
        (self.left, self.looked) = (self.pace, now);
    }
}

/// A best-first search under way.
pub struct BestFirst<'a, K: Key> {
    space: &'a dyn Guided<K>,
    began: Instant,
    expander: Box<dyn Guide<K> + 'a>,
    buffer: Columns<K, Move>,
    /// For describing a successor while the state before it is being expanded.
    guide: Box<dyn Guide<K> + 'a>,
    sides: Vec<Side<K>>,
    features: Vec<u32>,
    /// States described or refined since the last look.
    work: Work,
    /// The least estimate of a state found from the start.
    least: u32,
}

impl<'a, K: Key> BestFirst<'a, K> {
    /// A search that has seen nothing but its ends.
    pub fn new(space: &'a dyn Guided<K>) -> Self {
        let mut sides = vec![Side::new(space.start(), End::Goal)];
        sides.extend(space.goal_state().map(|goal| Side::new(goal, End::Start)));
        Self {
            space,
            began: Instant::now(),
            expander: space.guide(),
            buffer: Columns::new(),
            guide: space.guide(),
            sides,
            features: Vec::new(),
            work: Work { left: WORK, pace: WORK, looked: Instant::now() },
            least: u32::MAX,
        }
    }

    /// Goes on to the end.
    pub fn finish(mut self, limits: &Limits) -> Outcome<Move> {
        let answer = self.answer(limits, None).unwrap_or(Answer::GaveUp(GaveUp::Exhausted));
        Outcome { answer, cost: self.cost() }
    }

    /// Goes on until there is an answer, with the moves of a found path shortened; none where the time has come before.
    pub fn answer(&mut self, limits: &Limits, until: Option<Instant>) -> Option<Answer<Move>> {
        match self.run(limits, until) {
            Ok(Pause::Found(path)) => {
                let path = shorten::shorten(self.space, path, self.positions() as usize, limits);
                Some(Answer::Solved(shorten::moves_along(self.space, &path)))
            }
            Ok(Pause::Exhausted) => Some(Answer::Unsolvable),
            Ok(Pause::Reached) => None,
            Err(reason) => Some(Answer::GaveUp(reason)),
        }
    }

    /// The cost of the search so far.
    pub fn cost(&self) -> Cost {
        Cost {
            positions: self.positions(),
            time: self.began.elapsed(),
            bytes: self.bytes(),
            ..Cost::default()
        }
    }

    fn positions(&self) -> u64 {
        self.sides.iter().map(|side| side.len() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.sides.iter().map(Side::bytes).sum()
    }

    /// Goes on until a goal is found, no state is left or the time has come.
    ///
    /// # Errors
    /// When a limit was reached.
    pub fn run(&mut self, limits: &Limits, until: Option<Instant>) -> Result<Pause<K>, GaveUp> {
        let start = self.space.start();
        if self.expander.is_goal(&start) {
            return Ok(Pause::Found(vec![start]));
        }
        loop {
            self.look(limits)?;
            if until.is_some_and(|until| Instant::now() >= until) {
                return Ok(Pause::Reached);
            }
            while self.work.left > 0 {
                for turn in 0..self.sides.len() {
                    let Some(number) = self.next(turn, limits)? else { return Ok(Pause::Exhausted) };
                    if let Some(path) = self.expand(turn, number, limits)? {
                        return Ok(Pause::Found(path));
                    }
                }
                self.work.one_less();
            }
        }
    }

    /// Looks at the limits.
    fn look(&mut self, limits: &Limits) -> Result<(), GaveUp> {
        self.work.renew();
        limits.progress.any.estimate.store(self.least.wrapping_add(1), Ordering::Relaxed);
        look(&self.sides.iter().collect::<Vec<_>>(), limits)
    }

    /// The state to be expanded next. One that turns out to be farther than it seemed goes back once.
    fn next(&mut self, turn: usize, limits: &Limits) -> Result<Option<u32>, GaveUp> {
        loop {
            let Self { expander, sides, work, .. } = self;
            let Side { target, found, open, .. } = &mut sides[turn];
            let Some((rank, estimate, entry)) = open.pop() else { return Ok(None) };
            let number = entry & !REFINED;
            if entry & REFINED != 0 {
                return Ok(Some(number));
            }
            match expander.refine(&found.states()[number], *target) {
                Some(refined) if refined > estimate => open.push(rank, refined, number | REFINED),
                _ => return Ok(Some(number)),
            }
            if work.one_less() {
                self.look(limits)?;
            }
        }
    }

    /// Adds the successors of a state to the open list; the path, when one of them ends the search.
    fn expand(&mut self, turn: usize, number: u32, limits: &Limits) -> Result<Option<Vec<K>>, GaveUp> {
        let Self { space, expander, buffer, guide, sides, features, work, least, .. } = self;
        let (first, second) = sides.split_at_mut(1);
        let (side, other) = match turn {
            0 => (&mut first[0], second.first()),
            _ => (&mut second[0], Some(&first[0])),
        };
        let key = side.found.states()[number].clone();
        let (mut met, mut ended) = (None, Ok(()));
        successors(&mut **expander, buffer, &key, |successor, step| {
            if met.is_some() || ended.is_err() {
                return ControlFlow::Break(());
            }
            let Ok(new) = side.found.add(successor, number) else { return ControlFlow::Continue(()) };
            let key = &side.found.states()[new];
            features.clear();
            let estimate = guide.describe(key, side.target, features);
            if side.target == End::Goal && estimate == 0 && guide.is_goal(key) {
                met = Some((new, None));
            } else if let Some(found) = other.and_then(|other| other.found.find(key)) {
                met = Some((new, Some(found)));
            }
            if side.target == End::Goal {
                *least = estimate.min(*least);
            }
            let rank = side.novelty.rank(estimate, space.feature(step), features);
            side.open.push(rank, estimate, new);
            if work.one_less() {
                work.renew();
                let both: Vec<&Side<K>> = other.into_iter().chain([&*side]).collect();
                ended = look(&both, limits);
            }
            ControlFlow::Continue(())
        });
        let Some((new, found)) = met else { return ended.map(|()| None) };
        let (front, back) = if turn == 0 { (new, found) } else { (found.unwrap_or(0), Some(new)) };
        let mut path = sides[0].found.path(front);
        if let Some(back) = back {
            path.extend(sides[1].found.path(back).into_iter().rev().skip(1));
        }
        Ok(Some(path))
    }
}

/// Tells how many states there are; an error when a limit is reached.
fn look<K: Key>(sides: &[&Side<K>], limits: &Limits) -> Result<(), GaveUp> {
    let positions: usize = sides.iter().map(|side| side.len()).sum();
    limits.progress.positions.store(positions as u64, Ordering::Relaxed);
    limits.check()?;
    let growth = sides.iter().map(|side| side.found.growth(SLACK)).sum();
    limits.has_room(growth)?;
    limits.within(growth + sides.iter().map(|side| side.bytes()).sum::<usize>())?;
    if positions >= REFINED as usize { Err(GaveUp::Memory) } else { Ok(()) }
}
