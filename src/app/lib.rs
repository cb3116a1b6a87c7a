//! The programs of Traybit: commands, runner and reports.

mod answer;
pub mod batch;
pub mod certificate;
pub mod cli;
pub mod collection;
#[cfg(feature = "experiment")]
pub mod experiment;
pub mod program;
pub mod report;
mod runner;
