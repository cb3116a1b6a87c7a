//! Input files, named or standard input; a file that was read is never overwritten.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs::canonicalize;
use std::io::{Cursor, Read, stdin};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock, PoisonError};

#[cfg(not(target_family = "wasm"))]
use file_id::{FileId, get_file_id};
// A browser has no files.
#[cfg(target_family = "wasm")]
use std::{fs::canonicalize as get_file_id, path::PathBuf as FileId};

use crate::failure::Failure;
use traybit_core::input::{current, open};
use traybit_core::{InputError, shown};
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::{Puzzle, formats};

/// Pipes whose first bytes were read to detect their format, each with a reader that starts over.
static AHEAD: Mutex<Vec<(Source, Box<dyn Read + Send>)>> = Mutex::new(Vec::new());

/// Gives the content of a name that cannot be opened, or an error in place of the one that this gave.
pub type ReadBuiltIn = fn(&OsStr, InputError) -> Result<&'static [u8], InputError>;

/// Reader of the puzzles that a program has built in.
pub static BUILT_IN: OnceLock<ReadBuiltIn> = OnceLock::new();

/// Source of a file's text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file of that name.
    Named(OsString),
    Input,
}

impl Source {
    /// The source of that name; `-` is standard input.
    pub fn or_input(name: &OsStr) -> Self {
        if name == "-" { Self::Input } else { Self::Named(name.to_owned()) }
    }

    /// Name in messages.
    pub fn name(&self) -> String {
        match self {
            Self::Named(name) => shown(name),
            Self::Input => "standard input".to_owned(),
        }
    }

    /// Opens the source; from then on it is never overwritten.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        let mut ahead = AHEAD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = ahead.iter().position(|(source, _)| source == self) {
            return Ok(ahead.swap_remove(place).1);
        }
        match self {
            Self::Named(name) => {
                note_read(name);
                match (open(name), BUILT_IN.get()) {
                    (Err(error), Some(read)) => Ok(Box::new(read(name, error)?)),
                    (file, _) => Ok(Box::new(file?)),
                }
            }
            Self::Input => {
                note_read("/dev/stdin");
                current::opened(&self.name());
                Ok(Box::new(stdin()))
            }
        }
    }

    /// Its first bytes, at most `most`. A later [`open`](Self::open) still reads from the beginning.
    pub fn ahead(&self, most: usize) -> Result<Vec<u8>, InputError> {
        let mut reader = self.open()?;
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(most as u64).read_to_end(&mut bytes);
        read.map_err(|reason| InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name())))?;
        if !matches!(self, Self::Named(name) if Path::new(name).is_file()) {
            let again = Cursor::new(bytes.clone()).chain(reader);
            AHEAD.lock().unwrap_or_else(PoisonError::into_inner).push((self.clone(), Box::new(again)));
        }
        Ok(bytes)
    }
}

/// Reads the files INIT and GOAL in the course's format. GOAL is read even if INIT is invalid, since an unreadable file
/// takes precedence.
pub fn read_pair(init: &OsStr, goal: &OsStr) -> Result<Puzzle, Failure> {
    let [init, goal] = [init, goal].map(|name| Source::Named(name.to_owned()));
    let tray = init.open().and_then(|file| read_tray(&init.name(), file));
    with_goal(tray, &goal)
}

/// Reads a puzzle in any format. Only a tray takes a goal's source; without one it has no goal.
pub fn read_problem(puzzle: &Source, goal: Option<&Source>) -> Result<Puzzle, Failure> {
    let content = puzzle.open().and_then(|file| formats::read(&puzzle.name(), file));
    match (content, goal) {
        (Ok(problem), Some(goal)) if problem.named => Err(superfluous_goal(puzzle, goal)),
        (content, Some(goal)) => with_goal(content, goal),
        (content, None) => Ok(content?),
    }
}

