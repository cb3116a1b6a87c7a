//! The two files that `solver` and `checker` take, INIT and GOAL.

use std::ffi::OsStr;

use crate::sliding::text::{Fault, open, read_goal, read_tray, shown};
use crate::sliding::tray::{Goal, Tray};

/// What is wrong with INIT, GOAL or both: every fault of the weightier kind, INIT's first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FileFaults {
    /// A file cannot be opened or read, which outweighs what stands in the other.
    Unreadable(Vec<String>),
    /// A file is malformed or invalid.
    Invalid(Vec<String>),
}

/// Reads both files. GOAL is tried even when INIT is at fault, since an unreadable one outweighs that.
///
/// # Errors
/// [`FileFaults`], a sentence without its full stop for each fault.
pub fn read_puzzle(init: &OsStr, goal: &OsStr) -> Result<(Tray, Goal), FileFaults> {
    let tray = open(init).and_then(|file| read_tray(&shown(init), file));
    let size = tray.as_ref().ok().map(Tray::size);
    let goal = open(goal).and_then(|file| read_goal(&shown(goal), file, size));
    let (tray_fault, goal_fault) = match (tray, goal) {
        (Ok(tray), Ok(goal)) => return Ok((tray, goal)),
        (tray, goal) => (tray.err(), goal.err()),
    };
    let (mut unreadable, mut invalid) = (Vec::new(), Vec::new());
    for fault in [tray_fault, goal_fault].into_iter().flatten() {
        match fault {
            Fault::Unreadable(sentence) => unreadable.push(sentence),
            Fault::Invalid(sentence) => invalid.push(sentence),
        }
    }
    Err(if unreadable.is_empty() { FileFaults::Invalid(invalid) } else { FileFaults::Unreadable(unreadable) })
}
