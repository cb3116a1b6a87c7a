//! Sentences on standard error.

use std::fmt::Display;
use std::io::{Write, stderr};

/// One sentence of a program; when standard error is closed the status alone has to do.
pub(crate) fn say(program: &str, sentence: impl Display) {
    let _ = writeln!(stderr(), "{program}: {}", ended(sentence));
}

/// A sentence with its full stop, or with the question mark that it has. It is the first line; what is shown below it
/// stays as it is.
fn ended(sentence: impl Display) -> String {
    let mut sentence = sentence.to_string();
    let end = sentence.find('\n').unwrap_or(sentence.len());
    if !sentence[..end].ends_with('?') {
        sentence.insert(end, '.');
    }
    sentence
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
