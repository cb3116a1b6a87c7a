//! The files that programs take: by name, or as standard input.

use std::ffi::{OsStr, OsString};
use std::io::{Read, stdin};

use crate::sliding::problem::Problem;
use crate::sliding::text::{Fault, open, read_goal, read_tray, shown};
use crate::sliding::tray::Tray;

/// Where a file's text comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Source {
    /// A file of that name.
    Named(OsString),
    /// Standard input.
    Input,
}

impl Source {
    /// The source of that name; `-` is standard input.
    #[must_use]
    pub fn or_input(name: &OsStr) -> Self {
        if name == "-" { Self::Input } else { Self::Named(name.to_owned()) }
    }

    /// What sentences call it.
    #[must_use]
    pub fn name(&self) -> String {
        match self {
            Self::Named(name) => shown(name),
            Self::Input => "standard input".to_owned(),
        }
    }

    /// Opens it.
    ///
    /// # Errors
    /// [`Fault::Unreadable`] with the system's reason.
    pub fn open(&self) -> Result<Box<dyn Read>, Fault> {
        match self {
            Self::Named(name) => Ok(Box::new(open(name)?)),
            Self::Input => Ok(Box::new(stdin().lock())),
        }
    }
}

/// What is wrong with INIT, GOAL or both: every fault of the weightier kind, INIT's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFaults {
    /// A file cannot be opened or read, which outweighs what stands in the other.
    Unreadable(Vec<String>),
    /// A file is malformed or invalid.
    Invalid(Vec<String>),
}

impl FileFaults {
    /// The faults of the weightiest kind among `faults`.
    pub fn of(faults: impl IntoIterator<Item = Fault>) -> Self {
        let (mut unreadable, mut invalid) = (Vec::new(), Vec::new());
        for fault in faults {
            match fault {
                Fault::Unreadable(sentence) => unreadable.push(sentence),
                Fault::Invalid(sentence) => invalid.push(sentence),
            }
        }
        if unreadable.is_empty() { Self::Invalid(invalid) } else { Self::Unreadable(unreadable) }
    }
}

/// Reads both files of these names. GOAL is tried even when INIT is at fault, since an unreadable one
/// outweighs that.
///
/// # Errors
/// [`FileFaults`], a sentence without its full stop for each fault.
pub fn read_pair(init: &OsStr, goal: &OsStr) -> Result<Problem, FileFaults> {
    read_problem(&Source::Named(init.to_owned()), Some(&Source::Named(goal.to_owned())))
}

/// Reads a problem from any sources; without a goal's source the goal is empty.
///
/// # Errors
/// [`FileFaults`], a sentence without its full stop for each fault.
pub fn read_problem(init: &Source, goal: Option<&Source>) -> Result<Problem, FileFaults> {
    let tray = init.open().and_then(|file| read_tray(&init.name(), file));
    let size = tray.as_ref().ok().map(Tray::size);
    let goal = match goal {
        Some(goal) => goal.open().and_then(|file| read_goal(&goal.name(), file, size)),
        None => read_goal("no goal", &[][..], size),
    };
    match (tray, goal) {
        (Ok(tray), Ok(goal)) => Ok(Problem::Pair(tray, goal)),
        (tray, goal) => Err(FileFaults::of([tray.err(), goal.err()].into_iter().flatten())),
    }
}
