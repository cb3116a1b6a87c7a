//! `traybit COMMAND …`: every command, from the arguments to the exit status.

use std::env::args_os;
use std::ffi::OsString;
use std::process::ExitCode;

use clap::{Arg, ArgAction, CommandFactory, FromArgMatches, Parser, Subcommand};
use include_dir::{Dir, include_dir};
use traybit_app::command::{Command as Puzzles, family, manual};
use traybit_app::run::terminal::Colouring;
use traybit_app::{built_in, current};
use traybit_cluster::command as cluster;
use traybit_lab::{contest, experiment};
use traybit_program::machine::{self, Allocator};
use traybit_program::status::BUG;
use traybit_program::{Failure, Status, to_standard_output};

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

/// The puzzles that are built in.
static PUZZLES: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/puzzles");

/// Commands listed apart in the help, with their descriptions.
const APART: [(&str, &str); 3] = [
    ("cluster", "Share one search of sliding blocks among several processes or machines"),
    ("contest", "Time solvers and checkers, and rank them by the course's rules"),
    ("experiment", "Measure what the design rests on: hashes, moves, orders, sets, tiles"),
];

/// Solve, check, count, explore, draw, play and make puzzles: sliding blocks, sliding tiles and packings of polyominoes
#[derive(Parser, Debug)]
#[command(name = "traybit", version, arg_required_else_help = true)]
#[command(after_help = include_str!("help/traybit.txt"))]
struct Traybit {
    #[command(subcommand)]
    command: Command,

    #[command(flatten)]
    colouring: Colouring,
}

#[derive(Subcommand, Debug)]
enum Command {
    #[command(flatten)]
    Puzzles(Puzzles),
    Cluster(cluster::Arguments),
    Contest(contest::Arguments),
    Experiment(experiment::Arguments),
    Completions(manual::Completions),
    Man(manual::Manual),
}

fn main() -> ExitCode {
    machine::prepare("traybit", BUG);
    built_in::begin(&PUZZLES);
    run(&args_os().collect::<Vec<_>>()).code().into()
}

/// Runs the command of the arguments, which begin with the program's name.
fn run(arguments: &[OsString]) -> Status {
    let has_documents = arguments.iter().take_while(|word| *word != "--").any(|word| word == "--json");
    // Laying out all commands takes a millisecond, so it is skipped unless help may be printed.
    let may_show_help = arguments.len() < 3
        || arguments.iter().any(|word| word == "--help" || word == "-h" || word == "help");
    let command = if may_show_help { set_apart(laid_out(Traybit::command())) } else { Traybit::command() };
    let parsed = command.try_get_matches_from(arguments).and_then(|matches| {
        current::begin(Some(&matches), has_documents);
        Traybit::from_arg_matches(&matches)
    });
    let traybit = match parsed {
        Ok(traybit) => traybit,
        Err(error) if error.use_stderr() => {
            current::begin(None, has_documents);
            // Without standard error, the status must suffice.
            let _ = error.print();
            return current::give_errors(&Failure::usage(error.to_string().trim_end()));
        }
        Err(help) => {
            let printed = to_standard_output(|| help.print()).map_err(Failure::unwritable);
            return printed.map_or_else(Failure::tell, |()| Status::Done);
        }
    };
    traybit.colouring.choose();
    let ended = match &traybit.command {
        Command::Puzzles(command) => command.run(),
        Command::Cluster(arguments) => cluster::run(arguments),
        Command::Contest(arguments) => contest::run(arguments),
        Command::Experiment(arguments) => experiment::run(arguments),
        Command::Completions(arguments) => manual::completions(arguments, Traybit::command()),
        Command::Man(arguments) => manual::manual(arguments, Traybit::command()),
    };
    ended.unwrap_or_else(current::end)
}

/// Moves the commands of [`APART`] below all others in the help.
fn set_apart(mut command: clap::Command) -> clap::Command {
    for (name, _) in APART {
        command = command.mut_subcommand(name, |command| command.hide(true));
    }
    let list = APART.map(|(name, about)| format!("  {name:<11}  {about}")).join("\n");
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    command.after_help(format!("Measuring, and searching with several processes:\n{list}\n\n{notes}"))
}

/// Lays out the help of all commands: a short line for each option with its values, and paragraphs below that wrap at the
/// terminal's width. `-h` and `--help` print the same.
fn laid_out(command: clap::Command) -> clap::Command {
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let (notes, examples) = notes.split_at(notes.find("Examples:").unwrap_or(notes.len()));
    let paragraphs: Vec<String> = notes.split("\n\n").map(|lines| lines.replace('\n', " ")).collect();
    let help = Arg::new("help").short('h').long("help").action(ArgAction::HelpShort).help("Print help");
    let help = help.help_heading(None::<&str>);
    let command = command.after_help(paragraphs.join("\n\n") + examples).disable_help_flag(true);
    command.mut_args(family::with_values).arg(help).mut_subcommands(laid_out)
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
