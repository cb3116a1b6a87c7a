//! The run of a command, in the same steps for all commands.
//!
//! ```text
//!  options ─▶ start: budget, signals, profile ─▶ [the command reads its input] ─▶ open: the output is tested
//!          ─▶ search: progress, checkpoint, limits ─▶ Answer ─▶ give: sentences, statistics, text or JSON
//!          ─▶ [page, plot, certificate] ─▶ end: the profile is written ─▶ exit status
//! ```

pub(crate) mod certificate;
pub(crate) mod checkpoint;
pub(crate) mod disk;
pub(crate) mod folder;
pub(crate) mod options;
pub mod output;
pub(crate) mod pictures;
mod profile;
pub mod progress;
pub mod shared_search;
pub mod terminal;

pub(crate) use crate::run::checkpoint::Checkpoints;
pub(crate) use crate::run::disk::OnDisk;
pub use crate::run::options::{Budgets, Options, Plain, give};
pub(crate) use crate::run::options::{
    Choices, DEFAULT_METRIC, KNOBS, LIMIT_OF_EACH, METRICS, Seed, SlidingFiles, Total, missing_goal, one_of,
    only_file, positive, refuse_twice, settled, sources,
};
pub(crate) use crate::run::output::{Output, Stream, apart, tried_apart, unwritable};
pub(crate) use crate::run::pictures::{Pictures, Picturing, name_of};
pub use traybit_program::{Failure, Status, say};

use std::ffi::{OsStr, OsString};
use std::fmt::Display;
use std::io::{Write, stderr};
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use clap::Args;
use serde::Serialize;

use crate::report::figures::Figures;
use crate::report::{Answer, Ending};
use crate::run::checkpoint::Checkpoint;
use crate::run::disk::STATE;
use crate::run::options::KNOBS_OF_ALL;
use crate::run::profile::Profile;
use traybit_core::input::current;
use traybit_core::{Checkpoint as SearchCheckpoint, Cost, GaveUp, Limits, ReadError, shown};
use traybit_program::machine::economise;
use traybit_program::memory::most_taken;
use traybit_program::{Activity, Budget, Signals, text};

/// The end of a command: its exit status, or why there is no answer.
pub type Ended = Result<Status, Failure>;

/// Options of commands that search, as typed.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Search options")]
pub(crate) struct SearchOptions {
    /// Print search statistics on standard error, even with --quiet
    #[arg(long)]
    stats: bool,

    /// Write to FILE a flame graph of the search, as SVG
    #[arg(long, value_name = "FILE", hide = cfg!(not(feature = "profile")))]
    profile: Option<OsString>,

    #[command(flatten)]
    pub(crate) common: Options,
}

pub struct Run<'a> {
    pub(crate) options: &'a Plain,
    activity: Activity,
    has_statistics: bool,
    budget: Budget,
    /// Time limit of all puzzles together, if the budget's limit is for each of them.
    total: Option<Duration>,
    limits: Limits,
    signals: Signals,
    /// The answer's output, then all others.
    outputs: Vec<Output>,
    checkpoint: Option<Checkpoint>,
    profile: Option<Profile>,
}

impl<'a> Run<'a> {
    /// Begins a run without options for its budgets.
    pub(crate) fn start_plain(options: &'a Plain, activity: Activity) -> Result<Self, Failure> {
        let budget = Budget::of(None, None, None).map_err(Failure::usage)?;
        Ok(Self::start_with(options, budget, activity))
    }

    /// Begins a run. Fails if the environment has a malformed budget.
    pub fn start(options: &'a Options, activity: Activity) -> Result<Self, Failure> {
        Ok(Self::start_with(&options.plain, options.budgets.budget()?, activity))
    }

    /// Counts the time from now, and begins to wait for signals.
    fn start_with(options: &'a Plain, budget: Budget, activity: Activity) -> Self {
        let began = Instant::now();
        let outputs = vec![Output::named(options.output.as_deref())];
        let mut limits = budget.limits(began);
        let progress = Arc::clone(&limits.progress);
        let signals = Signals::install(move || text::unfinished(activity, &progress));
        limits.stop = signals.stop();
        Self {
            options,
            activity,
            has_statistics: false,
            budget,
            total: None,
            limits,
            signals,
            outputs,
            checkpoint: None,
            profile: None,
        }
    }

    pub(crate) fn start_searching(options: &'a SearchOptions, activity: Activity) -> Result<Self, Failure> {
        let mut run = Self::start(&options.common, activity)?;
        run.has_statistics = options.stats;
        run.profile = Profile::place(options.profile.as_deref(), &run.outputs)?;
        run.outputs.extend(run.profile.as_ref().map(|profile| profile.file.clone()));
        Ok(run)
    }

    /// Applies the budget's time limit, which is returned, to each puzzle; `total` limits all together, from now on.
    pub(crate) fn limit_each(&mut self, Total { total }: Total) -> Option<Duration> {
        self.total = total;
        self.limits = Limits { deadline: None, ..self.limits.clone() }.for_at_most(total);
        self.budget.time
    }

