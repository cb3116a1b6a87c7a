//! Planning above single moves, for trays of any size: targets are met one after another.
//!
//! ```text
//!   · · · · · · ┐      Cells far from one corner come first, in layers, so that those left keep the shape of the
//!   4 4 4 4 4 4 │      tray. Where the goal says where all blocks are, the goal's end is changed as well as the start's,
//!   3 3 3 3 3 4 │      until both are the same: free cells end up in that corner, and their share of the rest of the
//!   · 2 2 2 3 4 │      tray gets larger.
//!   · · 1 2 3 4 ┘
//! ```
//!
//! A block is carried along the cheapest route to its target by searches in small windows. Free cells are brought near
//! where they are too few, and a search puts back the blocks that it displaces. If that fails, the targets around are
//! released and met later. After an attempt that has used up its positions comes one with another corner, another seed
//! and more positions.

mod attempt;
mod both_ends;
mod carrier;
mod carry;
mod cells;
mod field;
pub(crate) mod position;
mod window;

use std::sync::OnceLock;
use std::time::Duration;

use traybit_core::rng::Rng;
use traybit_core::search::limits::Limits;
use traybit_core::search::portfolio::Attempts;
use traybit_core::space::Move;

use crate::classes::Classes;
use crate::metric::Shift;
use crate::plan::attempt::{attempt, targets, whole_goal};
use crate::plan::carrier::Carrier;
use crate::plan::position::{Position, Tray};

/// The time that a tray without blocks would get, and the number of blocks for which it doubles: how large a space is
/// goes up with some power of the number of blocks.
const SLICE: Duration = Duration::from_millis(1);
const DOUBLING: usize = 3;
/// The longest time.
const LONGEST: Duration = Duration::from_mins(1);
/// Positions of an attempt, apart from those for its targets.
const EFFORT: usize = 100_000;
/// Positions of an attempt for each of its targets.
const EFFORT_OF_TARGET: usize = 3_000;
/// Attempts after which the share of positions doubles.
const EQUAL_SHARES: u32 = 4;

/// Planning for one puzzle.
pub struct Planner<'a> {
    puzzle: &'a Classes,
    /// Made for the first attempt.
    tray: OnceLock<Tray<'a>>,
}

impl<'a> Planner<'a> {
    /// Planning for a puzzle that has goals.
    pub fn new(puzzle: &'a Classes) -> Self {
        Self { puzzle, tray: OnceLock::new() }
    }

    /// One attempt: the moves, each of one step, if it found a solution, and the number of positions.
    pub fn plan(&self, number: u32, limits: &Limits) -> (Option<Vec<Shift>>, u64) {
        let Classes { goals, classes, size, .. } = self.puzzle;
        let Some(goal) = goals.get(number as usize % goals.len().max(1)) else { return (None, 0) };
        if classes.iter().zip(goal).any(|(class, goal)| class.start.len() < goal.len()) {
            return (None, 0);
        }
        let tray = self.tray.get_or_init(|| Tray::new(self.puzzle));
        let start = Position::start(tray);
        let (bottom, right) = (size.height - 1, size.width - 1);
        let corner = [(0, 0), (bottom, right), (0, right), (bottom, 0)][number as usize % 4];
        let share = |targets: usize| (EFFORT + EFFORT_OF_TARGET * targets) << (number / EQUAL_SHARES).min(16);
        let carrier = |position, stream, effort| {
            let (is_held, rng) = (vec![false; size.cells()], Rng::new(number.into(), stream));
            Carrier { position, is_held, effort, limits, rng }
        };
        if let Some(goal) = whole_goal(&start, goal) {
            let effort = 2 * share(start.blocks.len());
            return both_ends::attempt([carrier(start, 0, effort), carrier(goal, 1, effort)], corner);
        }
        let targets = targets(tray, goal, corner);
        let effort = share(targets.len());
        attempt(carrier(start, 0, effort), targets)
    }
}

impl Attempts for Planner<'_> {
    fn slice(&self) -> Duration {
        let blocks: usize = self.puzzle.classes.iter().map(|class| class.start.len()).sum();
        let doublings = (blocks / DOUBLING).min(30) as u32;
        SLICE.saturating_mul(1 << doublings).min(LONGEST)
    }

    fn attempt(&self, number: u32, limits: &Limits) -> (Option<Vec<Move>>, u64) {
        let (moves, positions) = self.plan(number, limits);
        (moves.map(|moves| moves.into_iter().map(Move::from).collect()), positions)
    }
}
