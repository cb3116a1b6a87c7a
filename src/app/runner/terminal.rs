//! Capabilities of the terminals on standard output and standard error.

use std::env::var_os;
use std::io::{stderr, stdout};

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use terminal_size::{Height, Width, terminal_size_of};

use traybit_picture::terminal::Colours;

/// The colours of standard output.
pub(crate) fn colours() -> Colours {
    colours_of(&stdout())
}

/// The colours of a stream: none where it is no terminal, or the environment forbids them (`NO_COLOR`, `TERM=dumb`).
pub(crate) fn colours_of(stream: &impl RawStream) -> Colours {
    let is_full = var_os("COLORTERM").is_some_and(|value| value == "truecolor" || value == "24bit");
    match (AutoStream::choice(stream), is_full) {
        (ColorChoice::Never, _) => Colours::None,
        (_, true) => Colours::True,
        (_, false) => Colours::Cube,
    }
}

/// Rows and columns of the terminal on standard error.
pub(crate) fn size() -> Option<(usize, usize)> {
    let (Width(columns), Height(rows)) = terminal_size_of(stderr())?;
    Some((rows.into(), columns.into()))
}
