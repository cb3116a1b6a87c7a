//! The commands of `traybit`: their arguments, and the work of each.

pub mod batch;
pub mod check;
pub mod convert;
pub mod count;
mod document;
pub mod explore;
pub mod generate;
pub mod info;
pub mod manual;
pub mod pack;
pub mod play;
pub mod plotting;
pub mod puzzle_files;
pub mod show;
pub mod solve;
pub mod tiles;
pub mod traybit;
pub mod universe;
pub mod verb;
pub mod verify;
