//! Enumerations of packings and exact covers: their options, a display of the progress, and a collector of solutions.
//!
//! ```text
//!   11111111117777777777       ◀── the board at this moment, if the terminal has room for it, and a line of figures, drawn
//!   11. . . . 5555. . 77           over about once a second
//!   12 packings, about 0.4 % of the tree done, about 7 min left, …
//!
//!   threads ──make──▶ Made: checked and written ──take──▶ written at once, or kept for one document
//! ```

use std::ffi::OsStr;
use std::io::{IsTerminal, Write, stderr, stdout};
use std::mem;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};

use crate::report::{Ending, packing};
use crate::run::output::{Output, Stream};
use crate::run::{Failure, Run, Status, positive, terminal};
use traybit_core::search::enumeration::View;
use traybit_core::sync::Mutex;
use traybit_core::{Checkpoint, Cost, GaveUp, InputError, Progress};
use traybit_packing::formats::read_numbered;
use traybit_packing::solve::Enumerated;
use traybit_packing::solve::collector::Ready;
use traybit_packing::solve::enumerate::Callbacks;
use traybit_packing::{Pack, Packing, Unknown};
use traybit_program::Source;

pub(crate) const NO_GOAL: &str = "a packing has no goal; --output FILE writes the answer";

#[derive(Args, Clone, Debug)]
pub(crate) struct Numbered {
    /// Number of the puzzle in a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    number: usize,
}

impl Numbered {
    pub(crate) fn read(&self, file: &OsStr) -> Result<Pack, InputError> {
        let source = Source::or_input(file);
        read_numbered(&source.name(), source.open()?, self.number)
    }
}

/// Reason why something is not known, and the status.
pub(crate) fn unknown(reason: Unknown, cost: &Cost, run: &Run) -> Ending {
    let sentence = match reason {
        Unknown::GaveUp(GaveUp::Exhausted) => "gave up: there are too many packings to count".to_owned(),
        Unknown::GaveUp(reason) => return run.gave_up(reason, cost),
        Unknown::TooWide(bits) => format!(
            "gave up: a boundary takes {bits} bits, and the widest word has 512; the board's short side or its pieces \
             are too long"
        ),
    };
    Ending::because(sentence, Status::GaveUp)
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Every {
    /// Show the board on standard error every N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true, value_parser = positive::<u64>)]
    pub(crate) every: Option<u64>,
}

impl Every {
    /// Enumerates packings with the display and the checkpoint; `tick` is called about once a second.
    pub(crate) fn look<T>(
        &self,
        display: &Display<'_>,
        checkpoint: Option<Checkpoint>,
        tick: Option<&(dyn Fn() + Sync)>,
        list: impl FnOnce(Callbacks<'_>) -> T,
    ) -> T {
        let every = |board: Packing| display.print(&board);
        let show = |board: Packing, view: View| {
            tick.inspect(|tick| tick());
            display.show(&board, &view);
        };
        let listed = list(Callbacks {
            every: self.every.map(|number| (number.max(1), &every as _)),
            display: (!display.bar.is_hidden() || tick.is_some()).then_some(&show),
            checkpoint,
            ..Callbacks::default()
        });
        display.bar.finish_and_clear();
        listed
    }
}

/// Fraction of the tree that must be done before the time left can be estimated.
const ENOUGH: f64 = 0.001;

/// The display; dropping it erases it.
pub(crate) struct Display<'a> {
    pack: &'a Pack,
    progress: Arc<Progress>,
    bar: ProgressBar,
    shown: Mutex<Shown>,
}

struct Shown {
    /// Fraction done when this run began, and the time then.
    began: Option<(f64, Instant)>,
    /// Positions at the last update, and its time.
    before: (u64, Instant),
}

impl<'a> Display<'a> {
    /// A display that shows nothing with `--quiet`, or if standard error is not a terminal. In a run that
    /// resumes, the first update shows how much was done before.
    pub(crate) fn new(pack: &'a Pack, run: &Run) -> Self {
        let now = Instant::now();
        let bar = if run.options.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let style = ProgressStyle::with_template("{prefix}{msg:.dim}").expect("a sound template");
        Self {
            pack,
            progress: Arc::clone(&run.limits().progress),
            bar: bar.with_finish(ProgressFinish::AndClear).with_style(style),
            shown: Mutex::new(Shown { began: (!run.resumes()).then_some((0.0, now)), before: (0, now) }),
        }
    }

    fn show(&self, board: &Packing, view: &View) {
        if self.bar.is_hidden() {
            return;
        }
        let fits = terminal::size().is_some_and(|(rows, columns)| {
            usize::from(self.pack.size.height) + 2 <= rows && 2 * usize::from(self.pack.size.width) <= columns
        });
        let drawn = fits.then(|| packing::coloured(self.pack, board, terminal::colours_of(&stderr())));
        self.bar.set_prefix(drawn.unwrap_or_default());
        let (now, positions) = (Instant::now(), self.progress.positions.load(Ordering::Relaxed));
        let mut shown = self.shown.lock();
        let (before, then) = mem::replace(&mut shown.before, (positions, now));
        let rate = positions.saturating_sub(before) as f64 / now.duration_since(then).as_secs_f64();
        let (done, began) = *shown.began.get_or_insert((view.done, now));
        let left = time_left(view.done, done, now.duration_since(began));
        self.bar.set_message(packing::progress(view, positions, rate, left));
    }

    /// Prints a board on standard error, where it stays, terminal or not.
    fn print(&self, board: &Packing) {
        let board = packing::coloured(self.pack, board, terminal::colours_of(&stderr())) + "\n";
        // A closed standard error changes nothing about the answer.
        let _ = self.bar.suspend(|| stderr().write_all(board.as_bytes()));
    }
}

/// Estimated time left, at the rate of this run, which `took` this time to get from `before` to `done`.
fn time_left(done: f64, before: f64, took: Duration) -> Option<Duration> {
    let grown = done - before;
    if grown < ENOUGH {
        return None;
    }
    // A time too long for a duration counts as unknown.
    Duration::try_from_secs_f64(took.as_secs_f64() * (1.0 - done).max(0.0) / grown).ok()
}

/// A solution, checked and written on one of several threads.
#[derive(Clone)]
pub(crate) struct Made<S> {
    /// `None` if only its text is needed.
    pub(crate) solution: Option<S>,
    pub(crate) text: String,
    /// The rule that it breaks, a sentence without its full stop.
    pub(crate) refusal: Option<String>,
}

impl<S: Ready> Ready for Made<S> {
    fn bytes(&self) -> usize {
        size_of::<Self>() + self.text.len() + self.solution.as_ref().map_or(0, Ready::bytes)
    }
}

/// Memory of a kept solution as a multiple of its own bytes: itself, and its text in the document.
const KEPT: usize = 3;

/// Collector of solutions; it suspends the display while it writes to a terminal.
pub(crate) struct Collector<'a, S> {
    display: Option<&'a Display<'a>>,
    /// True if solutions are written to a terminal as they are found.
    pub(crate) is_terminal: bool,
    most: usize,
    state: Mutex<State<S>>,
}

