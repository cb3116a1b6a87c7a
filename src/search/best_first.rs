//! Best-first search for any solution: states that are new and seem near the goal come first.
//!
//! Complete: every state that is found is expanded in the end, states are kept whole, so an empty open list is a
//! proof that there is no solution. Where the goal is a single state, a second search runs from there towards the
//! start, in turns with the first, and the two end where one finds a state of the other.

use std::sync::atomic::Ordering;
use std::time::Instant;

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::bits::Key;
use crate::search::limits::Limits;
use crate::search::novelty::Novelty;
use crate::search::outcome::{Answer, Cost, GaveUp, Outcome};
use crate::search::queue::OpenList;
use crate::search::shorten;
use crate::space::{End, Guided};

/// States expanded between two looks at the clock.
const CHUNK: u32 = 1 << 8;
/// States that one chunk may add, and some.
const SLACK: usize = 1 << 16;
/// Bytes of one entry of the index: a number and a control byte at seven eighths full, rounded up.
const INDEX_ENTRY: usize = 6;
/// Marks a state in the open list whose estimate is the refined one.
const REFINED: u32 = 1 << 31;

/// Any solution, or the proof that there is none.
pub fn solve<S: Guided>(space: &S, limits: &Limits) -> Outcome<S::Move> {
    BestFirst::new(space).finish(limits)
}

/// How far a search came.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Pause<K> {
    /// The states from the start to a goal.
    Found(Vec<K>),
    /// Every state was expanded, and none is a goal.
    Exhausted,
    /// As many states as asked for were found, and the search may go on.
    Reached,
}

/// The states found from one end.
struct Side<K> {
    /// The end that this side looks for.
    target: End,
    nodes: Vec<Node<K>>,
    index: HashTable<u32>,
    open: OpenList,
    novelty: Novelty,
}

struct Node<K> {
    key: K,
    /// The state it was found from; the first state is its own parent.
    parent: u32,
}

impl<K: Key> Side<K> {
    fn new(first: K, target: End) -> Self {
        let mut side = Self {
            target,
            nodes: Vec::new(),
            index: HashTable::new(),
            open: OpenList::default(),
            novelty: Novelty::default(),
        };
        side.add(first, 0);
        side.open.push(0, 0, 0);
        side
    }

    /// Adds a state; its number when it is new.
    #[inline]
    fn add(&mut self, key: K, parent: u32) -> Option<u32> {
        let nodes = &self.nodes;
        let same = |&at: &u32| nodes[at as usize].key == key;
        match self.index.entry(key.hash64(), same, |&at| nodes[at as usize].key.hash64()) {
            Entry::Occupied(_) => None,
            Entry::Vacant(slot) => {
                let number = nodes.len() as u32;
                slot.insert(number);
                self.nodes.push(Node { key, parent });
                Some(number)
            }
        }
    }

    fn find(&self, key: &K) -> Option<u32> {
        self.index.find(key.hash64(), |&at| self.nodes[at as usize].key == *key).copied()
    }

    /// The states from `number` back to this side's first state.
    fn chain(&self, number: u32) -> Vec<K> {
        let mut chain = vec![self.nodes[number as usize].key.clone()];
        let mut at = number;
        while at != 0 {
            at = self.nodes[at as usize].parent;
            chain.push(self.nodes[at as usize].key.clone());
        }
        chain
    }

    fn bytes(&self) -> usize {
        let heap = self.nodes.first().map_or(0, |node| node.key.heap_bytes());
        // Each state stands once in an open list, whose buckets double as they grow.
        self.nodes.capacity() * size_of::<Node<K>>()
            + self.nodes.len() * (heap + 8)
            + self.index.capacity() * INDEX_ENTRY
            + self.novelty.bytes()
    }

    /// Bytes that will be held besides while a vector or table that is nearly full moves to a place twice as large.
    fn growth(&self) -> usize {
        let (nodes, index) = (self.nodes.capacity(), self.index.capacity());
        let soon = self.nodes.len() + SLACK;
        let moving = |full: bool, bytes: usize| if full { 2 * bytes } else { 0 };
        moving(soon > nodes, nodes * size_of::<Node<K>>()) + moving(soon > index, index * INDEX_ENTRY)
    }
}

/// A best-first search under way.
pub struct BestFirst<'a, S: Guided> {
    space: &'a S,
    began: Instant,
    scratch: S::Scratch,
    sides: Vec<Side<S::State>>,
    successors: Vec<(S::State, S::Move)>,
    features: Vec<u32>,
}

