//! One attempt: targets are met by rank, and let go where they are in the way of another one.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use traybit_core::rng::Rng;
use traybit_core::search::limits::{AnyProgress, Limits};

use crate::metric::Shift;
use crate::plan::carry::{Carried, Carrier};
use crate::plan::goal::targets;
use crate::plan::position::{Block, Position, Tray};

/// Positions of an attempt, apart from those for its targets.
const EFFORT: usize = 100_000;
/// Positions of an attempt for each of its targets.
const EFFORT_OF_TARGET: usize = 3_000;
/// Distances up to which targets are let go, in turn.
const RADII: u32 = 3;
/// Attempts after which the share of positions doubles.
const EQUAL_SHARES: u32 = 4;

/// An attempt under way.
pub(super) struct Attempt<'a> {
    carrier: Carrier<'a>,
    targets: Vec<Block>,
    /// The rank of each: the lowest comes first.
    ranks: Vec<i64>,
    is_met: Vec<bool>,
    /// Number of times that each could not be met.
    failures: Vec<u32>,
    /// Targets to be met, by rank.
    open: BTreeSet<(i64, usize)>,
    /// The position with the goal's free cells gathered, and the moves that lead there from one that meets the goal.
    gathered: Option<Position>,
    effort: usize,
    progress: &'a AnyProgress,
}

impl<'a> Attempt<'a> {
    /// An attempt at a goal; none where the puzzle lacks blocks that it names.
    pub(super) fn new(
        tray: &'a Tray,
        start: &Position,
        goal: &[Vec<u16>],
        number: u32,
        limits: &'a Limits,
    ) -> Option<Self> {
        let mut classes = tray.puzzle.classes.iter().zip(goal);
        if classes.any(|(class, goal)| class.start.len() < goal.len()) {
            return None;
        }
        let size = tray.size();
        let (bottom, right) = (size.height - 1, size.width - 1);
        let corner = [(0, 0), (bottom, right), (0, right), (bottom, 0)][number as usize % 4];
        let mut rng = Rng::new(number.into(), 0);
        let (targets, gathered) = targets(tray, start, goal, corner, &mut rng);
        let effort = (EFFORT + EFFORT_OF_TARGET * targets.len()) << (number / EQUAL_SHARES).min(16);
        let ranks: Vec<i64> = (0..targets.len() as i64).map(|rank| rank << 20).collect();
        Some(Self {
            carrier: Carrier::new(tray, start.clone(), effort, limits, rng),
            open: ranks.iter().copied().zip(0..).collect(),
            is_met: vec![false; targets.len()],
            failures: vec![0; targets.len()],
            ranks,
            targets,
            gathered,
            effort,
            progress: &limits.progress.any,
        })
    }

    /// Goes on to the end: the moves, if all targets were met, and the positions looked at.
    pub(super) fn run(mut self) -> (Option<Vec<Shift>>, u64) {
        while let Some(&(_, number)) = self.open.first() {
            match self.carrier.carry(self.targets[number]) {
                Carried::There => self.meet(number),
                Carried::Stuck => self.let_go_round(number),
                Carried::Over => return (None, self.positions()),
            }
        }
        let positions = self.positions();
        let mut moves = self.carrier.position.moves;
        let back = self.gathered.into_iter().flat_map(|end| end.moves.into_iter().rev());
        moves.extend(back.map(Shift::reversed));
        (Some(moves), positions)
    }

    fn positions(&self) -> u64 {
        (self.effort - self.carrier.effort) as u64
    }

    fn meet(&mut self, number: usize) {
        self.carrier.hold(self.targets[number], true);
        self.is_met[number] = true;
        self.open.remove(&(self.ranks[number], number));
        let met = self.targets.len() - self.open.len();
        self.progress.targets.store(self.targets.len() as u32, Ordering::Relaxed);
        self.progress.met.fetch_max(met as u32, Ordering::Relaxed);
    }

    /// Lets the targets round one go that could not be met, which comes before them from now on.
    fn let_go_round(&mut self, number: usize) {
        let target = self.targets[number];
        self.failures[number] += 1;
        self.open.remove(&(self.ranks[number], number));
        let radius = 1 + self.failures[number] % RADII;
        for (other, &block) in self.targets.iter().enumerate() {
            if self.is_met[other] && self.carrier.tray.distance(target, block) <= radius {
                self.is_met[other] = false;
                self.carrier.hold(block, false);
                self.ranks[number] = self.ranks[number].min(self.ranks[other] - 1);
                self.open.insert((self.ranks[other], other));
            }
        }
        self.open.insert((self.ranks[number], number));
        self.carrier.bring_free_cells(target.anchor);
    }
}
