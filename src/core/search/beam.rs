//! Beam search: layer by layer like a breadth-first search, but of each layer only the most promising states stay.
//!
//! ```text
//!   layer   0    1     2     3         width 3: of what the kept states lead to, the three of the least score;
//!           o ─┬ o ─┬─ x  ┌─ o         x: dropped, or met before in the same layer
//!              ├ o ─┼─ o ─┤
//!              └ o ─┴─ o ─┴─ x
//! ```
//!
//! The search may begin from several states with different numbers of moves behind them, each of which joins its
//! layer, and goes on for some layers after the first goal: so beams can be run one after the other, each with the
//! goals of the one before. (The search is that of Lowerre's Harpy speech recognizer, 1976.) It is not complete and
//! proves nothing.

use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;

/// Successors between two looks at the limits.
const STRIDE: usize = 1 << 13;
/// Scores are sorted into at most about so many buckets.
const BUCKETS: u32 = 1 << 10;
/// Where a trail begins.
const ROOT: u32 = u32::MAX;

/// A space in which a score tells what to keep.
pub trait Slope {
    /// A state; equal ones are the same.
    type State: Copy + PartialEq;
    /// What leads from one state to another.
    type Move: Copy;

    /// Hands over each move with the score of the state that it leads to (less is better) and that state's hash.
    /// `layer` is the number of moves made to get to `state`.
    fn expand(&self, state: &Self::State, layer: u32, emit: impl FnMut(Self::Move, i32, u64));
    /// The state that a move leads to.
    fn after(&self, state: &Self::State, step: Self::Move) -> Self::State;
    /// Whether the search is for `state`.
    fn is_goal(&self, state: &Self::State) -> bool;
}

/// How much of a layer is kept, and of how many layers.
#[derive(Clone, Copy, Debug)]
pub struct Breadth {
    /// States of a layer.
    pub width: usize,
    /// Layers after that of the first goal.
    pub slack: u32,
    /// The last layer: the most moves of a solution.
    pub last: u32,
}

/// A state that was reached, and how.
#[derive(Clone, Copy, Debug)]
pub struct Reached<S> {
    /// The state.
    pub state: S,
    /// Moves made.
    pub layer: u32,
    /// The end of its way in the [`Beam`] that found it.
    trail: u32,
}

impl<S> Reached<S> {
    /// The first state of all.
    pub fn start(state: S) -> Self {
        Self { state, layer: 0, trail: ROOT }
    }
}

/// A successor that may be kept.
#[derive(Clone, Copy)]
struct Child<M> {
    score: i32,
    parent: u32,
    step: M,
    hash: u64,
}

/// The ways to all states that were kept, in one or more searches.
pub struct Beam<M> {
    /// For each state the place of the one before it, and the move.
    trail: Vec<(u32, M)>,
    positions: u64,
    children: Vec<Child<M>>,
    starts: Vec<u32>,
    order: Vec<u32>,
    met: Met,
}

/// Which states were kept in the present layer: a table of their places, found by hash.
#[derive(Default)]
struct Met {
    /// The layer's stamp, a piece of the hash, the place among the kept.
    slots: Vec<(u32, u32, u32)>,
    stamp: u32,
}

impl Met {
    /// Forgets all; makes room for so many.
    fn clear(&mut self, states: usize) {
        let room = (2 * states).next_power_of_two();
        if self.slots.len() < room || self.stamp == u32::MAX {
            self.slots = vec![(0, 0, 0); room.max(self.slots.len())];
            self.stamp = 0;
        }
        self.stamp += 1;
    }

    /// Whether a state of that hash is new; if so, it is noted as the one at `place`.
    fn note(&mut self, hash: u64, place: usize, mut is_same: impl FnMut(usize) -> bool) -> bool {
        let mask = self.slots.len() - 1;
        let tag = hash as u32;
        let mut at = (hash >> 32) as usize & mask;
        while self.slots[at].0 == self.stamp {
            if self.slots[at].1 == tag && is_same(self.slots[at].2 as usize) {
                return false;
            }
            at = (at + 1) & mask;
        }
        self.slots[at] = (self.stamp, tag, place as u32);
        true
    }
}

impl<M: Copy> Default for Beam<M> {
    /// No ways yet.
    fn default() -> Self {
        Self {
            trail: Vec::new(),
            positions: 0,
            children: Vec::new(),
            starts: Vec::new(),
            order: Vec::new(),
            met: Met::default(),
        }
    }
}

