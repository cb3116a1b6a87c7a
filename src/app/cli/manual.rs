//! `traybit completions SHELL` and `traybit man [DIR]`: generated from the definitions of the commands.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::path::Path;

use clap::{Arg, Args, Command};
use clap_complete::{Shell, generate};
use clap_mangen::Man;

use crate::runner::{Ended, Failure, Output, Status, unwritable};
use traybit_program::{checker, solver};

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

/// Print the manual page, or write the pages of all commands to a folder
#[derive(Args, Clone, Debug)]
#[command(after_help = "\
Examples:
  traybit man > traybit.1
  traybit man DIR")]
pub struct Manual {
    /// The folder, created if missing; each command gets a page
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
    for mut program in programs() {
        program.build();
        write_pages(&program, Path::new(folder))?;
    }
    write_pages(&command, Path::new(folder))
}

/// The small programs, as far as their pages go: they have no options, and print their own usage text.
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

/// Writes the page of a command and those of all below it, each whole or not at all.
fn write_pages(command: &Command, folder: &Path) -> Ended {
    for below in command.get_subcommands().filter(|below| !below.is_hide_set()) {
        write_pages(below, folder)?;
    }
    let file = Man::new(command.clone()).get_filename();
    write(&Output::File(folder.join(file)), &page(command.clone()))
}

fn page(command: Command) -> Vec<u8> {
    let name = command.get_display_name().unwrap_or(command.get_name()).to_owned();
    let below = command.has_subcommands();
    let notes = command.get_after_help().map(ToString::to_string).unwrap_or_default();
    let manual = Man::new(command.after_help(""));
    let mut text = Vec::new();
    // Writing to memory cannot fail.
    let _ = manual
        .render_title(&mut text)
        .and_then(|()| manual.render_name_section(&mut text))
        .and_then(|()| manual.render_synopsis_section(&mut text))
        .and_then(|()| manual.render_description_section(&mut text))
        .and_then(|()| manual.render_options_section(&mut text))
        .and_then(|()| if below { manual.render_subcommands_section(&mut text) } else { Ok(()) });
    let sections =
        if name.starts_with("traybit") { of_traybit(&name, &notes) } else { of_program(&name, &notes) };
    for (heading, lines) in sections.into_iter().filter(|(_, lines)| !lines.trim().is_empty()) {
        text.extend_from_slice(section(heading, &lines).as_bytes());
    }
    text
}

/// Sections of a page after those of the options.
type Sections = Vec<(&'static str, String)>;

fn of_traybit(name: &str, notes: &str) -> Sections {
    let (notes, examples) = notes.split_once("Examples:").unwrap_or((notes, ""));
    let see_also = if name == "traybit" {
        "solver(1), checker(1), traybit-solve(1)"
    } else {
        "traybit(1), solver(1), checker(1)"
    };
    vec![
        ("NOTES", notes.to_owned()),
        ("EXAMPLES", examples.to_owned()),
        ("EXIT STATUS", STATUSES.to_owned()),
        ("ENVIRONMENT", ENVIRONMENT.to_owned()),
        ("SEE ALSO", see_also.to_owned()),
    ]
}

fn of_program(name: &str, usage: &str) -> Sections {
    let between = |start: &str, end: &str| {
        let rest = usage.split_once(start).map_or("", |(_, rest)| rest);
        rest.split_once(end).map_or(rest, |(text, _)| text).to_owned()
    };
    let limits = between("Environment: ", "Example: ");
    let other = if name == "solver" { "checker(1)" } else { "solver(1)" };
    vec![
        ("EXAMPLES", between("Example: ", "\0")),
        (
            "EXIT STATUS",
            between("Exit status: ", if limits.is_empty() { "Example: " } else { "Environment: " }),
        ),
        ("ENVIRONMENT", if limits.is_empty() { "None is read.".to_owned() } else { limits }),
        ("SEE ALSO", format!("{other}, traybit(1)")),
    ]
}

const STATUSES: &str = "\
0   done
1   proven impossible, or a check failed
2   wrong usage
3   a file cannot be read
4   a file is malformed or invalid
5   gave up at a limit
6   a move is impossible
7   the answer cannot be written
8   an internal error
129, 130, 143   after SIGHUP, SIGINT, SIGTERM
141 the reader of a pipe closed it";

const ENVIRONMENT: &str = "\
TRAYBIT_MEMORY, TRAYBIT_TIME, TRAYBIT_THREADS
    limits, where --memory, --limit and --threads are not given
NO_COLOR, CLICOLOR_FORCE, FORCE_COLOR, COLORTERM, TERM
    colours, where --color is auto";

/// A section whose lines stay as they are.
fn section(heading: &str, lines: &str) -> String {
    let lines = lines.trim_matches('\n').replace('\\', "\\e").replace('-', "\\-");
    // A point or an apostrophe at the start of a line would be a request.
    let lines: Vec<String> = lines.lines().map(|line| format!("\\&{line}\n")).collect();
    format!(".SH \"{heading}\"\n.nf\n{}.fi\n", lines.concat())
}

fn write(output: &Output, text: &[u8]) -> Ended {
    output.write_bytes(text).map_err(Failure::unwritable)?;
    Ok(Status::Done)
}
