//! Shortest solutions in pushes, the multi-tile metric (MTM): IDA* whose pushes go along rows and columns in turn.
//!
//! ```text
//!   two pushes along one line are one push, so they alternate:       row  column  row  column …
//!   r pushes along rows and c along columns are needed:              n ≥ 2c and n ≥ 2r − 1, if the next goes along a row
//! ```
//!
//! Both numbers are walking distances in which a push counts one, however many tiles cross lines; if there is no such
//! table, Manhattan distances along the axis, which a push reduces by at most a line's length less one. (Pushes as moves:
//! the metric of MTM records. That walking distances may count them is worked out here.)

use std::iter::repeat_n;
use std::sync::Arc;
use web_time::Instant;

use crate::lower_bounds::{LowerBounds, NONE};
use crate::pattern::MOST_CELLS;
use crate::solution::{Push, pushes};
use crate::solve::Report;
use crate::solve::optimal::Optimiser;
use crate::{Arrangement, Direction, Unit};
use traybit_core::search::ida_star::{Deepening, DepthFirst};
use traybit_core::{Cost, Limits, Size};

/// Maximum number of pushes of a board: one for each other cell of the blank's row and column. 1×32 has 31.
const MOST: usize = 32;
/// Pushes of 5×5 and smaller boards, whose nodes take less room.
const FEW: usize = 8;

/// Lower bounds on pushes.
pub struct PushBounds {
    bounds: Arc<LowerBounds>,
    /// Pushes by the states of the walking distances, along columns (rows of tiles change) and along rows.
    pushes: [Option<Vec<u8>>; 2],
    /// Maximum number of tiles of a push, by axis.
    most: [u32; 2],
}

impl PushBounds {
    /// Bounds for the boards of an optimal solver, of at most 32 cells.
    pub fn new(optimiser: &Optimiser) -> Self {
        let bounds = Arc::clone(optimiser.lowest.as_ref().expect("a board of at most 32 cells"));
        let pushes = bounds.walking_distances.each_ref().map(|walking| Some(walking.as_ref()?.in_pushes()));
        let most = [bounds.size.height, bounds.size.width].map(|side| u32::from(side - 1).max(1));
        Self { bounds, pushes, most }
    }

    /// Pushes that are needed along an axis.
    #[inline(always)]
    fn pushes(&self, axis: usize, state: u16) -> u32 {
        match &self.pushes[axis] {
            Some(pushes) => pushes[usize::from(state)].into(),
            None => u32::from(state).div_ceil(self.most[axis]),
        }
    }

    /// Searches for a solution of fewest pushes, which is the known one if none has fewer. The bound is in pushes, and the
    /// board is of the optimiser's size and without obstacle.
    pub fn solve(&self, start: &Arrangement, known: Vec<Direction>, limits: &Limits) -> Report {
        assert_eq!(start.size(), self.bounds.size, "another kind of board");
        let began = Instant::now();
        let (mut deepening, node) = (Deepening::default(), PushNode::new(self, start));
        let known_pushes = pushes(&known).count() as u32;
        let Size { height, width } = start.size();
        let ending = if usize::from(height + width) <= FEW + 2 {
            deepening.run::<_, FEW>(&node, &mut |_| Some(known_pushes), None, limits)
        } else {
            deepening.run::<_, MOST>(&node, &mut |_| Some(known_pushes), None, limits)
        };
        let moves = |pushes: Vec<Push>| {
            pushes.into_iter().flat_map(|push| repeat_n(push.direction, push.tiles)).collect()
        };
        let tables = self.bounds.walking_distances.iter().flatten().map(|walking| walking.bytes());
        let bytes = tables.sum::<usize>() + self.pushes.iter().flatten().map(Vec::len).sum::<usize>();
        let cost = Cost { time: began.elapsed(), bytes, ..Cost::default() };
        let method = format!("IDA* along rows and columns in turn, {} in pushes", self.bounds.name());
        let report = Report::of_deepening(start, (ending, moves), Some(known), deepening, cost, &method);
        Report { unit: Unit::Push, ..report }
    }
}

