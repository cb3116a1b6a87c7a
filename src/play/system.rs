//! Signals that arrive during the game, and input of the terminal, as the system has them.

#[cfg(not(unix))]
mod other;
#[cfg(unix)]
mod unix;

use traybit_program::status::Signal;

#[cfg(not(unix))]
pub(crate) use other::{Signals, has_event, insist, suspend};
#[cfg(unix)]
pub(crate) use unix::{Signals, has_event, insist, suspend};

/// A signal to a game.
#[cfg_attr(not(unix), expect(dead_code, reason = "there are no signals"))]
pub(crate) enum News {
    Suspend,
    /// The program was resumed.
    Resume,
    End(Signal),
}
