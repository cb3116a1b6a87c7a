//! Experiments: questions about the design of a solver, answered by measurements on this machine.
//!
//! ```text
//!  hashes   orders   sets      each measures alternatives on     ─▶ Table ─▶ findings, which compare
//!  moves    tiles              puzzles, and claims what results              two of them in one column
//! ```
//!
//! Most questions are those of the courses' assignments: how to hash a tray, whether to move by one cell or by many, in
//! which order to search, which visited set to use. The alternatives to this project's own means are written here,
//! plainly. All columns but those of times are the same on every machine, as long as nothing is bounded by time.

pub mod command;
mod hashes;
mod heuristics;
mod orders;
mod reach;
mod sets;
mod table;
mod textbook;
mod tiles;

use std::time::{Duration, Instant};

use crate::experiment::table::{Cell, Claim, Column, Row, Table};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::classes::Classes;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::refute;

/// All experiments, in the order in which they are listed.
const ALL: [&Experiment; 5] = [&hashes::HASHES, &orders::MOVES, &orders::ORDERS, &sets::SETS, &tiles::TILES];

/// Bytes that one measured search may take.
const MEMORY: usize = 1 << 30;
/// Time for one measurement, and for all repetitions of one: no other is begun after it.
const ONE: Duration = Duration::from_secs(10);
const REPETITIONS: Duration = Duration::from_secs(2);

/// An experiment.
#[derive(Debug)]
struct Experiment {
    /// Name on the command line: a word.
    name: &'static str,
    /// Question, as a sentence.
    question: &'static str,
    columns: &'static [Column],
    claims: &'static [Claim],
    /// True if it measures puzzles of blocks in a tray, and not boards that it makes itself.
    has_trays: bool,
    /// Adds row by row, so that the table keeps what was measured before a limit of the whole run was reached.
    measure: fn(&mut Bench<'_>) -> Result<(), GaveUp>,
}

/// The run of one experiment.
struct Bench<'a> {
    /// Puzzles of sliding blocks, by name.
    puzzles: &'a [(String, Puzzle)],
    /// Runs of each measurement, at least 1.
    repeat: usize,
    /// Measure small puzzles only.
    quick: bool,
    /// Limits of the whole run.
    limits: &'a Limits,
    /// Called with the name of the next measurement.
    say: &'a dyn Fn(&str),
    /// The puzzle that is measured, or the boards.
    subject: String,
    table: Table,
}

impl<'a> Bench<'a> {
    /// Measures each of the puzzles of these names, the usual ones or those of a quick run; all puzzles where there is none
    /// of these names. Puzzles that need no search to be proven unsolvable are left out.
    fn each_tray(
        &mut self,
        usual: &[&str],
        quick: &[&str],
        measure: impl Fn(&mut Self, &'a Puzzle, &Classes) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let named = |name: &&str| self.puzzles.iter().find(|(known, _)| known == name);
        let mut picked: Vec<_> = if self.quick { quick } else { usual }.iter().filter_map(named).collect();
        if picked.is_empty() {
            picked = self.puzzles.iter().collect();
        }
        for (name, puzzle) in picked {
            let classes = puzzle.classes();
            if refute(&classes).is_none() {
                self.subject.clone_from(name);
                measure(self, puzzle, &classes)?;
            }
        }
        Ok(())
    }

    /// Bytes that one measurement may take.
    fn memory(&self) -> usize {
        self.limits.memory.min(MEMORY)
    }

    /// Runs `work` several times, as [`Self::repeated`] does, after a remark that names the alternative.
    fn timed<T>(&self, way: &str, work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        (self.say)(&format!("{}: {way}", self.subject));
        self.repeated(work)
    }

    /// Runs `work` several times; returns its last result and the times of all runs.
    ///
    /// # Errors
    /// The limit of the whole run that was reached.
    fn repeated<T>(&self, mut work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        let began = Instant::now();
        let mut seconds = Vec::new();
        loop {
            self.limits.check()?;
            let limits = Limits { threads: 1, memory: self.memory(), ..self.limits.clone() }.for_at_most(ONE);
            let start = Instant::now();
            let found = work(&limits);
            seconds.push(start.elapsed().as_secs_f64());
            // A run cut short by the limits of all is no measurement.
            self.limits.check()?;
            if seconds.len() >= self.repeat || began.elapsed() >= REPETITIONS {
                return Ok((found, Cell::times(seconds)));
            }
        }
    }

    /// Adds a row of measurements, and the limit that bounded them.
    fn add(&mut self, way: &str, cells: Vec<Option<Cell>>, bounded: Option<&'static str>) {
        let (puzzle, way) = (self.subject.clone(), way.to_owned());
        self.table.rows.push(Row { puzzle, way, cells, bounded });
    }
}
