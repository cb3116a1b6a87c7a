//! `traybit tiles analyse`: where a solution loses moves.

use std::ffi::OsString;
use std::time::Duration;

use clap::Args;
use traybit_core::search::outcome::Cost;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::solve::analyse::analyse;
use traybit_tiles::solve::answer::Solver;

use crate::command::solutions::possible_moves;
use crate::command::tiles::mode::gave_up;
use crate::command::tiles::reading::{Goal, read_board};
use crate::report::tiles::analysed;
use crate::report::{Answer, Ending};
use crate::run::{Ended, Failure, Run, SearchOptions, Status, sources};
use traybit_program::text::Activity;
use traybit_tiles::arrangement::unsolvable;

const EXAMPLES: &str = "\
After each move: the fewest moves to go, whether the move lost two, and the best moves there. The
moves are judged from the last one on; of a board of more than 16 cells as many as --limit leaves
time for, by default ten seconds.

Examples:
  traybit tiles analyse board.txt solution.txt
  traybit solve --fast board.txt | traybit tiles analyse board.txt";

/// Time for boards that may take days.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Show where a solution loses moves: the distance to go after each move, and the best moves there
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: SearchOptions,
}

pub(super) fn run(arguments: &Arguments) -> Ended {
    let Arguments { board, solution, goal, options } = arguments;
    let aim = goal.read(&[board, solution])?;
    let [board, solution] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let mut run = Run::start_searching(options, Activity::Tiles)?;
    let start = read_board(&board)?;
    let solver = Solver::new(aim.of(start.size()).map_err(Failure::invalid)?, None);
    let (moves, _) = possible_moves(&solution, &start, solver.goal())?;
    let arrangement = Arrangement::new(&start, solver.goal());
    if let Some(obstacle) = arrangement.obstacle() {
        return Err(Failure::new(unsolvable(obstacle), Status::Impossible));
    }
    run.open()?;
    let (stations, ended) = run.search(|limits, _| {
        let is_endless = limits.deadline.is_none() && !Solver::is_small(solver.goal());
        let limits = limits.for_at_most(is_endless.then_some(DEFAULT_TIME));
        analyse(&arrangement, &moves, solver.optimiser(), &limits)
    });
    let ending = ended.map_or(Ending::DONE, |reason| gave_up(reason, &Cost::default(), &run));
    let body = analysed(&start, &moves, &stations, &ending);
    Ok(run.end_with(Answer::new(body, ending)))
}
