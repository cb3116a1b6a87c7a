//! The terminal game: plays a puzzle of any family by hand, or steps through its solution.
//!
//! ```text
//!   keys, mouse ─▶ running ─▶ session (table, timeline) ─▶ view ─▶ screen
//!                     └─▶ engine: a search in a thread of its own, whose answer becomes a hint or the steps to come
//! ```

mod drawing;
mod keys;
mod running;
mod session;
#[cfg_attr(unix, path = "system/unix.rs")]
#[cfg_attr(not(unix), path = "system/other.rs")]
mod system;
mod table;
mod timeline;
mod view;

use std::io::Error;

use traybit_family::Puzzle;
use traybit_picture::playback::Playback;
use traybit_picture::terminal::Colours;

pub use crate::keys::End;
pub use crate::running::Engine;
use crate::running::Running;
use crate::session::Session;
pub use crate::timeline::SPEEDS;

/// Plays a puzzle on the terminal, which is restored at the end; a solution is played at `speed` moves per second. Fails if
/// the terminal cannot be set up, read from or drawn on.
pub fn play(
    puzzle: &dyn Puzzle,
    playback: &Playback,
    speed: f64,
    engine: Engine,
    colours: Colours,
) -> Result<End, Error> {
    Running::new(Session::new(playback, puzzle, speed), engine, colours)?.play()
}
