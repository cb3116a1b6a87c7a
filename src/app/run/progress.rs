//! Progress, if standard error is a terminal: a line about a search, or a bar about many puzzles.

use std::fmt;
use std::io::{Write, stdout};
use std::mem;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressFinish, ProgressState, ProgressStyle};

use crate::run::terminal;
use traybit_core::Progress;
use traybit_core::sync::Mutex;
use traybit_program::memory::taken;
use traybit_program::{Activity, bytes, counted, grouped};

const BAR: &str = "{prefix}: [{bar:24}] {pos} of {len}, {per_sec}, about {eta} left";

/// The template for terminals with fewer columns.
const NARROW: (usize, &str) = (80, "{prefix}: {pos} of {len}");

/// A line about a search, renewed once a second; dropping it erases it. It shows the activity, its progress, its rate and
/// its time. A round is a layer, a bound or a cell.
pub(crate) fn line(progress: &Arc<Progress>, activity: Activity, quiet: bool) -> ProgressBar {
    let bar = if quiet { ProgressBar::hidden() } else { ProgressBar::new_spinner() };
    if bar.is_hidden() {
        return bar;
    }
    let Activity([doing, _, round]) = activity;
    let (progress, began) = (Arc::clone(progress), Instant::now());
    // Positions and time of the previous line.
    let before = Arc::new(Mutex::new((0, began)));
    let line = move |_: &ProgressState, to: &mut dyn fmt::Write| {
        let now = Instant::now();
        let [layer, layers] = [&progress.layer, &progress.layers].map(|count| count.load(Ordering::Relaxed));
        let positions = progress.positions.load(Ordering::Relaxed);
        let (earlier, then) = mem::replace(&mut *before.lock(), (positions, now));
        let seconds = now.saturating_duration_since(then).as_secs_f64().max(1e-3);
        let rate = positions.saturating_sub(earlier) as f64 / seconds;
        let mut parts = nearest(&progress);
        parts.push(described(positions, (round, layer, layers), rate, taken(usize::MAX)));
        let left = progress.expected.load(Ordering::Relaxed).saturating_sub(positions);
        let to_go = (left > 0 && rate >= 1.0).then_some((left as f64 / rate) as u64);
        parts.extend(to_go.map(|seconds| format!("about {} s to the next {round}", grouped(seconds))));
        let on_disk = progress.disk.load(Ordering::Relaxed);
        parts.extend((on_disk > 0).then(|| format!("{} on disk", bytes(on_disk as usize))));
        let text = format!("{doing}: {}, {} s", parts.join("; "), grouped(began.elapsed().as_secs()));
        let columns = terminal::size().map_or(usize::MAX, |(_, columns)| columns);
        // If the terminal does not take it, there is no line.
        let _ = to.write_str(fitting(&text, columns));
    };
    let style = ProgressStyle::with_template("{line:.dim}").expect("a sound template").with_key("line", line);
    let bar = bar.with_finish(ProgressFinish::AndClear).with_style(style);
    bar.enable_steady_tick(Duration::from_secs(1));
    bar
}

/// The start of a line that does not reach the last column, where it would wrap.
fn fitting(text: &str, columns: usize) -> &str {
    let end = text.char_indices().nth(columns.saturating_sub(1)).map_or(text.len(), |(end, _)| end);
    &text[..end]
}

/// Progress of a search for any solution towards one; empty for other searches.
fn nearest(progress: &Progress) -> Vec<String> {
    let [estimate, met, targets] =
        [&progress.estimate, &progress.met, &progress.targets].map(|count| count.load(Ordering::Relaxed));
    let planned = (targets > 0)
        .then(|| format!("planning met {} of {} targets", grouped(met.into()), grouped(targets.into())));
    let estimated =
        estimate.checked_sub(1).map(|least| format!("best-first estimate {}", grouped(least.into())));
    planned.into_iter().chain(estimated).collect()
}

/// A round has a name, a number, and a total; 0 if it is not known.
fn described(positions: u64, round: (&str, u32, u32), rate: f64, held: Option<usize>) -> String {
    let round = match round {
        (_, 0, _) => String::new(),
        (name, round, 0) => format!(", {name} {round}"),
        (name, round, rounds) => format!(", {name} {round} of {rounds}"),
    };
    let held = held.map_or_else(String::new, |held| format!(", {}", bytes(held)));
    format!("{}{round}, {} per second{held}", counted(positions, "position"), grouped(rate as u64))
}

/// Lines on standard output, and below them a bar.
pub struct Bar {
    bar: ProgressBar,
    /// True if standard output takes lines.
    is_open: Mutex<bool>,
}

impl Bar {
    /// A bar for `all` puzzles, or other parts of the work.
    pub fn start(doing: &'static str, all: usize, quiet: bool) -> Self {
        let bar = if quiet || all < 2 { ProgressBar::hidden() } else { ProgressBar::new(all as u64) };
        let is_narrow = terminal::size().is_some_and(|(_, columns)| columns < NARROW.0);
        let style = ProgressStyle::with_template(if is_narrow { NARROW.1 } else { BAR })
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = bar.with_finish(ProgressFinish::AndClear).with_style(style.progress_chars("#--"));
        let bar = bar.with_prefix(doing);
        if !bar.is_hidden() {
            bar.enable_steady_tick(Duration::from_millis(250));
        }
        Self { bar, is_open: Mutex::new(true) }
    }

    /// Counts a puzzle as done, and prints its line.
    pub fn done(&self, line: Option<&str>) {
        self.bar.inc(1);
        let Some(line) = line else { return };
        let mut is_open = self.is_open.lock();
        // A reader that left gets no more lines; the run continues for the journal's sake.
        *is_open = *is_open && self.bar.suspend(|| writeln!(stdout(), "{line}").is_ok());
    }
}

#[cfg(test)]
mod tests {
    use super::{described, fitting};

    #[test]
    fn a_line_has_known_facts_only() {
        assert_eq!(described(1, ("layer", 0, 0), 0.5, None), "1 position, 0 per second");
        assert_eq!(described(2, ("cell", 3, 100), 1.0, None), "2 positions, cell 3 of 100, 1 per second");
        assert_eq!(
            described(12_345_678, ("layer", 31, 0), 2e6, Some(3 << 20)),
            "12,345,678 positions, layer 31, 2,000,000 per second, 3.0 MiB"
        );
    }

    #[test]
    fn a_line_fits_the_terminal() {
        let cut = |columns| fitting("2 positions, 5×4", columns);
        assert_eq!(
            [cut(usize::MAX), cut(17), cut(16), cut(3)],
            ["2 positions, 5×4", "2 positions, 5×4", "2 positions, 5×", "2 "]
        );
        assert_eq!([cut(1), cut(0)], ["", ""]);
    }
}
