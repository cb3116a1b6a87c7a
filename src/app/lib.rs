//! The programs of Traybit: commands, runner and reports.

pub mod batch;
pub mod collection;
pub mod command;
pub mod current;
pub mod family;
mod input;
pub mod report;
pub mod run;
