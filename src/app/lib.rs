//! The programs of Traybit: commands, runner and reports.

pub(crate) mod batch;
pub mod built_in;
pub mod collection;
pub mod command;
pub mod current;
pub mod report;
pub mod run;
