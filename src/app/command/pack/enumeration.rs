//! Enumerations that may run for long: their options, and the progress on the terminal, the board at this moment and a
//! line of figures, drawn over about once a second.
//!
//! ```text
//!   11111111117777777777       ◀── not where the terminal is too small for it
//!   11. . . . 5555. . 77
//!   12 packings, about 0.4 % of the tree done, about 7 min left, …
//! ```

use std::io::{Write, stderr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use clap::Args;
use indicatif::{ProgressBar, ProgressFinish, ProgressStyle};
use traybit_core::search::checkpoint::Checkpoint;
use traybit_core::search::limits::Progress;
use traybit_packing::formats::text;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::{Callbacks, View};
use traybit_picture::terminal::Colours;

use crate::report::packing;
use crate::run::{Run, terminal};

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Every {
    /// Show the board on standard error every N positions, 1,000,000 when N is left out
    #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "1000000", require_equals = true)]
    pub(crate) every: Option<u64>,
}

/// All that a checkpoint depends on: the puzzle, and `options` of the search.
pub(crate) fn subject(pack: &Pack, options: &str) -> String {
    text::write(pack) + options
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
        let show = |view: View| {
            if let Some(tick) = tick {
                tick();
            }
            display.show(&view);
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

/// The part of the tree that has to be done before its rest can be estimated.
const ENOUGH: f64 = 0.001;

/// The display; dropped, it is erased.
pub(crate) struct Display<'a> {
    pack: &'a Pack,
    progress: Arc<Progress>,
    /// The colours of boards on standard error.
    colours: Colours,
    bar: ProgressBar,
    state: Mutex<State>,
}

struct State {
    /// The part that was done when this run began, and when that was.
    began: Option<(f64, Instant)>,
    /// Positions at the last look, and when that was.
    before: (u64, Instant),
}

impl<'a> Display<'a> {
    /// A display that shows nothing with `--quiet`, nor where standard error is no terminal. A run that resumes has done
    /// something before, which the first look tells.
    pub(crate) fn new(pack: &'a Pack, run: &Run) -> Self {
        let now = Instant::now();
        let bar = if run.options.quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
        let style = ProgressStyle::with_template("{prefix}{msg:.dim}");
        let style = style.unwrap_or_else(|_| ProgressStyle::default_spinner());
        Self {
            pack,
            progress: Arc::clone(&run.limits().progress),
            colours: terminal::colours_of(&stderr()),
            bar: bar.with_finish(ProgressFinish::AndClear).with_style(style),
            state: Mutex::new(State { began: (!run.resumes()).then_some((0.0, now)), before: (0, now) }),
        }
    }

    /// Draws the progress over the one before.
    fn show(&self, view: &View) {
        if self.bar.is_hidden() {
            return;
        }
        let fits = terminal::size().is_some_and(|(rows, columns)| {
            usize::from(self.pack.size.height) + 2 <= rows && 2 * usize::from(self.pack.size.width) <= columns
        });
        let drawn = fits.then(|| packing::coloured(self.pack, &view.board, self.colours));
        self.bar.set_prefix(drawn.unwrap_or_default());
        self.bar.set_message(self.figures(view));
    }

    /// Erases the display while something else is written.
    pub(crate) fn suspend<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }

    /// Prints a board on standard error that stays there, terminal or not.
    fn print(&self, board: &Packing) {
        let board = packing::coloured(self.pack, board, self.colours) + "\n";
        // A closed standard error changes nothing about the answer.
        let _ = self.suspend(|| stderr().write_all(board.as_bytes()));
    }

    fn figures(&self, view: &View) -> String {
        let (now, positions) = (Instant::now(), self.progress.positions.load(Ordering::Relaxed));
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        let (before, then) = state.before;
        state.before = (positions, now);
        let rate = positions.saturating_sub(before) as f64 / now.duration_since(then).as_secs_f64();
        let (done, began) = *state.began.get_or_insert((view.done, now));
        packing::progress(view, positions, rate, time_left(view.done, done, now.duration_since(began)))
    }
}

/// Estimated time left, at the rate at which this run came from one part of the tree to another in so much time.
fn time_left(done: f64, before: f64, took: Duration) -> Option<Duration> {
    let grown = done - before;
    if grown < ENOUGH {
        return None;
    }
    // A time too long for a duration counts as unknown.
    Duration::try_from_secs_f64(took.as_secs_f64() * (1.0 - done).max(0.0) / grown).ok()
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
