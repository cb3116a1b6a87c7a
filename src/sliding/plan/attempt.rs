//! One attempt: targets are met by rank, and let go where they are in the way of another one.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use traybit_core::rng::Rng;
use traybit_core::search::limits::{AnyProgress, Limits};

use crate::metric::Shift;
use crate::plan::carry::{Carried, Carrier};
use crate::plan::position::{Block, Position, Tray};

/// Distances up to which targets are let go, in turn.
const RADII: u32 = 3;

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
    effort: usize,
    progress: &'a AnyProgress,
}

impl<'a> Attempt<'a> {
    /// An attempt at some targets, those first that are to be met first.
    pub(super) fn new(
        tray: &'a Tray,
        start: &Position,
        targets: Vec<Block>,
        number: u32,
        effort: usize,
        limits: &'a Limits,
    ) -> Self {
        let ranks: Vec<i64> = (0..targets.len() as i64).map(|rank| rank << 20).collect();
        Self {
            carrier: Carrier::new(tray, start.clone(), effort, limits, Rng::new(number.into(), 0)),
            open: ranks.iter().copied().zip(0..).collect(),
            is_met: vec![false; targets.len()],
            failures: vec![0; targets.len()],
            ranks,
            targets,
            effort,
            progress: &limits.progress.any,
        }
    }

    /// Goes on to the end: the moves, if all targets were met, and the positions looked at.
    pub(super) fn run(mut self) -> (Option<Vec<Shift>>, u64) {
        while let Some(&(_, number)) = self.open.first() {
            match self.carrier.carry(self.targets[number], usize::MAX) {
                Carried::There => self.meet(number),
                Carried::Stuck { .. } => self.let_go_round(number),
                Carried::Over => return (None, self.positions()),
            }
        }
        let positions = self.positions();
        (Some(self.carrier.position.moves), positions)
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
