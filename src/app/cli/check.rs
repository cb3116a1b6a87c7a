//! `traybit check PUZZLE [GOAL] [MOVES]`: whether a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::sync::atomic::AtomicU64;

use clap::Args;
use traybit_core::input::InputError;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::{self, Content};
use traybit_sliding::puzzle::Puzzle;

use crate::answer::Answer;
use crate::answer::check::{self, Verdict};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, missing_goal, say, sources};
use traybit_program::files::{FileErrors, Source, with_goal};
use traybit_program::replay::{Replay, replay};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
A tray needs GOAL; a drawing or a Rush Hour board has its own. Without MOVES they come from
standard input. A line of them is the row and the column of a block's first cell (the leftmost
of its top row) before and after one straight move. Consecutive moves of one block count as one
path move.

Examples:
  traybit check puzzles/sliding/klotski puzzles/sliding/klotski.goal moves
  traybit solve TRAY GOAL | traybit check TRAY GOAL
  traybit solve DRAWING | traybit check DRAWING
  traybit check --json TRAY GOAL moves";

/// Verify a list of moves
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The puzzle's file: a drawing, a Rush Hour board, or a tray; `-` is standard input
    puzzle: OsString,

    /// The goal's file, for a tray; then the file of moves
    #[arg(value_names = ["GOAL", "MOVES"], num_args = 0..=2)]
    files: Vec<OsString>,

    #[command(flatten)]
    options: Options,
}

/// Checks a list of moves. Of several errors the one with the lowest status is reported.
pub(crate) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Checking)?;
    let (puzzle, moves) = read(arguments)?;
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
fn read(arguments: &Arguments) -> Result<(Result<Puzzle, FileErrors>, Source), Failure> {
    let (first, files) = (&arguments.puzzle, &arguments.files[..]);
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
