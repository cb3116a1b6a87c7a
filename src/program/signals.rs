//! SIGINT and SIGTERM: a thread waits for them, asks the search to stop, and ends the program if it does not.

use std::io::{Error, Write, stderr};
use std::process::exit;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::thread::{self, park};
use std::time::Duration;

use signal_hook::consts::{SIGINT, SIGTERM};
use signal_hook::iterator::Signals as Incoming;

use crate::status::Signal;

/// Time that a search gets to end after a signal.
const GRACE: Duration = Duration::from_secs(1);

/// Installed signal handling. Every copy speaks of the same signals.
#[derive(Clone)]
pub struct Signals {
    shared: Arc<Shared>,
    stop: Arc<AtomicBool>,
}

struct Shared {
    program: &'static str,
    /// True if there is a search that needs time to wind up.
    searching: AtomicBool,
    /// 0, or the exit status of the first signal caught.
    caught: AtomicU8,
    /// Set by the first thread that writes the last words: the main thread or the waiting one.
    ending: AtomicBool,
    known: Box<dyn Fn() -> String + Send + Sync>,
}

impl Signals {
    /// Starts to wait for signals. At the first one (during a search, a second later) the waiting thread writes
    /// one sentence that begins with the program's name and ends with what is `known`, and exits with 130 or
    /// 143; at a second one it exits at once.
    ///
    /// # Errors
    /// The system's, when it refuses a handler, a pipe or a thread.
    pub fn install(
        program: &'static str,
        known: impl Fn() -> String + Send + Sync + 'static,
    ) -> Result<Self, Error> {
        let shared = Arc::new(Shared {
            program,
            searching: AtomicBool::new(false),
            caught: AtomicU8::new(0),
            ending: AtomicBool::new(false),
            known: Box::new(known),
        });
        let signals = Self { shared, stop: Arc::new(AtomicBool::new(false)) };
        let mut incoming = Incoming::new([SIGINT, SIGTERM])?;
        let waiting = signals.clone();
        thread::Builder::new().name("signals".to_owned()).stack_size(1 << 17).spawn(move || {
            for number in incoming.forever() {
                waiting.receive(if number == SIGTERM { Signal::Terminate } else { Signal::Interrupt });
            }
        })?;
        Ok(signals)
    }

    /// A search begins that polls [`stop`](Self::stop): after a signal it has a second to end by itself.
    pub fn grant_grace(&self) {
        self.shared.searching.store(true, Ordering::Release);
    }

    /// The first signal that arrived, if any did.
    pub fn caught(&self) -> Option<Signal> {
        let caught = self.shared.caught.load(Ordering::Acquire);
        [Signal::Interrupt, Signal::Terminate].into_iter().find(|signal| signal.code() == caught)
    }

    /// Set when a signal arrives, for loops to poll.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// The main thread has its answer and is about to write it: signals no longer interrupt that, unless a
    /// second one insists. Does not return when the program is already being ended.
    pub fn finish(&self) {
        if self.shared.ending.swap(true, Ordering::AcqRel) {
            loop {
                park();
            }
        }
    }

    fn receive(&self, signal: Signal) {
        let first =
            self.shared.caught.compare_exchange(0, signal.code(), Ordering::AcqRel, Ordering::Acquire);
        self.stop.store(true, Ordering::Release);
        match first {
            Err(_) => exit(signal.code().into()),
            Ok(_) if !self.shared.searching.load(Ordering::Acquire) => self.end(signal),
            Ok(_) => {
                // A thread of its own, so that a second signal is heard meanwhile.
                let waiting = self.clone();
                let timer = move || {
                    thread::sleep(GRACE);
                    waiting.end(signal);
                };
                if thread::Builder::new().stack_size(1 << 17).spawn(timer).is_err() {
                    self.end(signal);
                }
            }
        }
    }

    /// Says the last words and exits, unless the main thread is doing so.
    fn end(&self, signal: Signal) {
        if self.shared.ending.swap(true, Ordering::AcqRel) {
            return;
        }
        let known = (self.shared.known)();
        // A closed standard error changes nothing about the status.
        let _ = writeln!(stderr(), "{}: stopped by {}: {known}.", self.shared.program, signal.name());
        exit(signal.code().into());
    }
}
