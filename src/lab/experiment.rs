//! Experiments: questions about the design of a solver, answered by measurements on this machine.
//!
//! ```text
//!  hashes   orders   sets      each measures alternatives on     ─▶ Table ─▶ findings, which compare
//!  moves    tiles              puzzles, and claims what results              two of them in one column
//! ```
//!
//! Most questions are those of the courses' assignments: how to hash a tray, whether to move by one cell or by many, in
//! which order to search, which visited set to use. The alternatives to this project's own means are written here, plainly. All columns but those of times are the same on every machine, as long as nothing is bounded by
//! time.

mod chart;
pub mod command;
mod hashes;
mod hashing;
mod heuristics;
mod moves;
mod orders;
mod plain;
mod reach;
mod report;
mod sets;
mod setting;
mod stores;
mod table;
mod textbook;
mod tiles;

use crate::experiment::reach::{Reached, reach};
use crate::experiment::setting::{Named, Setting};
use crate::experiment::table::{Cell, Claim, Column, Sample, Table};
use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::Space;
use traybit_sliding::classes::Classes;

/// An experiment.
struct Experiment {
    /// Name on the command line: a word.
    name: &'static str,
    /// Question, as a sentence.
    question: &'static str,
    columns: &'static [Column],
    claims: &'static [Claim],
    subjects: Subjects,
}

/// Subjects of an experiment, and how they are measured: row by row, so that the table keeps what was measured before a
/// limit of the whole run was reached.
enum Subjects {
    /// Puzzles of blocks in a tray, by name.
    Trays {
        /// The usual ones.
        usual: &'static [&'static str],
        /// Puzzles of a quick run.
        quick: &'static [&'static str],
        /// Measures one puzzle.
        measure: fn(&Named, &Classes, &mut Rows<'_>) -> Result<(), GaveUp>,
    },
    /// Boards that the experiment makes itself.
    Boards(fn(&Setting<'_>, &mut Table) -> Result<(), GaveUp>),
}

impl Experiment {
    /// True if it is about blocks in a tray, so that it needs puzzles of them.
    fn needs_trays(&self) -> bool {
        matches!(self.subjects, Subjects::Trays { .. })
    }

    /// Measures everything and draws the findings.
    fn run(&self, setting: &Setting) -> Table {
        let mut table = Table::new(self.name, self.question, self.columns);
        table.ended = self.measure(setting, &mut table).err();
        table.findings = self.claims.iter().map(|&claim| table.judge(claim)).collect();
        table
    }

    fn measure(&self, setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
        match self.subjects {
            Subjects::Trays { usual, quick, measure } => {
                setting.pick(usual, quick).into_iter().try_for_each(|(named, classes)| {
                    measure(named, &classes, &mut Rows { puzzle: &named.name, setting, table })
                })
            }
            Subjects::Boards(measure) => measure(setting, table),
        }
    }
}

/// Rows of one puzzle.
struct Rows<'a> {
    puzzle: &'a str,
    setting: &'a Setting<'a>,
    table: &'a mut Table,
}

impl Rows<'_> {
    /// Runs `work` several times, as [`Setting::timed`] does; a remark says so.
    fn timed<T>(&self, way: &str, work: impl FnMut(&Limits) -> T) -> Result<(T, Sample), GaveUp> {
        (self.setting.say)(&format!("{}: {way}", self.puzzle));
        self.setting.timed(work)
    }

    /// The first positions of the puzzle's space: `most`, or as many plain trays as fit into half of the memory.
    fn reach<K: Key>(
        &self,
        classes: &Classes,
        space: &dyn Space<K>,
        most: usize,
    ) -> Result<Reached<K>, GaveUp> {
        reach(space, self.setting.positions(classes, most), self.setting.limits)
    }

    /// Adds a row of measurements, and what bounded them.
    fn add(&mut self, way: &str, cells: Vec<Cell>, bounded: Option<&'static str>) {
        self.table.add(self.puzzle, way, cells, bounded);
    }
}

/// All experiments, in the order in which they are listed.
const ALL: [&Experiment; 5] = [&hashes::HASHES, &moves::MOVES, &orders::ORDERS, &sets::SETS, &tiles::TILES];
