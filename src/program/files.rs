//! The files that programs take: by name, or as standard input.

use std::ffi::{OsStr, OsString};
use std::fs::metadata;
use std::io::{Cursor, Read, stdin};
use std::sync::{Mutex, PoisonError};

use crate::places::note_read;
use traybit_core::input::{InputError, current, open, shown};
use traybit_sliding::formats::course::{self, Tray, read_goal, read_tray};
use traybit_sliding::formats::{self, Content};
use traybit_sliding::puzzle::Puzzle;

/// Pipes whose beginning was read to detect their format; each is read again from there.
static AHEAD: Mutex<Vec<(Source, Box<dyn Read + Send>)>> = Mutex::new(Vec::new());

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

    /// Its name in sentences.
    pub fn name(&self) -> String {
        match self {
            Self::Named(name) => shown(name),
            Self::Input => "standard input".to_owned(),
        }
    }

    /// Opens it; from then on nothing is written there.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] with the system's reason.
    pub fn open(&self) -> Result<Box<dyn Read + Send>, InputError> {
        let mut ahead = AHEAD.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = ahead.iter().position(|(source, _)| source == self) {
            return Ok(ahead.swap_remove(place).1);
        }
        match self {
            Self::Named(name) => {
                note_read(name);
                Ok(Box::new(open(name)?))
            }
            Self::Input => {
                note_read("/dev/stdin");
                current::opened(&self.name());
                Ok(Box::new(stdin()))
            }
        }
    }

    /// Its first bytes, `most` of them at most; it can still be opened, and is then read from its beginning.
    ///
    /// # Errors
    /// [`InputError::Unreadable`] with the system's reason.
    pub fn ahead(&self, most: usize) -> Result<Vec<u8>, InputError> {
        let mut reader = self.open()?;
        let mut bytes = Vec::new();
        let read = reader.by_ref().take(most as u64).read_to_end(&mut bytes);
        read.map_err(|reason| InputError::Unreadable(format!("{}: cannot be read: {reason}", self.name())))?;
        let is_file = |name| metadata(name).is_ok_and(|file| file.is_file());
        if !matches!(self, Self::Named(name) if is_file(name)) {
            let again = Cursor::new(bytes.clone()).chain(reader);
            AHEAD.lock().unwrap_or_else(PoisonError::into_inner).push((self.clone(), Box::new(again)));
        }
        Ok(bytes)
    }
}

/// Errors of INIT, GOAL or both: all of the more severe kind, INIT's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileErrors {
    /// A file cannot be opened or read, which outweighs what stands in the other.
    Unreadable(Vec<String>),
    /// A file is malformed or invalid.
    Invalid(Vec<String>),
}

impl FileErrors {
    /// The errors of the most severe kind among `errors`.
    pub fn of(errors: impl IntoIterator<Item = InputError>) -> Self {
        let (unreadable, invalid): (Vec<_>, Vec<_>) =
            errors.into_iter().partition(|error| matches!(error, InputError::Unreadable(_)));
        let [unreadable, invalid] =
            [unreadable, invalid].map(|errors| errors.iter().map(InputError::to_string).collect::<Vec<_>>());
        if unreadable.is_empty() { Self::Invalid(invalid) } else { Self::Unreadable(unreadable) }
    }
}

/// Reads a tray and a goal of these names in the course's format. GOAL is read even if INIT has an error, as an unreadable
/// file outweighs that.
///
/// # Errors
/// [`FileErrors`], a sentence without its full stop for each error.
pub fn read_pair(init: &OsStr, goal: &OsStr) -> Result<Puzzle, FileErrors> {
    let [init, goal] = [init, goal].map(|name| Source::Named(name.to_owned()));
    let tray = init.open().and_then(|file| read_tray(&init.name(), file));
    with_goal(tray, &goal)
}

/// Reads a puzzle in any format. A goal's source goes with a tray, which has no goal without one.
///
/// # Errors
/// [`FileErrors`], a sentence without its full stop for each error.
pub fn read_problem(puzzle: &Source, goal: Option<&Source>) -> Result<Puzzle, FileErrors> {
    let content = puzzle.open().and_then(|file| formats::read(&puzzle.name(), file));
    match (content, goal) {
        (Ok(Content::Tray(tray)), Some(goal)) => with_goal(Ok(tray), goal),
        (Ok(Content::Tray(tray)), None) => Ok(course::puzzle(&tray, None)),
        (Ok(Content::Puzzle(puzzle)), None) => Ok(puzzle),
        (Ok(Content::Puzzle(_)), Some(goal)) => Err(superfluous_goal(puzzle, goal)),
        (Err(error), Some(goal)) => with_goal(Err(error), goal),
        (Err(error), None) => Err(FileErrors::of([error])),
    }
}

/// Error of a goal's file beside a puzzle that takes none; and of the file, if it cannot be opened.
pub fn superfluous_goal(puzzle: &Source, goal: &Source) -> FileErrors {
    let unreadable = goal.open().err();
    let (goal, puzzle) = (goal.name(), puzzle.name());
    let own = format!("{goal}: a goal's file goes with a tray, and {puzzle} says itself what its goals are");
    FileErrors::of(unreadable.into_iter().chain([InputError::Invalid(own)]))
}

/// Pair of a tray and the goal that is read from its source, or the errors of both.
///
/// # Errors
/// [`FileErrors`], a sentence without its full stop for each error.
pub fn with_goal(tray: Result<Tray, InputError>, goal: &Source) -> Result<Puzzle, FileErrors> {
    let size = tray.as_ref().ok().map(|tray| tray.size);
    let goal = goal.open().and_then(|file| read_goal(&goal.name(), file, size));
    match (tray, goal) {
        (Ok(tray), Ok(goal)) => Ok(course::puzzle(&tray, Some(&goal))),
        (tray, goal) => Err(FileErrors::of([tray.err(), goal.err()].into_iter().flatten())),
    }
}
