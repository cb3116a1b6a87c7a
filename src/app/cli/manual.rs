//! `traybit completions SHELL` and `traybit man [DIR]`: generated from the definitions of the commands.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::path::Path;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::runner::failure::{Ended, Failure};
use crate::runner::output::{Output, unwritable};
use traybit_program::status::Status;

/// Print a script that completes commands and options in a shell
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  traybit completions bash > traybit.bash
  traybit completions fish > traybit.fish")]
pub struct Completions {
    /// The shell
    #[arg(value_enum)]
    shell: Shell,
}

/// Print the manual page, or write those of all commands
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  traybit man > traybit.1
  traybit man DIR")]
pub struct Manual {
    /// The folder for a page of each command, made where it is missing
    #[arg(value_name = "DIR")]
    folder: Option<OsString>,
}

/// Prints the completions of a command.
///
/// # Errors
/// When they cannot be written.
pub fn completions(arguments: &Completions, mut command: Command) -> Ended {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    write(&Output::Standard, &script)
}

/// Prints or writes the pages of a command.
///
/// # Errors
/// When they cannot be written.
pub fn manual(arguments: &Manual, command: Command) -> Ended {
    let Some(folder) = &arguments.folder else { return write(&Output::Standard, &page(command)) };
    create_dir_all(folder).map_err(|reason| Failure::unwritable(unwritable(Path::new(folder), &reason)))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(&command, Path::new(folder))
}

/// Writes the page of a command and those of all below it, each whole or not at all.
fn write_pages(command: &Command, folder: &Path) -> Ended {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below, folder)?;
    }
    let file = clap_mangen::Man::new(command.clone()).get_filename();
    write(&Output::File(folder.join(file)), &page(command.clone()))
}

fn page(command: Command) -> Vec<u8> {
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = clap_mangen::Man::new(command).render(&mut text);
    text
}

fn write(output: &Output, text: &[u8]) -> Ended {
    output.write_bytes(text).map_err(Failure::unwritable)?;
    Ok(Status::Done)
}
