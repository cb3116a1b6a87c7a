//! Result files of a contest: a table of all runs, and a record of machine, commit, date, commands and results.

use std::env::var;
use std::ffi::OsString;
use std::fmt::Write as _;
use std::num::NonZero;
use std::process::{Command, Stdio};
use std::thread::available_parallelism;
use std::time::{SystemTime, UNIX_EPOCH};

use clap::Args;

use crate::contest::entrant::Entrant;
use crate::contest::summary::Summary;
use traybit_app::run::failure::Failure;
use traybit_app::run::output::Output;
use traybit_program::resident;
use traybit_program::text::{bytes, counted};

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
        let mut names = [&self.csv, &self.record].into_iter().flatten();
        names.try_for_each(|name| Output::named(Some(name)).try_out())
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
            Output::named(Some(name)).write(&csv_text(summary)?)?;
        }
        let Some(name) = &self.record else { return Ok(()) };
        Output::named(Some(name)).write(&record(summary, entrants))
    }
}

/// All runs as comma-separated values, after a line with their names.
fn csv_text(summary: &Summary<'_>) -> Result<String, String> {
    let unwritable = |error: csv::Error| format!("the table of values cannot be written: {error}");
    let mut writer = csv::Writer::from_writer(Vec::new());
    summary.runs().into_iter().try_for_each(|run| writer.serialize(run)).map_err(unwritable)?;
    let bytes = writer.into_inner().map_err(|error| unwritable(error.into_error().into()))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// The text of a record.
fn record(summary: &Summary<'_>, entrants: [(&str, &[Entrant]); 2]) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let processor = resident::field("/proc/cpuinfo", "model name");
    let processor = processor.unwrap_or_else(|| "processor not known".to_owned());
    let cores = counted(available_parallelism().map_or(1, NonZero::get) as u64, "core");
    let memory = resident::of_machine().map_or_else(|| "memory not known".to_owned(), bytes);
    let mut text = format!("date: {}\nmachine: {processor}, {cores}, {memory}\n", date(now.as_secs()));
    // A string takes all that is written to it.
    let _ = writeln!(text, "commit: {}", commit().unwrap_or_else(|| "unknown".to_owned()));
    for (kind, entrants) in entrants {
        for Entrant { name, command, .. } in entrants {
            let _ = writeln!(text, "{kind} {name}: {command}");
        }
    }
    format!("{text}\n{}\n{}", summary.text(), summary.times())
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

/// A moment of universal time, in seconds since the beginning of 1970, as a date and the time of the day.
///
/// Years are taken to begin in March, so that a leap day is the last of its year, and eras of 400 years with the year 0 (H.
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms").
fn date(seconds: u64) -> String {
    // 1970 began on day 719,468 of this count.
    let days = seconds / 86_400 + 719_468;
    let (era, day) = (days / 146_097, days % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    // Of months that begin with March, five take 153 days, in the same order of lengths again and again.
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (year, month) = (400 * era + year + month / 10, (month + 2) % 12 + 1);
    let (hours, minutes) = (seconds / 3600 % 24, seconds / 60 % 60);
    format!("{year:04}-{month:02}-{day:02} {hours:02}:{minutes:02} UTC")
}

#[cfg(test)]
mod tests {
    use super::date;

    #[test]
    fn dates_are_those_of_the_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01 00:00 UTC"),
            (951_782_399, "2000-02-28 23:59 UTC"),
            (951_782_400, "2000-02-29 00:00 UTC"),
            (951_868_800, "2000-03-01 00:00 UTC"),
            (4_107_542_400, "2100-03-01 00:00 UTC"),
            (1_795_279_740, "2026-11-21 16:49 UTC"),
        ] {
            assert_eq!(date(seconds), expected);
        }
    }
}
