//! `traybit info PUZZLE [GOAL]`: what can be said of a puzzle without a search.

use std::ffi::OsString;
use std::fmt::Write as _;

use clap::Args;

use crate::cli::files::read_problem;
use crate::cli::options::{Options, PROGRAM, give, puzzle_sources, refuse_files};
use crate::cli::signals::Signals;
use crate::cli::status::TraybitStatus;
use crate::report::text::{counted, grouped, key, length_in, unsolvable};
use crate::report::{drawing, json};
use traybit_core::search::outcome::Cost;
use traybit_sliding::bounds::Bounds;
use traybit_sliding::classes::{Class, Classes};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::refute;

const EXAMPLES: &str = "\
Examples:
  traybit info puzzles/sliding/klotski puzzles/sliding/klotski.goal
  traybit info --json TRAY";

/// Describe a puzzle: size, blocks, key layout, bounds
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The puzzle's file: a drawing, a Rush Hour board, or a tray; `-` is standard input
    puzzle: OsString,

    /// The goal's file, for a tray; without it the goal is empty
    goal: Option<OsString>,

    #[command(flatten)]
    options: Options,
}

/// At most so many goals are drawn beside a tray.
const MOST_GOALS: usize = 4;

/// Describes a puzzle; both results are exit statuses.
pub(crate) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let options = &arguments.options;
    let (puzzle, goal) = puzzle_sources(&arguments.puzzle, arguments.goal.as_deref())?;
    options.budget()?;
    let signals = Signals::install(PROGRAM, || "nothing is described".to_owned()).ok();
    let problem = read_problem(&puzzle, goal.as_ref()).map_err(refuse_files)?;
    let output = options.output()?;
    let puzzle = problem.classes();
    let impossible = refute(&puzzle).map(|proof| unsolvable(proof, &Cost::default()));
    let answer = if options.json {
        json::document(&json::Info::new(&puzzle, impossible))
    } else {
        describe(&problem, &puzzle, impossible)
    };
    if let Some(signals) = signals {
        signals.finish();
    }
    Ok(give(&output, &answer, TraybitStatus::Done))
}

fn describe(problem: &Puzzle, puzzle: &Classes, impossible: Option<String>) -> String {
    let goal_lines: usize = puzzle.goals.iter().flatten().map(Vec::len).sum();
    let mut lines = vec![format!(
        "{}×{}: {}, {}, {}, {}",
        puzzle.size.height,
        puzzle.size.width,
        counted(puzzle.open_cells() as u64, "cell"),
        counted(puzzle.blocks() as u64, "block"),
        counted(puzzle.free as u64, "free cell"),
        counted(goal_lines as u64, "goal line"),
    )];
    if puzzle.goals.len() > 1 {
        lines.push(format!(
            "{} of these lines, any of which will do",
            counted(puzzle.goals.len() as u64, "goal")
        ));
    }
    lines.extend(drawings(problem));
    for (number, class) in puzzle.classes.iter().enumerate() {
        let mut line = format!(
            "shape {}{}{}{}: {}, {}",
            class.shape,
            class.freedom.name().map_or_else(String::new, |name| format!(", {name}")),
            class.label.map_or_else(String::new, |label| format!(", labelled {label}")),
            admitted(problem, class),
            counted(class.start.len() as u64, "block"),
            counted(class.legal_anchors(puzzle.size) as u64, "legal anchor"),
        );
        let goal_lines: usize = puzzle.goals.iter().map(|goal| goal[number].len()).sum();
        if goal_lines > 0 {
            // A string takes all.
            let _ = write!(line, ", {}", counted(goal_lines as u64, "goal line"));
        }
        lines.push(line);
    }
    let chosen = Choice::of(puzzle);
    lines.push(format!("key: {}", key(&chosen)));
    let mut others = Choice::all(puzzle);
    others.retain(|choice| *choice != chosen);
    lines.extend(others.iter().map(|choice| format!("     or {}", key(choice))));
    lines.extend(bounds(puzzle, impossible));
    lines.push(String::new());
    lines.join("\n")
}

/// Which gates admit the blocks of a class, as words that go on a line.
fn admitted(problem: &Puzzle, class: &Class) -> String {
    if class.gates.is_empty() {
        return String::new();
    }
    let marks: String = class.gates.iter().map(|&gate| problem.gates[gate].mark).collect();
    format!(", admitted by {marks}")
}

/// The tray and, if there are any, the goals beside it.
fn drawings(problem: &Puzzle) -> Vec<String> {
    let Some(start) = drawing::start(problem) else { return Vec::new() };
    let mut pictures = vec![start];
    pictures.extend(drawing::goals(problem).into_iter().take(MOST_GOALS));
    let mut lines = vec![String::new()];
    lines.extend(drawing::beside(&pictures));
    lines.push(String::new());
    lines
}

fn bounds(puzzle: &Classes, impossible: Option<String>) -> Vec<String> {
    if let Some(sentence) = impossible {
        return vec![sentence];
    }
    let bounds = Bounds::of(puzzle);
    let [steps, slides, paths] =
        [Metric::Step, Metric::Slide, Metric::Path].map(|metric| length_in(metric, bounds.moves_in(metric)));
    let unmet = grouped(bounds.unmet);
    vec![format!("goal lines not met at the start: {unmet}; so at least {steps}, {slides}, {paths}")]
}
