//! Standard output of programs, and the two arguments of the small ones.

use std::env::args_os;
use std::ffi::OsString;
use std::io::{Error, ErrorKind, Write, stdout};

use crate::failure::{Failure, READER_LEFT};
use crate::machine::standard_output_was_closed;

/// The two arguments INIT and GOAL of a program; if there are fewer, the usage text follows the error.
pub(crate) fn init_and_goal(usage: &str) -> Result<[OsString; 2], Failure> {
    let arguments: Vec<OsString> = args_os().skip(1).collect();
    let found = arguments.len();
    arguments.try_into().map_err(|_| {
        let line = usage.lines().next().unwrap_or_default().replacen('U', "u", 1);
        let text = if found < 2 { format!("\n{usage}") } else { String::new() };
        let sentence = format!("expected exactly 2 arguments, INIT and GOAL, found {found}; {line}{text}");
        Failure::usage(sentence)
    })
}

/// Prints on standard output, and flushes it; an error is a sentence without its full stop.
pub fn to_standard_output(print: impl FnOnce() -> Result<(), Error>) -> Result<(), String> {
    if standard_output_was_closed() {
        return Err("standard output is closed".to_owned());
    }
    print().and_then(|()| stdout().flush()).map_err(|reason| match reason.kind() {
        ErrorKind::BrokenPipe => READER_LEFT.to_owned(),
        _ => format!("standard output cannot be written: {reason}"),
    })
}
