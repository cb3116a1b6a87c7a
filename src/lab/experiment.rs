//! Experiments: questions about the design of a solver, answered by measurements on this machine.
//!
//! ```text
//!  hashes   orders   sets      each measures ways on puzzles     ─▶ Table ─▶ findings, which compare
//!  moves    trays    tiles     and says what the numbers mean                two ways in one column
//! ```
//!
//! Most questions are those of the courses' assignments: how to hash a tray, whether to move by one cell or by many, in
//! which order to search, how to represent a tray and the visited set. The alternatives to this project's own means are
//! written here, plainly. All columns but those of times are the same on every
//! machine, as long as nothing is bounded by time.

mod chart;
pub mod command;
mod depth_first;
pub mod hashes;
mod hashing;
pub mod moves;
pub mod orders;
mod plain;
mod reach;
pub mod report;
pub mod sets;
pub mod setting;
mod stores;
mod symbols;
pub mod table;
pub mod tiles;
pub mod trays;

use crate::experiment::setting::Setting;
use crate::experiment::table::{Column, Finding, Table};
use traybit_core::search::outcome::GaveUp;

/// An experiment.
pub trait Experiment: Sync {
    /// Name on the command line: a word.
    fn name(&self) -> &'static str;
    /// Question, as a sentence.
    fn question(&self) -> &'static str;
    /// Columns of its table.
    fn columns(&self) -> &'static [Column];
    /// True if it is about blocks in a tray, so that it needs puzzles of them.
    fn needs_trays(&self) -> bool {
        true
    }
    /// Measures row by row; what is in the table stays there when it ends early.
    ///
    /// # Errors
    /// The limit of the whole run that was reached.
    fn measure(&self, setting: &Setting, table: &mut Table) -> Result<(), GaveUp>;
    /// Findings from the numbers.
    fn findings(&self, table: &Table) -> Vec<Finding>;

    /// Measures everything and draws the findings.
    fn run(&self, setting: &Setting) -> Table {
        let mut table = Table::new(self.name(), self.question(), self.columns());
        table.ended = self.measure(setting, &mut table).err();
        table.findings = self.findings(&table);
        table
    }
}

/// All experiments, in the order in which they are listed.
pub const ALL: [&dyn Experiment; 6] =
    [&hashes::Hashes, &moves::Moves, &orders::Orders, &trays::Trays, &sets::Sets, &tiles::TileSearch];
