//! `traybit tiles COMMAND …`: commands for sliding tiles only, from 1×1 to 256×256.

use std::ffi::OsString;
use std::slice;
use std::time::{Duration, Instant};

use clap::{Args, Subcommand};

use crate::batch::{self, Allowed};
use crate::collection::{Found, Oddity, errors};
use crate::command::boards::{Boards, Goal, refuse_open};
use crate::command::check::{moves_of, possible_moves};
use crate::command::plotting::{Plotting, cells, give_plot, of_lengths};
use crate::command::solve;
use crate::command::solve::tiles::{Cache, Mode, NOTATIONS, Tiles, gave_up};
use crate::report::tiles::{analysed, listed, survey};
use crate::report::{Answer, Ending};
use crate::run::certificate::Certifying;
use crate::run::{
    Ended, Failure, LIMIT_OF_EACH, Picturing, Plain, Run, SearchOptions, Status, Total, one_of, refuse_twice,
    say, sources,
};
use traybit_core::sync::Mutex;
use traybit_core::{Cost, InputError};
use traybit_family::tiles::{FAMILY as TILES, TilesPuzzle};
use traybit_family::{Answer as Answered, Objective, Verdict, of_family};
use traybit_program::{Activity, Source};
use traybit_sliding::Metric;
use traybit_tiles::arrangement::unsolvable;
use traybit_tiles::solution::{Moves, inverted, simplified};
use traybit_tiles::solve::analyse::analyse;
use traybit_tiles::solve::answer::Solver;
use traybit_tiles::{Arrangement, Notation, Unit};

/// Analyse, shorten and rewrite solutions of sliding tiles, and survey their lengths
#[derive(Subcommand, Clone, Debug)]
#[command(after_help = include_str!("../help/tiles.txt"))]
pub enum Arguments {
    Analyse(Analyse),
    Shorten(Shorten),
    Moves(JoinMoves),
    Survey(Survey),
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments {
        Arguments::Analyse(arguments) => run_analyse(arguments),
        Arguments::Shorten(Shorten { files, all, format, picturing, certifying, mode, options }) => {
            let BoardFiles { board, solution, goal } = files;
            let (from, fast, all, format) = (Some(solution.as_os_str()), false, *all, *format);
            let tiles = Tiles { mode, fast, all, format, goal, picturing, certifying, options, from };
            solve::tiles::run(&tiles, slice::from_ref(board))
        }
        Arguments::Moves(arguments) => run_moves(arguments),
        Arguments::Survey(arguments) => run_survey(arguments),
    }
}

#[derive(Args, Clone, Debug)]
struct BoardFiles {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file of moves
    #[arg(default_value = "-", hide_default_value = true)]
    solution: OsString,

    #[command(flatten)]
    goal: Goal,
}

/// Shorten a solution, to the shortest one up to 16 cells
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/tiles-shorten.txt"), mut_arg("pushes", |pushes| pushes.hide(true)))]
pub struct Shorten {
    #[command(flatten)]
    files: BoardFiles,

    /// Write all shortest solutions, an empty line between two
    #[arg(long, conflicts_with = "quality")]
    all: bool,

    /// Form of a solution
    #[arg(long, value_parser = one_of(NOTATIONS), default_value = "tiles")]
    format: Notation,

    #[command(flatten)]
    picturing: Picturing,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    mode: Mode,

    #[command(flatten)]
    options: SearchOptions,
}

/// Default time limit, as some boards may take days.
const DEFAULT_TIME: Duration = Duration::from_secs(10);

/// Show where a solution loses moves: the distance to go after each move, and the best moves there
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/tiles-analyse.txt"))]
pub struct Analyse {
    #[command(flatten)]
    files: BoardFiles,

    #[command(flatten)]
    options: SearchOptions,
}

fn run_analyse(arguments: &Analyse) -> Ended {
    let Analyse { files: BoardFiles { board, solution, goal }, options } = arguments;
    let mut run = Run::start_searching(options, Activity::TILES)?;
    let [_, moves] = sources([("BOARD", board), ("SOLUTION", solution)])?;
    let (start, goal, _) = goal.with_board(board, &[solution])?;
    refuse_open("tiles analyse", &[&start, &goal])?;
    let solver = Solver::new(goal);
    let (moves, _) = possible_moves(&moves, &start, solver.goal())?;
    let arrangement = Arrangement::new(&start, solver.goal());
    if let Some(obstacle) = arrangement.obstacle() {
        return Err(Failure::new(unsolvable(obstacle), Status::Impossible));
    }
    run.open()?;
    let (stations, cost, ended) = run.search(|limits, _| {
        let is_endless = limits.deadline.is_none() && !Solver::is_small(solver.goal());
        let limits = limits.for_at_most(is_endless.then_some(DEFAULT_TIME));
        analyse(&arrangement, &moves, solver.optimiser(), &limits)
    });
    let ending = ended.map_or(Ending::DONE, |reason| gave_up(reason, &cost, &run));
    let body = analysed(&start, &moves, &stations, ended);
    Ok(run.end_with(Answer::new(body, ending)))
}

