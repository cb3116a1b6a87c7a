//! One line on the terminal, renewed about once a second, that tells how far a search is.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::cli::{resident, terminal};
use crate::report::text::{bytes, counted, grouped};
use traybit_core::search::limits::Progress;

const EVERY: Duration = Duration::from_secs(1);

/// Erases what stands on the line.
const ERASED: &str = "\r\x1b[K";

/// A thread that shows the line; dropping this erases it.
pub(crate) struct ProgressLine {
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl ProgressLine {
    /// Shows nothing when told to be quiet, nor where standard error is no terminal. Layers are called `level`.
    pub(crate) fn start(progress: &Arc<Progress>, level: &'static str, quiet: bool) -> Self {
        if quiet || !stderr().is_terminal() {
            return Self { end: None, thread: None };
        }
        let progress = Arc::clone(progress);
        let (end, ended) = channel();
        let (dim, plain) = terminal::dim(&stderr());
        let show = move || {
            let (mut before, mut then) = (0, Instant::now());
            let mut shown = false;
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let positions = progress.positions.load(Ordering::Relaxed);
                let rate = positions.saturating_sub(before) as f64 / then.elapsed().as_secs_f64();
                (before, then) = (positions, Instant::now());
                let [number, last] = [&progress.layer, &progress.layers].map(|l| l.load(Ordering::Relaxed));
                let line = line(positions, (level, number, last), rate, resident::now());
                // The cursor goes back, so that whatever is said next overwrites the line.
                let _ = write!(stderr(), "{ERASED}{dim}{line}{plain}\r");
                shown = true;
            }
            if shown {
                let _ = write!(stderr(), "{ERASED}");
            }
        };
        // Without a thread there is no line.
        let thread = thread::Builder::new().name("progress".to_owned()).stack_size(1 << 17).spawn(show).ok();
        Self { end: Some(end), thread }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

/// The layers are what they are called, how many are finished, and how many there are, if that is known.
fn line(positions: u64, (level, number, last): (&str, u32, u32), rate: f64, held: Option<usize>) -> String {
    let mut parts = vec![counted(positions, "position")];
    match (number, last) {
        (0, _) => {}
        (number, 0) => parts.push(format!("{level} {number}")),
        (number, last) => parts.push(format!("{level} {number} of {last}")),
    }
    parts.push(format!("{} a second", grouped(rate as u64)));
    parts.extend(held.map(bytes));
    parts.join(", ")
}

#[cfg(test)]
mod tests {
    use super::line;

    #[test]
    fn the_line_tells_what_is_known() {
        assert_eq!(line(1, ("layer", 0, 0), 0.5, None), "1 position, 0 a second");
        assert_eq!(line(2, ("cell", 3, 100), 1.0, None), "2 positions, cell 3 of 100, 1 a second");
        assert_eq!(
            line(12_345_678, ("layer", 31, 0), 2e6, Some(3 << 20)),
            "12,345,678 positions, layer 31, 2,000,000 a second, 3.0 MiB"
        );
    }
}
