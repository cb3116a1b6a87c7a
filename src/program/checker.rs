//! `checker INIT GOAL < MOVES`: verifies that a list of moves is possible and ends in the goal.

use std::io::{ErrorKind, Read, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::console::init_and_goal;
use crate::failure::{Failure, say};
use crate::files::read_pair;
use crate::signals::Signals;
use crate::status::{CheckerStatus, Status};
use crate::text::counted;
use traybit_core::InputError;
use traybit_sliding::checker::Checker;
use traybit_sliding::formats::lines::Lines;
use traybit_sliding::{Puzzle, Slide};

/// Usage text, printed if there are fewer arguments than two.
pub const USAGE: &str = include_str!("help/checker.txt");

/// Judges the moves on standard input against the two files named by the arguments. The lowest status wins. A closed
/// standard input is an empty list; one that cannot be read, such as a directory, counts as malformed.
pub fn run() -> CheckerStatus {
    let Ok([init, goal]) = init_and_goal(USAGE).map_err(Failure::tell) else {
        return CheckerStatus::WrongUsage;
    };
    let judged = Arc::new(AtomicU64::new(0));
    let read = Arc::clone(&judged);
    let known =
        move || format!("nothing is verified; {} read", counted(read.load(Ordering::Relaxed), "move"));
    // Signals end the checker at once.
    let signals = Signals::install(known);
    let problem = read_pair(&init, &goal);
    if let Err(Failure { sentences, status: Status::Unreadable }) = &problem {
        sentences.iter().for_each(say);
        return CheckerStatus::Unreadable;
    }
    let replay = replay(problem.as_ref().ok(), "standard input", stdin().lock(), &judged, |_| ());
    if replay.is_ok() {
        signals.finish();
    }
    let (status, sentences) = verdict(problem.as_ref().err(), &replay);
    match (status, replay) {
        (CheckerStatus::GoalNotMet, _) => {
            say(format_args!("every move is possible, but {}", sentences[0]));
        }
        (CheckerStatus::Verified, Ok(Replay { moves, .. })) => {
            let moves = counted(moves, "move");
            // The verdict is in the status, too, so it does not matter if the reader has gone away.
            let told = writeln!(stdout(), "Verified: {moves}, all possible, and the goal holds at the end.");
            if let Some(reason) = told.err().filter(|reason| reason.kind() != ErrorKind::BrokenPipe) {
                say(format_args!("verified, but standard output cannot be written: {reason}"));
            }
        }
        _ => sentences.iter().for_each(say),
    }
    status
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

/// Reads a whole list, called `name` in messages, makes the moves up to the first impossible one, and calls
/// `made` with each of them. `judged` counts the lines read. Errors are malformed lines and failed reads.
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
        judged.store(list.line, Ordering::Relaxed);
        let Some(game) = game.as_mut().filter(|_| impossible.is_none()) else { continue };
        match game.apply(step) {
            Ok(()) => made(step),
            Err(reason) => {
                let line = list.line;
                impossible = Some(format!("{name}, line {line}: the move {step} is impossible: {reason}"));
            }
        }
    }
    Ok(Replay { moves: list.line, game, impossible })
}

/// The verdict of `checker` on moves for files that could be read, with these errors, if any: the lowest status that
/// applies, and the reasons as sentences without their full stops.
pub fn verdict(
    errors: Option<&Failure>,
    replay: &Result<Replay<'_>, InputError>,
) -> (CheckerStatus, Vec<String>) {
    match (errors, replay) {
        (_, Err(error)) => (CheckerStatus::MovesMalformed, vec![error.to_string()]),
        (Some(errors), Ok(_)) => (CheckerStatus::PuzzleInvalid, errors.sentences.clone()),
        (None, Ok(Replay { impossible: Some(sentence), .. })) => {
            (CheckerStatus::ImpossibleMove, vec![sentence.clone()])
        }
        (None, Ok(Replay { moves, game, .. })) => match game.as_ref().and_then(Checker::missing) {
            Some(unmet) => {
                (CheckerStatus::GoalNotMet, vec![format!("after {} {unmet}", counted(*moves, "move"))])
            }
            None => (CheckerStatus::Verified, Vec::new()),
        },
    }
}