impl<M: Copy> Beam<M> {
    /// Successors looked at so far.
    pub fn positions(&self) -> u64 {
        self.positions
    }

    /// The moves that led to a state that this beam reached.
    pub fn moves<S>(&self, reached: &Reached<S>) -> Vec<M> {
        let mut moves = Vec::new();
        let mut at = reached.trail;
        while at != ROOT {
            let (before, step) = self.trail[at as usize];
            moves.push(step);
            at = before;
        }
        moves.reverse();
        moves
    }

    /// The goals found from `starts`, which are in order of their layers; none where the beam lost its way.
    ///
    /// # Errors
    /// The limit that ended the search.
    pub fn search<S: Slope<Move = M>>(
        &mut self,
        space: &S,
        starts: &[Reached<S::State>],
        breadth: Breadth,
        limits: &Limits,
    ) -> Result<Vec<Reached<S::State>>, GaveUp> {
        let mut goals = Vec::new();
        let mut waiting = starts.iter().copied().peekable();
        let mut kept: Vec<Reached<S::State>> = Vec::new();
        let mut next = Vec::new();
        let mut last = breadth.last;
        let mut unchecked = 0;
        let Some(mut layer) = starts.first().map(|start| start.layer) else { return Ok(goals) };
        loop {
            while let Some(start) = waiting.next_if(|start| start.layer == layer) {
                if space.is_goal(&start.state) { &mut goals } else { &mut kept }.push(start);
            }
            if !goals.is_empty() {
                last = last.min(goals[0].layer + breadth.slack);
            }
            if layer >= last || (kept.is_empty() && waiting.peek().is_none()) {
                return Ok(goals);
            }
            self.expand(space, &kept);
            if self.trail.len() + self.children.len() >= ROOT as usize {
                return Err(GaveUp::Memory);
            }
            self.sort();
            layer += 1;
            self.keep(space, &kept, breadth.width, &mut next, &mut goals);
            std::mem::swap(&mut kept, &mut next);
            unchecked += self.children.len();
            if unchecked >= STRIDE {
                unchecked = 0;
                let growth = self.growth();
                limits.within(self.bytes() + growth + breadth.width * 4 * size_of::<Reached<S::State>>())?;
                limits.has_room(growth)?;
                limits.check()?;
            }
        }
    }

    /// Bytes held between searches.
    fn bytes(&self) -> usize {
        self.trail.capacity() * size_of::<(u32, M)>()
            + self.children.capacity() * (size_of::<Child<M>>() + 4)
            + self.met.slots.len() * 12
    }

    /// Bytes taken besides at once while the trail moves to a larger place.
    fn growth(&self) -> usize {
        let room = self.trail.capacity();
        if self.trail.len() + 2 * STRIDE > room { room * size_of::<(u32, M)>() } else { 0 }
    }

    fn expand<S: Slope<Move = M>>(&mut self, space: &S, kept: &[Reached<S::State>]) {
        self.children.clear();
        for (parent, reached) in (0..).zip(kept) {
            space.expand(&reached.state, reached.layer, |step, score, hash| {
                self.children.push(Child { score, parent, step, hash });
            });
        }
        self.positions += self.children.len() as u64;
    }

    /// Orders the children by score, roughly where scores lie far apart; equals stay in their order.
    fn sort(&mut self) {
        let scores = self.children.iter().map(|child| child.score);
        let least = scores.clone().min().unwrap_or(0);
        let range = scores.max().unwrap_or(0).abs_diff(least);
        let shift = (range / BUCKETS).checked_ilog2().map_or(0, |log| log + 1);
        let bucket = |child: &Child<M>| (child.score.abs_diff(least) >> shift) as usize;
        self.starts.clear();
        self.starts.resize((range >> shift) as usize + 2, 0);
        for child in &self.children {
            self.starts[bucket(child) + 1] += 1;
        }
        for index in 1..self.starts.len() {
            self.starts[index] += self.starts[index - 1];
        }
        self.order.resize(self.children.len(), 0);
        for (index, child) in (0..).zip(&self.children) {
            let place = &mut self.starts[bucket(child)];
            self.order[*place as usize] = index;
            *place += 1;
        }
    }