    /// Tests the answer's output, once all files are read, and begins the profile.
    pub(crate) fn open(&mut self) -> Result<(), Failure> {
        self.outputs[0].try_out()?;
        self.profile.as_mut().map_or(Ok(()), Profile::begin)
    }

    pub(crate) fn output(&self) -> &Output {
        &self.outputs[0]
    }

    /// Begins an answer that is written part by part; after a signal a second is left to end it, so that no part stays.
    pub(crate) fn stream(&self) -> Result<Stream, Failure> {
        self.signals.grant_grace();
        self.outputs[0].stream().map_err(Failure::unwritable)
    }

    /// Reserves an output file besides the answer's, which an option names; it is tested at once.
    pub(crate) fn beside(
        &mut self,
        what: &str,
        option: &str,
        name: Option<&OsStr>,
    ) -> Result<Option<Output>, Failure> {
        let file = name.map(|name| tried_apart(what, option, name, &self.outputs)).transpose()?;
        self.outputs.extend(file.clone());
        Ok(file)
    }

    /// Reserves the pictures of a puzzle that options ask for.
    pub(crate) fn pictures<'p>(
        &mut self,
        picturing: &'p Picturing,
        puzzle: &OsStr,
    ) -> Result<Option<Pictures<'p>>, Failure> {
        let mut pictures = picturing.place(puzzle, &self.outputs)?;
        let sentence = "--step and --rulers are for pictures: name one with --svg, --png or --gif";
        let is_styled = picturing.step.is_some() || picturing.rulers;
        Failure::usage_if(is_styled && pictures.is_none(), sentence)?;
        if let Some(pictures) = &mut pictures {
            self.outputs.extend(pictures.files.iter().map(|(_, file)| file.clone()));
            pictures.is_quiet = self.options.quiet;
        }
        Ok(pictures)
    }

    /// Opens the checkpoint, if an option asks for one; `subject` identifies the puzzle and the options.
    pub(crate) fn resume(&mut self, checkpoints: &Checkpoints, subject: impl Display) -> Result<(), Failure> {
        if let Some(path) = &checkpoints.checkpoint {
            apart("checkpoint", "--checkpoint", path, &self.outputs)?;
            // What tries the file out has time to remove it.
            self.signals.grant_grace();
            self.checkpoint = Some(checkpoints.open(Path::new(path), &self.limits, &subject.to_string())?);
        }
        Ok(())
    }

    /// Opens the folder for a search larger than memory and the state in it, or else the checkpoint, and joins the other
    /// processes of a shared search.
    pub(crate) fn resume_on_disk(
        &mut self,
        on_disk: &OnDisk,
        checkpoints: &Checkpoints,
        subject: &str,
    ) -> Result<(), Failure> {
        if let (Some(folder), true) = (on_disk.name(), checkpoints.checkpoint.is_some()) {
            return Err(Failure::usage(format_args!(
                "--checkpoint cannot be used with a folder (--disk or TRAYBIT_DISK: {}), which holds the state of its search: leave out one of them",
                shown(&folder)
            )));
        }
        // As for a checkpoint.
        self.signals.grant_grace();
        let (join, place) = (shared_search::join(), on_disk.open(None)?);
        if let Some((folder, disk)) = place {
            self.limits.disk = Some(disk);
            let place = folder.join(STATE);
            apart("state of the search", "--disk", place.as_os_str(), &self.outputs)?;
            let mut checkpoint = checkpoints.open(&place, &self.limits, subject)?;
            checkpoint.before = join.map(|_| place.with_extension("before"));
            self.checkpoint = Some(checkpoint);
        } else if join.is_none() {
            return self.resume(checkpoints, subject);
        }
        let subject = format!("{subject} {}", self.checkpoint.is_some());
        self.limits.peers = join.map(|join| join.join(&subject, &self.limits)).transpose()?;
        Ok(())
    }

    /// True if the search resumes an earlier one.
    pub(crate) fn resumes(&self) -> bool {
        self.checkpoint.as_ref().is_some_and(Checkpoint::resumes)
    }

    /// The failure of a search that cannot resume.
    pub(crate) fn refuse_checkpoint(&self, error: &ReadError) -> Failure {
        let (hint, status) = match error {
            ReadError::Ended(reason) => return self.failure(*reason),
            ReadError::Memory => ("; raise it with --memory", Status::GaveUp),
            ReadError::Io(_) => ("", Status::Unreadable),
            _ => ("", Status::Invalid),
        };
        self.refuse_saved(&format!("{error}{hint}"), status)
    }

    /// The failure of a search that cannot resume, for a reason in words.
    pub(crate) fn refuse_saved(&self, sentence: &str, status: Status) -> Failure {
        let file = self.checkpoint.as_ref().map_or_else(String::new, |file| format!("{}: ", file.name()));
        Failure::new(format_args!("{file}{sentence}"), status)
    }

    /// The limits, also for work before the search, which a signal ends at once.
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// Runs a search with a progress line.
    pub(crate) fn search<T>(&self, search: impl FnOnce(&Limits, Option<SearchCheckpoint>) -> T) -> T {
        let is_quiet = self.options.quiet || shared_search::is_silent();
        let _line = progress::line(&self.limits.progress, self.activity, is_quiet);
        self.search_unseen(search)
    }

    /// Runs a search without a progress line.
    pub fn search_unseen<T>(&self, search: impl FnOnce(&Limits, Option<SearchCheckpoint>) -> T) -> T {
        economise(self.budget.memory);
        self.let_search(|limits| search(limits, self.checkpoint.as_ref().map(Checkpoint::checkpoint)))
    }

    /// Runs a search without changing this process's memory settings, which child programs would inherit. After a signal the
    /// search has a second to end.
    pub fn let_search<T>(&self, search: impl FnOnce(&Limits) -> T) -> T {
        self.signals.grant_grace();
        current::fail_if_asked_to();
        let found = search(&self.limits);
        self.signals.finish();
        found
    }

    /// The reason why a search gave up, and the status.
    pub fn gave_up(&self, reason: GaveUp, cost: &Cost) -> Ending {
        if let Some(signal) = self.signals.caught().filter(|_| reason == GaveUp::Stopped) {
            let sentence = text::stopped(signal.name(), self.activity, cost);
            return Ending::because(sentence, Status::Stopped(signal));
        }
        let Limits { disk, peers, .. } = &self.limits;
        let error = match reason {
            GaveUp::Disk => disk.as_ref().and_then(|disk| disk.error()),
            GaveUp::Peer => peers.as_ref().and_then(|peers| peers.error()),
            _ => None,
        };
        if let Some(error) = error {
            // Nothing is saved of a certificate.
            let resumes = self.checkpoint.as_ref().is_some_and(Checkpoint::is_there);
            return Ending::because(text::search_failed(&error, cost, resumes), Status::GaveUp);
        }
        let Budget { time, memory, .. } = self.budget;
        let is_total = self.total.is_some() && self.limits.check_time().is_err();
        let (time, knobs) = if is_total { (self.total, KNOBS_OF_ALL) } else { (time, KNOBS) };
        Ending::because(text::gave_up(reason, cost, time, memory, knobs), Status::GaveUp)
    }

    /// The failure of work before or after a search that a limit ended.
    pub(crate) fn failure(&self, reason: GaveUp) -> Failure {
        // A signal is reported here, or by the thread that waits for it, not by both.
        self.signals.finish();
        let Ending { reason, status } = self.gave_up(reason, &Cost::default());
        Failure::new(reason.unwrap_or_default(), status)
    }

    /// Writes an answer: its sentences and statistics to standard error, the rest as text or JSON to the output.
    pub(crate) fn give(&self, answer: Answer<impl Serialize>) -> Status {
        self.give_by(answer, |text, status| give(self.output(), &text, status))
    }

    /// Writes an answer, its text or JSON by `write`; reports how to resume the search, or removes its saved state.
    pub(crate) fn give_by(
        &self,
        answer: Answer<impl Serialize>,
        write: impl FnOnce(String, Status) -> Status,
    ) -> Status {
        self.signals.finish();
        let known = answer.ending.status;
        let text = self.tell(answer);
        let Some(checkpoint) = &self.checkpoint else { return write(text, known) };
        if matches!(known, Status::GaveUp | Status::Stopped(_)) {
            checkpoint.hint().into_iter().for_each(|sentence| self.options.remark(sentence));
        }
        let status = write(text, known);
        checkpoint.settle(status).into_iter().for_each(|sentence| self.options.remark(sentence));
        if let Some(disk) = self.limits.disk.as_ref().filter(|_| !checkpoint.is_there()) {
            disk.clear();
        }
        status
    }

    /// Writes the sentences and statistics of an answer; returns the rest of it, as text or JSON.
    fn tell(&self, answer: Answer<impl Serialize>) -> String {
        let is_own = matches!(answer.ending.status, Status::GaveUp | Status::Stopped(_));
        if is_own || !shared_search::is_silent() {
            answer.ending.reason.iter().for_each(say);
        }
        answer.remarks.iter().for_each(|sentence| self.options.remark(sentence));
        let (threads, peak_resident_bytes) = (self.budget.threads, most_taken());
        let figures = answer.cost.map(|cost| Figures::new(cost, threads, peak_resident_bytes));
        if let Some(figures) = figures.as_ref().filter(|_| self.has_statistics) {
            // A closed standard error changes nothing about the answer.
            let _ = write!(stderr(), "{}", figures.table(&answer.way));
        }
        if self.options.json { answer.document(figures) } else { answer.body.text }
    }

    /// Ends the run; returns `status`, or another if the profile cannot be written.
    pub fn end(self, status: Status) -> Status {
        settled(self.profile.map_or(Ok(()), Profile::finish), status)
    }

    /// Writes `text` to `file`, if there are both, and ends the run; returns `status`, or another if that fails.
    pub(crate) fn end_beside(self, file: Option<Output>, text: Option<String>, status: Status) -> Status {
        let written = file.zip(text).map_or(Ok(()), |(file, text)| file.write(&text));
        self.end(settled(written, status))
    }

    pub(crate) fn end_with(self, answer: Answer<impl Serialize>) -> Status {
        let status = self.give(answer);
        self.end(status)
    }
}
