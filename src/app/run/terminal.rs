//! Capabilities of the terminals on standard output and standard error.

use std::env::var_os;
use std::io::stderr;

use anstream::stream::RawStream;
use anstream::{AutoStream, ColorChoice};
use clap::{Args, ValueEnum};
use terminal_size::{Height, Width, terminal_size_of};

use traybit_picture::terminal::Colours;

/// The option for colours.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Common options")]
pub struct Colouring {
    /// Colour the output
    #[arg(long, global = true, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    color: When,
}

#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// On a terminal, unless `NO_COLOR`, `CLICOLOR_FORCE` or `FORCE_COLOR` says otherwise
    Auto,
    Always,
    Never,
}

impl Colouring {
    /// Chooses for the whole process.
    pub fn choose(self) {
        let is_set = |name| var_os(name).is_some_and(|value| !value.is_empty() && value != "0");
        let choice = match self.color {
            When::Always => ColorChoice::AlwaysAnsi,
            When::Never => ColorChoice::Never,
            When::Auto if is_set("FORCE_COLOR") && !is_set("NO_COLOR") => ColorChoice::AlwaysAnsi,
            When::Auto => ColorChoice::Auto,
        };
        choice.write_global();
    }
}

/// The colours of a stream: none if it is no terminal, or the environment forbids them (`NO_COLOR`, `TERM=dumb`).
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
