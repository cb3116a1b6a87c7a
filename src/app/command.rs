//! The commands of `traybit`: their arguments, and the work of each.

pub(crate) mod batch;
pub(crate) mod boards;
pub(crate) mod check;
pub(crate) mod convert;
pub(crate) mod count;
pub(crate) mod enumeration;
pub mod explore;
pub mod family;
pub(crate) mod generate;
pub(crate) mod info;
pub mod manual;
pub(crate) mod play;
pub(crate) mod plotting;
pub(crate) mod puzzle_files;
pub(crate) mod puzzles;
pub(crate) mod show;
pub mod solve;
pub(crate) mod tiles;
pub(crate) mod universe;
pub(crate) mod verify;

use clap::Subcommand;

use crate::run::Ended;

/// The commands that solve, check, describe and draw.
#[derive(Subcommand, Debug)]
#[expect(missing_docs, reason = "a variant's text would stand in place of its command's own help")]
pub enum Command {
    Solve(solve::Arguments),
    Check(check::Arguments),
    Count(count::Arguments),
    Explore(explore::Arguments),
    Info(info::Arguments),
    Verify(verify::Arguments),
    Convert(convert::Arguments),
    Universe(universe::Arguments),
    #[command(subcommand)]
    Generate(generate::Arguments),
    #[command(subcommand)]
    Tiles(tiles::Arguments),
    Show(show::Arguments),
    Play(play::Arguments),
    Batch(batch::Arguments),
    Puzzles(puzzles::Arguments),
}

impl Command {
    pub fn run(&self) -> Ended {
        match self {
            Self::Solve(arguments) => solve::run(arguments),
            Self::Check(arguments) => check::run(arguments),
            Self::Count(arguments) => count::run(arguments),
            Self::Explore(arguments) => explore::run(arguments),
            Self::Info(arguments) => info::run(arguments),
            Self::Generate(arguments) => generate::run(arguments),
            Self::Verify(arguments) => verify::run(arguments),
            Self::Convert(arguments) => convert::run(arguments),
            Self::Universe(arguments) => universe::run(arguments),
            Self::Tiles(arguments) => tiles::run(arguments),
            Self::Play(arguments) => play::run(arguments),
            Self::Batch(arguments) => batch::run(arguments),
            Self::Show(arguments) => show::run(arguments),
            Self::Puzzles(arguments) => puzzles::run(arguments),
        }
    }
}
