//! The terminal while a game is on it, and as it was before.
//!
//! Raw mode, the alternate screen and the mouse are taken together and given back together: at the end, before the
//! program is suspended, and before a panic's message. The release build aborts on a panic, so nothing is unwound
//! and the panic's hook has to do it.

use std::io::{Error, ErrorKind, Stdout, stdin, stdout};
use std::os::fd::AsRawFd;
use std::panic::{set_hook, take_hook};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, poll};
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{self, DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

static TAKEN: AtomicBool = AtomicBool::new(false);

/// The terminal, taken. Dropped, it gives it back.
pub(crate) struct Screen {
    pub(crate) terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the terminal; from then on a panic gives it back before its message is printed.
    pub(crate) fn new() -> Result<Self, Error> {
        let told = take_hook();
        set_hook(Box::new(move |panic| {
            give_back();
            told(panic);
        }));
        let terminal = Terminal::new(CrosstermBackend::new(stdout()))?;
        let mut screen = Self { terminal };
        screen.take()?;
        Ok(screen)
    }

    /// Takes the terminal, again after it was given back, and draws all anew next time.
    pub(crate) fn take(&mut self) -> Result<(), Error> {
        TAKEN.store(true, Ordering::Release);
        enable_raw_mode()?;
        execute!(stdout(), EnterAlternateScreen, EnableMouseCapture)?;
        self.terminal.clear()
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        give_back();
    }
}

/// True if an event is there to be read, or comes within that time. With a terminal that is gone, `event::poll` would
/// never return.
pub(crate) fn has_event(patience: Duration) -> Result<bool, Error> {
    is_typed(Duration::ZERO)?;
    Ok(event::poll(Duration::ZERO)? || is_typed(patience)? && event::poll(Duration::ZERO)?)
}

/// True if bytes from the terminal are there to be read, or come within that time; a signal ends it.
fn is_typed(patience: Duration) -> Result<bool, Error> {
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

/// Leaves the terminal as it was, if it is taken.
pub(crate) fn give_back() {
    if TAKEN.swap(false, Ordering::AcqRel) {
        // A terminal that is gone takes nothing back.
        let _ = execute!(stdout(), DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}
