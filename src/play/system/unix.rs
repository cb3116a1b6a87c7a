//! Signals and the terminal on Unix.

use std::io::{Error, ErrorKind, stdin};
use std::os::fd::AsRawFd;
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use ratatui::crossterm::event;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;

use crate::keys::{Action, End};
use traybit_program::status::Signal;

/// Maximum time until a signal is handled; a read from a terminal that is gone may never return.
const GRACE: Duration = Duration::from_secs(2);

/// Listens for signals; each call of the result returns the actions of those that arrived since the last call. [`GRACE`] after
/// one that ends the program, it ends even if it is still running; `give_back` is called before.
pub(crate) fn signals(give_back: fn()) -> Result<Box<dyn FnMut() -> Vec<Action>>, Error> {
    let mut ends = Signals::new([SIGINT, SIGTERM, SIGHUP])?;
    thread::spawn(move || {
        for signal in ends.forever() {
            thread::sleep(GRACE);
            give_back();
            // Nothing else can be done if that fails.
            let _ = emulate_default_handler(signal);
        }
    });
    let mut arrived = Signals::new([SIGINT, SIGTERM, SIGHUP, SIGTSTP, SIGCONT])?;
    let action = |signal| match signal {
        SIGTSTP => Action::Suspend,
        SIGCONT => Action::Resume,
        signal => Action::End(End::Signal(Signal::of(signal))),
    };
    Ok(Box::new(move || arrived.pending().map(action).collect()))
}

/// Stops until the shell resumes the program.
pub(crate) fn suspend() -> Result<(), Error> {
    emulate_default_handler(SIGTSTP)
}

/// True if an event can be read within `patience`. Checks the terminal first: if it is gone, `event::poll` would never
/// return.
pub(crate) fn has_event(patience: Duration) -> Result<bool, Error> {
    has_input(Duration::ZERO)?;
    Ok(event::poll(Duration::ZERO)? || has_input(patience)? && event::poll(Duration::ZERO)?)
}

/// True if the terminal has input within `patience`; a signal ends the wait.
fn has_input(patience: Duration) -> Result<bool, Error> {
    let mut terminal = [PollFd::new(stdin().as_raw_fd(), PollFlags::POLLIN)];
    match poll(&mut terminal, patience.as_millis() as i32) {
        Ok(0) | Err(Errno::EINTR) => return Ok(false),
        Ok(_) => {}
        Err(reason) => return Err(reason.into()),
    }
    let gone = PollFlags::POLLHUP | PollFlags::POLLERR | PollFlags::POLLNVAL;
    if terminal[0].revents().is_none_or(|events| events.intersects(gone)) {
        return Err(Error::new(ErrorKind::BrokenPipe, "it is gone"));
    }
    Ok(true)
}
