//! Where answers go: standard output or a file, whole or not at all.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Write, stdout};
use std::path::{Path, PathBuf};
use std::process;

use crate::cli::machine::standard_output_was_closed;
use traybit_core::input::shown;

/// Bytes that wait before they are written.
const FULL: usize = 1 << 16;

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
        self.write_bytes(answer.as_bytes())
    }

    /// Writes the whole answer, which is no text.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn write_bytes(&self, answer: &[u8]) -> Result<(), String> {
        let mut stream = self.stream()?;
        stream.write(answer)?;
        stream.finish()
    }

    /// Begins an answer that is written bit by bit.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn stream(&self) -> Result<Stream, String> {
        let target = match self {
            Self::Standard => Target::Standard,
            Self::File(path) => Target::File(Growing::open(path)?),
        };
        Ok(Stream { target, waiting: Vec::new() })
    }
}

/// An answer on its way out: to standard output bit by bit, and into a file that takes its name once it is finished.
/// Dropped before that, it leaves no file.
#[derive(Debug)]
pub struct Stream {
    target: Target,
    waiting: Vec<u8>,
}

#[derive(Debug)]
enum Target {
    Standard,
    File(Growing),
}

impl Stream {
    /// Adds to what waits to be written.
    pub fn put(&mut self, part: &str) {
        self.waiting.extend_from_slice(part.as_bytes());
    }

    /// Whether nothing waits.
    #[must_use]
    pub fn is_flushed(&self) -> bool {
        self.waiting.is_empty()
    }

    /// Whether so much waits that it is worth a call of the system.
    #[must_use]
    pub fn is_full(&self) -> bool {
        self.waiting.len() >= FULL
    }

    /// Writes what waits.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn flush(&mut self) -> Result<(), String> {
        let waiting = std::mem::take(&mut self.waiting);
        self.write(&waiting)?;
        self.waiting = waiting;
        self.waiting.clear();
        Ok(())
    }

    /// Writes what waits, and says that it was all.
    ///
    /// # Errors
    /// A sentence without its full stop.
    pub fn finish(mut self) -> Result<(), String> {
        self.flush()?;
        match self.target {
            Target::Standard => Ok(()),
            Target::File(file) => file.finish(),
        }
    }

    /// Nothing to write cannot fail.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if bytes.is_empty() {
            return Ok(());
        }
        match &mut self.target {
            Target::Standard => to_standard(|| stdout().write_all(bytes)),
            Target::File(growing) => {
                growing.file.write_all(bytes).map_err(|reason| unwritable(&growing.path, &reason))
            }
        }
    }
}

/// Lets something be printed on standard output.
///
/// # Errors
/// A sentence without its full stop when it cannot be.
pub fn to_standard(print: impl FnOnce() -> Result<(), Error>) -> Result<(), String> {
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

/// A file that is being written.
#[derive(Debug)]
struct Growing {
    file: File,
    /// As the user knows it.
    path: PathBuf,
    /// Its name until it is whole, and the one that it takes then.
    rename: Option<(PathBuf, PathBuf)>,
}

impl Growing {
    fn open(path: &Path) -> Result<Self, String> {
        let (file, rename) = match destination(path)? {
            Destination::Direct(path) => (OpenOptions::new().write(true).open(path), None),
            Destination::ByRename { temporary, file } => {
                (File::create_new(&temporary), Some((temporary, file)))
            }
        };
        let file = file.map_err(|reason| unwritable(path, &reason))?;
        Ok(Self { file, path: path.to_owned(), rename })
    }

    fn finish(mut self) -> Result<(), String> {
        let finished = self.take_name().map_err(|reason| unwritable(&self.path, &reason));
        if finished.is_ok() {
            self.rename = None;
        }
        finished
    }

    fn take_name(&self) -> Result<(), Error> {
        let Some((temporary, file)) = &self.rename else { return Ok(()) };
        if let Ok(old) = fs::metadata(file) {
            self.file.set_permissions(old.permissions())?;
        }
        self.file.sync_all()?;
        fs::rename(temporary, file)
    }
}

impl Drop for Growing {
    fn drop(&mut self) {
        if let Some((temporary, _)) = &self.rename {
            // Nothing can be done about a file that stays.
            let _ = fs::remove_file(temporary);
        }
    }
}

/// Why a file cannot be written, as a sentence.
pub fn unwritable(path: &Path, reason: &Error) -> String {
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
    fn a_stream_appears_when_it_is_finished() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("answer");
        let output = Output::named(Some(path.as_os_str()));
        let mut stream = output.stream().unwrap();
        for part in ["one\n", "two\n"] {
            stream.put(part);
            assert!(!stream.is_flushed() && !stream.is_full());
            stream.flush().unwrap();
            assert!(stream.is_flushed() && !path.exists());
        }
        stream.finish().unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
        let mut dropped = output.stream().unwrap();
        dropped.put("three\n");
        dropped.flush().unwrap();
        drop(dropped);
        assert_eq!(fs::read_to_string(&path).unwrap(), "one\ntwo\n");
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
