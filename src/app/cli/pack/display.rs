//! A listing as it goes on, on the terminal: the board at this moment, and a line of figures, drawn over about once a
//! second.
//!
//! ```text
//!   11111111117777777777       ◀── not where the terminal is too small for it
//!   11. . . . 5555. . 77
//!   12 packings, about 0.4 % of the tree done, about 7 min left, …
//!   ▮                          the cursor, so that whatever else is said begins on a line of its own
//! ```

use std::fmt::Write as _;
use std::io::{IsTerminal, Write, stderr};
use std::sync::atomic::Ordering;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::cli::terminal;
use crate::report::{colour, packing};
use traybit_core::search::limits::Progress;
use traybit_packing::drawing;
use traybit_packing::pack::{Pack, Packing};
use traybit_packing::solve::enumerate::View;

/// The part of the tree that has to be done before its rest can be estimated.
const ENOUGH: f64 = 0.001;

/// The display; what it shows is removed with it.
pub(super) struct Display<'a> {
    pack: &'a Pack,
    progress: Arc<Progress>,
    /// Whether boards on standard error have colours.
    is_coloured: bool,
    pub(super) is_on: bool,
    state: Mutex<State>,
}

struct State {
    /// Lines on the terminal above the cursor.
    lines: usize,
    /// The part that was done when this run began, and when that was.
    began: Option<(f64, Instant)>,
    /// Positions at the last look, and when that was.
    before: (u64, Instant),
}

impl<'a> Display<'a> {
    /// One that shows nothing when told to be quiet, nor where standard error is no terminal. A run that goes on from a
    /// checkpoint has done something `before`, which the first look tells.
    pub(super) fn new(pack: &'a Pack, progress: &Arc<Progress>, quiet: bool, goes_on: bool) -> Self {
        let now = Instant::now();
        let began = (!goes_on).then_some((0.0, now));
        Self {
            pack,
            progress: Arc::clone(progress),
            is_coloured: terminal::takes_colours(&stderr()),
            is_on: !quiet && stderr().is_terminal(),
            state: Mutex::new(State { lines: 0, began, before: (0, now) }),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows how far the listing is, in the place of what was shown before.
    pub(super) fn show(&self, sight: &View) {
        if !self.is_on {
            return;
        }
        let mut state = self.lock();
        let mut figures = self.figures(sight, &mut state);
        let size = terminal::size();
        let fits = size.is_some_and(|(rows, columns)| {
            usize::from(self.pack.size.height) + 2 <= rows && 2 * usize::from(self.pack.size.width) <= columns
        });
        if let Some((_, columns)) = size {
            // A line that wraps would be more lines than are gone back; figures are of ASCII.
            figures.truncate(columns.saturating_sub(1));
        }
        let board = if fits { self.drawn(&sight.board) } else { String::new() };
        let (dim, plain) = terminal::dim(&stderr());
        let mut text = erased(&mut state);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "{board}{dim}{figures}{plain}");
        state.lines = board.lines().count() + 1;
        tell(&text);
    }

    /// Removes what is shown, until it is shown again.
    pub(super) fn hide(&self) {
        tell(&erased(&mut self.lock()));
    }

    /// Prints a board on standard error that stays there, terminal or not.
    pub(super) fn print(&self, board: &Packing) {
        let board = self.drawn(board);
        let mut state = self.lock();
        tell(&format!("{}{board}\n", erased(&mut state)));
    }

    fn drawn(&self, board: &Packing) -> String {
        if self.is_coloured { colour::coloured(self.pack, board) } else { drawing::write(self.pack, board) }
    }

    fn figures(&self, sight: &View, state: &mut State) -> String {
        let (now, positions) = (Instant::now(), self.progress.positions.load(Ordering::Relaxed));
        let (before, then) = state.before;
        state.before = (positions, now);
        let rate = positions.saturating_sub(before) as f64 / now.duration_since(then).as_secs_f64();
        let (done, began) = *state.began.get_or_insert((sight.done, now));
        packing::sight(sight, positions, rate, left(sight.done, done, now.duration_since(began)))
    }
}

impl Drop for Display<'_> {
    fn drop(&mut self) {
        self.hide();
    }
}

/// The time that the rest may take, if it goes on as it went: from one part of the whole to another in so much time.
fn left(done: f64, before: f64, took: Duration) -> Option<Duration> {
    let grown = done - before;
    // What is too long for a duration is not known either.
    let left = || Duration::try_from_secs_f64(took.as_secs_f64() * (1.0 - done).max(0.0) / grown).ok();
    if grown < ENOUGH { None } else { left() }
}

/// What takes the cursor back to where the display begins and clears all from there on.
fn erased(state: &mut State) -> String {
    match std::mem::take(&mut state.lines) {
        0 => String::new(),
        lines => format!("\r\x1b[{lines}A\x1b[J"),
    }
}

/// A closed standard error changes nothing about the answer.
fn tell(text: &str) {
    let _ = stderr().write_all(text.as_bytes());
}

#[cfg(test)]
mod tests {
    use std::time::{Duration, Instant};

    use super::{State, erased, left};

    #[test]
    fn time_left_is_estimated_from_what_this_run_has_done() {
        let ten = Duration::from_secs(10);
        assert_eq!(left(0.25, 0.0, ten), Some(Duration::from_secs(30)));
        assert_eq!(left(0.75, 0.5, ten), Some(ten));
        assert_eq!(left(1.0, 0.5, ten), Some(Duration::ZERO));
        assert_eq!((left(0.0009, 0.0, ten), left(0.5, 0.5, ten)), (None, None));
        assert_eq!((left(0.0, 0.5, ten), left(0.5, 0.0, Duration::ZERO)), (None, Some(Duration::ZERO)));
    }

    #[test]
    fn only_what_is_shown_is_erased() {
        let mut state = State { lines: 3, began: None, before: (0, Instant::now()) };
        assert_eq!(erased(&mut state), "\r\x1b[3A\x1b[J");
        assert_eq!(erased(&mut state), "");
    }
}
