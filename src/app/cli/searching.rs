//! What the commands that search have in common: their options, budgets, signals and the line that shows how
//! far they are.

use std::ffi::OsString;
use std::io::{Write, stderr};
use std::sync::Arc;
use std::time::Instant;

use clap::{Args, ValueEnum};

use crate::cli::budget::Budget;
use crate::cli::machine::economise;
use crate::cli::options::{KNOBS, Options, PROGRAM};
use crate::cli::progress::ProgressLine;
use crate::cli::resident;
use crate::cli::signals::Signals;
use crate::cli::status::TraybitStatus;
use crate::report::figures::Figures;
use crate::report::text::{self, Undone};
use traybit_core::input::in_hand;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;

/// Options of commands that search, as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search options")]
pub struct Searching {
    /// Print a table of what the search cost on standard error, even when quiet
    #[arg(long)]
    pub(crate) stats: bool,

    /// Draw where the time went into FILE, a flame graph as SVG (needs a build with the feature `profile`)
    #[arg(long, value_name = "FILE")]
    pub(crate) profile: Option<OsString>,
}

/// A metric as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Unit {
    /// One block moves one cell
    Step,
    /// One block moves along one straight line
    Slide,
    /// One block moves along any path
    Path,
}

impl From<Unit> for Metric {
    fn from(unit: Unit) -> Self {
        match unit {
            Unit::Step => Self::Step,
            Unit::Slide => Self::Slide,
            Unit::Path => Self::Path,
        }
    }
}

/// A search that is about to run: what it may take, and what ends it.
pub struct Run {
    budget: Budget,
    limits: Limits,
    signals: Option<Signals>,
    undone: Undone,
}

impl Run {
    /// Fixes the budgets, the time counted from now, and begins to wait for signals, which leave something
    /// `undone`.
    pub fn prepare(options: &Options, undone: Undone) -> Result<Self, TraybitStatus> {
        let began = Instant::now();
        let budget = options.budget()?;
        let mut limits = budget.limits(began);
        let progress = Arc::clone(&limits.progress);
        // Without handlers (no thread to be had, say) signals end the program in the system's way.
        let signals = Signals::install(PROGRAM, move || text::unfinished(undone, &progress)).ok();
        if let Some(signals) = &signals {
            limits.stop = signals.stop();
        }
        Ok(Self { budget, limits, signals, undone })
    }

    /// What may be taken before the search, too: boards to be made for it, say. A signal ends that at once.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Searches, once; from its end on signals no longer keep the answer from being written.
    pub fn search<T>(&self, quiet: bool, search: impl FnOnce(&Limits) -> T) -> T {
        economise(self.budget.memory);
        self.let_search(quiet, search)
    }

    /// The same where other programs search, which would inherit how this one saves memory.
    pub fn let_search<T>(&self, quiet: bool, search: impl FnOnce(&Limits) -> T) -> T {
        if let Some(signals) = &self.signals {
            signals.grant_grace();
        }
        let line = ProgressLine::start(&self.limits.progress, self.undone.level(), quiet);
        in_hand::fail_if_asked_to();
        let found = search(&self.limits);
        drop(line);
        if let Some(signals) = &self.signals {
            signals.finish();
        }
        found
    }

    /// Goes on for what belongs to an answer that is written already. A first signal asks that to stop, and loses
    /// nothing else; a second one ends the program.
    pub(crate) fn prove<T>(&self, quiet: bool, prove: impl FnOnce(&Limits) -> T) -> T {
        let _line = ProgressLine::start(&self.limits.progress, "layer", quiet);
        prove(&self.limits)
    }

    /// Why the search gave up, as a sentence, and the status.
    pub fn gave_up(&self, reason: GaveUp, cost: &Cost) -> (String, TraybitStatus) {
        match self.signals.as_ref().and_then(Signals::caught) {
            Some(signal) if reason == GaveUp::Stopped => {
                (text::stopped(signal.name(), self.undone, cost), TraybitStatus::Stopped(signal))
            }
            _ => {
                let Budget { time, memory, .. } = self.budget;
                (text::gave_up(reason, cost, time, memory, KNOBS), TraybitStatus::GaveUp)
            }
        }
    }

    /// What the search cost, beside what the process has taken up by now.
    pub(crate) fn figures(&self, cost: Cost) -> Figures {
        Figures { cost, threads: self.budget.threads, peak_resident: resident::at_most() }
    }
}

impl Searching {
    /// Prints the table, if it was asked for.
    pub(crate) fn tell(&self, figures: &Figures, choice: Option<&Choice>) {
        if self.stats {
            // A closed standard error changes nothing about the answer.
            let _ = write!(stderr(), "{}", figures.table(choice));
        }
    }
}
