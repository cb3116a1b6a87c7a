//! Standard output and error of programs, and the two arguments of the small ones.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{Error, ErrorKind, Write, stderr, stdout};

use crate::machine::standard_output_was_closed;

/// Writes one sentence of a program to standard error, if that is open.
pub fn say(program: &str, sentence: impl Display) {
    let _ = writeln!(stderr(), "{program}: {}", ended(sentence));
}

pub(crate) fn say_all(program: &str, sentences: &[String]) {
    for sentence in sentences {
        say(program, sentence);
    }
}

/// The two arguments INIT and GOAL of a program, or `None` after a message; if there are fewer, the usage text follows it.
pub(crate) fn init_and_goal(
    program: &str,
    usage: &str,
    arguments: impl IntoIterator<Item = OsString>,
) -> Option<[OsString; 2]> {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    let found = arguments.len();
    let both = arguments.try_into().ok();
    if both.is_none() {
        let line = usage.lines().next().unwrap_or_default().replacen('U', "u", 1);
        say(program, format_args!("expected exactly 2 arguments, INIT and GOAL, found {found}; {line}"));
        if found < 2 {
            let _ = writeln!(stderr(), "{usage}");
        }
    }
    both
}

/// Ends the sentence in the first line of a text with a full stop, unless it ends with a question mark.
fn ended(sentence: impl Display) -> String {
    let mut sentence = sentence.to_string();
    let end = sentence.find('\n').unwrap_or(sentence.len());
    if !sentence[..end].ends_with('?') {
        sentence.insert(end, '.');
    }
    sentence
}

/// Error of standard output whose reader has closed it.
pub const READER_LEFT: &str = "standard output was closed by its reader";

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

#[cfg(test)]
mod tests {
    use super::ended;

    #[test]
    fn a_sentence_ends_once() {
        assert_eq!(ended("gave up"), "gave up.");
        assert_eq!(ended("f: found x\n    x\n    ^"), "f: found x.\n    x\n    ^");
        assert_eq!(ended("were they swapped?"), "were they swapped?");
    }
}
