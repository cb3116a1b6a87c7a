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

use crate::packing::pack::Pack;
use crate::sliding::problem::Problem;
use crate::tiles::board::Board;

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
}

/// A puzzle that was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// The set that it belongs to.
    pub set: String,
    /// What it is called; no other puzzle of the set has the name.
    pub name: String,
    /// What it is.
    pub puzzle: Puzzle,
    /// Stands for the bytes of its files.
    pub digest: u64,
}

/// A puzzle of any family.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Puzzle {
    /// Blocks in a tray.
    Sliding(Box<Problem>),
    /// Tiles round a gap.
    Tiles {
        /// As they are.
        start: Board,
        /// As they are to be.
        goal: Board,
    },
    /// Pieces on a board.
    Packing(Box<Pack>),
}

impl Puzzle {
    /// The family, in a word.
    #[must_use]
    pub fn family(&self) -> &'static str {
        match self {
            Self::Sliding(_) => "sliding",
            Self::Tiles { .. } => "tiles",
            Self::Packing(_) => "packing",
        }
    }
}

/// Something that is no puzzle, and that a report has a line for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Oddity {
    /// Whether something is wrong; else it is only passed over.
    pub is_fault: bool,
    /// What it is, as a sentence without its full stop that names the file.
    pub sentence: String,
}

impl Oddity {
    fn fault(sentence: impl Into<String>) -> Self {
        Self { is_fault: true, sentence: sentence.into() }
    }

    fn passed(sentence: impl Into<String>) -> Self {
        Self { is_fault: false, sentence: sentence.into() }
    }
}
