//! Beams ranked by pattern databases: short solutions, which the search for the shortest one then only has to prove.

use std::marker::PhantomData;

use crate::lower_bounds::LowerBounds;
use crate::node::{Change, Node};
use crate::pattern::MOST_CELLS;
use crate::{Arrangement, Direction};
use traybit_core::bits::Key;
use traybit_core::search::beam::{Beam, BeamSpace, Breadth, Reached};
use traybit_core::search::ida_star::DepthFirst;
use traybit_core::{GaveUp, Limits};

/// Searches for a solution of at most `most` moves with a beam of a width. Also returns the number of moves made.
pub(super) fn ranked(
    bounds: &LowerBounds,
    start: &Arrangement,
    width: usize,
    most: u32,
    limits: &Limits,
) -> Result<(Option<Vec<Direction>>, u64), GaveUp> {
    match bounds.partitions {
        2 => search(Node::<2>::new(bounds, &bounds.reversals, start), width, most, limits),
        _ => search(Node::<1>::new(bounds, &bounds.reversals, start), width, most, limits),
    }
}

fn search<const PARTITIONS: usize>(
    node: Node<PARTITIONS>,
    width: usize,
    most: u32,
    limits: &Limits,
) -> Result<(Option<Vec<Direction>>, u64), GaveUp> {
    let (mut beam, space) = (Beam::default(), Ranked { most, nodes: PhantomData });
    let start = Hashed { node, hash: 0 };
    let breadth = Breadth { width, slack: 0, last: most };
    let goals = beam.search(&space, &[Reached::start(start)], breadth, limits)?;
    Ok((goals.first().map(|goal| beam.moves(goal)), beam.positions()))
}

/// Nodes within a number of moves, ranked by the sum of the partitions' bounds.
struct Ranked<'a, const PARTITIONS: usize> {
    most: u32,
    nodes: PhantomData<Node<'a, PARTITIONS>>,
}

/// Node with the sum of its tiles' hashes, less that of the start.
#[derive(Clone, Copy)]
struct Hashed<'a, const PARTITIONS: usize> {
    node: Node<'a, PARTITIONS>,
    hash: u64,
}

impl<const PARTITIONS: usize> PartialEq for Hashed<'_, PARTITIONS> {
    fn eq(&self, other: &Self) -> bool {
        self.node.whole() == other.node.whole()
    }
}

impl<const PARTITIONS: usize> Hashed<'_, PARTITIONS> {
    /// Hash after a move.
    #[inline(always)]
    fn hash(&self, direction: Direction) -> u64 {
        let (tile, from, to) = self.node.tile(direction);
        let of = |cell: usize| ((tile * MOST_CELLS + cell + 1) as u64).hash64();
        self.hash.wrapping_add(of(to)).wrapping_sub(of(from))
    }
}

impl<'a, const PARTITIONS: usize> BeamSpace for Ranked<'a, PARTITIONS> {
    type State = Hashed<'a, PARTITIONS>;
    type Move = Direction;

    #[inline]
    fn expand(&self, state: &Self::State, layer: u32, mut emit: impl FnMut(Direction, i32, u64)) {
        let mut changes = [Change::default(); 4];
        let count = state.node.expand(self.most - layer - 1, &mut changes);
        for change in &changes[..count] {
            let direction = Node::<PARTITIONS>::step(change);
            emit(direction, Node::<PARTITIONS>::estimate(change) as i32, state.hash(direction));
        }
    }

    #[inline]
    fn after(&self, state: &Self::State, direction: Direction) -> Self::State {
        let mut next = Hashed { node: state.node, hash: state.hash(direction) };
        let change = next.node.change(direction as usize).0;
        next.node.apply(&change);
        next
    }

    #[inline]
    fn is_goal(&self, state: &Self::State) -> bool {
        state.node.bound() == 0
    }
}
