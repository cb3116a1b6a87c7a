//! The components of one mix: their goals collected in one walk over its boards, then a flood from these in each.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;

use crate::classes::Classes;
use crate::compile::{Symmetric, compile};
use crate::in_space;
use crate::layout::{Choice, set};
use crate::puzzle::Puzzle;
use crate::solve::hardest::{Hard, Hardest, HardestOptions, Search};
use crate::space::Sliding;
use crate::universe::Universe;
use traybit_core::bits::CellSet;
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::compiled::explore_from;
use traybit_core::search::exploration::{self, Request};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::shape::Shape;

/// Boards gone through between two looks at the limits.
const STRIDE: u64 = 1 << 12;

/// The boards of one mix.
#[derive(Clone, Copy)]
pub(super) struct Part<'a> {
    pub(super) search: &'a Search<'a>,
    pub(super) universe: &'a Universe,
    /// The number of the mix in the universe, …
    pub(super) mix: usize,
    /// … and among all mixes.
    pub(super) order: usize,
    pub(super) limits: &'a Limits,
}

impl Part<'_> {
    /// The hardest starts of its components, as far as they can still be among the best.
    pub(super) fn look(self) -> Result<Hardest, GaveUp> {
        let HardestOptions { pieces, goal, metric, .. } = self.search.options;
        let mut first = Vec::new();
        let _ = self.universe.for_each_board(self.mix, |board: &[u128], _| {
            first = board.to_vec();
            ControlFlow::Break(())
        });
        let classes = Classes::anywhere(&goal.puzzle(pieces, &first));
        // The kind of each class.
        let kind = |shape: &Shape| pieces.kinds().iter().position(|kind| kind.shape == *shape);
        let kinds: Vec<usize> = classes.classes.iter().filter_map(|class| kind(&class.shape)).collect();
        let space = compile(&classes, Choice::of(&classes), metric, Symmetric::Apart);
        in_space!(space, space => self.run(space, &kinds))
    }

    fn run<K: SearchKey>(self, space: &dyn Sliding<K>, kinds: &[usize]) -> Result<Hardest, GaveUp> {
        let Part { search, universe, mix, order, limits } = self;
        let (goals, bytes) = self.goals(space, kinds)?;
        let sizes = universe.component_sizes(mix);
        let mut found = Hardest {
            boards: sizes.iter().sum(),
            goals: goals.len() as u64,
            components: sizes.len() as u64,
            ..Hardest::default()
        };
        for goals in goals.chunk_by(|one, other| one.0 == other.0) {
            found.with_goal += 1;
            let component = goals[0].0;
            let boards = sizes[component as usize];
            let bar = search.bar.load(Ordering::Relaxed).max(found.bar(search.options));
            if boards - (goals.len() as u64) < bar {
                continue;
            }
            let sources = goals.iter().map(|goal| goal.1.clone()).collect();
            let limits = Limits { memory: limits.memory - bytes, progress: Arc::default(), ..limits.clone() };
            let request = Request { farthest: 1, goals: exploration::Goals::Ignored };
            let told = explore_from(space, sources, &limits, request);
            if let Some(reason) = told.explored.ended {
                return Err(reason);
            }
            let layers = told.explored.sizes;
            debug_assert_eq!(
                layers.iter().sum::<u64>(),
                boards,
                "a component is what its goals are joined with"
            );
            let distance = layers.len() as u64 - 1;
            let (Some(&equals), Some(farthest)) = (layers.last(), told.farthest.first()) else { continue };
            let cost = Cost { bytes: told.explored.cost.bytes + bytes, ..told.explored.cost };
            let start = Hard {
                distance,
                mix: universe.mixes()[mix].clone(),
                boards,
                goals: goals.len() as u64,
                equals,
                puzzle: self.puzzle(kinds, &space.anchors(farthest)),
                order: (order, component),
            };
            let starts = if distance < bar { Vec::new() } else { vec![start] };
            found.add(Hardest { starts, cost, ..Hardest::default() }, search.options.top);
        }
        Ok(found)
    }

    /// The puzzle that begins with these anchors, given by class.
    fn puzzle(&self, kinds: &[usize], anchors: &[Vec<u16>]) -> Puzzle {
        let HardestOptions { pieces, goal, .. } = self.search.options;
        let mut board = vec![0; pieces.kinds().len()];
        for (&kind, anchors) in kinds.iter().zip(anchors) {
            board[kind] = set(anchors.iter().copied());
        }
        goal.puzzle(pieces, &board)
    }

    /// All boards that meet the goal, with their components, in ascending order; and the bytes that they take.
    fn goals<K: SearchKey>(&self, space: &dyn Sliding<K>, kinds: &[usize]) -> Result<Goals<K>, GaveUp> {
        let Part { search, universe, mix, limits, .. } = *self;
        let mut anchors = vec![Vec::new(); kinds.len()];
        let (mut goals, mut bytes) = (Vec::new(), 0);
        let mut looked_at = 0u64;
        let mut ended = Ok(());
        let _ = universe.for_each_board(mix, |board: &[u128], component| {
            looked_at += 1;
            if looked_at % STRIDE == 1 {
                ended = limits.check().and_then(|()| limits.within(2 * bytes));
                if ended.is_err() {
                    return ControlFlow::Break(());
                }
            }
            if search.options.goal.is_met(board) {
                for (anchors, &kind) in anchors.iter_mut().zip(kinds) {
                    anchors.clear();
                    board[kind].for_each(|anchor| anchors.push(anchor as u16));
                }
                let state = space.position(&anchors);
                bytes += state.heap_bytes();
                if goals.len() == goals.capacity() {
                    bytes += goals.len().max(4) * size_of::<(u32, K)>();
                }
                goals.push((component, state));
            }
            ControlFlow::Continue(())
        });
        ended?;
        limits.within(2 * bytes)?;
        goals.sort_unstable();
        Ok((goals, bytes))
    }
}

/// Boards with their components, and the bytes that they take.
type Goals<K> = (Vec<(u32, K)>, usize);
