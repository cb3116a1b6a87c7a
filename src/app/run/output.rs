//! Outputs: standard output or a file, written whole or not at all, and no two to the same place. Errors are sentences
//! without their full stops.

use std::ffi::OsStr;
use std::fs::{self, File, OpenOptions, Permissions};
use std::io::{Error, ErrorKind, Write, stdout};
#[cfg(unix)]
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};

use tempfile::{Builder, NamedTempFile, tempfile_in};

use crate::run::Failure;
use crate::run::shared_search;
use traybit_core::shown;
use traybit_program::files::{is_read, is_same};
use traybit_program::to_standard_output;

/// Bytes that are buffered before they are written.
const FULL: usize = 1 << 16;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Output {
    Standard,
    /// A file, which appears or changes only once the answer is complete.
    File(PathBuf),
    /// Nowhere: another process of a shared search gives the answer.
    Nowhere,
}

impl Output {
    /// The output of that name; `-` is standard output.
    pub fn named(name: Option<&OsStr>) -> Self {
        match name {
            _ if shared_search::is_silent() => Self::Nowhere,
            Some(name) if name != "-" => Self::File(name.into()),
            _ => Self::Standard,
        }
    }

    /// True if two outputs go to the same place.
    pub(crate) fn is_same(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::File(one), Self::File(other)) => is_same(one, other),
            (one, other) => one == other && *one != Self::Nowhere,
        }
    }

    /// Refuses a file that was read.
    pub(crate) fn refuse_input(&self) -> Result<(), String> {
        let Self::File(path) = self else { return Ok(()) };
        let name = shown(path.as_os_str());
        let sentence =
            format!("{name}: is read, so it cannot be written, too; name another file for the output");
        if is_read(path) { Err(sentence) } else { Ok(()) }
    }

    /// Tests, once all files are read, whether a file can be written, so that no work is done in vain.
    pub fn try_out(&self) -> Result<(), Failure> {
        self.refuse_input().map_err(Failure::usage)?;
        self.opened(true).map(drop).map_err(Failure::unwritable)
    }

    /// Writes the whole answer.
    pub fn write(&self, answer: &(impl AsRef<[u8]> + ?Sized)) -> Result<(), String> {
        let mut stream = self.stream()?;
        stream.write(answer.as_ref())?;
        stream.finish()
    }

    /// Begins an answer that is written part by part.
    pub(crate) fn stream(&self) -> Result<Stream, String> {
        self.opened(false)
    }

    fn opened(&self, is_trial: bool) -> Result<Stream, String> {
        self.refuse_input()?;
        let (target, path) = match self {
            Self::Standard => (Target::Standard, PathBuf::new()),
            Self::Nowhere => (Target::Nowhere, PathBuf::new()),
            Self::File(path) => {
                (open(path, is_trial).map_err(|reason| unwritable(path, &reason))?, path.clone())
            }
        };
        Ok(Stream { target, path, waiting: Vec::new() })
    }
}

/// Opens a file, or one beside it that is to replace it; a trial leaves nothing, whenever a signal ends the program.
fn open(path: &Path, is_trial: bool) -> Result<Target, Error> {
    // Without the system's number, and a temporary name, which the user does not know.
    let told = |reason: Error| Error::from(reason.kind());
    let file = match fs::metadata(path) {
        // A device or a pipe is not to be replaced.
        Ok(there) if !there.is_file() => {
            return OpenOptions::new().write(true).open(path).map(Target::Direct);
        }
        // Follows symbolic links, which stay.
        Ok(there) => {
            check_writable(path, &there.permissions())?;
            fs::canonicalize(path)?
        }
        Err(reason) if reason.kind() != ErrorKind::NotFound => return Err(told(reason)),
        Err(_) => path.to_owned(),
    };
    file.file_name().ok_or(ErrorKind::InvalidFilename)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if is_trial {
        return tempfile_in(folder).map(Target::Direct).map_err(told);
    }
    // The trial has seen it; it may have been the folder of a search, which is removed in the end.
    fs::create_dir_all(folder).map_err(told)?;
    let mut builder = Builder::new();
    #[cfg(unix)]
    builder.permissions(PermissionsExt::from_mode(0o666));
    let temporary = builder.prefix(".traybit-").tempfile_in(folder).map_err(told)?;
    Ok(Target::Renamed(temporary, file))
}

/// Refuses to replace a file that could not be written itself.
pub(super) fn check_writable(path: &Path, permissions: &Permissions) -> Result<(), Error> {
    // Also for users who may write every file.
    if permissions.readonly() {
        #[cfg(unix)]
        let reason = format!("it is not writable (mode {:o})", permissions.mode() & 0o777);
        #[cfg(not(unix))]
        let reason = "it is read-only";
        return Err(Error::new(ErrorKind::PermissionDenied, reason));
    }
    OpenOptions::new().write(true).open(path).map(drop)
}

/// An answer that is written part by part; a file takes its name once it is finished, and disappears if it is dropped
/// before that.
#[derive(Debug)]
pub(crate) struct Stream {
    target: Target,
    /// The file as the user named it.
    path: PathBuf,
    waiting: Vec<u8>,
}

