//! The signals that end a program, as they arrive.

use std::io::Error;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::status::Signal;

/// Signals as they arrive: SIGINT, SIGTERM and SIGHUP; `arrived` is set at once. SIGHUP stays ignored if it was when the
/// program began, as under `nohup`.
#[cfg(unix)]
pub fn incoming(arrived: &Arc<AtomicBool>) -> Result<impl Iterator<Item = Signal> + Send + use<>, Error> {
    use nix::sys::signal::{SigSet, SigmaskHow};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // Signals are blocked meanwhile: one that came after its handler was installed, but before the handler was ready,
    // would be lost.
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let handled = || [SIGINT, SIGTERM].into_iter().chain(hang_up);
    let signals = signal_hook::iterator::Signals::new(handled());
    let flags = handled().map(|signal| signal_hook::flag::register(signal, Arc::clone(arrived)).map(drop));
    let flagged = if signals.is_ok() { flags.collect::<Result<(), _>>() } else { Ok(()) };
    before.thread_set_mask()?;
    let mut signals = signals.and_then(|signals| flagged.map(|()| signals))?;
    Ok(std::iter::from_fn(move || signals.forever().next()).map(Signal::of))
}

/// True if the process ignores a signal, according to `/proc/self/status`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    use crate::memory::{STATUS, field};

    let mask = field(STATUS, "SigIgn").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Ctrl-C and Ctrl-Break as SIGINT, as they arrive; `arrived` is set before.
#[cfg(not(unix))]
pub fn incoming(arrived: &Arc<AtomicBool>) -> Result<impl Iterator<Item = Signal> + Send + use<>, Error> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let arrived = Arc::clone(arrived);
    let handler = move || {
        arrived.store(true, std::sync::atomic::Ordering::Release);
        // Fails if nobody receives it any more.
        let _ = sender.send(Signal::Interrupt);
    };
    ctrlc::set_handler(handler).map_err(Error::other)?;
    Ok(receiver.into_iter())
}

/// Asks another process to end. Fails if it has ended, which does no harm. Where there are no signals a console's keys
/// reach all of its processes by themselves.
pub fn terminate(process: u32) {
    #[cfg(unix)]
    let _ = nix::sys::signal::kill(nix::unistd::Pid::from_raw(process as i32), nix::sys::signal::SIGTERM);
    #[cfg(not(unix))]
    let _ = process;
}
