//! `traybit completions SHELL` and `traybit man [DIR]`: what the definitions of the commands give to shells and readers.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::io::Error;
use std::path::Path;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::options::{give, refuse};
use crate::cli::output::Output;
use crate::cli::status::TraybitStatus;
use traybit_core::input::shown;

/// Print what makes a shell complete commands and options
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
pub fn completions(arguments: &Completions, mut command: Command) -> TraybitStatus {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    give(&Output::Standard, &String::from_utf8_lossy(&script), TraybitStatus::Done)
}

/// Prints or writes the pages of a command.
pub fn manual(arguments: &Manual, command: Command) -> Result<TraybitStatus, TraybitStatus> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command).render(&mut page);
        rendered.map_err(|reason| {
            refuse(format_args!("the page cannot be written: {reason}"), TraybitStatus::GaveUp)
        })?;
        return Ok(give(&Output::Standard, &String::from_utf8_lossy(&page), TraybitStatus::Done));
    };
    let unwritable = |reason: &Error| {
        refuse(format_args!("{}: cannot be written: {reason}", shown(folder)), TraybitStatus::GaveUp)
    };
    create_dir_all(folder).map_err(|reason| unwritable(&reason))?;
    let mut command = command.disable_help_subcommand(true);
    command.build();
    write_pages(command, Path::new(folder)).map(|()| TraybitStatus::Done)
}

/// Writes the page of a command and those of all below it, each whole or not at all.
fn write_pages(command: Command, folder: &Path) -> Result<(), TraybitStatus> {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below.clone(), folder)?;
    }
    let page = clap_mangen::Man::new(command);
    let output = Output::File(folder.join(page.get_filename()));
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = page.render(&mut text);
    output.write_bytes(&text).map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))
}
