//! The terminal game: a puzzle of any family played by hand, or its solution stepped through.
//!
//! ```text
//!   keys, mouse ─▶ running ─▶ session (table, timeline) ─▶ view ─▶ screen
//!                     └─▶ engine: a search in a thread of its own, whose answer becomes a hint or the steps to come
//! ```

mod drawing;
mod keys;
mod running;
mod session;
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

/// Plays a puzzle on the terminal, and restores it at the end; a solution is played at `speed` moves a second.
///
/// # Errors
/// If the terminal cannot be set up, read or drawn on.
pub fn play(
    puzzle: &dyn Puzzle,
    playback: &Playback,
    speed: f64,
    engine: Engine,
    colours: Colours,
) -> Result<End, Error> {
    Running::new(Session::new(playback, puzzle, speed), engine, colours)?.play()
}
