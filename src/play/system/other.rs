//! A console without signals: Ctrl-C is a key there, and no program is suspended.

use std::io::Error;
use std::time::Duration;

use ratatui::crossterm::event;

use crate::keys::Action;

#[expect(clippy::unnecessary_wraps, reason = "where there are signals it fails")]
pub(crate) fn signals(_give_back: fn()) -> Result<Box<dyn FnMut() -> Vec<Action>>, Error> {
    Ok(Box::new(Vec::new))
}

#[expect(clippy::unnecessary_wraps, reason = "where there are signals it fails")]
pub(crate) fn suspend() -> Result<(), Error> {
    Ok(())
}

/// True if an event can be read within `patience`.
pub(crate) fn has_event(patience: Duration) -> Result<bool, Error> {
    event::poll(patience)
}