/// Join, simplify and invert lists of moves, and write them in letters
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("../help/tiles-moves.txt"))]
pub struct JoinMoves {
    /// Files of moves, one after the other; `-` is standard input
    #[arg(value_name = "SOLUTIONS", default_value = "-", hide_default_value = true)]
    files: Vec<OsString>,

    /// Write the moves that lead back
    #[arg(long)]
    invert: bool,

    // Blank and letters, the notations that need no board.
    /// Form of the moves
    #[arg(long, value_parser = one_of(&NOTATIONS[1..3]), default_value = "letters")]
    format: Notation,

    #[command(flatten)]
    options: Plain,
}

fn run_moves(arguments: &JoinMoves) -> Ended {
    let JoinMoves { files, invert, format, options } = arguments;
    refuse_twice(files.iter().map(|file| ("SOLUTIONS", file.as_os_str())))?;
    let mut run = Run::start_plain(options, Activity::CHECKING)?;
    let mut moves = Vec::new();
    for file in files {
        let source = Source::or_input(file);
        let mut list = Moves::new(&source.name(), moves_of(&source)?, None);
        while let Some(step) = list.next_move()? {
            moves.push(step.direction);
        }
    }
    let moves = simplified(moves);
    let moves = if *invert { inverted(&moves) } else { moves };
    run.open()?;
    Ok(run.end_with(Answer::new(listed(&moves, *format), Ending::DONE)))
}

/// Show how long the shortest solutions of a sample of boards are
#[derive(Args, Clone, Debug)]
#[command(mut_arg("limit", |limit| limit.help(LIMIT_OF_EACH)), after_help = include_str!("../help/tiles-survey.txt"))]
pub struct Survey {
    #[command(flatten)]
    boards: Boards,

    /// Count pushes, where several tiles in line move as one: the multi-tile metric (MTM)
    #[arg(long)]
    pushes: bool,

    #[command(flatten)]
    cache: Cache,

    #[command(flatten)]
    plotting: Plotting,

    #[command(flatten)]
    total: Total,

    #[command(flatten)]
    options: SearchOptions,
}

fn run_survey(arguments: &Survey) -> Ended {
    let Survey { boards, plotting, options, .. } = arguments;
    let cache = arguments.cache.folder(&options.common.plain)?;
    let optimal = (Objective::Optimal(Metric::Slide), Unit::Move);
    let (objective, unit) = if arguments.pushes { (Objective::Pushes, Unit::Push) } else { optimal };
    let mut run = Run::start_searching(options, Activity::BOARDS)?;
    let time = run.limit_each(arguments.total);
    let (found, mut oddities) = boards.find(&[], &boards.aim()?, &run)?;
    let (found, strange): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|found| found.puzzle.family().name == TILES.name);
    oddities.extend(strange.into_iter().map(|found| {
        let (name, one) = (found.name, found.puzzle.family().one);
        Oddity::from(InputError::Invalid(format!("{name}: expected a board of tiles, found {one}")))
    }));
    oddities.iter().map(|oddity| &oddity.sentence).for_each(say);
    found.iter().try_for_each(|board| board.puzzle.check_objective(objective)).map_err(Failure::usage)?;
    run.open()?;
    let plot = run.beside("plot", "--plot", plotting.plot.as_deref())?;
    let all: Vec<&Found> = found.iter().collect();
    let answers = Mutex::new(Vec::new());
    let began = Instant::now();
    let unfinished = run.search(|limits, _| {
        let done = |_, answer| answers.lock().push(answer);
        batch::run(&all, objective, &Allowed { limits: limits.clone(), time, cache }, &done)
    });
    let answers: Vec<Answered> = answers.into_inner();
    let (mut sizes, mut ended) = (Vec::new(), None);
    for answer in &answers {
        match answer.verdict {
            Verdict::Solved { length, .. } => {
                let length = length as usize;
                sizes.resize(sizes.len().max(length + 1), 0);
                sizes[length] += 1;
            }
            Verdict::GaveUp(reason) => ended = ended.or(reason),
            _ => {}
        }
    }
    let ended = run.limits().check_time().err().filter(|_| answers.len() < all.len()).or(ended);
    let cost = answers.iter().fold(Cost::default(), |sum, answer| sum.then(answer.cost));
    let cost = Cost { positions: cost.positions + unfinished, time: began.elapsed(), ..cost };
    let ending = match (errors(&oddities), ended) {
        (Some(status), _) => Ending { status, reason: None },
        (None, Some(reason)) => run.gave_up(reason, &cost),
        (None, None) => Ending::DONE,
    };
    let mut status = run.give(Answer::found(survey(&sizes, all.len(), unit), ending, cost));
    if let Some(file) = plot {
        let size = |found: &Found| of_family::<TilesPuzzle>(&*found.puzzle).map(|puzzle| puzzle.start.size());
        let same =
            found.first().and_then(size).filter(|one| found.iter().all(|found| size(found) == Some(*one)));
        let of = same.map_or_else(|| "several sizes".to_owned(), cells);
        status = give_plot(&file, &of_lengths(&of, unit.noun(), &sizes), status);
    }
    Ok(run.end(status))
}
