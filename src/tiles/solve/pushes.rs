//! Shortest solutions in pushes, the multi-tile metric (MTM): IDA* whose pushes go along rows and columns in turn.
//!
//! ```text
//!   two pushes along one line are one push, so they alternate:       row  column  row  column …
//!   r pushes along rows and c along columns are needed:              n ≥ 2c and n ≥ 2r − 1, if the next goes along a row
//! ```
//!
//! Both numbers are walking distances where a push counts one, however many tiles cross lines; where there is no such
//! table, Manhattan distances along the axis, of which a push takes at most a line's length less one. (Pushes as moves:
//! the metric of MTM records. That walking distances may count them is worked out here.)

use std::time::Instant;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::pattern::MOST_CELLS;
use crate::solution::{Push, pushes};
use crate::solve::optimal::Attempt;
use crate::walking_distance::WalkingDistance;
use traybit_core::grid::Size;
use traybit_core::search::ida_star::{Deepening, DepthFirst, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, Cost, GaveUp, Outcome};

/// Pushes of a board, at most: one for each other cell of the blank's row and column. 5×5 has 8 of them, 1×32 has 31.
const MOST: usize = 32;
/// Pushes of the boards whose nodes take less room.
const FEW: usize = 8;

/// Lower bounds on pushes for boards of one size, of at most [`MOST_CELLS`] cells, and one home of the blank.
pub struct PushBounds {
    size: Size,
    /// Along columns (rows of tiles change) and along rows: the walking distances, and the pushes by their states.
    axes: [Option<(WalkingDistance, Vec<u8>)>; 2],
    /// Row and column by cell.
    lines: [[u8; MOST_CELLS]; 2],
    /// Cells from which tiles come, by cell of the blank and direction.
    sources: [[u8; 4]; MOST_CELLS],
}

/// Source where the board ends.
const NONE: u8 = u8::MAX;

impl PushBounds {
    /// Bounds for a size and a home of the blank.
    ///
    /// # Panics
    /// When the board has more than [`MOST_CELLS`] cells.
    pub fn new(size: Size, blank_home: usize) -> Self {
        let (height, width) = (usize::from(size.height), usize::from(size.width));
        let with_pushes = |walking: WalkingDistance| {
            let pushes = walking.in_pushes();
            (walking, pushes)
        };
        let rows = WalkingDistance::new(height, width, blank_home / width).map(with_pushes);
        let columns = WalkingDistance::new(width, height, blank_home % width).map(with_pushes);
        let mut this = Self {
            size,
            axes: [rows, columns],
            lines: [[0; MOST_CELLS]; 2],
            sources: [[NONE; 4]; MOST_CELLS],
        };
        for cell in 0..size.cells() {
            this.lines[0][cell] = (cell / width) as u8;
            this.lines[1][cell] = (cell % width) as u8;
            let source = |direction: Direction| direction.source(cell, size).map_or(NONE, |cell| cell as u8);
            this.sources[cell] = Direction::ALL.map(source);
        }
        this
    }

    /// Pushes that are needed along an axis.
    #[inline(always)]
    fn pushes(&self, axis: usize, state: u16) -> u32 {
        match &self.axes[axis] {
            Some((_, pushes)) => pushes[usize::from(state)].into(),
            None => u32::from(state).div_ceil(self.most(axis)),
        }
    }

    /// Tiles of a push along an axis, at most.
    fn most(&self, axis: usize) -> u32 {
        u32::from([self.size.height, self.size.width][axis] - 1).max(1)
    }

    #[inline(always)]
    fn line(&self, axis: usize, cell: usize) -> usize {
        self.lines[axis][cell % MOST_CELLS].into()
    }

    /// State along an axis after the tile of a home moved between two neighbouring cells.
    #[inline(always)]
    fn after(
        &self,
        axis: usize,
        state: u16,
        direction: Direction,
        [from, to]: [usize; 2],
        home: usize,
    ) -> u16 {
        let home = self.line(axis, home);
        if let Some((walking, _)) = &self.axes[axis] {
            // Up and left moves take the tile from the line after the blank's.
            return walking.successor(state, 1 - direction as usize % 2, home);
        }
        let distance = |cell| self.line(axis, cell).abs_diff(home) as u16;
        state + distance(to) - distance(from)
    }

