//! The answer of `traybit info`: a puzzle described without a search.

use std::fmt::Write as _;

use serde::Serialize;
use traybit_core::grid::Size;
use traybit_sliding::bounds::Bounds;
use traybit_sliding::classes::{Class, Classes};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;

use crate::answer::solution::Key;
use crate::answer::{Body, drawing};
use traybit_program::text::{counted, grouped, key, length_in};

/// Goals drawn beside a tray, at most.
const MOST_GOALS: usize = 4;

/// The description of a puzzle.
#[derive(Serialize)]
pub(crate) struct Info<'a> {
    height: u16,
    width: u16,
    cells: usize,
    blocks: usize,
    free: usize,
    classes: Vec<Shape>,
    goal_lines: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    impossible: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    bounds: Option<LowerBounds>,
    key: Key,
    alternatives: Vec<Key>,
    #[serde(skip)]
    text: (&'a Puzzle, &'a Classes),
}

#[derive(Serialize)]
struct Shape {
    height: u16,
    width: u16,
    /// Its rows, where it does not fill its box.
    #[serde(skip_serializing_if = "Option::is_none")]
    cells: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    freedom: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    label: Option<char>,
    blocks: usize,
    goal_lines: usize,
    legal_anchors: usize,
}

#[derive(Serialize)]
struct LowerBounds {
    unmet_goal_lines: u64,
    steps: u64,
    slides: u64,
    paths: u64,
}

impl<'a> Info<'a> {
    /// A puzzle; with `impossible`, a sentence, there are no bounds.
    pub(crate) fn new(problem: &'a Puzzle, puzzle: &'a Classes, impossible: Option<String>) -> Self {
        let Size { height, width } = puzzle.size;
        let bounds = impossible.is_none().then(|| {
            let Bounds { unmet, steps, slides } = Bounds::of(puzzle);
            LowerBounds { unmet_goal_lines: unmet, steps, slides, paths: unmet }
        });
        Self {
            height,
            width,
            cells: puzzle.open_cells(),
            blocks: puzzle.blocks(),
            free: puzzle.free,
            classes: (0..puzzle.classes.len()).map(|class| Shape::new(puzzle, class)).collect(),
            goal_lines: puzzle.goals.iter().flatten().map(Vec::len).sum(),
            impossible,
            bounds,
            key: Choice::of(puzzle).into(),
            alternatives: Choice::all(puzzle).into_iter().map(Key::from).collect(),
            text: (problem, puzzle),
        }
    }
}

impl Shape {
    fn new(puzzle: &Classes, number: usize) -> Self {
        let class = &puzzle.classes[number];
        Self {
            height: class.shape.height(),
            width: class.shape.width(),
            cells: (!class.shape.is_rectangle()).then(|| class.shape.to_string()),
            freedom: class.freedom.name(),
            label: class.label,
            blocks: class.start.len(),
            goal_lines: puzzle.goals.iter().map(|goal| goal[number].len()).sum(),
            legal_anchors: class.legal_anchors(puzzle.size),
        }
    }
}

impl Body for Info<'_> {
    fn text(&self) -> String {
        let (problem, puzzle) = self.text;
        describe(problem, puzzle, self.impossible.as_deref())
    }
}

fn describe(problem: &Puzzle, puzzle: &Classes, impossible: Option<&str>) -> String {
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
        let goals = counted(puzzle.goals.len() as u64, "goal");
        lines.push(format!("{goals} of these lines, any of which suffices"));
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

fn bounds(puzzle: &Classes, impossible: Option<&str>) -> Vec<String> {
    if let Some(sentence) = impossible {
        return vec![sentence.to_owned()];
    }
    let bounds = Bounds::of(puzzle);
    let [steps, slides, paths] =
        [Metric::Step, Metric::Slide, Metric::Path].map(|metric| length_in(metric, bounds.moves_in(metric)));
    let unmet = grouped(bounds.unmet);
    vec![format!("goal lines not met at the start: {unmet}; so at least {steps}, {slides}, {paths}")]
}
