//! What the terminals on standard output and standard error can show.

use std::env::var_os;
use std::io::stdout;
use std::io::{IsTerminal, stderr};

use terminal_size::{Height, Width, terminal_size_of};

use traybit_picture::terminal::Colours;

/// Whether a stream takes colours: it is a terminal that knows them, and `NO_COLOR` is not set, or empty.
pub(crate) fn takes_colours(stream: &impl IsTerminal) -> bool {
    let is_plain = var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    stream.is_terminal() && !is_plain && var_os("TERM").is_none_or(|name| name != "dumb")
}

/// The colours that standard output takes.
pub(crate) fn colours() -> Colours {
    let is_full = var_os("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
    match (takes_colours(&stdout()), is_full) {
        (false, _) => Colours::None,
        (true, true) => Colours::True,
        (true, false) => Colours::Cube,
    }
}

/// What begins and ends a text that stands back, on a stream.
pub(crate) fn dim(stream: &impl IsTerminal) -> (&'static str, &'static str) {
    if takes_colours(stream) { ("\x1b[2m", "\x1b[0m") } else { ("", "") }
}

/// Rows and columns of the terminal on standard error.
pub(crate) fn size() -> Option<(usize, usize)> {
    let (Width(columns), Height(rows)) = terminal_size_of(stderr())?;
    Some((rows.into(), columns.into()))
}
