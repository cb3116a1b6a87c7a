//! `checker INIT GOAL < MOVES`: verifies that a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::io::{ErrorKind, Read, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::{FileErrors, read_pair};
use crate::signals::Signals;
use crate::status::CheckerStatus;
use crate::text::counted;
use crate::{init_and_goal, say, say_all};
use traybit_core::input::InputError;
use traybit_sliding::checker::Checker;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Slide;

const PROGRAM: &str = "checker";

/// Usage text, printed if there are fewer arguments than two.
pub const USAGE: &str = "\
Usage: checker INIT GOAL < MOVES

Replays moves, a line each as `solver` prints them, on the tray in the file INIT, and says whether every one is
possible and the goal in the file GOAL holds at the end.

Exit status: 0 verified, 1 the goal does not hold, 2 wrong usage, 3 a file cannot be read, 4 the moves are
malformed, 5 a file is malformed or invalid, 6 a move is impossible.
Example: checker puzzles/sliding/klotski puzzles/sliding/klotski.goal < moves
";

/// Judges the moves on standard input against the two files named by the arguments. The lowest status wins. A closed
/// standard input is an empty list; one that cannot be read, such as a directory, counts as malformed.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> CheckerStatus {
    let Some([init, goal]) = init_and_goal(PROGRAM, USAGE, arguments) else {
        return CheckerStatus::WrongUsage;
    };
    let judged = Arc::new(AtomicU64::new(0));
    let read = Arc::clone(&judged);
    let known =
        move || format!("nothing is verified; {} read", counted(read.load(Ordering::Relaxed), "move"));
    // Signals end the checker at once. It does its work without handlers, too, if there is no thread for them.
    let signals = Signals::install(PROGRAM, known).ok();
    let problem = read_pair(&init, &goal);
    if let Err(FileErrors::Unreadable(sentences)) = &problem {
        say_all(PROGRAM, sentences);
        return CheckerStatus::Unreadable;
    }
    let replay = replay(problem.as_ref().ok(), "standard input", stdin().lock(), &judged, |_| ());
    if let (Ok(_), Some(signals)) = (&replay, signals) {
        signals.finish();
    }
    let status = verdict(&problem, &replay);
    match (&problem, replay) {
        (_, Err(error)) => say(PROGRAM, error),
        (Err(FileErrors::Unreadable(sentences) | FileErrors::Invalid(sentences)), Ok(_)) => {
            say_all(PROGRAM, sentences);
        }
        (Ok(_), Ok(replay)) => report(replay),
    }
    status
}

/// Prints the verdict on a list of moves that was read to its end.
fn report(replay: Replay<'_>) {
    if let Some(sentence) = replay.impossible {
        return say(PROGRAM, sentence);
    }
    let moves = counted(replay.moves, "move");
    if let Some(unmet) = replay.game.and_then(|game| game.missing()) {
        return say(PROGRAM, format_args!("every move is possible, but after {moves} {unmet}"));
    }
    // The verdict is in the status, too, so it does not matter if the reader has gone away.
    match writeln!(stdout(), "Verified: {moves}, all possible, and the goal holds at the end.") {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => {
            say(PROGRAM, format_args!("verified, but standard output cannot be written: {reason}"));
        }
        _ => (),
    }
}

/// A list of moves that was read to its end and replayed.
pub struct Replay<'a> {
    /// Number of lines.
    pub moves: u64,
    /// The position after the last move, if there is a valid puzzle.
    pub game: Option<Checker<'a>>,
    /// The first move that was impossible, as a sentence without its full stop.
    pub impossible: Option<String>,
}

/// Reads a whole list, which sentences call `name`, makes the moves up to the first impossible one, and calls `made` with
/// each of them. `judged` counts the lines read.
///
/// # Errors
/// A line that is malformed, or a read that fails.
pub fn replay<'a>(
    problem: Option<&'a Puzzle>,
    name: &str,
    input: impl Read,
    judged: &AtomicU64,
    mut made: impl FnMut(Slide),
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
