//! `traybit completions SHELL` and `traybit man [DIR]`: what the definitions of the commands give to shells and readers.

use std::ffi::OsString;
use std::fs::create_dir_all;

use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::cli::options::{give, refuse};
use crate::cli::output::Output;
use crate::cli::status::TraybitStatus;
use crate::input::shown;

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
pub(crate) fn completions(arguments: &Completions, mut command: Command) -> TraybitStatus {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    generate(arguments.shell, &mut command, name, &mut script);
    give(&Output::Standard, &String::from_utf8_lossy(&script), TraybitStatus::Done)
}

/// Prints or writes the pages of a command.
pub(crate) fn manual(arguments: &Manual, command: Command) -> Result<TraybitStatus, TraybitStatus> {
    let Some(folder) = &arguments.folder else {
        let mut page = Vec::new();
        let rendered = clap_mangen::Man::new(command).render(&mut page);
        rendered.map_err(|reason| {
            refuse(format_args!("the page cannot be written: {reason}"), TraybitStatus::GaveUp)
        })?;
        return Ok(give(&Output::Standard, &String::from_utf8_lossy(&page), TraybitStatus::Done));
    };
    let written = create_dir_all(folder).and_then(|()| clap_mangen::generate_to(command, folder));
    written.map(|()| TraybitStatus::Done).map_err(|reason| {
        refuse(format_args!("{}: cannot be written: {reason}", shown(folder)), TraybitStatus::GaveUp)
    })
}
