//! Traybit: a bitboard-packed, parallel state-space solver for block puzzles.
//!
//! It reads, solves and checks puzzles of these families: sliding blocks (Klotski, Rush Hour and their kin), sliding tiles
//! (the 15-puzzle and other sizes), packing (polyominoes on a board), and exact covers (sudoku, queens, DLX text).
//!
//! ```
//! use traybit::{Answer, Limits, Metric, Objective, Puzzle};
//!
//! let klotski: Puzzle = "tray:\nabbc\nabbc\ndeef\ndghf\ni..j\n\ngoal: b 3 1\n".parse()?;
//! let answer = klotski.solve(Objective::Shortest(Metric::Step), &Limits::default())?;
//! let Answer::Solved(solution) = answer else { panic!("Klotski has a solution") };
//! assert_eq!(solution.length(), 116);
//! klotski.check(&solution.to_string())?;
//! # Ok::<(), traybit::Error>(())
//! ```
//!
//! # A short tour
//! The file format is detected from the text. A tray of CS 61B's sliding-block assignment has its goal in a second file:
//!
//! ```
//! use traybit::{Answer, Limits, Objective, Puzzle};
//!
//! let puzzle = Puzzle::read_pair(b"1 3\n0 0 0 0\n", b"0 2 0 2\n")?;
//! let Answer::Solved(solution) = puzzle.solve(Objective::Any, &Limits::default())? else { panic!() };
//! assert_eq!(solution.to_string(), "0 0 0 2\n", "row and column of the block's corner, before and after");
//! # Ok::<(), traybit::Error>(())
//! ```
//!
//! The goal of tiles is all in order; a packing's solution is a drawing; and a puzzle can be proven unsolvable:
//!
//! ```
//! use traybit::{Answer, Family, Limits, Metric, Objective, Puzzle};
//!
//! let (shortest, limits) = (Objective::Shortest(Metric::Step), Limits::default());
//! let tiles: Puzzle = "1 2 3\n4 5 6\n0 7 8\n".parse()?;
//! let Answer::Solved(solution) = tiles.solve(shortest, &limits)? else { panic!() };
//! assert_eq!(solution.to_string(), "7 L\n8 L\n");
//!
//! let dominoes: Puzzle = "piece I: 2\nXX\n\nboard:\n..\n..\n".parse()?;
//! assert_eq!(dominoes.family(), Family::Packing);
//! let Answer::Solved(packing) = dominoes.solve(Objective::Any, &limits)? else { panic!() };
//! dominoes.check(&packing.to_string())?;
//!
//! let swapped: Puzzle = "2 1 3\n4 5 6\n7 8 0\n".parse()?;
//! assert_eq!(swapped.solve(shortest, &limits)?, Answer::Unsolvable);
//! # Ok::<(), traybit::Error>(())
//! ```
//!
//! # Stability
//! The items defined on this page keep their meaning within a minor version; enums may get more variants. The crates
//! re-exported as modules ([`core`], [`sliding`], [`tiles`], [`packing`]) are the engine itself, and [`Metric`] is part of
//! them: they are documented, and change whenever the engine does.

#![warn(missing_docs, clippy::missing_errors_doc)]

mod families;

use std::error;
use std::fmt::{Display, Formatter, Result as FmtResult};
use std::str::FromStr;
use std::time::Duration;

pub use traybit_core as core;
pub use traybit_packing as packing;
pub use traybit_sliding as sliding;
pub use traybit_sliding::metric::Metric;
pub use traybit_tiles as tiles;

use crate::families::Model;

/// A valid puzzle of any family.
#[derive(Clone, Debug)]
pub struct Puzzle(Model);

/// Family of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Family {
    /// Blocks that slide in a tray.
    Sliding,
    /// Numbered tiles and one blank.
    Tiles,
    /// Pieces placed on a board.
    Packing,
    /// Options that together contain each item the required number of times.
    ExactCover,
}

/// Objective of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Objective {
    /// Any solution, as soon as possible.
    Any,
    /// A solution that is proven to be shortest. The metric is for sliding blocks only; for packings and exact covers any
    /// solution is found.
    Shortest(Metric),
}

/// Limits of a search. More fields may come: complete a literal with `..Limits::default()`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Wall time; `None`: no limit.
    pub time: Option<Duration>,
    /// Bytes for keys, tables and buffers together; checked every few thousand positions.
    pub memory: usize,
    /// Threads, at least 1.
    pub threads: usize,
}

impl Default for Limits {
    /// No limit of time, 1 GiB, one thread.
    fn default() -> Self {
        Self { time: None, memory: 1 << 30, threads: 1 }
    }
}

/// Answer to a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// Solved; the solution has passed the checker.
    Solved(Solution),
    /// Proven unsolvable.
    Unsolvable,
}

/// A solution. Its [`Display`] is the text that [`Puzzle::check`] and `traybit check` read: for sliding
/// blocks and tiles a move a line (`ROW COLUMN ROW COLUMN`, the block's anchor before and after; `TILE U`, `D`, `L` or `R`),
/// for a packing a drawing, for an exact cover the options as written in its text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    text: String,
    length: usize,
    is_shortest: bool,
}

/// Reason why a puzzle cannot be read or answered, or a solution is not accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not one valid puzzle; the sentence says where and why.
    Puzzle(String),
    /// The text is not a solution in its format.
    Solution(String),
    /// The solution breaks the rules or misses the goal.
    Refused(String),
    /// The limit of time was reached.
    TimeLimit,
    /// The limit of memory was reached.
    MemoryLimit,
    /// No search can decide this puzzle: its states are too wide.
    Undecided,
}

impl FromStr for Puzzle {
    type Err = Error;

    fn from_str(text: &str) -> Result<Self, Error> {
        Self::read(text.as_bytes())
    }
}

impl Solution {
    /// Number of moves, in the objective's metric (slides for [`Objective::Any`]); of pieces of a packing; of options of an
    /// exact cover.
    #[must_use]
    pub fn length(&self) -> usize {
        self.length
    }

    /// True if it is proven to be shortest; always false for packings and exact covers.
    #[must_use]
    pub fn is_shortest(&self) -> bool {
        self.is_shortest
    }
}

impl Display for Solution {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        f.write_str(&self.text)
    }
}

impl Display for Error {
    fn fmt(&self, f: &mut Formatter<'_>) -> FmtResult {
        f.write_str(match self {
            Self::Puzzle(sentence) | Self::Solution(sentence) | Self::Refused(sentence) => sentence,
            Self::TimeLimit => "time limit reached",
            Self::MemoryLimit => "memory limit reached",
            Self::Undecided => "no search can decide this puzzle",
        })
    }
}

impl error::Error for Error {}
