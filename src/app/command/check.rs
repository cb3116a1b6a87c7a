//! `traybit check PUZZLE [GOAL] [SOLUTION]`: the verdict on a list of moves or on packings, by the plain rules.

use std::ffi::{OsStr, OsString};
use std::sync::atomic::{AtomicU64, Ordering};

use clap::{ArgAction, Args};

use crate::command::exact;
use crate::command::family::{Own, Typed};
use crate::command::pack::{NO_GOAL, Numbered};
use crate::command::solutions::{judged, moves_of, with_solution};
use crate::command::tiles::reading::{Goal, NO_GOAL_FILE, read_board};
use crate::report::Answer;
use crate::report::check::{Listed, Verdict};
use crate::run::{Ended, Failure, Options, Plain, Run, missing_goal, say, sources};
use traybit_core::input::InputError;
use traybit_family::input::read_packings;
use traybit_packing::checker::Checker;
use traybit_program::checker::{Replay, replay};
use traybit_program::files::{FileErrors, Source, with_goal};
use traybit_program::text::Activity;
use traybit_sliding::formats::{self, Content as Contents};
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Counts;
use traybit_tiles::checker::Game;
use traybit_tiles::solution::Moves;

const NOTES: &str = "\
A solution is what `traybit solve` writes. A line of moves of blocks is the row and the column of a
block's top-left cell (the leftmost of its top row) before and after one straight move. Consecutive
moves of one block count as one path move.

Examples:
  traybit check puzzles/sliding/klotski puzzles/sliding/klotski.goal moves
  traybit solve TRAY GOAL | traybit check TRAY GOAL
  traybit check board.txt solution.txt
  traybit solve --all PUZZLE | traybit check PUZZLE
  traybit check --json TRAY GOAL moves";

/// Verify a solution: a list of moves, packings, or solutions of an exact cover
#[derive(Args, Clone, Debug)]
#[command(after_help = NOTES)]
pub struct Arguments {
    /// The puzzle's file; its family and format are detected; `-` is standard input
    puzzle: OsString,

    /// The goal's file (for a tray only), then the solution's file [default: standard input]
    #[arg(value_names = ["GOAL", "SOLUTION"], num_args = 0..=2, action = ArgAction::Set)]
    files: Vec<OsString>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    numbered: Numbered,

    #[command(flatten)]
    options: Plain,
}

const OWN: Own = &[("sliding", &[]), ("tiles", &["goal"]), ("packing", &["number"]), ("exact", &[])];

pub(crate) fn run(typed: &Typed<Arguments>) -> Ended {
    let Arguments { puzzle, files, goal, numbered, options } = &typed.arguments;
    let files: Vec<OsString> = [puzzle].into_iter().chain(files).cloned().collect();
    let options = Options::from(options.clone());
    match typed.family(&files, OWN, Activity::Checking)? {
        "sliding" => slides(&options, &files),
        "tiles" => tiles(goal, &options, &files),
        "packing" => packings(numbered, &options, &files),
        _ => exact::check(&options, &files),
    }
}

/// Checks a list of moves of blocks. Of several errors the one with the lowest status is reported.
fn slides(options: &Options, files: &[OsString]) -> Ended {
    let mut run = Run::start(options, Activity::Checking)?;
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
    let listed = Listed::Slides { moves, counts: counts.into() };
    Ok(run.end_with(Answer::new(listed.judged(verdict), ending)))
}

/// The puzzle and the source of the moves: the role of each file depends on the content of the first one.
fn read(first: &OsStr, files: &[OsString]) -> Result<(Result<Puzzle, FileErrors>, Source), Failure> {
    for other in files {
        sources([("PUZZLE", first), ("a file after it", other)])?;
    }
    let name = Source::or_input(first).name();
    let input = OsString::from("-");
    let content = Source::or_input(first).open().and_then(|file| formats::read(&name, file));
    let tray = match content {
        Ok(Contents::Tray(tray)) => Ok(tray),
        Ok(Contents::Puzzle(puzzle)) => {
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

fn tiles(goal: &Goal, options: &Options, files: &[OsString]) -> Ended {
    let mut run = Run::start(options, Activity::Checking)?;
    let [board, solution] = with_solution(files, NO_GOAL_FILE)?;
    let aim = goal.read(&[board, solution])?;
    let [board, solution] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let start = read_board(&board)?;
    let goal = aim.of(start.size()).map_err(Failure::invalid)?;
    let mut game = Game::new(&start);
    let mut moves = Moves::new(&solution.name(), moves_of(&solution)?);
    let (mut made, mut impossible) = (0, None);
    let (mut pushes, mut last) = (0, None);
    // All lines are read: one that is malformed outweighs a move that is impossible.
    while let Some(step) = moves.next_move()? {
        made += 1;
        run.limits().progress.positions.store(made, Ordering::Relaxed);
        pushes += u64::from(last.replace(step.direction) != Some(step.direction));
        if impossible.is_none()
            && let Err(refusal) = game.apply(step)
        {
            let place = moves.place();
            impossible = Some(format!("{place}: the move {step} is impossible: {refusal}"));
        }
    }
    run.open()?;
    let unmet = game.missing(&goal);
    let (verdict, ending) = Verdict::of(made, impossible, unmet);
    Ok(run.end_with(Answer::new(Listed::Tiles { moves: made, pushes }.judged(verdict), ending)))
}

fn packings(numbered: &Numbered, options: &Options, files: &[OsString]) -> Ended {
    let mut run = Run::start(options, Activity::Describing)?;
    let [puzzle, packings] = with_solution(files, NO_GOAL)?;
    let [_, source] = sources([("PUZZLE", puzzle), ("PACKINGS", packings)])?;
    let pack = numbered.read(puzzle)?;
    let name = source.name();
    let (places, packings): (Vec<_>, Vec<_>) = read_packings(&pack, &source)?.into_iter().unzip();
    run.open()?;
    let checker = Checker::of(&pack);
    let wrong = || {
        let refused = |(place, packing)| checker.check(packing).err().map(|refusal| (place, refusal));
        places.iter().zip(&packings).find_map(refused)
    };
    let listed = Listed::Packings { packings: places.len() as u64 };
    let repeated = || checker.repeated(&packings);
    Ok(run.end_with(judged(&name, "packing", listed, &places, wrong, repeated)))
}
