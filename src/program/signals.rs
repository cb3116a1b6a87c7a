//! SIGINT, SIGTERM and SIGHUP: a thread waits for them, asks the search to stop, and ends the program if it does not.

use std::process::exit;
use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, OnceLock};
use std::thread::{self, park};
use std::time::{Duration, Instant};

use crate::failure::say;
use crate::incoming::incoming;
use crate::status::{Signal, Status};

/// Time that a search gets to end after a signal. More signals within it count as the same one: a terminal, a shell and
/// `timeout` each signal the program and its group.
const GRACE: Duration = Duration::from_secs(1);

// Phases of the program, which goes on to later ones only.
/// Nothing has to be wound up.
const STARTING: u8 = 0;
/// A search needs time to wind up.
const SEARCHING: u8 = 1;
/// The main thread writes its answer.
const ANSWERING: u8 = 2;
/// Another thread writes the last sentence and exits.
const ENDING: u8 = 3;

/// Installed signal handling. All copies share the same signals.
#[derive(Clone)]
pub struct Signals(Arc<Shared>);

struct Shared {
    /// Set when a signal arrives.
    stop: Arc<AtomicBool>,
    phase: AtomicU8,
    /// Set when a signal arrives, before the thread that waits for it runs.
    arrived: Arc<AtomicBool>,
    /// The first signal.
    caught: OnceLock<Signal>,
    known: Box<dyn Fn() -> String + Send + Sync>,
}

impl Signals {
    /// Starts a thread that waits for signals. At the first one (a second later during a search) it writes one sentence,
    /// which begins with the program's name and ends with `known`, and exits with 128 plus the signal's number. At a signal
    /// more than a second after the first it exits at once. SIGHUP stays ignored if it was when the program began, as under
    /// `nohup`. If the system refuses a handler, a pipe or a thread, signals end the program in the system's way.
    pub fn install(known: impl Fn() -> String + Send + Sync + 'static) -> Self {
        let signals = Self(Arc::new(Shared {
            stop: Arc::default(),
            arrived: Arc::default(),
            phase: AtomicU8::new(STARTING),
            caught: OnceLock::new(),
            known: Box::new(known),
        }));
        let Ok(mut incoming) = incoming(&signals.0.arrived) else { return signals };
        let waiting = signals.clone();
        let wait = move || {
            let Some(first) = incoming.next() else { return };
            let began = Instant::now();
            waiting.receive(first);
            if let Some(later) = incoming.find(|_| began.elapsed() >= GRACE) {
                exit(Status::Stopped(later).code().into());
            }
        };
        let _ = thread::Builder::new().name("signals".to_owned()).stack_size(1 << 17).spawn(wait);
        signals
    }

    /// Gives a search that polls [`stop`](Self::stop) a second to end by itself after a signal, and what it writes to be
    /// whole. Does not return if another thread is already ending the program.
    pub fn grant_grace(&self) {
        self.enter(SEARCHING);
    }

    /// The first signal that arrived, if any did.
    pub fn caught(&self) -> Option<Signal> {
        self.0.caught.get().copied()
    }

    /// Set when a signal arrives, for loops to poll.
    pub fn stop(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.0.stop)
    }

    /// Lets the main thread write its answer: from now on only a second signal interrupts it. Does not return if
    /// another thread is already ending the program.
    pub fn finish(&self) {
        self.enter(ANSWERING);
    }

    fn enter(&self, phase: u8) {
        // The signal may also have ended what was to write this program's input, which is cut off then.
        if self.0.arrived.load(Ordering::Acquire) && self.0.phase.load(Ordering::Acquire) == STARTING {
            thread::sleep(GRACE);
        }
        while self.0.phase.fetch_max(phase, Ordering::AcqRel) == ENDING {
            park();
        }
    }

    fn receive(&self, signal: Signal) {
        self.0.caught.get_or_init(|| signal);
        self.0.stop.store(true, Ordering::Release);
        self.end_before(SEARCHING, signal);
        // In a thread of its own, so that a second signal is received meanwhile.
        let waiting = self.clone();
        let timer = move || {
            thread::sleep(GRACE);
            waiting.end_before(ANSWERING, signal);
        };
        if thread::Builder::new().stack_size(1 << 17).spawn(timer).is_err() {
            self.end_before(ANSWERING, signal);
        }
    }

    /// Writes the last sentence and exits, unless the program is in `phase` or a later one.
    fn end_before(&self, phase: u8, signal: Signal) {
        let is_before = |now| (now < phase).then_some(ENDING);
        if self.0.phase.fetch_update(Ordering::AcqRel, Ordering::Acquire, is_before).is_err() {
            return;
        }
        let known = (self.0.known)();
        say(format_args!("stopped by {}: {known}", signal.name()));
        exit(Status::Stopped(signal).code().into());
    }
}
