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
#[cfg(feature = "experiment")]
mod experiment;
mod forms;
mod hardest;
mod help;
mod interrupted;
mod layers;
mod packing;
#[cfg(feature = "pictures")]
mod page;
mod pipeline;
mod plain;
#[cfg(feature = "pictures")]
mod play;
#[cfg(feature = "pictures")]
mod plot;
mod programs;
mod random;
#[cfg(feature = "pictures")]
mod show;
mod solver;
mod tiles;
mod traybit;
mod unwritable;
mod ways;
