//! `traybit check PUZZLE [GOAL] [MOVES]`: whether a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::cli::files::{FileFaults, Source, with_goal};
use crate::cli::options::{Options, PROGRAM, give, refuse, refuse_files, say, sources};
use crate::cli::replay::{Replay, replay};
use crate::cli::signals::Signals;
use crate::cli::status::TraybitStatus;
use crate::report::{json, text};
use traybit_core::input::Fault;
use traybit_sliding::counts::Counts;
use traybit_sliding::formats::{self, Content};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;

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

/// Checks and reports; both results are exit statuses. The lowest that applies wins.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let options = &arguments.options;
    // The budgets mean nothing here, but a wrong one is wrong usage in every command.
    options.budget()?;
    let judged = Arc::new(AtomicU64::new(0));
    let lines = Arc::clone(&judged);
    let known =
        move || format!("nothing is verified; {} read", text::counted(lines.load(Ordering::Relaxed), "move"));
    let signals = Signals::install(PROGRAM, known).ok();
    let (puzzle, moves) = read(arguments)?;
    let mut counts = Counts::default();
    let replayed = play(&puzzle, &moves, &judged, &mut counts)?;
    if let Err(faults) = &puzzle {
        return Err(refuse_files(faults.clone()));
    }
    let output = options.output()?;
    if let Some(signals) = signals {
        signals.finish();
    }
    let (check, status) = verdict(replayed, counts);
    if let Some(sentence) = &check.reason {
        say(sentence);
    }
    let answer = match (options.json, &status) {
        (true, _) => json::document(&check),
        (_, TraybitStatus::Done) => verified(check.moves, &counts),
        _ => String::new(),
    };
    Ok(give(&output, &answer, status))
}

/// The puzzle and where the moves are: what the files are depends on what the first one holds.
fn read(arguments: &Arguments) -> Result<(Result<Puzzle, FileFaults>, Source), TraybitStatus> {
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
                let sentence = format_args!(
                    "{name} says itself what its goals are: expected at most one more file, that of the moves"
                );
                return Err(refuse(sentence, TraybitStatus::WrongUsage));
            }
            let [_, moves] = sources([("PUZZLE", first), ("MOVES", files.first().unwrap_or(&input))])?;
            return Ok((Ok(puzzle), moves));
        }
        Err(fault) => Err(fault),
    };
    let Some(goal) = files.first() else {
        let sentence = format_args!("{name} is a tray: its goal's file, GOAL, is missing");
        return Err(match tray {
            Ok(_) => refuse(sentence, TraybitStatus::WrongUsage),
            Err(fault) => refuse_files(FileFaults::of([fault])),
        });
    };
    let moves = files.get(1).unwrap_or(&input);
    let [_, goal, moves] = sources([("TRAY", first), ("GOAL", goal), ("MOVES", moves)])?;
    Ok((with_goal(tray, &goal), moves))
}

/// Reads all moves, since a fault among them outweighs whatever else is wrong but an unreadable file.
fn play<'a>(
    puzzle: &'a Result<Puzzle, FileFaults>,
    moves: &Source,
    judged: &AtomicU64,
    counts: &mut Counts,
) -> Result<Replay<'a>, TraybitStatus> {
    if let Err(faults @ FileFaults::Unreadable(_)) = puzzle {
        return Err(refuse_files(faults.clone()));
    }
    let problem = puzzle.as_ref().ok();
    let replayed =
        moves.open().and_then(|input| replay(problem, &moves.name(), input, judged, |step| counts.add(step)));
    replayed.map_err(|fault| match (fault, puzzle) {
        (fault @ Fault::Invalid(_), Err(FileFaults::Invalid(sentences))) => {
            sentences.iter().for_each(say);
            refuse_files(FileFaults::of([fault]))
        }
        (fault, _) => refuse_files(FileFaults::of([fault])),
    })
}

fn verdict(replay: Replay<'_>, counts: Counts) -> (json::Check, TraybitStatus) {
    let Replay { moves, game, impossible } = replay;
    let unmet = game.and_then(|game| game.missing());
    let (verdict, reason, status) = match (impossible, unmet) {
        (Some(sentence), _) => ("impossible move", Some(sentence), TraybitStatus::ImpossibleMove),
        (None, Some(unmet)) => {
            let moves = text::counted(moves, "move");
            let sentence = format!("every move is possible, but after {moves} {unmet}");
            ("goal not met", Some(sentence), TraybitStatus::Impossible)
        }
        (None, None) => ("verified", None, TraybitStatus::Done),
    };
    (json::Check { verdict, moves, counts: counts.into(), reason }, status)
}

fn verified(moves: u64, counts: &Counts) -> String {
    let [steps, slides, paths] = [Metric::Step, Metric::Slide, Metric::Path]
        .map(|metric| text::length_in(metric, counts.moves_in(metric)));
    let moves = text::counted(moves, "move");
    format!("Verified: {moves}, all possible, and the goal holds at the end ({steps}, {slides}, {paths}).\n")
}
