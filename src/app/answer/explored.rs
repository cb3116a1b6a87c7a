//! The answers of `traybit explore` and `traybit tiles explore`: whole spaces, layer by layer.

use std::fmt::Write as _;

use serde::Serialize;

use crate::answer::drawing::{self, beside};
use crate::answer::solution::Key;
use crate::answer::table::aligned;
use crate::answer::{Body, given_up};
use traybit_core::grid::Size;
use traybit_core::search::layered::Explored;
use traybit_program::text::{counted, grouped, length_in, noun};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{GoalFacts, Space};
use traybit_tiles::board::Board;

/// Rows of a histogram at most, and characters of its longest bar.
const BARS: usize = 20;
const BAR: usize = 40;
/// Pictures side by side.
const BESIDE: usize = 4;

/// Summary of the layers of a space.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Outline {
    /// Positions in all layers.
    pub(crate) positions: u64,
    /// The farthest distance from the start.
    pub(crate) depth: u64,
    /// The distance of the widest layer, the nearest of several, …
    pub(crate) widest: u64,
    /// … and its positions.
    pub(crate) width: u64,
}

impl Outline {
    /// Of layers of these sizes, the start's own first.
    pub(crate) fn of(sizes: &[u64]) -> Self {
        let (mut widest, mut width) = (0, 0);
        for (distance, &size) in (0..).zip(sizes) {
            if size > width {
                (widest, width) = (distance, size);
            }
        }
        Self { positions: sizes.iter().sum(), depth: sizes.len().saturating_sub(1) as u64, widest, width }
    }
}

/// The form of the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Form {
    /// Figures, a histogram and pictures.
    Summary,
    /// Summary, and then a line for each layer.
    Layers,
    /// A table of all layers, with commas between the columns.
    Csv,
}

/// A space of sliding blocks.
#[derive(Serialize)]
pub(crate) struct Exploration<'a> {
    answer: &'static str,
    metric: &'static str,
    complete: bool,
    positions: u64,
    depth: u64,
    widest: Widest,
    layers: &'a [u64],
    farthest: Extreme,
    #[serde(skip_serializing_if = "Option::is_none")]
    goals: Option<GoalLayers<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    hardest: Option<Extreme>,
    key: Key,
    #[serde(skip)]
    text: (&'a Space, Metric, Form),
}

/// Positions farthest from something.
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
struct GoalLayers<'a> {
    positions: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<usize>,
    layers: &'a [u64],
    /// Positions at each distance from the nearest goal.
    layers_from_goals: &'a [u64],
}

impl<'a> From<&'a GoalFacts> for GoalLayers<'a> {
    fn from(goals: &'a GoalFacts) -> Self {
        Self {
            positions: goals.layers.iter().sum(),
            nearest: goals.layers.iter().position(|&count| count > 0),
            layers: &goals.layers,
            layers_from_goals: &goals.explored.sizes,
        }
    }
}

#[derive(Serialize)]
struct Widest {
    distance: u64,
    positions: u64,
}

impl<'a> Exploration<'a> {
    /// A space, as far as it was explored.
    pub(crate) fn new(space: &'a Space, metric: Metric, form: Form) -> Self {
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
            layers: &explored.sizes,
            farthest: Extreme::of(&explored.sizes, &space.farthest),
            goals: goals.map(GoalLayers::from),
            hardest: met.map(|goals| Extreme::of(&goals.explored.sizes, &goals.hardest)),
            key: space.choice.into(),
            text: (space, metric, form),
        }
    }
}

impl Body for Exploration<'_> {
    fn text(&self) -> String {
        let (space, metric, form) = self.text;
        let (explored, goals) = (&space.explored, space.goals.as_ref());
        if form == Form::Csv {
            let goals = goals.map_or([&[][..]; 2], |goals| [&goals.layers[..], &goals.explored.sizes]);
            return csv(
                &["positions", "goals", "positions_from_goals"],
                &[&explored.sizes, goals[0], goals[1]],
            );
        }
        let drawn = |positions: &[Puzzle]| positions.iter().filter_map(drawing::start).collect();
        summary(
            explored,
            ("start", noun(metric)),
            goals.map_or_else(Vec::new, |goals| goal_lines(goals, metric)),
            &[
                ("farthest from the start", drawn(&space.farthest)),
                ("hardest start", goals.map_or_else(Vec::new, |goals| drawn(&goals.hardest))),
            ],
            form,
        )
    }
}

fn goal_lines(goals: &GoalFacts, metric: Metric) -> Vec<String> {
    let count: u64 = goals.layers.iter().sum();
    let Some(nearest) = goals.layers.iter().position(|&count| count > 0) else {
        return vec!["goals: no position meets the goal".to_owned()];
    };
    let positions = counted(count, "position");
    let mut lines =
        vec![format!("goals: {positions}, the nearest {} from the start", length_in(metric, nearest as u64))];
    if goals.explored.ended.is_none() {
        let sizes = &goals.explored.sizes;
        let Outline { depth, .. } = Outline::of(sizes);
        let hardest = counted(sizes.last().copied().unwrap_or(0), "position");
        lines.push(format!("hardest starts: {hardest}, {} from the nearest goal", length_in(metric, depth)));
    }
    lines
}