impl<'a, S: Guided> BestFirst<'a, S> {
    /// A search that has seen nothing but its ends.
    pub fn new(space: &'a S) -> Self {
        let mut sides = vec![Side::new(space.start(), End::Goal)];
        sides.extend(space.goal_state().map(|goal| Side::new(goal, End::Start)));
        Self {
            space,
            began: Instant::now(),
            scratch: space.scratch(),
            sides,
            successors: Vec::new(),
            features: Vec::new(),
        }
    }

    /// Goes on to the end.
    pub fn finish(mut self, limits: &Limits) -> Outcome<S::Move> {
        let answer = match self.run(limits, u64::MAX) {
            Ok(Pause::Found(path)) => self.solved(path, limits),
            Ok(Pause::Exhausted) => Answer::Unsolvable,
            Ok(Pause::Reached) => Answer::GaveUp(GaveUp::Exhausted),
            Err(reason) => Answer::GaveUp(reason),
        };
        Outcome { answer, cost: self.cost() }
    }

    /// The moves of a found path, shortened.
    pub fn solved(&self, path: Vec<S::State>, limits: &Limits) -> Answer<S::Move> {
        let path = shorten::shorten(self.space, path, self.positions() as usize, limits);
        Answer::Solved(shorten::moves_along(self.space, &path))
    }

    /// What the search cost so far.
    pub fn cost(&self) -> Cost {
        Cost { positions: self.positions(), layers: 0, time: self.began.elapsed(), bytes: self.bytes() }
    }

    fn positions(&self) -> u64 {
        self.sides.iter().map(|side| side.nodes.len() as u64).sum()
    }

    fn bytes(&self) -> usize {
        self.sides.iter().map(Side::bytes).sum()
    }

    /// Goes on until a goal is found, no state is left or there are `positions` states.
    ///
    /// # Errors
    /// When a limit was reached.
    pub fn run(&mut self, limits: &Limits, positions: u64) -> Result<Pause<S::State>, GaveUp> {
        let start = self.space.start();
        if self.space.is_goal(&start, &mut self.scratch) {
            return Ok(Pause::Found(vec![start]));
        }
        while self.positions() < positions {
            limits.check()?;
            limits.progress.positions.store(self.positions(), Ordering::Relaxed);
            let growth: usize = self.sides.iter().map(Side::growth).sum();
            if self.bytes() + growth > limits.memory || self.positions() >= u64::from(REFINED) {
                return Err(GaveUp::Memory);
            }
            let goal = self.positions() + SLACK as u64 / 2;
            for _ in 0..CHUNK {
                if self.positions() > goal {
                    break;
                }
                for turn in 0..self.sides.len() {
                    let Some(number) = self.next(turn) else { return Ok(Pause::Exhausted) };
                    if let Some(path) = self.expand(turn, number) {
                        return Ok(Pause::Found(path));
                    }
                }
            }
        }
        Ok(Pause::Reached)
    }

    /// The state to be expanded next. One that turns out to be farther than it seemed goes back once.
    fn next(&mut self, turn: usize) -> Option<u32> {
        let Self { space, scratch, sides, .. } = self;
        let Side { target, nodes, open, .. } = &mut sides[turn];
        loop {
            let (rank, estimate, entry) = open.pop()?;
            let number = entry & !REFINED;
            if entry & REFINED == 0
                && let Some(refined) = space.refine(&nodes[number as usize].key, *target, scratch)
                && refined > estimate
            {
                open.push(rank, refined, number | REFINED);
                continue;
            }
            return Some(number);
        }
    }

    fn expand(&mut self, turn: usize, number: u32) -> Option<Vec<S::State>> {
        let Self { space, scratch, sides, successors, features, .. } = self;
        successors.clear();
        let key = &sides[turn].nodes[number as usize].key;
        space.expand(key, scratch, |successor, step| successors.push((successor, step)));
        for (successor, step) in successors.drain(..) {
            let side = &mut sides[turn];
            let Some(new) = side.add(successor, number) else { continue };
            let key = &side.nodes[new as usize].key;
            features.clear();
            let estimate = space.describe(key, side.target, scratch, features);
            if side.target == End::Goal && estimate == 0 && space.is_goal(key, scratch) {
                let mut path = side.chain(new);
                path.reverse();
                return Some(path);
            }
            let rank = side.novelty.rank(estimate, space.feature(step), features);
            side.open.push(rank, estimate, new);
            if let Some(other) = sides.get(1 - turn)
                && let Some(met) = other.find(&sides[turn].nodes[new as usize].key)
            {
                let (front, back) = if turn == 0 { (new, met) } else { (met, new) };
                let mut path = sides[0].chain(front);
                path.reverse();
                path.extend(sides[1].chain(back).into_iter().skip(1));
                return Some(path);
            }
        }
        None
    }
}