struct State<S> {
    /// The output; `None` if solutions are kept.
    stream: Option<Stream>,
    kept: Vec<S>,
    bytes: usize,
    is_empty: bool,
    /// Reason why no more are taken, a sentence without its full stop.
    error: Option<String>,
}

impl<'a, S: Ready> Collector<'a, S> {
    /// A collector that keeps solutions in the memory of the run, or writes each to its output, with an empty line between two.
    pub(crate) fn new(run: &Run, display: Option<&'a Display<'a>>, is_kept: bool) -> Result<Self, Failure> {
        let stream = (!is_kept).then(|| run.stream()).transpose()?;
        let is_terminal = !is_kept && *run.output() == Output::Standard && stdout().is_terminal();
        let state = Mutex::new(State { stream, kept: Vec::new(), bytes: 0, is_empty: true, error: None });
        Ok(Self { display, is_terminal, most: run.limits().memory, state })
    }

    /// Takes a solution; breaks after an error.
    pub(crate) fn take(&self, made: Made<S>) -> ControlFlow<()> {
        let state = &mut *self.state.lock();
        if let Some(refusal) = &made.refusal {
            let sentence =
                format!("a solution was found that is none ({refusal}); please report this puzzle");
            state.error.get_or_insert(sentence);
        }
        if state.error.is_some() {
            return ControlFlow::Break(());
        }
        if let Some(stream) = &mut state.stream {
            stream.put(if state.is_empty { "" } else { "\n" });
            stream.put(&made.text);
            if stream.is_full() || self.is_terminal && self.display.is_none() {
                self.flush_locked(state);
            }
        } else {
            state.bytes += KEPT * made.bytes();
            state.kept.extend(made.solution);
        }
        state.is_empty = false;
        let is_over = state.error.is_some() || state.bytes > self.most;
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    pub(crate) fn flush(&self) {
        self.flush_locked(&mut self.state.lock());
    }

    fn flush_locked(&self, state: &mut State<S>) {
        if let (Some(stream), None) = (&mut state.stream, &state.error)
            && !stream.is_flushed()
        {
            let mut flush = || stream.flush().err();
            state.error = match self.display.filter(|_| self.is_terminal) {
                Some(display) => display.bar.suspend(flush),
                None => flush(),
            };
        }
    }

    /// The kept solutions (others are all written by then), what was found, and the ending, which may be that memory for
    /// more was lacking. `none` is the sentence for a search without solutions.
    pub(crate) fn finish(
        self,
        found: Result<Enumerated, String>,
        none: impl FnOnce(&Cost) -> String,
        run: &Run,
    ) -> Result<(Vec<S>, Enumerated, Ending), Failure> {
        let mut found = found.map_err(|sentence| run.refuse_saved(&sentence, Status::Invalid))?;
        let state = self.state.into_inner();
        // Without a solution a file stays as it was.
        let stream = state.stream.filter(|_| found.found > 0 || found.ended.is_none());
        let written = state.error.map_or_else(|| stream.map_or(Ok(()), Stream::finish), Err);
        written.map_err(Failure::unwritable)?;
        let gave_up = (state.bytes > self.most).then_some(Unknown::GaveUp(GaveUp::Memory));
        found.ended = found.ended.or(gave_up);
        let ending = match found.ended {
            Some(reason) => unknown(reason, &found.cost, run),
            None if found.found == 0 => Ending::because(none(&found.cost), Status::Impossible),
            None => Ending::DONE,
        };
        Ok((state.kept, found, ending))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::time_left;

    #[test]
    fn time_left_is_estimated_from_what_this_run_has_done() {
        let ten = Duration::from_secs(10);
        assert_eq!(time_left(0.25, 0.0, ten), Some(Duration::from_secs(30)));
        assert_eq!(time_left(0.75, 0.5, ten), Some(ten));
        assert_eq!(time_left(1.0, 0.5, ten), Some(Duration::ZERO));
        assert_eq!((time_left(0.0009, 0.0, ten), time_left(0.5, 0.5, ten)), (None, None));
        assert_eq!(
            (time_left(0.0, 0.5, ten), time_left(0.5, 0.0, Duration::ZERO)),
            (None, Some(Duration::ZERO))
        );
    }
}