/// A space of boards of tiles.
#[derive(Serialize)]
pub(crate) struct TileExploration<'a> {
    answer: &'static str,
    rows: u16,
    columns: u16,
    complete: bool,
    positions: u64,
    depth: u64,
    /// From the goal.
    layers: &'a [u64],
    /// Some of the farthest boards, row by row, 0 for the blank.
    farthest: Vec<&'a [u16]>,
    #[serde(skip)]
    text: (&'a Explored, &'a [Board], Form),
}

impl<'a> TileExploration<'a> {
    /// A space, as far as it was explored, and some of the farthest boards.
    pub(crate) fn new(size: Size, explored: &'a Explored, farthest: &'a [Board], form: Form) -> Self {
        let Outline { positions, depth, .. } = Outline::of(&explored.sizes);
        Self {
            answer: explored.ended.map_or("explored", given_up),
            rows: size.height,
            columns: size.width,
            complete: explored.ended.is_none(),
            positions,
            depth,
            layers: &explored.sizes,
            farthest: farthest.iter().map(Board::tiles).collect(),
            text: (explored, farthest, form),
        }
    }
}

impl Body for TileExploration<'_> {
    fn text(&self) -> String {
        let (explored, farthest, form) = self.text;
        if form == Form::Csv {
            return csv(&["positions"], &[&explored.sizes]);
        }
        let pictures = farthest.iter().map(picture).collect();
        summary(explored, ("goal", "move"), Vec::new(), &[("farthest from the goal", pictures)], form)
    }
}

/// The rows of a board, all equally long.
fn picture(board: &Board) -> Vec<String> {
    let rows: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    rows.into_iter().map(|row| format!("{row:<width$}")).collect()
}

/// A complete space from its centre in figures, `more` lines about it, a histogram of its layers, and pictures under
/// their headings; nothing of an incomplete one.
fn summary(
    explored: &Explored,
    (centre, unit): (&str, &str),
    more: Vec<String>,
    pictures: &[(&str, Vec<Vec<String>>)],
    form: Form,
) -> String {
    if explored.ended.is_some() {
        return String::new();
    }
    let sizes = &explored.sizes;
    let Outline { positions, depth, widest, width } = Outline::of(sizes);
    let mut lines = vec![
        format!("positions: {}", grouped(positions)),
        format!("layers: {}, the {centre}'s own among them", grouped(sizes.len() as u64)),
        format!("depth: {}", counted(depth, unit)),
        format!("widest layer: {}, {} from the {centre}", counted(width, "position"), counted(widest, unit)),
        format!("farthest from the {centre}: {}", counted(sizes.last().copied().unwrap_or(0), "position")),
    ];
    lines.extend(more);
    lines.extend([String::new(), histogram(sizes)]);
    for (heading, pictures) in pictures.iter().filter(|(_, pictures)| !pictures.is_empty()) {
        lines.push(format!("{heading}:"));
        for row in pictures.chunks(BESIDE) {
            lines.push(String::new());
            lines.extend(beside(row));
        }
        lines.push(String::new());
    }
    if form == Form::Layers {
        lines.extend(sizes.iter().enumerate().map(|(distance, size)| format!("{distance} {size}")));
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// Bars for at most [`BARS`] runs of layers.
fn histogram(sizes: &[u64]) -> String {
    let run = sizes.len().div_ceil(BARS).max(1);
    let sums: Vec<u64> = sizes.chunks(run).map(|sizes| sizes.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1).max(1);
    let bars = sums.iter().enumerate().map(|(index, &sum)| {
        let (first, last) = (index * run, ((index + 1) * run).min(sizes.len()) - 1);
        let distance = if first == last { first.to_string() } else { format!("{first}-{last}") };
        // The smallest layer is seen, too.
        let bar = "█".repeat((u128::from(sum) * BAR as u128).div_ceil(u128::from(most)) as usize);
        vec![distance, grouped(sum), bar]
    });
    let head = ["distance", "positions", ""].map(str::to_owned).to_vec();
    aligned(&[head].into_iter().chain(bars).collect::<Vec<_>>(), 0..2)
}

/// A line a distance: a column for each list of sizes, empty past its end.
fn csv(names: &[&str], columns: &[&[u64]]) -> String {
    let mut text = format!("distance,{}\n", names.join(","));
    for distance in 0..columns.iter().map(|column| column.len()).max().unwrap_or(0) {
        let field = |column: &&[u64]| column.get(distance).map_or_else(String::new, u64::to_string);
        let fields: Vec<String> = columns.iter().map(field).collect();
        // A string takes all.
        let _ = writeln!(text, "{distance},{}", fields.join(","));
    }
    text
}

/// The finished layers of an incomplete space from its centre.
pub(crate) fn so_far(explored: &Explored, centre: &str, unit: &str) -> String {
    let Outline { positions, depth, widest, width } = Outline::of(&explored.sizes);
    format!(
        "so far {} up to {} from the {centre}; the widest layer has {}, {} from the {centre}",
        counted(positions, "position"),
        counted(depth, unit),
        counted(width, "position"),
        counted(widest, unit)
    )
}

#[cfg(test)]
mod tests;
