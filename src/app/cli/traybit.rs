//! The commands that solve, check, describe and draw.

use clap::Subcommand;

use crate::cli::{batch, check, convert, explore, generate, info, pack, solve, tiles, universe, verify};
use crate::cli::{play, show};
use crate::runner::failure::Ended;

/// The commands that solve, check, describe and draw.
#[derive(Subcommand, Debug)]
#[expect(missing_docs, reason = "a variant's text would stand in place of its command's own help")]
pub enum Command {
    Solve(solve::Arguments),
    Explore(explore::Arguments),
    Check(check::Arguments),
    Verify(verify::Arguments),
    Info(info::Arguments),
    Convert(convert::Arguments),
    Universe(universe::Arguments),
    Generate(generate::Arguments),
    Tiles(tiles::Arguments),
    Pack(pack::Arguments),
    Show(show::Arguments),
    Play(play::Arguments),
    Batch(batch::Arguments),
}

impl Command {
    /// Runs it.
    ///
    /// # Errors
    /// Why there is no answer.
    pub fn run(&self) -> Ended {
        match self {
            Self::Solve(arguments) => solve::run(arguments),
            Self::Explore(arguments) => explore::run(arguments),
            Self::Check(arguments) => check::run(arguments),
            Self::Verify(arguments) => verify::run(arguments),
            Self::Info(arguments) => info::run(arguments),
            Self::Convert(arguments) => convert::run(arguments),
            Self::Universe(arguments) => universe::run(arguments),
            Self::Generate(arguments) => generate::run(arguments),
            Self::Tiles(arguments) => tiles::run(arguments),
            Self::Pack(arguments) => pack::run(arguments),
            Self::Play(arguments) => play::run(arguments),
            Self::Batch(arguments) => batch::run(arguments),
            Self::Show(arguments) => show::run(arguments),
        }
    }
}
