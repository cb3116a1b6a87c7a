//! Result files of a contest: a table of all runs, and a record of its setting.

use std::env::var;
use std::ffi::OsString;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::contest::entrant::Entrant;
use crate::contest::report::record::{Scene, record};
use crate::contest::report::summary::Summary;
use crate::csv_text;
use traybit_app::run::failure::Failure;
use traybit_app::run::output::Output;
use traybit_program::resident;

/// Options for result files.
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
    /// Checks that the files can be written.
    ///
    /// # Errors
    /// When one was read, or cannot be written.
    pub(super) fn try_out(&self) -> Result<(), Failure> {
        [&self.csv, &self.record]
            .into_iter()
            .flatten()
            .try_for_each(|name| Output::named(Some(name)).try_out())
    }

    /// Writes them.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub(super) fn write(
        &self,
        summary: &Summary<'_>,
        entrants: [(&str, &[Entrant]); 2],
    ) -> Result<(), String> {
        if let Some(name) = &self.csv {
            Output::named(Some(name)).write(&csv_text(summary.rows())?)?;
        }
        let Some(name) = &self.record else { return Ok(()) };
        Output::named(Some(name)).write(&record(&scene(entrants), summary))
    }
}

/// Setting of this process, as Linux tells it.
fn scene(entrants: [(&str, &[Entrant]); 2]) -> Scene {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let command =
        |kind| move |entrant: &Entrant| (format!("{kind} {}", entrant.name), entrant.command.clone());
    Scene {
        seconds: now.as_secs(),
        processor: resident::field("/proc/cpuinfo", "model name")
            .unwrap_or_else(|| "processor not known".to_owned()),
        cores: available_parallelism().map_or(1, NonZero::get),
        memory: resident::of_machine(),
        commit: commit().unwrap_or_else(|| "unknown".to_owned()),
        commands: entrants
            .into_iter()
            .flat_map(|(kind, entrants)| entrants.iter().map(command(kind)))
            .collect(),
    }
}

/// The commit of the current folder.
fn commit() -> Option<String> {
    let named = |commit: &str| Some(commit.trim().to_owned()).filter(|commit| !commit.is_empty());
    var("TRAYBIT_COMMIT").ok().and_then(|commit| named(&commit)).or_else(|| {
        let mut git = Command::new("git");
        git.args(["rev-parse", "HEAD"]).stdin(Stdio::null()).stderr(Stdio::null());
        let answer = git.output().ok().filter(|answer| answer.status.success())?;
        named(&String::from_utf8_lossy(&answer.stdout))
    })
}
