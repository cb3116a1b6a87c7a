//! Result files of a contest: a table of all runs, and a record of machine, commit, date, commands and results.

use std::env::var;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;

use clap::Args;

use crate::contest::entrant::Entrant;
use crate::contest::summary::Summary;
use traybit_app::run::failure::Failure;
use traybit_app::run::output::Output;
use traybit_program::resident;
use traybit_program::text::{bytes, counted};

#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Results")]
pub(super) struct ResultFiles {
    /// Write a table of all runs to FILE
    #[arg(long, value_name = "FILE")]
    csv: Option<OsString>,

    /// Write the results to FILE, with the machine, the date and the commit (`TRAYBIT_COMMIT`, or git's)
    #[arg(long, value_name = "FILE")]
    record: Option<OsString>,
}

impl ResultFiles {
    pub(super) fn try_out(&self) -> Result<(), Failure> {
        let mut names = [&self.csv, &self.record].into_iter().flatten();
        names.try_for_each(|name| Output::named(Some(name)).try_out())
    }

    pub(super) fn write(
        &self,
        summary: &Summary<'_>,
        entrants: [(&str, &[Entrant]); 2],
    ) -> Result<(), String> {
        if let Some(name) = &self.csv {
            Output::named(Some(name)).write(&csv_text(summary)?)?;
        }
        let write = |name| Output::named(Some(name)).write(&record(summary, entrants));
        self.record.as_deref().map_or(Ok(()), write)
    }
}

/// All runs as comma-separated values, after a line with their names.
fn csv_text(summary: &Summary<'_>) -> Result<String, String> {
    let unwritable = |error: csv::Error| format!("the table of values cannot be written: {error}");
    let mut writer = csv::Writer::from_writer(Vec::new());
    summary.runs.iter().try_for_each(|run| writer.serialize(run)).map_err(unwritable)?;
    let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

fn record(summary: &Summary<'_>, entrants: [(&str, &[Entrant]); 2]) -> String {
    let date = output_of("date", &["-u", "+%Y-%m-%d %H:%M UTC"]);
    let processor = resident::field("/proc/cpuinfo", "model name");
    let processor = processor.unwrap_or_else(|| "processor not known".to_owned());
    let cores = counted(available_parallelism().map_or(1, NonZero::get) as u64, "core");
    let memory = resident::of_machine().map_or_else(|| "memory not known".to_owned(), bytes);
    let commit = var("TRAYBIT_COMMIT").ok().filter(|commit| !commit.trim().is_empty());
    let commit = commit.or_else(|| output_of("git", &["rev-parse", "HEAD"]));
    let unknown = || "unknown".to_owned();
    let mut text = format!("date: {}\n", date.unwrap_or_else(unknown));
    // A string takes all that is written to it.
    let _ = writeln!(text, "machine: {processor}, {cores}, {memory}");
    let _ = writeln!(text, "commit: {}", commit.unwrap_or_else(unknown).trim());
    for (kind, entrants) in entrants {
        for Entrant { name, command, .. } in entrants {
            let _ = writeln!(text, "{kind} {name}: {command}");
        }
    }
    format!("{text}\n{}\n{}", summary.text(), summary.times())
}

/// The line that a program prints, if it succeeds.
fn output_of(program: &str, arguments: &[&str]) -> Option<String> {
    let answer =
        Command::new(program).args(arguments).stdin(Stdio::null()).stderr(Stdio::null()).output().ok()?;
    let line = String::from_utf8_lossy(&answer.stdout).trim().to_owned();
    (answer.status.success() && !line.is_empty()).then_some(line)
}
