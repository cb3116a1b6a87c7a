//! `checker INIT GOAL < MOVES`: verifies that a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{ErrorKind, Write, stdin, stdout};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use crate::files::{FileErrors, read_pair};
use crate::init_and_goal;
use crate::replay::{Replay, replay, verdict};
use crate::signals::Signals;
use crate::status::CheckerStatus;
use crate::text::counted;

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
        sentences.iter().for_each(say);
        return CheckerStatus::Unreadable;
    }
    let replay = replay(problem.as_ref().ok(), "standard input", stdin().lock(), &judged, |_| ());
    if let (Ok(_), Some(signals)) = (&replay, signals) {
        signals.finish();
    }
    let status = verdict(&problem, &replay);
    match (&problem, replay) {
        (_, Err(error)) => say(error),
        (Err(FileErrors::Unreadable(sentences) | FileErrors::Invalid(sentences)), Ok(_)) => {
            sentences.iter().for_each(say);
        }
        (Ok(_), Ok(replay)) => tell(replay),
    }
    status
}

/// Prints the verdict on a list of moves that was read to its end.
fn tell(replay: Replay<'_>) {
    if let Some(sentence) = replay.impossible {
        return say(sentence);
    }
    let moves = counted(replay.moves, "move");
    if let Some(unmet) = replay.game.and_then(|game| game.missing()) {
        return say(format_args!("every move is possible, but after {moves} {unmet}"));
    }
    // The verdict is in the status, too, so it does not matter if the reader has gone away.
    match writeln!(stdout(), "Verified: {moves}, all possible, and the goal holds at the end.") {
        Err(reason) if reason.kind() != ErrorKind::BrokenPipe => {
            say(format_args!("verified, but standard output cannot be written: {reason}"));
        }
        _ => (),
    }
}

fn say(sentence: impl Display) {
    crate::say(PROGRAM, sentence);
}