#[derive(Debug)]
enum Target {
    Standard,
    Nowhere,
    Direct(File),
    /// A temporary file, and its final name.
    Renamed(NamedTempFile, PathBuf),
}

impl Stream {
    /// Adds to the buffer.
    pub(crate) fn put(&mut self, part: &str) {
        self.waiting.extend_from_slice(part.as_bytes());
    }

    pub(crate) fn is_flushed(&self) -> bool {
        self.waiting.is_empty()
    }

    /// True if the buffer is full enough to be written.
    pub(crate) fn is_full(&self) -> bool {
        self.waiting.len() >= FULL
    }

    /// Writes the buffer.
    pub(crate) fn flush(&mut self) -> Result<(), String> {
        let waiting = std::mem::take(&mut self.waiting);
        self.write(&waiting)
    }

    /// Writes the buffer; the answer is complete.
    pub(crate) fn finish(mut self) -> Result<(), String> {
        self.flush()?;
        let Target::Renamed(temporary, file) = self.target else { return Ok(()) };
        rename(temporary, &file).map_err(|reason| unwritable(&self.path, &reason))
    }

    /// Writes at once; writing nothing cannot fail.
    fn write(&mut self, bytes: &[u8]) -> Result<(), String> {
        if bytes.is_empty() {
            return Ok(());
        }
        let written = match &mut self.target {
            Target::Standard => return to_standard_output(|| stdout().write_all(bytes)),
            Target::Nowhere => Ok(()),
            Target::Direct(file) => file.write_all(bytes),
            Target::Renamed(temporary, _) => temporary.as_file_mut().write_all(bytes),
        };
        written.map_err(|reason| unwritable(&self.path, &reason))
    }
}

/// Gives a complete file its final name.
fn rename(temporary: NamedTempFile, file: &Path) -> Result<(), Error> {
    if let Ok(old) = fs::metadata(file) {
        temporary.as_file().set_permissions(old.permissions())?;
    }
    temporary.as_file().sync_all()?;
    temporary.persist(file).map(drop).map_err(|refused| refused.error)
}

/// The sentence about a file or folder that cannot be written.
pub fn unwritable(path: &Path, reason: &Error) -> String {
    let name = shown(path.as_os_str());
    match reason.kind() {
        ErrorKind::NotFound => format!("{name}: cannot be written: there is no such folder"),
        ErrorKind::AlreadyExists => format!("{name}: is a file; name a folder"),
        _ => format!("{name}: cannot be written: {reason}"),
    }
}

/// Endings of the files of options that write pictures and pages, the usual one first.
const ENDINGS: [(&str, &[&str]); 6] = [
    ("--svg", &["svg"]),
    ("--plot", &["svg", "png"]),
    ("--profile", &["svg"]),
    ("--png", &["png"]),
    ("--gif", &["gif"]),
    ("--html", &["html", "htm"]),
];

/// A file that an option names for something besides the answer; no other output or input is in the same place.
pub(crate) fn apart(what: &str, option: &str, name: &OsStr, others: &[Output]) -> Result<Output, Failure> {
    let own = ENDINGS.iter().find(|(known, _)| *known == option).map_or(&[][..], |(_, endings)| endings);
    let ending = Path::new(name).extension().map(|ending| ending.to_string_lossy().to_lowercase());
    let is_of_another = |ending: &String| {
        !own.contains(&&**ending) && ENDINGS.iter().any(|(_, endings)| endings.contains(&&**ending))
    };
    if let (Some(usual), Some(ending)) = (own.first(), ending.filter(is_of_another)) {
        let name = shown(name);
        return Err(Failure::usage(format_args!(
            "{name}: expected a file of {option} to end in .{usual}, found .{ending}"
        )));
    }
    let file = Output::named(Some(name));
    let sentence =
        format_args!("the {what} and another output cannot go to the same place; name another with {option}");
    Failure::usage_if(others.iter().any(|other| other.is_same(&file)), sentence)?;
    file.refuse_input().map_err(Failure::usage)?;
    Ok(file)
}

/// A file like that of `apart`, tested at once.
pub fn tried_apart(what: &str, option: &str, name: &OsStr, others: &[Output]) -> Result<Output, Failure> {
    let file = apart(what, option, name, others)?;
    file.try_out()?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::PermissionsExt;

    use tempfile::TempDir;

    use super::Output;

    #[test]
    fn a_stream_appears_when_it_is_finished() {
        let folder = TempDir::new().unwrap();
        let path = folder.path().join("a".repeat(255));
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
    fn a_file_that_is_not_writable_is_reported_first() {
        let folder = TempDir::new().unwrap();
        // A folder in which everything may be replaced does not make a file writable.
        let path = folder.path().join("kept");
        fs::write(&path, "old").unwrap();
        fs::set_permissions(&path, Permissions::from_mode(0o400)).unwrap();
        let output = Output::File(path.clone());
        assert!(output.try_out().is_err());
        let sentence = output.write("new").unwrap_err();
        assert!(sentence.ends_with("cannot be written: it is not writable (mode 400)"), "{sentence}");
        assert_eq!(fs::read_to_string(&path).unwrap(), "old");
    }
}
