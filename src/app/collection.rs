//! Collections of puzzles: files, folders and indexes, of any family.
//!
//! ```text
//!  hard/                  pairs.csv                       alone
//!    c64    ┐             set,init,goal,…                 fifteen.txt   board of tiles, or a list of them
//!    c64.goal┘ a pair     hard,c64,c64.goal               rush.txt      drawing or board of sliding blocks
//!    notes  no puzzle     easy,1x1,1x1.goal               popinjay.txt  packing
//! ```
//!
//! An index holds for its folder and all folders in it: files that it does not name are skipped and reported. Where there
//! is none, files are paired by their names, and all others are tried.

pub mod finding;
mod index;
pub mod reading;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use traybit_core::input::InputError;
use traybit_family::Puzzle;

/// The files of a puzzle, not yet read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The set that it belongs to: as listed, or the folder.
    pub set: String,
    /// The puzzle's title.
    pub name: String,
    pub start: PathBuf,
    /// The file with its goal, if there is one.
    pub goal: Option<PathBuf>,
    /// The text of an index in place of a goal's file.
    pub(crate) remark: String,
    pub(crate) origin: Origin,
}

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Origin {
    /// They are in a folder, and may be something else.
    Found,
    /// They were named on the command line.
    Named,
    /// A line of an index names them: the index and the line, as messages show them.
    Listed(String),
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
pub struct Found {
    pub set: String,
    /// Its name, unique in the set.
    pub name: String,
    pub puzzle: Arc<dyn Puzzle>,
    /// Digest of its files or its content.
    pub(crate) digest: u64,
    /// Length of its shortest solution, where its file states it.
    pub(crate) stated: Option<u64>,
}

/// A file that is no puzzle; a report has a line for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    pub weight: Weight,
    /// The reason, as a sentence without its full stop that names the file.
    pub sentence: String,
}

/// Weight of a file that is no puzzle in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    Passed,
    /// A file is malformed or invalid.
    Invalid,
    /// A file cannot be opened or read.
    Unreadable,
}

impl Oddity {
    fn passed(sentence: impl Into<String>) -> Self {
        Self { weight: Weight::Passed, sentence: sentence.into() }
    }

    fn invalid(sentence: impl Into<String>) -> Self {
        Self { weight: Weight::Invalid, sentence: sentence.into() }
    }

    fn unreadable(sentence: impl Into<String>) -> Self {
        Self { weight: Weight::Unreadable, sentence: sentence.into() }
    }

    pub fn is_error(&self) -> bool {
        self.weight > Weight::Passed
    }
}

impl From<InputError> for Oddity {
    fn from(error: InputError) -> Self {
        match error {
            InputError::Unreadable(sentence) => Self::unreadable(sentence),
            InputError::Invalid(sentence) => Self::invalid(sentence),
        }
    }
}
