//! Whether a list of moves of sliding blocks is possible and ends in the goal: `traybit check PUZZLE [GOAL] [MOVES]`.

use std::ffi::OsString;
use std::sync::atomic::AtomicU64;

use clap::Args;
use traybit_core::input::InputError;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::{self, Content};
use traybit_sliding::puzzle::Puzzle;

use crate::answer::Answer;
use crate::answer::check::{self, Verdict};
use crate::cli::verb::{Verb, typed};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, Plain, missing_goal, say, sources};
use traybit_program::files::{FileErrors, Source, with_goal};
use traybit_program::replay::{Replay, replay};
use traybit_program::text::Activity;

/// The verb of sliding blocks.
pub(crate) const VERB: Verb =
    Verb { name: "check", options: Plain::augment_args, run: |files, matches| run(files, typed(matches)?) };

/// Checks a list of moves. Of several errors the one with the lowest status is reported.
fn run(files: &[OsString], options: Plain) -> Ended {
    let options = Options::from(options);
    let mut run = Run::start(&options, Activity::Checking)?;
    let [first, files @ ..] = files else {
        return Err(Failure::usage("expected a puzzle's file, found none"));
    };
    let (puzzle, moves) = read(first, files)?;
    let mut counts = Counts::default();
    let replayed = play(&puzzle, &moves, &run.limits().progress.positions, &mut counts)?;
    if let Err(errors) = &puzzle {
        return Err(errors.clone().into());
    }
    run.open()?;
    let Replay { moves, game, impossible } = replayed;
    let unmet = game.and_then(|game| game.missing());
    let (verdict, ending) = Verdict::of(moves, impossible, unmet);
    let body = check::moves(verdict, moves, Some(counts));
    Ok(run.end_with(Answer::new(body, ending)))
}

/// The puzzle and where the moves are: the role of each file depends on the content of the first one.
fn read(first: &OsString, files: &[OsString]) -> Result<(Result<Puzzle, FileErrors>, Source), Failure> {
    for other in files {
        sources([("PUZZLE", first), ("a file after it", other)])?;
    }
    let name = Source::or_input(first).name();
    let input = OsString::from("-");
    let content = Source::or_input(first).open().and_then(|file| formats::read(&name, file));
    let tray = match content {
        Ok(Content::Tray(tray)) => Ok(tray),
        Ok(Content::Puzzle(puzzle)) => {
            if files.len() > 1 {
                return Err(Failure::usage(format_args!(
                    "{name} has its own goals: expected at most one more file, that of the moves, found {}",
                    files.len()
                )));
            }
            let [_, moves] = sources([("PUZZLE", first), ("MOVES", files.first().unwrap_or(&input))])?;
            return Ok((Ok(puzzle), moves));
        }
        Err(error) => Err(error),
    };
    let Some(goal) = files.first() else {
        return Err(tray.err().map_or_else(|| Failure::usage(missing_goal(&name)), Failure::from));
    };
    let moves = files.get(1).unwrap_or(&input);
    let [_, goal, moves] = sources([("TRAY", first), ("GOAL", goal), ("MOVES", moves)])?;
    Ok((with_goal(tray, &goal), moves))
}

/// Reads all moves, since an error among them outweighs all others but an unreadable file.
fn play<'a>(
    puzzle: &'a Result<Puzzle, FileErrors>,
    moves: &Source,
    judged: &AtomicU64,
    counts: &mut Counts,
) -> Result<Replay<'a>, Failure> {
    if let Err(errors @ FileErrors::Unreadable(_)) = puzzle {
        return Err(errors.clone().into());
    }
    let problem = puzzle.as_ref().ok();
    let replayed =
        moves.open().and_then(|input| replay(problem, &moves.name(), input, judged, |step| counts.add(step)));
    replayed.map_err(|error| {
        if let (InputError::Invalid(_), Err(FileErrors::Invalid(sentences))) = (&error, puzzle) {
            sentences.iter().for_each(say);
        }
        error.into()
    })
}