    /// Builds the best children, each state once: goals and what to go on with.
    fn keep<S: Slope<Move = M>>(
        &mut self,
        space: &S,
        kept: &[Reached<S::State>],
        width: usize,
        next: &mut Vec<Reached<S::State>>,
        goals: &mut Vec<Reached<S::State>>,
    ) {
        next.clear();
        self.met.clear(self.children.len().max(1));
        for &index in &self.order[..self.children.len()] {
            if next.len() >= width {
                break;
            }
            let child = &self.children[index as usize];
            let parent = &kept[child.parent as usize];
            let state = space.after(&parent.state, child.step);
            let trail = self.trail.len() as u32;
            let reached = Reached { state, layer: parent.layer + 1, trail };
            if space.is_goal(&state) {
                goals.push(reached);
            } else if self.met.note(child.hash, next.len(), |place| next[place].state == state) {
                next.push(reached);
            } else {
                continue;
            }
            self.trail.push((parent.trail, child.step));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Beam, Breadth, Reached, Slope};
    use crate::search::limits::Limits;
    use crate::search::outcome::GaveUp;

    /// Points of a plane with a wall across it that has one opening; the goal is the origin.
    struct Plane {
        opening: i32,
    }

    const WALL: i32 = 10;

    impl Slope for Plane {
        type State = (i32, i32);
        type Move = (i32, i32);

        fn expand(&self, &(x, y): &(i32, i32), _: u32, mut emit: impl FnMut((i32, i32), i32, u64)) {
            for (dx, dy) in [(1, 0), (-1, 0), (0, 1), (0, -1)] {
                let (x, y) = (x + dx, y + dy);
                if x != WALL || y == self.opening {
                    // Hashes that often coincide: states are told apart all the same.
                    emit((dx, dy), x.abs() + y.abs(), (x & 3) as u64);
                }
            }
        }

        fn after(&self, &(x, y): &(i32, i32), (dx, dy): (i32, i32)) -> (i32, i32) {
            (x + dx, y + dy)
        }

        fn is_goal(&self, &state: &(i32, i32)) -> bool {
            state == (0, 0)
        }
    }

    fn breadth(width: usize, last: u32) -> Breadth {
        Breadth { width, slack: 0, last }
    }

    #[test]
    fn a_wide_beam_finds_the_way_around_and_a_narrow_one_does_not() {
        let plane = Plane { opening: 4 };
        let start = [Reached::start((20, 0))];
        let mut beam = Beam::default();
        let goals = beam.search(&plane, &start, breadth(400, 100), &Limits::default()).unwrap();
        assert_eq!(goals[0].layer, 28);
        let moves = beam.moves(&goals[0]);
        let end = moves.iter().fold((20, 0), |at, &step| plane.after(&at, step));
        assert_eq!((moves.len(), end), (28, (0, 0)));
        assert!(beam.positions() > 28);
        assert!(beam.search(&plane, &start, breadth(2, 100), &Limits::default()).unwrap().is_empty());
        assert!(beam.search(&plane, &start, breadth(400, 27), &Limits::default()).unwrap().is_empty());
    }

    #[test]
    fn starts_join_at_their_layers_and_slack_lets_later_goals_in() {
        let plane = Plane { opening: 0 };
        let start = |x, layer| Reached { layer, ..Reached::start((x, 0)) };
        let starts = [start(0, 3), start(2, 4), start(1, 6)];
        let mut beam = Beam::default();
        let mut layers = |slack| {
            let breadth = Breadth { width: 50, slack, last: 100 };
            let goals = beam.search(&plane, &starts, breadth, &Limits::default()).unwrap();
            goals.iter().map(|goal| goal.layer).collect::<Vec<_>>()
        };
        assert_eq!(layers(0), [3]);
        assert_eq!(layers(3), [3, 6]);
        assert_eq!(layers(4)[..3], [3, 6, 7]);
    }

    #[test]
    fn limits_end_it() {
        let plane = Plane { opening: 1 << 20 };
        let limits = Limits { memory: 1 << 20, ..Limits::default() };
        let endless = breadth(1000, u32::MAX);
        let outcome = Beam::default().search(&plane, &[Reached::start((20, 0))], endless, &limits);
        assert_eq!(outcome.err(), Some(GaveUp::Memory));
        limits.stop.store(true, std::sync::atomic::Ordering::Relaxed);
        let limits = Limits { memory: 1 << 30, ..limits };
        let outcome = Beam::default().search(&plane, &[Reached::start((20, 0))], endless, &limits);
        assert_eq!(outcome.err(), Some(GaveUp::Stopped));
    }
}