/// Errors of a goal's file for a puzzle that takes none: that it is superfluous, or that it cannot be opened.
pub fn superfluous_goal(puzzle: &Source, goal: &Source) -> Failure {
    let unreadable = goal.open().err();
    let (goal, puzzle) = (goal.name(), puzzle.name());
    let own = format!("{goal}: a goal's file goes with a tray, and {puzzle} says itself what its goals are");
    Failure::of(unreadable.into_iter().chain([InputError::Invalid(own)]))
}

/// Adds the goal, read from its source, to a tray; fails with the errors of both.
pub fn with_goal(tray: Result<Puzzle, InputError>, goal: &Source) -> Result<Puzzle, Failure> {
    let size = tray.as_ref().ok().map(|tray| tray.size);
    let goal = goal.open().and_then(|file| read_goal(&goal.name(), file, size));
    match (tray, goal) {
        (Ok(tray), Ok(goal)) => Ok(course::with_goal(tray, goal)),
        (tray, goal) => Err(Failure::of([tray.err(), goal.err()].into_iter().flatten())),
    }
}

/// Paths of the files that were read, by their identity at that time.
static READ: Mutex<BTreeMap<FileId, PathBuf>> = Mutex::new(BTreeMap::new());

/// Notes a file that is read. Pipes and devices are not files.
pub fn note_read(name: impl AsRef<Path>) {
    if let Some(id) = id(name.as_ref()) {
        READ.lock().unwrap_or_else(PoisonError::into_inner).insert(id, name.as_ref().to_owned());
    }
}

/// True if a file was read, under this name or another one.
pub fn is_read(path: &Path) -> bool {
    let read = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let noted = id(path).and_then(|id| read.get(&id));
    // The inode of a file that is gone may be reused.
    noted.is_some_and(|noted| is_same(noted, path))
}

/// True if two paths name one file, which may not exist yet.
pub fn is_same(one: &Path, other: &Path) -> bool {
    match (id(one), id(other)) {
        (None, None) => one == other || place(one).is_some_and(|one| place(other) == Some(one)),
        (one, other) => one == other,
    }
}

fn id(path: &Path) -> Option<FileId> {
    if path.is_file() { get_file_id(path).ok() } else { None }
}

/// Canonical path of a file that may not exist yet.
fn place(path: &Path) -> Option<PathBuf> {
    let folder = path.parent()?;
    let folder = if folder.as_os_str() == OsStr::new("") { Path::new(".") } else { folder };
    Some(canonicalize(folder).ok()?.join(path.file_name()?))
}

#[cfg(test)]
mod tests {
    use std::fs::{create_dir, hard_link, remove_file, write};
    use std::os::unix::fs::symlink;
    use std::path::Path;

    use tempfile::TempDir;

    use super::{is_read, is_same, note_read};

    #[test]
    fn one_file_has_many_names() {
        let folder = TempDir::new().unwrap();
        let at = |name: &str| folder.path().join(name);
        create_dir(at("below")).unwrap();
        for name in ["file", "other"] {
            write(at(name), "text").unwrap();
        }
        hard_link(at("file"), at("hard")).unwrap();
        symlink("file", at("soft")).unwrap();
        for (name, same) in
            [("file", true), ("hard", true), ("soft", true), ("below/../file", true), ("other", false)]
        {
            assert_eq!(is_same(&at("file"), &at(name)), same, "{name}");
        }
        assert!(is_same(&at("new"), &at("./below/../new")));
        assert!(!is_same(&at("new"), &at("below/new")) && !is_same(&at("new"), &at("file")));
        assert!(is_same(Path::new("/dev/null"), Path::new("/dev/null")));

        assert!(!is_read(&at("file")));
        note_read(at("soft"));
        note_read("/dev/null");
        assert!(is_read(&at("file")) && is_read(&at("hard")) && is_read(&at("below/../soft")));
        assert!(!is_read(&at("other")) && !is_read(&at("new")) && !is_read(Path::new("/dev/null")));
        // A file of the same number as one that is gone.
        remove_file(at("soft")).unwrap();
        assert!(!is_read(&at("file")));
    }
}
