//! A console without signals: Ctrl-C is a key there, and no program is suspended.

use std::io::Error;
use std::time::Duration;

use ratatui::crossterm::event;

use crate::keys::Action;

pub(crate) struct Signals;

#[expect(clippy::unnecessary_wraps, reason = "where there are signals it fails")]
impl Signals {
    pub(crate) fn new(_give_back: fn()) -> Result<Self, Error> {
        Ok(Self)
    }

    #[expect(clippy::unused_self, reason = "where there are signals they are its own")]
    pub(crate) fn pending(&mut self) -> Vec<Action> {
        Vec::new()
    }
}

#[expect(clippy::unnecessary_wraps, reason = "where there are signals it fails")]
pub(crate) fn suspend() -> Result<(), Error> {
    Ok(())
}

/// True if an event can be read within `patience`.
pub(crate) fn has_event(patience: Duration) -> Result<bool, Error> {
    event::poll(patience)
}
