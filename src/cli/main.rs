//! `traybit COMMAND …`: every command, from the arguments to the exit status.

use std::env::args_os;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};
use traybit_app::cli::{manual, traybit};
use traybit_app::runner::failure::Failure;
use traybit_lab::{contest, experiment};
use traybit_program::machine::{self, Allocator};
use traybit_program::status::Status;
use traybit_program::to_standard_output;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

const STATUSES: &str = "\
Exit statuses: 0 done, 1 proven impossible or not met, 2 wrong usage, 3 a file cannot be read,
4 a file is malformed or invalid, 5 gave up, 6 an impossible move; 129, 130, 143 after a signal.

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
#[command(name = "traybit", version, arg_required_else_help = true, after_help = STATUSES)]
struct Traybit {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzles(traybit::Command),
    Contest(contest::Arguments),
    Experiment(experiment::command::Arguments),
    Completions(manual::Completions),
    Man(manual::Manual),
}

fn main() -> ExitCode {
    machine::prepare("traybit");
    run(args_os()).into()
}

/// Runs the command that the arguments, the program's name first, ask for.
fn run(arguments: impl IntoIterator<Item = OsString>) -> Status {
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
        Command::Puzzles(command) => command.run(),
        Command::Contest(arguments) => contest::run(arguments),
        Command::Experiment(arguments) => experiment::command::run(arguments),
        Command::Completions(arguments) => manual::completions(arguments, Traybit::command()),
        Command::Man(arguments) => manual::manual(arguments, Traybit::command()),
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
