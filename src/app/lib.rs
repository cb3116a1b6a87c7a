//! The programs of Traybit: commands, runner and reports.

pub mod answer;
pub mod batch;
pub mod cli;
pub mod collection;
pub mod current;
mod input;
pub mod registry;
pub mod runner;
