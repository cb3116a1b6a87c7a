//! `traybit tiles check BOARD [SOLUTION]`: whether a list of moves is possible and ends in the goal.

use std::ffi::OsString;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use clap::Args;

use crate::cli::files::FileFaults;
use crate::cli::options::{Options, PROGRAM, give, refuse, refuse_files, say, sources};
use crate::cli::signals::Signals;
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::reading::{Format, Goal, read_board};
use crate::report::json;
use crate::report::text::counted;
use crate::report::tiles::Check;
use traybit_core::input::Fault;
use traybit_tiles::checker::Game;
use traybit_tiles::solution::Moves;

const EXAMPLES: &str = "\
A line is a tile and where it moves (`12 D`; U, D, L or R), or where the gap goes (north, east,
south or west). Without SOLUTION the moves come from standard input.

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

    /// The board's form [default: told by what is in the file]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Options,
}

/// Checks and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let options = &arguments.options;
    // The budgets mean nothing here, but a wrong one is wrong usage in every command.
    options.budget()?;
    let [board, solution] = sources([("BOARD", &arguments.board), ("SOLUTION", &arguments.solution)])?;
    let judged = Arc::new(AtomicU64::new(0));
    let lines = Arc::clone(&judged);
    let known =
        move || format!("nothing is verified; {} read", counted(lines.load(Ordering::Relaxed), "move"));
    let signals = Signals::install(PROGRAM, known).ok();
    let refuse_file = |fault: Fault| refuse_files(FileFaults::of([fault]));
    let aim = arguments.goal.read(&[&arguments.board, &arguments.solution])?;
    let start = read_board(&board, arguments.format).map_err(refuse_file)?;
    let goal = aim.of(start.size()).map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let mut game = Game::new(&start);
    let mut moves = solution.open().map(|file| Moves::new(&solution.name(), file)).map_err(refuse_file)?;
    let (mut made, mut impossible) = (0, None);
    // All lines are read: one that is malformed outweighs a move that is impossible.
    while let Some(step) = moves.next_move().map_err(refuse_file)? {
        made += 1;
        judged.store(made, Ordering::Relaxed);
        if impossible.is_none()
            && let Err(refusal) = game.apply(step)
        {
            let (name, line) = (solution.name(), moves.line());
            impossible = Some(format!("{name}, line {line}: the move {step} is impossible: {refusal}"));
        }
    }
    let output = options.output()?;
    if let Some(signals) = signals {
        signals.finish();
    }
    let count = counted(made, "move");
    let unmet =
        || game.missing(&goal).map(|cell| format!("every move is possible, but after {count} {cell}"));
    let (verdict, reason, status) = match impossible.map(Err).or_else(|| unmet().map(Ok)) {
        Some(Err(sentence)) => ("impossible move", Some(sentence), TraybitStatus::ImpossibleMove),
        Some(Ok(sentence)) => ("goal not met", Some(sentence), TraybitStatus::Impossible),
        None => ("verified", None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
    }
    let answer = match (options.json, &status) {
        (true, _) => json::document(&Check { verdict, moves: made, reason }),
        (_, TraybitStatus::Done) => {
            format!("Verified: {count}, all possible, and the goal holds at the end.\n")
        }
        _ => String::new(),
    };
    Ok(give(&output, &answer, status))
}
