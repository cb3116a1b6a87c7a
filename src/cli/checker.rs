//! `checker INIT GOAL < MOVES`: whether a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Read, Write, stderr, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::cli::files::{FileFaults, read_puzzle};
use crate::cli::signals::Signals;
use crate::cli::status::CheckerStatus;
use crate::sliding::checker::Position;
use crate::sliding::text::{Fault, Moves};
use crate::sliding::tray::{Goal, Tray};

const PROGRAM: &str = "checker";

/// Judges the moves on standard input against the two files named by the arguments.
///
/// The lowest status wins. A closed standard input is an empty list; one whose reading fails (a directory,
/// say) counts as malformed.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> CheckerStatus {
    let arguments: Vec<_> = arguments.into_iter().collect();
    let [init, goal] = &arguments[..] else {
        say(format_args!(
            "expected exactly 2 arguments, INIT and GOAL, found {}; usage: checker INIT GOAL < MOVES",
            arguments.len()
        ));
        return CheckerStatus::WrongUsage;
    };
    let judged = Arc::new(AtomicU64::new(0));
    let signals = watch_signals(Arc::clone(&judged));
    let puzzle = read_puzzle(init, goal);
    if let Err(FileFaults::Unreadable(sentences)) = &puzzle {
        sentences.iter().for_each(say);
        return CheckerStatus::Unreadable;
    }
    let replay = match replay(puzzle.as_ref().ok(), stdin().lock(), &judged) {
        Ok(replay) => replay,
        Err(Fault::Unreadable(sentence) | Fault::Invalid(sentence)) => {
            say(sentence);
            return CheckerStatus::MovesMalformed;
        }
    };
    if let Some(signals) = signals {
        signals.finish();
    }
    match puzzle {
        Ok((_, goal)) => replay.verdict(&goal),
        Err(FileFaults::Unreadable(sentences) | FileFaults::Invalid(sentences)) => {
            sentences.iter().for_each(say);
            CheckerStatus::PuzzleInvalid
        }
    }
}

/// What came of a list of moves that was read to its end.
struct Replay {
    moves: u64,
    /// The position after the last move, if there is a valid tray.
    position: Option<Position>,
    /// The first move that was impossible, as a sentence.
    impossible: Option<String>,
}

/// Reads the whole list, and makes the moves up to the first impossible one.
fn replay(puzzle: Option<&(Tray, Goal)>, input: impl Read, judged: &AtomicU64) -> Result<Replay, Fault> {
    let mut list = Moves::new("standard input", input);
    let mut position = puzzle.map(|(tray, _)| Position::new(tray));
    let mut impossible = None;
    while let Some(step) = list.next_move()? {
        judged.store(list.line(), Ordering::Relaxed);
        let Some(position) = position.as_mut().filter(|_| impossible.is_none()) else { continue };
        if let Err(reason) = position.apply(step) {
            let ((row, column), (new_row, new_column)) = (step.from, step.to);
            let slide = format_args!("{row} {column} {new_row} {new_column}");
            let line = list.line();
            impossible =
                Some(format!("standard input, line {line}: the move {slide} is impossible: {reason}"));
        }
    }
    Ok(Replay { moves: list.line(), position, impossible })
}

impl Replay {
    fn verdict(self, goal: &Goal) -> CheckerStatus {
        if let Some(sentence) = self.impossible {
            say(sentence);
            return CheckerStatus::ImpossibleMove;
        }
        let moves = counted(self.moves);
        if let Some(unmet) = self.position.and_then(|position| position.first_unmet(goal)) {
            say(format_args!(
                "every move is possible, but after {moves} no block stands on the goal's corners {unmet}"
            ));
            return CheckerStatus::GoalNotMet;
        }
        // The verdict is in the status too, so a reader that has gone away takes nothing from it.
        match writeln!(stdout(), "Verified: {moves}, all possible, and the goal holds at the end.") {
            Err(reason) if reason.kind() != ErrorKind::BrokenPipe => {
                say(format_args!("verified, but standard output cannot be written: {reason}"));
            }
            _ => (),
        }
        CheckerStatus::Verified
    }
}

/// Signals end the checker at once: it has nothing to wind up. Without handlers (no thread to be had, say)
/// it can still do its work.
fn watch_signals(judged: Arc<AtomicU64>) -> Option<Signals> {
    let known = move || format!("nothing is verified; {} read", counted(judged.load(Ordering::Relaxed)));
    Signals::install(PROGRAM, Duration::ZERO, known).ok()
}

fn counted(moves: u64) -> String {
    if moves == 1 { "1 move".to_owned() } else { format!("{moves} moves") }
}

/// One sentence on standard error; when that is closed the status alone has to do.
fn say(sentence: impl Display) {
    let _ = writeln!(stderr(), "{PROGRAM}: {sentence}.");
}
