//! Record of a contest: machine, commit, date and commands, then the results.

use std::fmt::Write as _;

use crate::contest::report::summary::Summary;
use traybit_program::text::{bytes, counted};

/// Setting of a contest: machine, commit, date and commands.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Scene {
    /// Seconds since the beginning of 1970, universal time.
    pub seconds: u64,
    /// The processor's name.
    pub processor: String,
    /// Threads available to this process.
    pub cores: usize,
    /// The machine's memory in bytes, where it is known.
    pub memory: Option<usize>,
    /// The commit of the programs.
    pub commit: String,
    /// The commands of solvers and checkers, each with what it is called: `solver NAME`, say.
    pub commands: Vec<(String, String)>,
}

/// The text of a record.
pub(crate) fn record(scene: &Scene, summary: &Summary<'_>) -> String {
    let memory = scene.memory.map_or_else(|| "memory not known".to_owned(), bytes);
    let mut text = String::new();
    // A string takes all that is written to it.
    let _ = writeln!(text, "date: {}", date(scene.seconds));
    let _ = writeln!(text, "machine: {}, {}, {memory}", scene.processor, counted(scene.cores as u64, "core"));
    let _ = writeln!(text, "commit: {}", scene.commit);
    for (name, command) in &scene.commands {
        let _ = writeln!(text, "{name}: {command}");
    }
    format!("{text}\n{}\n{}", summary.text(), summary.times())
}

/// A moment of universal time as a date and the time of the day.
///
/// Years are taken to begin in March, so that a leap day is the last of its year, and eras of 400 years with the year 0 (H.
/// Hinnant, "chrono-Compatible Low-Level Date Algorithms").
pub(crate) fn date(seconds: u64) -> String {
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
