//! Exit statuses. In every program 129, 130 and 143 follow SIGHUP, SIGINT and SIGTERM.

/// A signal that ends a program; its number is added to 128.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Signal {
    HangUp = 1,
    Interrupt = 2,
    Terminate = 15,
}

impl Signal {
    /// The signal of a number; of others SIGTERM.
    pub fn of(number: i32) -> Self {
        let known = [Self::HangUp, Self::Interrupt].into_iter().find(|&known| known as i32 == number);
        known.unwrap_or(Self::Terminate)
    }

    pub fn name(self) -> &'static str {
        match self {
            Self::HangUp => "SIGHUP",
            Self::Interrupt => "SIGINT",
            Self::Terminate => "SIGTERM",
        }
    }
}

/// Exit status of `solver` and `checker` after a panic.
pub const CANNOT_CONTINUE: u8 = 5;

/// Exit status of `traybit` after a panic.
pub const BUG: u8 = 8;

/// Exit statuses of `checker`. Of several errors the lowest status wins.
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
    ImpossibleMove,
}

/// Exit statuses of `solver` and `traybit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Status {
    /// Done; of `solver`: the moves are on standard output.
    Done,
    /// Proven impossible or, for checks, not met.
    Impossible,
    WrongUsage,
    /// A file cannot be opened and read.
    Unreadable,
    /// A file is malformed or invalid.
    Invalid,
    /// The memory budget or the time budget was reached; of `solver`, also that the answer cannot be written.
    GaveUp,
    ImpossibleMove,
    /// The answer cannot be written.
    Unwritable,
    /// The reader of a pipe closed it.
    ReaderLeft,
    /// Ended by a signal: 128 and its number.
    Stopped(Signal),
}

impl Status {
    /// The status as a number.
    pub fn code(self) -> u8 {
        match self {
            Self::Done => 0,
            Self::Impossible => 1,
            Self::WrongUsage => 2,
            Self::Unreadable => 3,
            Self::Invalid => 4,
            Self::GaveUp => 5,
            Self::ImpossibleMove => 6,
            Self::Unwritable => 7,
            Self::ReaderLeft => 141,
            Self::Stopped(signal) => 128 + signal as u8,
        }
    }
}
