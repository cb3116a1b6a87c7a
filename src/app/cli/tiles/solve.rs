//! `traybit tiles solve BOARD [SOLUTION]`: the shortest solution, a short one, or one at once.

use std::ffi::OsString;

use clap::{Args, ValueEnum};

use crate::certificate::MOST_POSITIONS;
use crate::certificate::record_tiles::certify;
use crate::cli::certifying::Certifying;
use crate::cli::certifying::Sealed;
use crate::cli::files::FileFaults;
use crate::cli::options::{Options, give, refuse, refuse_files, say, sources};
use crate::cli::output::Output;
use crate::cli::page::{Paging, playback_of_tiles};
use crate::cli::profile::Profile;
use crate::cli::searching::{Run, Searching};
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::gave_up;
use crate::cli::tiles::reading::{Format, Goal, read_board};
use crate::cli::tiles::wanted::{Asking, require};
use crate::report::json;
use crate::report::text::Undone;
use crate::report::tiles;
use traybit_tiles::arrangement::Arrangement;
use traybit_tiles::board::Board;
use traybit_tiles::solution::{self, Notation};
use traybit_tiles::solve::answer::{Report, Solver, Verdict};

const EXAMPLES: &str = "\
Up to 16 cells the shortest solution is found, and proven; beyond, a short one in about a second.
The moves go to standard output or to the file SOLUTION, all else to standard error.

Examples:
  traybit tiles solve --goal blank-first puzzles/tiles/fifteen-80.txt
  traybit tiles solve board.txt solution.txt
  traybit tiles solve --show puzzles/tiles/eight-31.txt
  traybit tiles solve --fast --notation gap BOARD
  traybit tiles solve --quality 10 BOARD
  traybit tiles solve --optimal --limit 5m --cache BOARD
  traybit tiles solve --strategy greedy --heuristic manhattan BOARD
  traybit tiles solve --certificate eight.json puzzles/tiles/eight-31.txt
  traybit tiles solve --html board.html BOARD";

/// How a solution is written: as typed.
#[derive(ValueEnum, Clone, Copy, Debug, PartialEq, Eq)]
enum Written {
    /// The tile and where it moves: `12 D`
    Tiles,
    /// Where the gap goes: north, east, south or west
    Gap,
    /// Every position from the start to the goal, drawn
    Boards,
}

impl From<Written> for Notation {
    fn from(written: Written) -> Self {
        match written {
            Written::Tiles => Self::Tiles,
            Written::Gap => Self::Blank,
            Written::Boards => Self::Boards,
        }
    }
}

/// Find the shortest solution, a short one, or one at once
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// The board's file; `-` is standard input
    board: OsString,

    /// The file for the solution; `-` is standard output
    #[arg(default_value = "-", hide_default_value = true, conflicts_with = "output")]
    solution: OsString,

    #[command(flatten)]
    asking: Asking,

    /// How moves are written
    #[arg(long, value_enum, default_value_t = Written::Tiles)]
    notation: Written,

    /// Draw every position from the start to the goal: --notation boards
    #[arg(long, conflicts_with_all = ["notation", "json"])]
    show: bool,

    /// The board's form [default: told by what is in the file]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    paging: Paging,

    #[command(flatten)]
    certifying: Certifying,

    #[command(flatten)]
    searching: Searching,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    fn notation(&self) -> Notation {
        if self.show { Notation::Boards } else { self.notation.into() }
    }

    /// Where the solution goes; tried at once, so that no work is done in vain.
    fn output(&self) -> Result<Output, TraybitStatus> {
        if self.solution == "-" {
            return self.options.output();
        }
        Options { output: Some(self.solution.clone()), ..self.options.clone() }.output()
    }
}

/// Solves and reports; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { options, searching, .. } = arguments;
    let wanted = arguments.asking.wanted();
    let [board] = sources([("BOARD", &arguments.board)])?;
    let aim = arguments.goal.read(&[&arguments.board])?;
    let profile = Profile::place(searching.profile.as_deref(), options.output.as_deref())?;
    let run = Run::prepare(options, if wanted.deepens() { Undone::Tiles } else { Undone::Solving })?;
    let start =
        read_board(&board, arguments.format).map_err(|fault| refuse_files(FileFaults::of([fault])))?;
    let goal = aim.of(start.size()).map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let output = arguments.output()?;
    let others: Vec<Output> = [output.clone()].into_iter().chain(profile.clone()).collect();
    let certificate = arguments.certifying.place(&others)?;
    let page = arguments.paging.place(&arguments.board, &Sealed::among(others, certificate.as_ref()))?;
    let profile = profile.map(Profile::begin).transpose()?;
    let solver = Solver::new(goal, arguments.asking.cache()?);
    require(&solver, wanted)?;
    let report = run.search(options.quiet, |limits| solver.solve(&start, wanted, limits));
    let (answer, status) = render(&start, &report, arguments, &run);
    if let (Verdict::Unsolvable(_), Some((name, other))) = (&report.verdict, aim.other(start.size()))
        && Arrangement::new(&start, &other).obstacle().is_none()
    {
        options.remark(format_args!("with --goal {name} it has a solution"));
    }
    let status = give(&output, &answer, status);
    let status = page.map_or(status, |page| {
        let moves = if let Verdict::Solved { moves, .. } = &report.verdict { Some(moves) } else { None };
        page.finish(options, moves.map(|moves| playback_of_tiles(&start, solver.goal(), moves)), status)
    });
    let status = certificate.map_or(status, |certificate| {
        certificate.finish(options, &run, status, |limits| {
            certify(&start, solver.goal(), &report, MOST_POSITIONS, limits)
        })
    });
    Ok(profile.map_or(status, |profile| profile.finish(status)))
}

/// The answer as it is written, and the status; what else there is to say is said.
fn render(start: &Board, report: &Report, arguments: &Arguments, run: &Run) -> (String, TraybitStatus) {
    let options = &arguments.options;
    let figures = run.figures(report.cost);
    let gave_up = report.ended.map(|reason| gave_up(run, reason, &report.cost));
    let (reason, status) = match (&report.verdict, gave_up) {
        (Verdict::Unsolvable(proof), _) => (Some(tiles::unsolvable(*proof)), TraybitStatus::Impossible),
        (_, Some((sentence, status))) => (Some(sentence), status),
        (_, None) => (None, TraybitStatus::Done),
    };
    if let Some(sentence) = &reason {
        say(sentence);
    }
    let moves = if let Verdict::Solved { moves, shortest } = &report.verdict {
        for sentence in tiles::solved(report, moves.len(), *shortest) {
            options.remark(sentence);
        }
        solution::write(start, moves, arguments.notation())
    } else {
        options.remark(tiles::cost(report));
        String::new()
    };
    arguments.searching.tell(&figures, None);
    if options.json {
        (json::document(&tiles::Solution::new(start, report, figures, reason)), status)
    } else {
        (moves, status)
    }
}
