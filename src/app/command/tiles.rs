//! `traybit tiles COMMAND …`: what only sliding tiles have, from 1×1 to 256×256.

mod survey;

use std::ffi::OsString;
use std::slice;
use std::time::Duration;

use clap::{Args, Subcommand};

use crate::command::boards::Goal;
use crate::command::check::{moves_of, possible_moves};
use crate::command::solve;
use crate::command::solve::tiles::{Mode, NOTATIONS, Tiles, gave_up};
use crate::report::tiles::{analysed, listed};
use crate::report::{Answer, Ending};
use crate::run::certificate::Certifying;
use crate::run::page::Paging;
use crate::run::{
    Choices, Ended, Failure, Options, Plain, Run, SearchOptions, Status, hidden, one_of, refuse_twice,
    sources,
};
use traybit_core::search::outcome::Cost;
use traybit_program::files::Source;
use traybit_program::text::Activity;
use traybit_tiles::arrangement::{Arrangement, unsolvable};
use traybit_tiles::solution::{Moves, Notation, inverted, simplified};
use traybit_tiles::solve::analyse::analyse;
use traybit_tiles::solve::answer::Solver;

const EXAMPLES: &str = "\
Examples:
  traybit tiles analyse BOARD SOLUTION
  traybit tiles shorten BOARD SOLUTION
  traybit tiles moves --invert SOLUTION
  traybit tiles survey --size 3 --count 1000";

/// Analyse, shorten and rewrite solutions of sliding tiles, and survey their lengths
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Clone, Debug)]
enum Command {
    Analyse(Analyse),
    Shorten(Shorten),
    Moves(JoinMoves),
    Survey(survey::Arguments),
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.command.clone() {
        Command::Analyse(arguments) => run_analyse(&arguments),
        Command::Shorten(Shorten {
            board,
            solution,
            all,
            format,
            goal,
            paging,
            certifying,
            mode,
            options,
        }) => {
            let (from, fast) = (Some(solution.as_os_str()), false);
            let (mode, goal, paging, certifying, options) = (&mode, &goal, &paging, &certifying, &options);
            let tiles = Tiles { mode, fast, all, format, goal, paging, certifying, options, from };
            solve::tiles::run(&tiles, slice::from_ref(&board))
        }
        Command::Moves(arguments) => run_moves(arguments),
        Command::Survey(arguments) => survey::run(&arguments),
    }
}

const SHORTEN: &str = "\
Windows of the solution are replaced by shorter paths, for a second or for --quality; up to 16 cells,
or with --optimal, the shortest solution is searched for then. Moves that undo each other go first.

Examples:
  traybit tiles shorten board.txt solution.txt
  traybit solve --fast board.txt | traybit tiles shorten --quality 5 board.txt";

/// Shorten a solution, to the shortest one up to 16 cells
#[derive(Args, Clone, Debug)]
#[command(after_help = SHORTEN, mut_arg("pushes", hidden))]
struct Shorten {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    /// Write all shortest solutions, an empty line between two
    #[arg(long, conflicts_with = "quality")]
    all: bool,

    /// Form of a solution
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "tiles")]
    format: Notation,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    mode: Mode,

    #[command(flatten)]
    options: SearchOptions,
}

const ANALYSE: &str = "\
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
#[command(after_help = ANALYSE)]
struct Analyse {
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

fn run_analyse(arguments: &Analyse) -> Ended {
    let Analyse { board, solution, goal, options } = arguments;
    let mut run = Run::start_searching(options, Activity::Tiles)?;
    let [_, moves] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let (start, goal, _) = goal.with_board(board, &[solution])?;
    let solver = Solver::new(goal, None);
    let (moves, _) = possible_moves(&moves, &start, solver.goal())?;
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

const MOVES: &str = "\
Reads moves as `traybit check` does, without a board, so they may be impossible; moves that undo
each other cancel (`L2RL` is `L2`).

Examples:
  traybit tiles moves solution.txt
  traybit tiles moves --invert solution.txt
  traybit tiles moves --format blank solution.txt solution.txt";

const LETTERS: Choices<Notation> = &[
    (
        "letters",
        "a letter for each direction, with the number of tiles pushed at once: `D3ULDR2`",
        Notation::Letters,
    ),
    ("blank", "where the blank goes: north, east, south or west", Notation::Blank),
];

/// Join, simplify and invert lists of moves, and write them in letters
#[derive(Args, Clone, Debug)]
#[command(after_help = MOVES)]
struct JoinMoves {
    /// Files of moves, one after the other; `-` is standard input
    #[arg(value_name = "SOLUTIONS", default_value = "-", hide_default_value = true)]
    files: Vec<OsString>,

    /// Write the moves that lead back
    #[arg(long)]
    invert: bool,

    /// Form of the moves
    #[arg(long, value_parser = one_of(LETTERS), default_value = "letters")]
    format: Notation,

    #[command(flatten)]
    options: Plain,
}

fn run_moves(arguments: JoinMoves) -> Ended {
    let JoinMoves { files, invert, format, options } = arguments;
    let options = Options::from(options);
    let roles: Vec<_> = files.iter().map(|file| ("SOLUTIONS", file.as_os_str())).collect();
    refuse_twice(&roles)?;
    let mut run = Run::start(&options, Activity::Checking)?;
    let mut moves = Vec::new();
    for file in &files {
        let source = Source::or_input(file);
        let mut list = Moves::new(&source.name(), moves_of(&source)?);
        while let Some(step) = list.next_move()? {
            moves.push(step.direction);
        }
    }
    let moves = simplified(moves);
    let moves = if invert { inverted(&moves) } else { moves };
    run.open()?;
    Ok(run.end_with(Answer::new(listed(&moves, format), Ending::DONE)))
}
