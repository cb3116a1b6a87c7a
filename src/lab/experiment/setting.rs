//! Setting of an experiment: puzzles, repetitions, and limits.

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
pub(super) struct Named {
    /// Name in the rows.
    pub(super) name: String,
    pub(super) problem: Puzzle,
}

/// Setting of all experiments of a run.
pub(super) struct Setting<'a> {
    pub(super) puzzles: &'a [Named],
    /// Runs of each measurement, at least 1.
    pub(super) repeat: usize,
    /// Measure small puzzles only.
    pub(super) quick: bool,
    /// Limits of the whole run.
    pub(super) limits: &'a Limits,
    /// Called with the name of the next measurement.
    pub(super) say: &'a dyn Fn(&str),
}

/// Time for one measurement, and for all repetitions of one: no other is begun after it.
const ONE: Duration = Duration::from_secs(10);
const REPETITIONS: Duration = Duration::from_secs(2);

impl Setting<'_> {
    /// The puzzles of the usual names, or of others in a quick run; all of them where there is none of these names. Puzzles
    /// that need no search to be proven unsolvable are left out.
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

    /// Limits of one measurement that begins now, on one thread.
    pub(super) fn one(&self) -> Limits {
        let now = Instant::now();
        let own = now.checked_add(ONE);
        let deadline = match (own, self.limits.deadline) {
            (Some(own), Some(whole)) => Some(own.min(whole)),
            (own, whole) => own.or(whole),
        };
        Limits { deadline, threads: 1, memory: self.limits.memory.min(MEMORY), ..self.limits.clone() }
    }

    /// Runs `work` several times; returns its last result and the seconds of all runs.
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
            // A run cut short by the limits of all is no measurement.
            self.limits.check()?;
            if seconds.len() >= self.repeat || began.elapsed() >= REPETITIONS {
                return Ok((found, Sample::of(seconds)));
            }
        }
    }

    /// Number of positions of a puzzle: `most`, or as many plain trays as fit into half of the memory.
    pub(super) fn positions(&self, puzzle: &Classes, most: usize) -> usize {
        let tray = TRAY + BLOCK * puzzle.blocks() + size_of::<u16>() * puzzle.size.cells();
        most.min(self.one().memory / 2 / (2 * tray)).max(1)
    }
}
