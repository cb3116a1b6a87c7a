//! What an experiment runs with: puzzles, how often, how long, and what it may take.

use std::time::{Duration, Instant};

use crate::experiment::table::Sample;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::classes::Classes;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::refute;

/// Bytes that one measured search may take.
const MEMORY: usize = 1 << 30;
/// Bytes of a plain tray besides its cells, and of each of its blocks.
const TRAY: usize = 128;
const BLOCK: usize = 8;

/// A puzzle of sliding blocks.
#[derive(Clone, Debug)]
pub struct Named {
    /// What rows call it.
    pub name: String,
    /// What it is.
    pub problem: Puzzle,
}

/// What all experiments of a run have in common.
pub struct Setting<'a> {
    /// The puzzles there are.
    pub puzzles: &'a [Named],
    /// How often each thing is measured; at least once.
    pub repeat: usize,
    /// Time for one measurement, and then for its repetitions: no other is begun after it.
    pub each: Duration,
    /// Whether small puzzles will do.
    pub quick: bool,
    /// What the whole run may take.
    pub limits: &'a Limits,
    /// Told what is measured next.
    pub say: &'a dyn Fn(&str),
}

impl Setting<'_> {
    /// The puzzles of the usual names, or of others in a quick run; all of them where there is none of these names. What
    /// has no solution by a mere look is left out.
    pub(super) fn pick(&self, usual: &[&str], quick: &[&str]) -> Vec<(&Named, Classes)> {
        let names = if self.quick { quick } else { usual };
        let mut picked: Vec<&Named> =
            names.iter().filter_map(|name| self.puzzles.iter().find(|puzzle| puzzle.name == *name)).collect();
        if picked.is_empty() {
            picked = self.puzzles.iter().collect();
        }
        let classes = picked.into_iter().map(|puzzle| (puzzle, puzzle.problem.classes()));
        classes.filter(|(_, classes)| refute(classes).is_none()).collect()
    }

    /// What one measurement may take that begins now: one thread.
    pub(super) fn one(&self) -> Limits {
        let now = Instant::now();
        let own = now.checked_add(self.each);
        let deadline = match (own, self.limits.deadline) {
            (Some(own), Some(whole)) => Some(own.min(whole)),
            (own, whole) => own.or(whole),
        };
        Limits { deadline, threads: 1, memory: self.limits.memory.min(MEMORY), ..self.limits.clone() }
    }

    /// Does something several times: what came of it the last time, and the seconds that it took.
    ///
    /// # Errors
    /// The limit of the whole run that was reached.
    pub(super) fn timed<T>(&self, mut work: impl FnMut(&Limits) -> T) -> Result<(T, Sample), GaveUp> {
        let began = Instant::now();
        let mut seconds = Vec::new();
        loop {
            self.limits.check()?;
            let limits = self.one();
            let start = Instant::now();
            let found = work(&limits);
            seconds.push(start.elapsed().as_secs_f64());
            // What a limit of the whole run cut short is no measurement.
            self.limits.check()?;
            if seconds.len() >= self.repeat || began.elapsed() >= self.each {
                return Ok((found, Sample::of(seconds)));
            }
        }
    }

    /// As many positions of a puzzle as are wanted, or as plain trays of them fit into half of the memory.
    pub(super) fn positions(&self, puzzle: &Classes, wanted: usize) -> usize {
        let tray = TRAY + BLOCK * puzzle.blocks() + size_of::<u16>() * puzzle.size.cells();
        wanted.min(self.one().memory / 2 / (2 * tray)).max(1)
    }
}
