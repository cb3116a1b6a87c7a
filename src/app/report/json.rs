//! Outcomes as JSON documents, one a run. Absent fields have nothing to say.

use serde::Serialize;

use crate::report::drawing;
use crate::report::explored::Outline;
use crate::report::figures::{Costs, Figures};
use crate::report::text::expanded_on;
use traybit_core::grid::Size;
use traybit_core::search::outcome::GaveUp;
use traybit_sliding::bounds::Bounds;
use traybit_sliding::classes::Classes;
use traybit_sliding::counts::Counts;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::slide::Slide;
use traybit_sliding::solve::spaces::{GoalFacts, Space};
use traybit_sliding::solve::ways::Ways;
use traybit_sliding::solve::{Report, Verdict, Wanted};

/// The answer of `traybit solve`.
#[derive(Serialize)]
pub struct Solution {
    answer: &'static str,
    wanted: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    metric: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    counts: Option<Lengths>,
    #[serde(skip_serializing_if = "Option::is_none")]
    then: Option<Tied>,
    /// A number of any size, in decimal digits.
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest_solutions: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<[u16; 4]>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<Key>,
    method: &'static str,
}

/// The fewest moves in a second metric.
#[derive(Serialize)]
struct Tied {
    metric: &'static str,
    length: u64,
}

/// The lengths of one list of moves.
#[derive(Serialize)]
pub struct Lengths {
    steps: u64,
    slides: u64,
    paths: u64,
}

/// A key layout.
#[derive(Serialize)]
pub struct Key {
    layout: &'static str,
    bits: usize,
    word: &'static str,
    /// What moves are made on: masks of the whole tray, or lists of anchors.
    expanded_on: &'static str,
}

impl From<Counts> for Lengths {
    fn from(counts: Counts) -> Self {
        Self { steps: counts.steps, slides: counts.slides, paths: counts.paths }
    }
}

impl From<Choice> for Key {
    fn from(choice: Choice) -> Self {
        Self {
            layout: choice.kind.name(),
            bits: choice.bits,
            word: choice.width.name(),
            expanded_on: expanded_on(choice.cells),
        }
    }
}

impl Solution {
    /// An answer with its figures, and why it is none (a sentence) where it is not a solution.
    #[must_use]
    pub fn new(
        report: &Report,
        wanted: Wanted,
        ways: Ways,
        figures: Figures,
        reason: Option<String>,
    ) -> Self {
        let (answer, solution) = match &report.verdict {
            Verdict::Solved { slides, length } => ("solved", Some((slides, *length))),
            Verdict::Unsolvable(_) => ("unsolvable", None),
            Verdict::GaveUp(reason) => (given_up(*reason), None),
        };
        let (wanted, metric) = match wanted {
            Wanted::Shortest(metric) => ("shortest", Some(metric.name())),
            Wanted::Any => ("any", None),
        };
        let corners = |slide: &Slide| [slide.from.0, slide.from.1, slide.to.0, slide.to.1];
        Self {
            answer,
            wanted,
            metric,
            length: solution.map(|(_, length)| length),
            counts: solution.map(|(slides, _)| Counts::of(slides).into()),
            then: ways.then.map(|(metric, length)| Tied { metric: metric.name(), length }),
            shortest_solutions: ways.count.map(|count| count.to_string()),
            moves: solution.map(|(slides, _)| slides.iter().map(corners).collect()),
            reason,
            cost: figures.into(),
            key: report.choice.map(Key::from),
            method: report.method,
        }
    }
}

/// The answer of `traybit explore`.
#[derive(Serialize)]
pub struct Exploration {
    answer: &'static str,
    metric: &'static str,
    complete: bool,
    positions: u64,
    depth: u64,
    widest: Widest,
    layers: Vec<u64>,
    farthest: Extreme,
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<GoalLayers>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<Extreme>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
    key: Key,
}

/// What is farthest from something.
#[derive(Serialize)]
struct Extreme {
    distance: u64,
    positions: u64,
    /// Some of them, by the rows of their pictures.
    drawn: Vec<Vec<String>>,
}

impl Extreme {
    fn of(sizes: &[u64], positions: &[Puzzle]) -> Self {
        Self {
            distance: sizes.len().saturating_sub(1) as u64,
            positions: sizes.last().copied().unwrap_or(0),
            drawn: positions.iter().filter_map(drawing::start).collect(),
        }
    }
}

#[derive(Serialize)]
struct GoalLayers {
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<usize>,
    layers: Vec<u64>,
    /// Positions at each distance from the nearest goal.
    layers_from_goals: Vec<u64>,
}

impl From<&GoalFacts> for GoalLayers {
    fn from(goals: &GoalFacts) -> Self {
        Self {
            positions: goals.layers.iter().sum(),
            nearest: goals.layers.iter().position(|&count| count > 0),
            layers: goals.layers.clone(),
            layers_from_goals: goals.explored.sizes.clone(),
        }
    }
}

#[derive(Serialize)]
struct Widest {
    distance: u64,
    positions: u64,
}

impl Exploration {
    /// A space with its figures, and why it is not whole (a sentence) where it is not.
    #[must_use]
    pub fn new(space: &Space, metric: Metric, figures: Figures, reason: Option<String>) -> Self {
        let explored = &space.explored;
        let Outline { positions, depth, widest, width } = Outline::of(&explored.sizes);
        let goals = space.goals.as_ref();
        let met = goals.filter(|goals| !goals.explored.sizes.is_empty() && goals.explored.ended.is_none());
        Self {
            answer: explored.ended.map_or("explored", given_up),
            metric: metric.name(),
            complete: explored.ended.is_none(),
            positions,
            depth,
            widest: Widest { distance: widest, positions: width },
            layers: explored.sizes.clone(),
            farthest: Extreme::of(&explored.sizes, &space.farthest),
            goals: goals.map(GoalLayers::from),
            hardest: met.map(|goals| Extreme::of(&goals.explored.sizes, &goals.hardest)),
            reason,
            cost: figures.into(),
            key: space.choice.into(),
        }
    }
}

/// What an answer that is none is called.
pub(crate) fn given_up(reason: GaveUp) -> &'static str {
    if reason == GaveUp::Stopped { "stopped" } else { "gave up" }
}

/// The verdict of `traybit check`.
#[derive(Serialize)]
pub struct Check {
    /// `verified`, `goal not met` or `impossible move`.
    pub verdict: &'static str,
    /// Lines of the list.
    pub moves: u64,
    /// Lengths of the possible moves.
    pub counts: Lengths,
    /// What is wrong, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// What `traybit info` knows of a puzzle.
#[derive(Serialize)]
pub struct Info {
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

impl Info {
    /// All of a puzzle; with `impossible`, a sentence, there are no bounds.
    #[must_use]
    pub fn new(puzzle: &Classes, impossible: Option<String>) -> Self {
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

/// A document with its final newline.
#[must_use]
pub fn document(value: &impl Serialize) -> String {
    // Only maps with keys that are no strings, or a failing writer, could refuse.
    let mut text = serde_json::to_string(value).unwrap_or_default();
    text.push('\n');
    text
}
