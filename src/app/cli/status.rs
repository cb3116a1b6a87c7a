//! Exit statuses, as the contract lists them. In every program 130 and 143 follow SIGINT and SIGTERM.

use std::process::ExitCode;

/// A signal that asks a program to end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    /// SIGINT, as Ctrl-C sends it.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

impl Signal {
    /// The exit status after this signal: 128 and its number.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }

    /// The signal's usual name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Interrupt => "SIGINT",
            Self::Terminate => "SIGTERM",
        }
    }
}

/// What any program answers when it cannot go on: a processor without its instructions, or a panic.
pub const CANNOT_GO_ON: u8 = 5;

/// Exit statuses of `checker`. Of several faults the lowest status wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum CheckerStatus {
    /// Every move is possible, and the goal holds at the end.
    Verified,
    /// Every move is possible, and the goal does not hold at the end.
    GoalNotMet,
    /// Not exactly two arguments.
    WrongUsage,
    /// An argument cannot be opened and read.
    Unreadable,
    /// Standard input is malformed, or reading it failed.
    MovesMalformed,
    /// INIT or GOAL is malformed or invalid.
    PuzzleInvalid,
    /// A move is impossible.
    ImpossibleMove,
}

impl CheckerStatus {
    /// The status as a number.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Verified => 0,
            Self::GoalNotMet => 1,
            Self::WrongUsage => 2,
            Self::Unreadable => 3,
            Self::MovesMalformed => 4,
            Self::PuzzleInvalid => 5,
            Self::ImpossibleMove => 6,
        }
    }
}

impl From<CheckerStatus> for ExitCode {
    fn from(status: CheckerStatus) -> Self {
        status.code().into()
    }
}

/// Exit statuses of `solver`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SolverStatus {
    /// Solved: the moves are on standard output.
    Solved,
    /// Proven to have no solution.
    Unsolvable,
    /// Not exactly two arguments.
    WrongUsage,
    /// An argument cannot be opened and read.
    Unreadable,
    /// INIT or GOAL is malformed or invalid.
    Invalid,
    /// Out of the memory budget or the time budget.
    GaveUp,
    /// Ended by a signal.
    Stopped(Signal),
}

impl SolverStatus {
    /// The status as a number.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Solved => 0,
            Self::Unsolvable => 1,
            Self::WrongUsage => 2,
            Self::Unreadable => 3,
            Self::Invalid => 4,
            Self::GaveUp => 5,
            Self::Stopped(signal) => signal.code(),
        }
    }
}

impl From<SolverStatus> for ExitCode {
    fn from(status: SolverStatus) -> Self {
        status.code().into()
    }
}

/// Exit statuses of `traybit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TraybitStatus {
    /// Done.
    Done,
    /// Proven impossible or, for checks, not met.
    Impossible,
    /// Wrong usage.
    WrongUsage,
    /// A file cannot be opened and read.
    Unreadable,
    /// A file is malformed or invalid.
    Invalid,
    /// Out of the memory budget or the time budget.
    GaveUp,
    /// A move is impossible.
    ImpossibleMove,
    /// Ended by a signal.
    Stopped(Signal),
}

impl TraybitStatus {
    /// The status as a number.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Impossible => 1,
            Self::WrongUsage => 2,
            Self::Unreadable => 3,
            Self::Invalid => 4,
            Self::GaveUp => 5,
            Self::ImpossibleMove => 6,
            Self::Stopped(signal) => signal.code(),
        }
    }
}

impl From<TraybitStatus> for ExitCode {
    fn from(status: TraybitStatus) -> Self {
        status.code().into()
    }
}
