//! Files that options name for something besides the answer: apart from all others, and named as what they are.

use std::ffi::OsStr;
use std::fmt::Display;
use std::path::Path;

use crate::run::{Failure, Output};
use traybit_core::input::shown;

/// A file that an option names for something besides the answer, which cannot be one of the others nor one that is read.
pub(super) fn apart(
    what: impl Display,
    option: &str,
    name: &OsStr,
    others: &[Output],
) -> Result<Output, Failure> {
    let file = Output::named(Some(name));
    check_ending(option, name)?;
    if others.iter().any(|other| other.is_same(&file)) {
        return Err(Failure::usage(format_args!(
            "the {what} and another output cannot go to the same place; name another with {option}"
        )));
    }
    file.refuse_input().map_err(Failure::usage)?;
    Ok(file)
}

/// Options that write pictures and pages, and the endings of their files, the usual one first.
const ENDINGS: [(&str, &[&str]); 6] = [
    ("--svg", &["svg"]),
    ("--plot", &["svg"]),
    ("--profile", &["svg"]),
    ("--png", &["png"]),
    ("--gif", &["gif"]),
    ("--html", &["html", "htm"]),
];

/// Refuses a name that ends as the files of another option do.
fn check_ending(option: &str, name: &OsStr) -> Result<(), Failure> {
    let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let Some((own, ending)) = ENDINGS.iter().find(|(known, _)| *known == option).zip(ending) else {
        return Ok(());
    };
    let is_known = ENDINGS.iter().any(|(_, endings)| endings.contains(&&*ending));
    if own.1.contains(&&*ending) || !is_known {
        return Ok(());
    }
    Err(Failure::usage(format_args!(
        "{}: expected a file of {option} to end in .{}, found .{ending}",
        shown(name),
        own.1[0]
    )))
}

/// A file that an option names for something besides the answer; tested at once.
///
/// # Errors
/// When another output or an input goes to the same place, or it cannot be written.
pub(crate) fn tried_apart(
    what: &str,
    option: &str,
    name: &OsStr,
    others: &[Output],
) -> Result<Output, Failure> {
    let file = apart(what, option, name, others)?;
    file.try_out()?;
    Ok(file)
}
