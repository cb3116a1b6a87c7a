//! The answers of `traybit explore`: whole spaces, layer by layer.

use serde::Serialize;
use serde_with::skip_serializing_none;

use crate::report::drawing::{self, beside};
use crate::report::solution::Key;
use crate::report::{Body, Word, aligned, comma_separated, given_up};
use traybit_core::grid::Size;
use traybit_core::search::layered::Explored;
use traybit_program::text::{counted, grouped, length_in, noun};
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{GoalFacts, Space};
use traybit_tiles::board::Board;
use traybit_tiles::solution::Unit;
use traybit_tiles::solve::explore::boards_of;

/// Rows of a histogram at most, and characters of its longest bar.
const BARS: usize = 20;
const BAR: usize = 40;
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
    /// The outline of layers of these sizes, the start's own first.
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

/// A space of sliding blocks, as far as it was explored.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct BlockSpace<'a> {
    answer: Word,
    metric: &'static str,
    complete: bool,
    positions: u64,
    depth: u64,
    widest: Layer,
    layers: &'a [u64],
    farthest: Layer,
    goals: Option<GoalLayers<'a>>,
    hardest: Option<Layer>,
    key: Key,
}

/// A layer, with some of its positions as the rows of their pictures.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct Layer {
    distance: u64,
    positions: u64,
    drawn: Option<Vec<Vec<String>>>,
}

/// The positions that meet the goal.
#[skip_serializing_none]
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
struct GoalLayers<'a> {
    positions: u64,
    nearest: Option<usize>,
    layers: &'a [u64],
    layers_from_goals: &'a [u64],
}

impl Layer {
    /// The last of layers of these sizes.
    fn last(sizes: &[u64], drawn: &[Vec<String>]) -> Self {
        Self {
            distance: sizes.len().saturating_sub(1) as u64,
            positions: sizes.last().copied().unwrap_or(0),
            drawn: Some(drawn.to_vec()),
        }
    }
}

pub(crate) fn blocks<'a>(space: &'a Space, metric: Metric, has_rows: bool) -> Body<BlockSpace<'a>> {
    let (explored, goals) = (&space.explored, space.goals.as_ref());
    let drawn = |positions: &[Puzzle]| -> Vec<_> { positions.iter().filter_map(drawing::start).collect() };
    let farthest = drawn(&space.farthest);
    let hardest = goals.map_or_else(Vec::new, |goals| drawn(&goals.hardest));
    let met = goals.filter(|goals| !goals.explored.sizes.is_empty() && goals.explored.ended.is_none());
    let goal_layers = |goals: &'a GoalFacts| GoalLayers {
        positions: goals.layers.iter().sum(),
        nearest: goals.layers.iter().position(|&count| count > 0),
        layers: &goals.layers,
        layers_from_goals: &goals.explored.sizes,
    };
    let Outline { positions, depth, widest, width } = Outline::of(&explored.sizes);
    let fields = BlockSpace {
        answer: explored.ended.map_or(Word::Explored, given_up),
        metric: metric.name(),
        complete: explored.ended.is_none(),
        positions,
        depth,
        widest: Layer { distance: widest, positions: width, drawn: None },
        layers: &explored.sizes,
        farthest: Layer::last(&explored.sizes, &farthest),
        goals: goals.map(goal_layers),
        hardest: met.map(|goals| Layer::last(&goals.explored.sizes, &hardest)),
        key: space.choice.into(),
    };
    let more = goals.map_or_else(Vec::new, |goals| goal_lines(goals, metric));
    let pictures = [("farthest from the start", farthest), ("hardest start", hardest)];
    let text = summary(explored, ("start", noun(metric)), more, &pictures, has_rows);
    Body { schema: "sliding.explore", text, fields }
}

/// The table of the layers of a space of sliding blocks.
pub(crate) fn layers(space: &Space) -> String {
    let goals = space.goals.as_ref();
    let goals = goals.map_or([&[][..]; 2], |goals| [&goals.layers[..], &goals.explored.sizes]);
    csv(&["positions", "goals", "positions_from_goals"], &[&space.explored.sizes, goals[0], goals[1]])
}

