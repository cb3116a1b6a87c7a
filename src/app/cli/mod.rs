//! The three programs: their commands, options, exit statuses and signals.

mod bar;
pub mod batch;
pub mod budget;
mod certifying;
pub mod check;
pub mod checker;
mod checkpoint;
pub mod contest;
pub mod convert;
#[cfg(feature = "experiment")]
pub mod experiment;
pub mod explore;
pub mod files;
mod folder;
pub mod generate;
mod hardest;
pub mod info;
pub mod machine;
pub mod manual;
pub mod options;
pub mod output;
pub mod pack;
#[cfg(feature = "pictures")]
mod page;
#[cfg(feature = "pictures")]
pub mod play;
#[cfg(feature = "pictures")]
pub mod plotting;
mod profile;
mod progress;
pub mod replay;
mod resident;
pub mod searching;
#[cfg(feature = "pictures")]
pub mod seen;
mod sentence;
#[cfg(feature = "pictures")]
pub mod show;
pub mod signals;
pub mod solve;
pub mod solver;
pub mod status;
mod terminal;
pub mod tiles;
pub mod traybit;
pub mod universe;
pub mod verify;
