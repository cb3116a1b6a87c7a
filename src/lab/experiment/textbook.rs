//! Textbook searches: every state met is kept, and they differ only in the order of the open list. Beside
//! them, breadth-first search by layers, as in this project.
//!
//! ```text
//!                  rank of a state, d moves from the start and h from the goal by estimate; the lowest is expanded first
//!   breadth-first  d          of equal ranks the state met first
//!   depth-first    0          of equal ranks the state met last, as in all that follow
//!   greedy         h
//!   A*             d + h      in its last rank the state met last is the one farthest on
//! ```
//!
//! (Hart, Nilsson and Raphael, "A formal basis for the heuristic determination of minimum cost paths", 1968.) A state to
//! which A* finds a shorter path is expanded again, so estimates need not be consistent. The goal is tested when a state
//! is taken from the open list.

use std::collections::{BTreeMap, VecDeque};
use std::iter::successors;
use std::time::Instant;

use hashbrown::HashTable;

use crate::experiment::STRIDE;
use traybit_core::search::compiled::{self, SearchKey};
use traybit_core::search::shorten::moves_along;
use traybit_core::space::{Move, Space, Walker};
use traybit_core::{Answer, Cost, GaveUp, Key, Limits, Outcome};

/// Order in which states are expanded, and the collection of the states met.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Order {
    /// Breadth-first, with a list that is scanned for every successor; all others have a hash table.
    Listed,
    BreadthFirst,
    /// Breadth-first by layers, without an open list.
    Layers,
    DepthFirst,
    Greedy,
    AStar,
}

struct Node<K> {
    state: K,
    parent: usize,
    depth: u64,
    estimate: u64,
}

struct Search<'a, K> {
    order: Order,
    estimate: &'a mut dyn FnMut(&K) -> u32,
    limits: &'a Limits,
    nodes: Vec<Node<K>>,
    table: HashTable<usize>,
    /// Nodes to be expanded and their depths, by rank; a node whose depth has changed since is in it again.
    open: BTreeMap<u64, VecDeque<(usize, u64)>>,
    cost: Cost,
}

/// A solution, or the proof that there is none. `estimate` gives the estimated distance of a state from the goal; A* is
/// optimal if that is never more than the moves needed.
pub(super) fn search<K: SearchKey>(
    space: &dyn Space<K>,
    order: Order,
    estimate: &mut dyn FnMut(&K) -> u32,
    limits: &Limits,
) -> Outcome<Move> {
    if order == Order::Layers {
        return compiled::solve(space, limits, None).expect("no checkpoint is read");
    }
    let began = Instant::now();
    let (nodes, table, open) = (Vec::new(), HashTable::new(), BTreeMap::new());
    let mut search = Search { order, estimate, limits, nodes, table, open, cost: Cost::default() };
    let answer = search.run(space).unwrap_or_else(Answer::GaveUp);
    let (positions, bytes) = (search.nodes.len() as u64, search.bytes());
    Outcome { answer, cost: Cost { positions, bytes, time: began.elapsed(), ..search.cost } }
}

impl<K: Key> Search<'_, K> {
    fn run(&mut self, space: &dyn Space<K>) -> Result<Answer<Move>, GaveUp> {
        let mut walker = Walker::new(space);
        self.meet(space.start(), 0, 0)?;
        while let Some((number, depth)) = self.take() {
            if depth != self.nodes[number].depth {
                continue;
            }
            let state = self.nodes[number].state.clone();
            if walker.is_goal(&state) {
                return Ok(Answer::Solved(moves_along(space, &self.path(number))));
            }
            walker.try_successors(&state, |successor, _| {
                self.cost.successors += 1;
                self.meet(successor, number, depth + 1)
            })?;
        }
        Ok(Answer::Unsolvable)
    }

    /// Adds a state that is new, or nearer than it was.
    fn meet(&mut self, state: K, parent: usize, depth: u64) -> Result<(), GaveUp> {
        let is_listed = self.order == Order::Listed;
        let hash = state.hash64();
        let known = if is_listed {
            self.nodes.iter().position(|node| node.state == state)
        } else {
            self.table.find(hash, |&number| self.nodes[number].state == state).copied()
        };
        if let Some(known) = known {
            let node = &mut self.nodes[known];
            if self.order == Order::AStar && depth < node.depth {
                (node.depth, node.parent) = (depth, parent);
                self.put(known);
            }
            return Ok(());
        }
        let number = self.nodes.len();
        if number.is_multiple_of(STRIDE) {
            self.limits.check()?;
            self.limits.within(self.bytes())?;
        }
        let is_informed = matches!(self.order, Order::Greedy | Order::AStar);
        let estimate = if is_informed { (self.estimate)(&state).into() } else { 0 };
        self.nodes.push(Node { state, parent, depth, estimate });
        if !is_listed {
            self.table.insert_unique(hash, number, |&number| self.nodes[number].state.hash64());
        }
        self.put(number);
        Ok(())
    }

    fn put(&mut self, number: usize) {
        let Node { depth, estimate, .. } = self.nodes[number];
        let rank = match self.order {
            Order::Listed | Order::BreadthFirst | Order::Layers => depth,
            Order::DepthFirst => 0,
            Order::Greedy => estimate,
            Order::AStar => depth + estimate,
        };
        self.open.entry(rank).or_default().push_back((number, depth));
    }

    fn take(&mut self) -> Option<(usize, u64)> {
        let mut lowest = self.open.first_entry()?;
        let equals = lowest.get_mut();
        let is_first = matches!(self.order, Order::Listed | Order::BreadthFirst);
        let next = if is_first { equals.pop_front() } else { equals.pop_back() };
        if equals.is_empty() {
            lowest.remove();
        }
        next
    }

    fn path(&self, number: usize) -> Vec<K> {
        let parent = |&number: &usize| (self.nodes[number].depth > 0).then(|| self.nodes[number].parent);
        let back = successors(Some(number), parent).map(|number| self.nodes[number].state.clone());
        let mut path: Vec<K> = back.collect();
        path.reverse();
        path
    }

    fn bytes(&self) -> usize {
        let heap = self.nodes.first().map_or(0, |node| node.state.heap_bytes());
        let open: usize = self.open.values().map(VecDeque::capacity).sum();
        self.nodes.capacity() * size_of::<Node<K>>()
            + self.nodes.len() * heap
            + self.table.allocation_size()
            + open * size_of::<(usize, u64)>()
    }
}
