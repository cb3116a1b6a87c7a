//! Collections of puzzles: what there is in files, folders and listings, of any family.
//!
//! ```text
//!  hard/                  pairs.csv                       alone
//!    c64    ┐             set,init,goal,…                 fifteen.txt   board of tiles, or a list of them
//!    c64.goal┘ a pair     hard,c64,c64.goal               rush.txt      drawing or board of sliding blocks
//!    notes  no puzzle     easy,1x1,1x1.goal               popinjay.txt  packing
//! ```
//!
//! A listing speaks for its folder and all folders in it: what it does not name is left out, and said to be. Where there
//! is none, files are paired by their names, and all others are looked into.

pub mod finding;
mod listing;
pub mod reading;
#[cfg(test)]
mod tests;

use std::path::PathBuf;
use std::sync::Arc;

use crate::registry::Puzzle;
use traybit_core::input::Fault;

/// The files of a puzzle, not yet read.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Entry {
    /// The set that it belongs to: as listed, or the folder.
    pub set: String,
    /// What the puzzle is called.
    pub name: String,
    /// The file that it begins with.
    pub start: PathBuf,
    /// The file with its goal, if there is one.
    pub goal: Option<PathBuf>,
    /// What a listing says in place of a goal's file.
    pub remark: String,
    /// Who asked for it, as sentences begin: the line of a listing, or nobody but the command line.
    pub asked: Asked,
}

/// Why files are taken for a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Asked {
    /// They lie in a folder, and may be something else.
    Found,
    /// They were named.
    Named,
    /// A line of a listing names them: the listing and the line, as sentences show it.
    Listed(String),
}

/// A puzzle that was read.
#[derive(Clone, Debug)]
pub struct Found {
    /// The set that it belongs to.
    pub set: String,
    /// What it is called; no other puzzle of the set has the name.
    pub name: String,
    /// What it is.
    pub puzzle: Arc<dyn Puzzle>,
    /// Stands for the bytes of its files.
    pub digest: u64,
}

/// Something that is no puzzle, and that a report has a line for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// What it means to the whole.
    pub weight: Weight,
    /// What it is, as a sentence without its full stop that names the file.
    pub sentence: String,
}

/// What something that is no puzzle means to a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Weight {
    /// It is passed over.
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

    /// Whether something is wrong.
    #[must_use]
    pub fn is_fault(&self) -> bool {
        self.weight > Weight::Passed
    }
}

impl From<Fault> for Oddity {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Unreadable(sentence) => Self::unreadable(sentence),
            Fault::Invalid(sentence) => Self::invalid(sentence),
        }
    }
}