    /// Searches for a solution of fewest pushes, which is the known one where none has fewer. The bound is in pushes.
    ///
    /// # Panics
    /// When the board is of another size.
    pub fn solve(&self, start: &Arrangement, known: &[Direction], limits: &Limits) -> Attempt {
        assert_eq!(start.size(), self.size, "another kind of board");
        let began = Instant::now();
        let mut deepening = Deepening::default();
        let known_pushes = pushes(known).count() as u32;
        let ending = PushNode::new(self, start).map(|node| match start.size() {
            Size { height, width } if usize::from(height + width) <= FEW + 2 => {
                deepening.run::<_, FEW>(&node, &mut |_| Some(known_pushes), None, limits)
            }
            _ => deepening.run::<_, MOST>(&node, &mut |_| Some(known_pushes), None, limits),
        });
        let answer = match ending {
            None => Answer::Unsolvable,
            Some(Ending::Solved(pushes)) => Answer::Solved(single_moves(&pushes)),
            Some(Ending::Proven) => Answer::Solved(known.to_vec()),
            Some(Ending::Spent) => Answer::GaveUp(GaveUp::Exhausted),
            Some(Ending::GaveUp(reason)) => Answer::GaveUp(reason),
        };
        let Deepening { bound, moves: positions, .. } = deepening;
        let tables = self.axes.iter().flatten().map(|(walking, pushes)| walking.bytes() + pushes.len());
        let bytes = tables.sum();
        let cost = Cost { positions, successors: positions, time: began.elapsed(), bytes, ..Cost::default() };
        let is_walking = self.axes.iter().any(Option::is_some);
        let bounds = if is_walking { "walking distance" } else { "Manhattan distance" };
        let method = format!("IDA* along rows and columns in turn, {bounds} in pushes");
        Attempt { outcome: Outcome { answer, cost }, bound: bound.into(), method }
    }
}

/// The moves of pushes, tile by tile.
fn single_moves(pushes: &[Push]) -> Vec<Direction> {
    pushes.iter().flat_map(|push| std::iter::repeat_n(push.direction, push.tiles)).collect()
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

/// Push with the state of its axis after it, or what takes it back.
#[derive(Clone, Copy, Debug, Default)]
pub struct Change {
    direction: Direction,
    tiles: u8,
    state: u16,
    last: Option<u8>,
    /// Pushes needed along both axes.
    needed: u32,
}

impl<'a> PushNode<'a> {
    /// Starts at a board; none where no moves lead to the goal.
    pub fn new(bounds: &'a PushBounds, start: &Arrangement) -> Option<Self> {
        let mut node =
            Self { bounds, homes: [0; MOST_CELLS], blank: start.blank(), states: [0; 2], last: None };
        for (place, &home) in node.homes.iter_mut().zip(start.homes()) {
            *place = home as u8;
        }
        let tiles = || start.homes().iter().enumerate().filter(|&(cell, _)| cell != start.blank());
        for axis in 0..2 {
            let lines = || {
                tiles().map(|(cell, &home)| (bounds.line(axis, cell), bounds.line(axis, usize::from(home))))
            };
            node.states[axis] = match &bounds.axes[axis] {
                Some((walking, _)) => walking.state(lines(), bounds.line(axis, start.blank()))?,
                None => lines().map(|(line, home)| line.abs_diff(home) as u16).sum(),
            };
        }
        Some(node)
    }

    /// Lower bound on the pushes to the goal.
    pub fn least(&self) -> u32 {
        let needed = self.needed();
        least(needed, 0).min(least(needed, 1))
    }

    /// Pushes needed along both axes.
    #[inline(always)]
    fn needed(&self) -> [u32; 2] {
        [0, 1].map(|axis| self.bounds.pushes(axis, self.states[axis]))
    }
}

/// Lower bound on pushes, where so many are needed along both axes and the next one goes along `axis`.
#[inline(always)]
fn least(needed: [u32; 2], axis: usize) -> u32 {
    (2 * needed[1 - axis]).max((2 * needed[axis]).saturating_sub(1))
}

impl<const MOST: usize> DepthFirst<MOST> for PushNode<'_> {
    type Move = Push;
    type Change = Change;
    const STEP: u32 = 1;

    fn bound(&self) -> u32 {
        self.least()
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
                let from = bounds.sources[at % MOST_CELLS][direction as usize];
                if from == NONE {
                    break;
                }
                let from = usize::from(from) % MOST_CELLS;
                state = bounds.after(axis, state, direction, [from, at], self.homes[from].into());
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
            let from = usize::from(self.bounds.sources[blank][direction as usize]) % MOST_CELLS;
            self.homes[blank] = self.homes[from];
            self.blank = from;
        }
        let state = std::mem::replace(&mut self.states[axis], change.state);
        let last = std::mem::replace(&mut self.last, change.last);
        Change { direction: direction.opposite(), state, last, ..*change }
    }
}
