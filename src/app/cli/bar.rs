//! How far a batch or a contest is, on the last line of a terminal: how many puzzles are done, and how long the others may take.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use crate::report::text::span;

const EVERY: Duration = Duration::from_millis(250);
const ERASED: &str = "\r\x1b[K";
/// Characters of the bar.
const WIDE: usize = 24;

/// Lines on standard output, and below them the bar, where standard error is a terminal.
pub struct Bar {
    shared: Arc<Shared>,
    end: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    done: AtomicUsize,
    all: usize,
    began: Instant,
    /// Held while something is written, so that lines and the bar do not mix. Whether standard output takes lines.
    writing: Mutex<bool>,
    is_shown: bool,
}

impl Bar {
    /// For so many puzzles.
    pub fn start(all: usize, quiet: bool) -> Self {
        let is_shown = !quiet && all > 1 && stderr().is_terminal();
        let shared = Shared {
            done: AtomicUsize::new(0),
            all,
            began: Instant::now(),
            writing: Mutex::new(true),
            is_shown,
        };
        let shared = Arc::new(shared);
        if !is_shown {
            return Self { shared, end: None, thread: None };
        }
        let (end, ended) = channel();
        let own = Arc::clone(&shared);
        let show = move || {
            while ended.recv_timeout(EVERY) == Err(RecvTimeoutError::Timeout) {
                let _writing = own.writing.lock().unwrap_or_else(PoisonError::into_inner);
                let _ = write!(stderr(), "{ERASED}{}", own.line());
            }
            let _ = write!(stderr(), "{ERASED}");
        };
        // Without a thread there is no bar.
        let thread = thread::Builder::new().name("bar".to_owned()).stack_size(1 << 17).spawn(show).ok();
        Self { shared, end: Some(end), thread }
    }

    /// One more puzzle is done; says `line` where there is one to be said.
    pub fn done(&self, line: Option<&str>) {
        self.shared.done.fetch_add(1, Ordering::Relaxed);
        let Some(line) = line else { return };
        let mut is_open = self.shared.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if !*is_open {
            return;
        }
        if self.shared.is_shown {
            let _ = write!(stderr(), "{ERASED}");
        }
        // A reader that has gone wants no more lines; the run goes on for the journal's sake.
        *is_open = writeln!(stdout(), "{line}").is_ok();
        if self.shared.is_shown {
            let _ = write!(stderr(), "{}", self.shared.line());
        }
    }
}

impl Shared {
    fn line(&self) -> String {
        line(self.done.load(Ordering::Relaxed), self.all, self.began.elapsed())
    }
}

fn line(done: usize, all: usize, time: Duration) -> String {
    let full = (done * WIDE).checked_div(all).unwrap_or(WIDE);
    let bar = "#".repeat(full) + &"-".repeat(WIDE - full);
    let rate = done as f64 / time.as_secs_f64().max(1e-3);
    let left = match (done, rate) {
        (0, _) => String::new(),
        (_, rate) => {
            let left = Duration::from_secs_f64((all - done) as f64 / rate);
            format!(", {rate:.1} a second, about {} left", span(left))
        }
    };
    format!("[{bar}] {done} of {all}{left}")
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.end = None;
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::line;

    #[test]
    fn the_bar_fills_and_tells_what_is_left() {
        let time = Duration::from_secs(2);
        assert_eq!(line(0, 10, time), "[------------------------] 0 of 10");
        assert_eq!(line(5, 10, time), "[############------------] 5 of 10, 2.5 a second, about 2.00 s left");
        assert!(line(10, 10, time).starts_with("[########################] 10 of 10"));
    }
}
