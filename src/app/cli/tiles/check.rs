//! `traybit tiles check BOARD [SOLUTION]`: whether a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::sync::atomic::Ordering;

use clap::Args;
use traybit_tiles::checker::Game;
use traybit_tiles::formats::FileFormat;
use traybit_tiles::solution::Moves;

use crate::answer::Answer;
use crate::answer::check::{self, Verdict};
use crate::cli::tiles::reading::{FORMATS, Goal, read_board};
use crate::runner::Run;
use crate::runner::failure::{Ended, Failure};
use crate::runner::options::{Options, one_of, sources};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
A line is a tile and where it moves (`12 D`; U, D, L or R), or where the blank goes (north,
east, south or west). Without SOLUTION the moves come from standard input.

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

    /// Format of the board [default: detected]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Options,
}

/// Checks a list of moves.
pub(super) fn run(arguments: &Arguments) -> Ended {
    let mut run = Run::start(&arguments.options, Activity::Checking)?;
    let [board, solution] = sources([("BOARD", &arguments.board), ("SOLUTION", &arguments.solution)])?;
    let aim = arguments.goal.read(&[&arguments.board, &arguments.solution])?;
    let start = read_board(&board, arguments.format)?;
    let goal = aim.of(start.size()).map_err(Failure::invalid)?;
    let mut game = Game::new(&start);
    let mut moves = solution.open().map(|file| Moves::new(&solution.name(), file))?;
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