/// The table of the layers of a space of tiles.
pub(crate) fn layers_of_tiles(explored: &Explored) -> String {
    csv(&["positions"], &[&explored.sizes])
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

/// A space of boards of tiles, as far as it was explored, and some of the farthest boards, row by row, 0 for the blank.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub(crate) struct TileSpace<'a> {
    answer: Word,
    rows: u16,
    columns: u16,
    metric: &'static str,
    complete: bool,
    positions: u64,
    depth: u64,
    layers: &'a [u64],
    farthest: Vec<&'a [u16]>,
}

pub(crate) fn tiles<'a>(
    size: Size,
    unit: Unit,
    explored: &'a Explored,
    farthest: &'a [Board],
    has_rows: bool,
) -> Body<TileSpace<'a>> {
    let Outline { positions, depth, .. } = Outline::of(&explored.sizes);
    let is_whole = boards_of(size) == Some(positions.into());
    let fields = TileSpace {
        answer: explored.ended.map_or(Word::Explored, given_up),
        rows: size.height,
        columns: size.width,
        metric: unit.metric(),
        complete: is_whole,
        positions,
        depth,
        layers: &explored.sizes,
        farthest: farthest.iter().map(Board::tiles).collect(),
    };
    let pictures = [("farthest from the goal", farthest.iter().map(picture).collect())];
    let farther = format!("positions farther than {} were not looked for", counted(depth, unit.noun()));
    let more = if is_whole { Vec::new() } else { vec![farther] };
    let text = summary(explored, ("goal", unit.noun()), more, &pictures, has_rows);
    Body { schema: "tiles.explore", text, fields }
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
    has_rows: bool,
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
    lines.extend([String::new(), histogram(0, sizes, "positions")]);
    for (heading, pictures) in pictures.iter().filter(|(_, pictures)| !pictures.is_empty()) {
        lines.push(format!("{heading}:"));
        for row in pictures.chunks(BESIDE) {
            lines.push(String::new());
            lines.extend(beside(row));
        }
        lines.push(String::new());
    }
    if has_rows {
        lines.extend(sizes.iter().enumerate().map(|(distance, size)| format!("{distance} {size}")));
    }
    lines.join("\n").trim_end().to_owned() + "\n"
}

/// Bars for at most [`BARS`] runs of layers, from the first distance on.
pub(crate) fn histogram(from: usize, sizes: &[u64], counted: &str) -> String {
    let run = sizes.len().div_ceil(BARS).max(1);
    let sums: Vec<u64> = sizes.chunks(run).map(|sizes| sizes.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1).max(1);
    let bars = sums.iter().enumerate().map(|(index, &sum)| {
        let (first, last) = (from + index * run, from + ((index + 1) * run).min(sizes.len()) - 1);
        let distance = if first == last { first.to_string() } else { format!("{first}-{last}") };
        // The smallest layer is seen, too.
        let bar = "█".repeat((u128::from(sum) * BAR as u128).div_ceil(u128::from(most)) as usize);
        vec![distance, grouped(sum), bar]
    });
    let head = ["distance", counted, ""].map(str::to_owned).to_vec();
    aligned(&[head].into_iter().chain(bars).collect::<Vec<_>>(), 0..2)
}

/// A line a distance: a column for each list of sizes, empty past its end.
fn csv(names: &[&str], columns: &[&[u64]]) -> String {
    let longest = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    let row = |distance: usize| {
        let field = |column: &&[u64]| column.get(distance).map_or_else(String::new, u64::to_string);
        [distance.to_string()].into_iter().chain(columns.iter().map(field)).collect()
    };
    let head = ["distance"].iter().chain(names).map(ToString::to_string).collect();
    comma_separated(&[head].into_iter().chain((0..longest).map(row)).collect::<Vec<_>>())
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
