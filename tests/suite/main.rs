//! Whole programs, run as users run them, and whole puzzles with known answers.

mod batch;
mod blocks;
mod budgets;
mod built_in;
mod certificate;
mod checkpoints;
mod classics;
mod cluster;
mod contest;
mod corpus;
mod differential;
mod disk;
mod documents;
mod experiment;
mod generate;
mod help;
mod interrupted;
mod layers;
mod packing;
mod page;
mod paths;
#[path = "../../src/sliding/tests/plain_layers.rs"]
mod plain_layers;
mod play;
mod profile;
mod programs;
mod schemas;
mod solver;
mod tiles;
mod transcripts;
mod unwritable;
