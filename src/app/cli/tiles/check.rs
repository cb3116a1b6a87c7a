//! `traybit tiles check BOARD [SOLUTION]`: whether a list of moves is possible and ends in the goal.

use std::borrow::Cow;
use std::ffi::OsString;
use std::io::{Cursor, Read};
use std::sync::atomic::Ordering;

use clap::Args;
use serde::Deserialize;
use serde_json::from_slice;
use traybit_core::input::InputError;
use traybit_tiles::checker::Game;
use traybit_tiles::formats::FileFormat;
use traybit_tiles::solution::Moves;

use crate::answer::Answer;
use crate::answer::check::{self, Verdict};
use crate::cli::document::Content;
use crate::cli::tiles::reading::{FORMATS, Goal, NO_GOAL_FILE, read_board};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, Plain, one_of, only_file, sources};
use traybit_program::files::Source;
use traybit_program::status::Status;
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
A line is a tile and where it moves (`12 D`; U, D, L or R), or where the blank goes (north,
east, south or west); what `traybit tiles solve --show` or `--json` writes is read, too. Without
SOLUTION the moves come from standard input.

Examples:
  traybit tiles check board.txt solution.txt
  traybit tiles solve board.txt | traybit tiles check board.txt
  traybit tiles check --goal blank-first board.txt solution.txt";

/// Verify a list of moves
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    #[command(flatten)]
    check: Check,
}

impl Arguments {
    /// Checks the list of moves.
    pub(super) fn run(&self) -> Ended {
        run(&[self.board.clone(), self.solution.clone()], self.check.clone())
    }
}

/// Options of a check.
#[derive(Args, Clone, Debug)]
pub(super) struct Check {
    /// Format of the board [default: detected]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Plain,
}

/// The part of the document of `traybit tiles solve --json` that is read.
#[derive(Deserialize)]
struct Document<'a> {
    #[serde(borrow)]
    moves: Vec<Step<'a>>,
}

/// A move in one of both notations.
#[derive(Deserialize)]
#[serde(untagged)]
enum Step<'a> {
    Tile(u64, #[serde(borrow)] Cow<'a, str>),
    Blank(#[serde(borrow)] Cow<'a, str>),
}

impl Step<'_> {
    /// The line that says the same.
    fn line(&self) -> String {
        match self {
            Self::Tile(tile, direction) => format!("{tile} {direction}\n"),
            Self::Blank(direction) => format!("{direction}\n"),
        }
    }
}

/// The moves of a file as text: those of a document a line each.
fn moves_of(solution: &Source) -> Result<Box<dyn Read + Send>, InputError> {
    match Content::of(solution)? {
        Content::Text(text) => Ok(text),
        Content::Document(bytes) => {
            let document: Document<'_> = from_slice(&bytes).map_err(|reason| {
                let expected = "expected the document of `traybit tiles solve --json`, with moves";
                InputError::Invalid(format!("{}: {expected}, found another: {reason}", solution.name()))
            })?;
            Ok(Box::new(Cursor::new(document.moves.iter().map(Step::line).collect::<String>())))
        }
    }
}

/// Checks a list of moves.
pub(super) fn run(files: &[OsString], Check { format, goal, options }: Check) -> Ended {
    let options = Options::from(options);
    let mut run = Run::start(&options, Activity::Checking)?;
    let input = OsString::from("-");
    let (board, solution) = match files {
        [board] => (board, &input),
        [board, solution] => (board, solution),
        _ => return only_file(files.get(1..).unwrap_or_default(), NO_GOAL_FILE).map(|_| Status::WrongUsage),
    };
    let aim = goal.read(&[board, solution])?;
    let [board, solution] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let start = read_board(&board, format)?;
    let goal = aim.of(start.size()).map_err(Failure::invalid)?;
    let mut game = Game::new(&start);
    let mut moves = Moves::new(&solution.name(), moves_of(&solution)?);
    let (mut made, mut impossible) = (0, None);
    // All lines are read: one that is malformed outweighs a move that is impossible.
    while let Some(step) = moves.next_move()? {
        made += 1;
        run.limits().progress.positions.store(made, Ordering::Relaxed);
        if impossible.is_none()
            && let Err(refusal) = game.apply(step)
        {
            let (name, line) = (solution.name(), moves.line());
            impossible = Some(format!("{name}, line {line}: the move {step} is impossible: {refusal}"));
        }
    }
    run.open()?;
    let unmet = game.missing(&goal).map(|cell| cell.to_string());
    let (verdict, ending) = Verdict::of(made, impossible, unmet);
    Ok(run.end_with(Answer::new(check::moves(verdict, made, None), ending)))
}
