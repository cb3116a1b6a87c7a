//! A list of moves, read to its end and played as far as it goes.

use std::io::Read;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::FileErrors;
use crate::status::CheckerStatus;
use traybit_core::input::InputError;
use traybit_sliding::checker::Checker;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::RawMove;

/// A list of moves that was read to its end and replayed.
pub struct Replay<'a> {
    /// Number of lines.
    pub moves: u64,
    /// The position after the last move, if there is a valid puzzle.
    pub game: Option<Checker<'a>>,
    /// The first move that was impossible, as a sentence without its full stop.
    pub impossible: Option<String>,
}

/// Reads the whole list, which sentences call `name`, makes the moves up to the first impossible one, and calls `made` with
/// each of them. `judged` counts the lines read.
///
/// # Errors
/// A line that is malformed, or a read that fails.
pub fn replay<'a>(
    problem: Option<&'a Puzzle>,
    name: &str,
    input: impl Read,
    judged: &AtomicU64,
    mut made: impl FnMut(RawMove),
) -> Result<Replay<'a>, InputError> {
    let mut list = Lines::new(name, input);
    let mut game = problem.map(Puzzle::begin);
    let mut impossible = None;
    while let Some(step) = list.next_move()? {
        judged.store(list.line(), Ordering::Relaxed);
        let Some(game) = game.as_mut().filter(|_| impossible.is_none()) else { continue };
        match game.apply(step) {
            Ok(()) => made(step),
            Err(reason) => {
                let line = list.line();
                impossible = Some(format!("{name}, line {line}: the move {step} is impossible: {reason}"));
            }
        }
    }
    Ok(Replay { moves: list.line(), game, impossible })
}

/// The verdict of `checker`: the lowest status that applies.
pub fn verdict(
    problem: &Result<Puzzle, FileErrors>,
    replay: &Result<Replay<'_>, InputError>,
) -> CheckerStatus {
    match (problem, replay) {
        (Err(FileErrors::Unreadable(_)), _) => CheckerStatus::Unreadable,
        (_, Err(_)) => CheckerStatus::MovesMalformed,
        (Err(FileErrors::Invalid(_)), Ok(_)) => CheckerStatus::PuzzleInvalid,
        (Ok(_), Ok(replay)) if replay.impossible.is_some() => CheckerStatus::ImpossibleMove,
        (Ok(_), Ok(replay)) if replay.game.as_ref().is_some_and(|game| game.missing().is_some()) => {
            CheckerStatus::GoalNotMet
        }
        (Ok(_), Ok(_)) => CheckerStatus::Verified,
    }
}
