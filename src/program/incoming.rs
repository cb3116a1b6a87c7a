//! The signals that end a program, as they arrive.

use std::io::Error;

use crate::status::Signal;

/// Signals as they arrive: SIGINT, SIGTERM and SIGHUP. SIGHUP stays ignored if it was when the program began, as under
/// `nohup`.
#[cfg(unix)]
pub fn incoming() -> Result<impl Iterator<Item = Signal> + Send, Error> {
    use nix::sys::signal::{SigSet, SigmaskHow};
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    // Signals are blocked meanwhile: one that came after its handler was installed, but before the handler was ready,
    // would be lost.
    let before = SigSet::all().thread_swap_mask(SigmaskHow::SIG_BLOCK)?;
    let hang_up = (!is_ignored(SIGHUP)).then_some(SIGHUP);
    let signals = signal_hook::iterator::Signals::new([SIGINT, SIGTERM].into_iter().chain(hang_up));
    before.thread_set_mask()?;
    let mut signals = signals?;
    Ok(std::iter::from_fn(move || signals.forever().next()).map(Signal::of))
}

/// True if the process ignores a signal, according to `/proc/self/status`.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    use crate::memory::{STATUS, field};

    let mask = field(STATUS, "SigIgn").and_then(|mask| u64::from_str_radix(&mask, 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Ctrl-C and Ctrl-Break as SIGINT, as they arrive.
#[cfg(not(unix))]
pub fn incoming() -> Result<impl Iterator<Item = Signal> + Send, Error> {
    let (sender, receiver) = std::sync::mpsc::channel();
    // Fails if nobody receives it any more.
    ctrlc::set_handler(move || _ = sender.send(Signal::Interrupt)).map_err(Error::other)?;
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