/// Board with the states of both axes, changed push by push.
#[derive(Clone)]
pub struct PushNode<'a> {
    bounds: &'a PushBounds,
    homes: [u8; MOST_CELLS],
    blank: usize,
    /// States of the walking distances, or Manhattan distances.
    states: [u16; 2],
    /// Axis of the last push: the next one goes along the other.
    last: Option<u8>,
}

/// Push with the state of its axis after it, or the change that undoes it.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: Direction,
    tiles: u8,
    state: u16,
    last: Option<u8>,
    needed: u32,
}

impl<'a> PushNode<'a> {
    /// Node of a board without obstacle.
    pub fn new(bounds: &'a PushBounds, start: &Arrangement) -> Self {
        let mut homes = [0; MOST_CELLS];
        for (place, &home) in homes.iter_mut().zip(start.homes()) {
            *place = home as u8;
        }
        let states = bounds.bounds.states(start);
        Self { bounds, homes, blank: start.blank(), states, last: None }
    }

    #[inline(always)]
    fn needed(&self) -> [u32; 2] {
        [0, 1].map(|axis| self.bounds.pushes(axis, self.states[axis]))
    }
}

/// Lower bound on pushes, given those needed along both axes, if the next one goes along `axis`.
#[inline(always)]
fn least(needed: [u32; 2], axis: usize) -> u32 {
    (2 * needed[1 - axis]).max((2 * needed[axis]).saturating_sub(1))
}

impl<const MOST: usize> DepthFirst<MOST> for PushNode<'_> {
    type Move = Push;
    type Change = Change;
    const STEP: u32 = 1;

    fn bound(&self) -> u32 {
        let needed = self.needed();
        least(needed, 0).min(least(needed, 1))
    }

    #[inline(always)]
    fn expand(&self, left: u32, changes: &mut [Change; MOST]) -> usize {
        let bounds = self.bounds;
        let mut needed = self.needed();
        let mut count = 0;
        for direction in Direction::ALL {
            let axis = direction as usize / 2;
            if self.last == Some(axis as u8) {
                continue;
            }
            let before = needed[axis];
            let (mut at, mut state, mut tiles) = (self.blank, self.states[axis], 0);
            loop {
                let from = bounds.bounds.sources[at % MOST_CELLS][direction as usize];
                if from == NONE {
                    break;
                }
                let from = usize::from(from) % MOST_CELLS;
                let home = usize::from(self.homes[from]) % MOST_CELLS;
                state = bounds.bounds.next_state(state, direction as usize, from, home);
                tiles += 1;
                at = from;
                needed[axis] = bounds.pushes(axis, state);
                let last = Some(axis as u8);
                changes[count % MOST] =
                    Change { direction, tiles, state, last, needed: needed[0] + needed[1] };
                count += usize::from(least(needed, 1 - axis) <= left);
            }
            needed[axis] = before;
        }
        count
    }

    #[inline(always)]
    fn estimate(change: &Change) -> u32 {
        change.needed
    }

    #[inline(always)]
    fn step(change: &Change) -> Push {
        Push { direction: change.direction, tiles: change.tiles.into() }
    }

    #[inline(always)]
    fn apply(&mut self, change: &Change) -> Change {
        let (direction, axis) = (change.direction, change.direction as usize / 2);
        for _ in 0..change.tiles {
            let blank = self.blank % MOST_CELLS;
            let from = usize::from(self.bounds.bounds.sources[blank][direction as usize]) % MOST_CELLS;
            self.homes[blank] = self.homes[from];
            self.blank = from;
        }
        let state = std::mem::replace(&mut self.states[axis], change.state);
        let last = std::mem::replace(&mut self.last, change.last);
        Change { direction: direction.opposite(), state, last, ..*change }
    }
}
