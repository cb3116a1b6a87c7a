//! `traybit COMMAND …`: the commands, and the one that the arguments name.

use std::ffi::OsString;

use clap::{CommandFactory, Parser, Subcommand};

#[cfg(feature = "experiment")]
use crate::cli::experiment;
use crate::cli::{
    batch, check, contest, convert, explore, generate, info, manual, pack, play, show, solve, tiles,
    universe, verify,
};
use crate::program::status::Status;
use crate::program::to_standard_output;
use crate::runner::failure::Failure;

const STATUSES: &str = "\
Exit statuses: 0 done, 1 proven impossible or not met, 2 wrong usage, 3 a file cannot be read,
4 a file is malformed or invalid, 5 gave up, 6 an impossible move; 130 and 143 after a signal.

Examples:
  traybit solve puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit explore puzzles/sliding/klotski
  traybit info puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit convert puzzles/sliding/rush-hour-51.rush --to drawn
  traybit solve TRAY GOAL | traybit check TRAY GOAL
  traybit verify CERTIFICATE
  traybit universe --tray 5x4 --pieces '2x2=1,1x2,2x1,1x1' --empty 2..
  traybit generate --tray 5x4 --pieces '2x2=1,1x2,2x1,1x1' --empty 2 --goal '2x2 3 1' --hard
  traybit tiles solve puzzles/tiles/eight-31.txt
  traybit pack solve puzzles/packing/popinjay.txt
  traybit batch --limit 80 puzzles
  traybit contest --solver 'ours=solver {init} {goal}' contest/set.csv
  traybit show puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit play puzzles/sliding/klotski puzzles/sliding/klotski.goal";

/// Solves, explores, checks, describes, converts and makes puzzles of sliding blocks and tiles, packs polyominoes, and
/// works through folders of all of them; times contest entries.
#[derive(Parser, Debug)]
#[command(name = "traybit", version, arg_required_else_help = true)]
#[command(after_help = STATUSES)]
struct Traybit {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
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
    Contest(contest::Arguments),
    #[cfg(feature = "experiment")]
    Experiment(experiment::Arguments),
    Completions(manual::Completions),
    Man(manual::Manual),
}

/// Runs the command that the arguments, the program's name first, ask for.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
    let traybit = match Traybit::try_parse_from(arguments) {
        Ok(traybit) => traybit,
        Err(error) if error.use_stderr() => {
            // When standard error does not take it the status alone has to do.
            let _ = error.print();
            return Status::WrongUsage;
        }
        Err(help) => {
            let printed = to_standard_output(|| help.print()).map_err(Failure::unwritable);
            return printed.map_or_else(Failure::tell, |()| Status::Done);
        }
    };
    let ended = match &traybit.command {
        Command::Solve(arguments) => solve::run(arguments),
        Command::Explore(arguments) => explore::run(arguments),
        Command::Check(arguments) => check::run(arguments),
        Command::Verify(arguments) => verify::run(arguments),
        Command::Info(arguments) => info::run(arguments),
        Command::Convert(arguments) => Ok(convert::run(arguments).unwrap_or_else(|status| status)),
        Command::Universe(arguments) => universe::run(arguments),
        Command::Generate(arguments) => generate::run(arguments),
        Command::Tiles(arguments) => tiles::run(arguments),
        Command::Pack(arguments) => pack::run(arguments),
        Command::Play(arguments) => Ok(play::run(arguments).unwrap_or_else(|status| status)),
        Command::Batch(arguments) => batch::run(arguments),
        Command::Completions(arguments) => manual::completions(arguments, Traybit::command()),
        Command::Man(arguments) => manual::manual(arguments, Traybit::command()),
        Command::Contest(arguments) => Ok(contest::run(arguments).unwrap_or_else(|status| status)),
        Command::Show(arguments) => Ok(show::run(arguments).unwrap_or_else(|status| status)),
        #[cfg(feature = "experiment")]
        Command::Experiment(arguments) => Ok(experiment::run(arguments).unwrap_or_else(|status| status)),
    };
    ended.unwrap_or_else(Failure::tell)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::Traybit;

    #[test]
    fn definitions_are_sound() {
        Traybit::command().debug_assert();
    }
}
