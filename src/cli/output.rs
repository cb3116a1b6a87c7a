//! Where answers go: standard output or a file, whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};
use std::process;

use crate::cli::machine::standard_output_was_closed;
use crate::input::shown;

/// Where an answer goes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    /// Standard output.
    Standard,
    /// A file, which appears or changes only once the answer is whole.
    File(PathBuf),
}

impl Output {
    /// The output of that name; `-` is standard output.
    #[must_use]
    pub fn named(name: Option<&OsStr>) -> Self {
        match name {
            Some(name) if name != "-" => Self::File(name.into()),
            _ => Self::Standard,
        }
    }

    /// Tries whether a file can be written, so that an answer that took long is not lost in the end.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn try_out(&self) -> Result<(), String> {
        let Self::File(path) = self else { return Ok(()) };
        let tried = match destination(path)? {
            Destination::Direct(path) => OpenOptions::new().write(true).open(path).map(drop),
            Destination::ByRename { temporary, .. } => {
                File::create_new(&temporary).and_then(|_| fs::remove_file(temporary))
            }
        };
        tried.map_err(|reason| unwritable(path, &reason))
    }

    /// Writes the whole answer.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn write(&self, answer: &str) -> Result<(), String> {
        match self {
            Self::Standard => write_standard(answer.as_bytes()),
            Self::File(path) => write_file(path, answer.as_bytes()),
        }
    }
}

/// Writes to standard output in one go; nothing to write cannot fail.
fn write_standard(answer: &[u8]) -> Result<(), String> {
    if answer.is_empty() {
        return Ok(());
    }
    to_standard(|| stdout().write_all(answer))
}

/// Lets something be printed on standard output.
///
/// # Errors
/// A sentence without its full stop when it cannot be.
pub(crate) fn to_standard(print: impl FnOnce() -> Result<(), Error>) -> Result<(), String> {
    if standard_output_was_closed() {
        return Err("standard output is closed".to_owned());
    }
    print().and_then(|()| stdout().flush()).map_err(|reason| match reason.kind() {
        ErrorKind::BrokenPipe => "standard output was closed by its reader".to_owned(),
        _ => format!("standard output cannot be written: {reason}"),
    })
}

enum Destination {
    /// A device or a pipe, which is not to be replaced.
    Direct(PathBuf),
    /// A file, or none yet: written beside it first.
    ByRename { temporary: PathBuf, file: PathBuf },
}

fn destination(path: &Path) -> Result<Destination, String> {
    let file = match fs::metadata(path) {
        Ok(there) if !there.is_file() => return Ok(Destination::Direct(path.to_owned())),
        // Through symbolic links, which stay.
        Ok(_) => fs::canonicalize(path).map_err(|reason| unwritable(path, &reason))?,
        Err(_) => path.to_owned(),
    };
    let Some(name) = file.file_name() else {
        return Err(unwritable(path, &Error::from(ErrorKind::InvalidFilename)));
    };
    let mut temporary = OsString::from(".");
    temporary.push(name);
    temporary.push(format!(".{}", process::id()));
    Ok(Destination::ByRename { temporary: file.with_file_name(temporary), file })
}

fn write_file(path: &Path, answer: &[u8]) -> Result<(), String> {
    let written = match destination(path)? {
        Destination::Direct(path) => {
            OpenOptions::new().write(true).open(path).and_then(|mut file| file.write_all(answer))
        }
        Destination::ByRename { temporary, file } => {
            let written = replace(&temporary, &file, answer);
            if written.is_err() {
                // It may be what could not be made.
                let _ = fs::remove_file(&temporary);
            }
            written
        }
    };
    written.map_err(|reason| unwritable(path, &reason))
}

fn replace(temporary: &Path, file: &Path, answer: &[u8]) -> Result<(), Error> {
    let mut fresh = File::create_new(temporary)?;
    fresh.write_all(answer)?;
    if let Ok(old) = fs::metadata(file) {
        fresh.set_permissions(old.permissions())?;
    }
    fresh.sync_all()?;
    fs::rename(temporary, file)
}

/// Why a file cannot be written, as a sentence.
pub(super) fn unwritable(path: &Path, reason: &Error) -> String {
    format!("{}: cannot be written: {reason}", shown(path.as_os_str()))
}

#[cfg(test)]
mod tests {
    use std::fs;

    use tempfile::TempDir;

    use super::Output;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_is_left_beside_it() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("answer");
        let output = Output::named(Some(path.as_os_str()));
        output.try_out().unwrap();
        assert!(!path.exists());
        output.write("one\n").unwrap();
        output.try_out().unwrap();
        output.write("two\n").unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "two\n");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn what_cannot_be_written_is_told_first() {
        let folder = TempDir::new().unwrap();
        for path in [folder.path().to_owned(), folder.path().join("missing/answer"), "".into()] {
            let output = Output::File(path);
            let sentence = output.try_out().unwrap_err();
            assert!(sentence.contains("cannot be written"), "{sentence}");
            assert!(output.write("x").is_err());
        }
        // A device is written, not replaced.
        Output::named(Some("/dev/null".as_ref())).write("x").unwrap();
        assert!(Output::named(Some("/dev/full".as_ref())).write("x").is_err());
        assert!(!fs::metadata("/dev/null").unwrap().is_file());
        assert_eq!(Output::named(Some("-".as_ref())), Output::Standard);
    }
}
