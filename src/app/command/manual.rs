//! `traybit completions SHELL` and `traybit man [DIR]`: generated from the definitions of the commands.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::path::Path;

use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::run::{Ended, Failure, Output, Status, give, unwritable};
use traybit_program::{checker, solver};

/// Print a script that completes commands and options in a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/completions.txt"))]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write the pages of all commands to a folder
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/man.txt"))]
pub struct Manual {
    /// The folder, created if missing; each command gets a page
    #[arg(value_name = "DIR")]
    folder: Option<OsString>,
}

pub fn completions(arguments: &Completions, mut command: Command) -> Ended {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    Ok(give(&Output::Standard, &script, Status::Done))
}

/// Prints the page of a command, or writes it with those of all below it.
pub fn manual(arguments: &Manual, command: Command) -> Ended {
    let Some(folder) = &arguments.folder else {
        return Ok(give(&Output::Standard, &page(&command), Status::Done));
    };
    let folder = Path::new(folder);
    create_dir_all(folder).map_err(|reason| Failure::unwritable(unwritable(folder, &reason)))?;
    for mut command in programs().into_iter().chain([command.disable_help_subcommand(true)]) {
        command.build();
        write_pages(&command, folder)?;
    }
    Ok(Status::Done)
}

/// Writes the page of a command and those of all below it, each whole or not at all.
fn write_pages(command: &Command, folder: &Path) -> Result<(), Failure> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below, folder)?;
    }
    let file = Man::new(command.clone()).get_filename();
    Output::File(folder.join(file)).write(&page(command)).map_err(Failure::unwritable)
}

fn page(command: &Command) -> Vec<u8> {
    let mut page = Vec::new();
    // Writing to memory cannot fail.
    let _ = Man::new(command.clone()).render(&mut page);
    page
}

/// The small programs, for their manual pages: they have no options, and print their own usage text.
fn programs() -> [Command; 2] {
    let program = |name: &'static str, about: &'static str, usage: &'static str| {
        let file = |name: &'static str, help: &'static str| Arg::new(name).required(true).help(help);
        let command = Command::new(name).about(about).disable_help_flag(true).after_help(usage);
        command.arg(file("INIT", "File of the tray")).arg(file("GOAL", "File of the goal"))
    };
    [
        program("solver", "Solve a sliding-block puzzle, as soon as possible", solver::USAGE),
        program("checker", "Verify the moves on standard input", checker::USAGE),
    ]
}
