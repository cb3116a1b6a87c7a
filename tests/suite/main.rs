//! Whole programs, run as users run them, and whole puzzles with known answers.

mod batch;
mod budgets;
mod certificate;
mod checker;
mod checkpoints;
mod classics;
mod collections;
mod contest;
mod corpus;
mod course;
mod differential;
mod documents;
#[cfg(feature = "experiment")]
mod experiment;
mod explored;
mod forms;
mod hardest;
mod help;
mod interrupted;
mod layers;
mod packing;
mod page;
mod plain;
mod play;
mod plot;
mod programs;
mod random;
mod show;
mod solver;
mod tiles;
mod traybit;
mod unwritable;
mod ways;
