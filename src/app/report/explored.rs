//! The answers of `traybit explore`: whole spaces, layer by layer, and as graphs for other programs.

use std::cmp::Reverse;

use indexmap::IndexSet;
use serde::Serialize;

use crate::report::drawing::{self, beside};
use crate::report::solution::Key;
use crate::report::{Body, Word, comma_separated, given_up, table};
use traybit_core::reference::Position;
use traybit_core::{Explored, GaveUp, Limits, Size};
use traybit_program::{counted, grouped, length_in, noun};
use traybit_sliding::solve::spaces::Space;
use traybit_sliding::{Metric, Puzzle, Rules};
use traybit_tiles::solve::explore::boards_of;
use traybit_tiles::{Board, Unit};

/// Maximum rows of a histogram, characters of its longest bar, and pictures in a row.
const BARS: usize = 20;
const BAR: usize = 40;
const BESIDE: usize = 4;

/// A space of sliding blocks, as far as it was explored.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
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
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct Layer {
    distance: u64,
    positions: u64,
    drawn: Option<Vec<Vec<String>>>,
}

/// The positions that meet the goal.
#[serde_with::skip_serializing_none]
#[derive(Serialize, schemars::JsonSchema)]
struct GoalLayers<'a> {
    positions: u64,
    nearest: Option<usize>,
    layers: &'a [u64],
    layers_from_goals: &'a [u64],
}

impl Layer {
    /// The last of layers of these sizes.
    fn last(sizes: &[u64]) -> Self {
        let (distance, positions) = (sizes.len().saturating_sub(1) as u64, sizes.last().copied());
        Self { distance, positions: positions.unwrap_or(0), drawn: None }
    }

    /// The widest of layers of these sizes, the nearest of several.
    fn widest(sizes: &[u64]) -> Self {
        let widest = (0..).zip(sizes).min_by_key(|(_, size)| Reverse(**size));
        let (distance, &positions) = widest.unwrap_or((0, &0));
        Self { distance, positions, drawn: None }
    }
}

pub(crate) fn blocks(space: &Space, metric: Metric, has_rows: bool) -> Body<BlockSpace<'_>> {
    let explored = &space.explored;
    let drawn = |positions: &[Puzzle]| -> Vec<_> { positions.iter().filter_map(drawing::start).collect() };
    let farthest = drawn(&space.farthest);
    let goals = space.goals.as_ref().map(|goals| GoalLayers {
        positions: goals.layers.iter().sum(),
        nearest: goals.layers.iter().position(|&count| count > 0),
        layers: &goals.layers,
        layers_from_goals: &goals.explored.sizes,
    });
    let met = space.goals.as_ref();
    let met = met.filter(|goals| !goals.explored.sizes.is_empty() && goals.explored.ended.is_none());
    let starts = met.map_or_else(Vec::new, |goals| drawn(&goals.hardest));
    let hardest = met.map(|met| Layer { drawn: Some(starts.clone()), ..Layer::last(&met.explored.sizes) });
    let nearest = goals.as_ref().map(|goals| match goals.nearest {
        Some(length) => {
            let (positions, length) =
                (counted(goals.positions, "position"), length_in(metric, length as u64));
            format!("goals: {positions}, the nearest {length} from the start")
        }
        None => "goals: no position meets the goal".to_owned(),
    });
    let in_words = |&Layer { distance, positions, .. }: &Layer| {
        let (positions, length) = (counted(positions, "position"), length_in(metric, distance));
        format!("hardest starts: {positions}, {length} from the nearest goal")
    };
    let more = nearest.into_iter().chain(hardest.iter().map(in_words));
    let pictures = [("farthest from the start", &farthest), ("hardest start", &starts)];
    let text = summary(explored, ("start", noun(metric)), more, &pictures, has_rows);
    let (sizes, last) = (&explored.sizes, Layer::last(&explored.sizes));
    let fields = BlockSpace {
        answer: space.ended().map_or(Word::Explored, given_up),
        metric: metric.name(),
        complete: explored.ended.is_none(),
        positions: sizes.iter().sum(),
        depth: last.distance,
        widest: Layer::widest(sizes),
        layers: sizes,
        farthest: Layer { drawn: Some(farthest), ..last },
        goals,
        hardest,
        key: space.choice.into(),
    };
    Body { schema: "sliding.explore", text, fields }
}

/// The table of the layers, and of the goals in them.
pub(crate) fn layers(space: &Space) -> String {
    let goals = space.goals.as_ref();
    let [met, from] = goals.map_or([&[][..]; 2], |goals| [&goals.layers[..], &goals.explored.sizes]);
    csv(&["positions", "goals", "positions_from_goals"], &[&space.explored.sizes, met, from])
}

/// A space of boards of tiles, as far as it was explored, and some of the farthest boards, row by row, 0 for the blank.
#[derive(Serialize, schemars::JsonSchema)]
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
    let (positions, depth) = (explored.sizes.iter().sum::<u64>(), Layer::last(&explored.sizes).distance);
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
    let pictures = &farthest.iter().map(picture).collect();
    let farther = format!("positions farther than {} were not searched", counted(depth, unit.noun()));
    let more = (!is_whole).then_some(farther);
    let pictures = [("farthest from the goal", pictures)];
    let text = summary(explored, ("goal", unit.noun()), more, &pictures, has_rows);
    Body { schema: "tiles.explore", text, fields }
}

fn picture(board: &Board) -> Vec<String> {
    let rows: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    rows.into_iter().map(|row| format!("{row:<width$}")).collect()
}

/// A complete space from its centre: figures, `more` lines, a histogram of the layers, and pictures below their
/// headings. Empty for an incomplete one.
fn summary(
    explored: &Explored,
    (centre, unit): (&str, &str),
    more: impl IntoIterator<Item = String>,
    pictures: &[(&str, &Vec<Vec<String>>)],
    has_rows: bool,
) -> String {
    if explored.ended.is_some() {
        return String::new();
    }
    let sizes = &explored.sizes;
    let (widest, last) = (Layer::widest(sizes), Layer::last(sizes));
    let width = counted(widest.positions, "position");
    let mut lines = vec![
        format!("positions: {}", grouped(sizes.iter().sum())),
        format!("layers: {}, the {centre}'s own among them", grouped(sizes.len() as u64)),
        format!("depth: {}", counted(last.distance, unit)),
        format!("widest layer: {width}, {} from the {centre}", counted(widest.distance, unit)),
        format!("farthest from the {centre}: {}", counted(last.positions, "position")),
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

/// Bars for at most [`BARS`] runs of layers; `from` is the first distance.
pub(crate) fn histogram(from: usize, sizes: &[u64], counted: &str) -> String {
    let run = sizes.len().div_ceil(BARS).max(1);
    let sums: Vec<u64> = sizes.chunks(run).map(|sizes| sizes.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1).max(1);
    let bars = sums.iter().enumerate().map(|(index, &sum)| {
        let (first, last) = (from + index * run, from + ((index + 1) * run).min(sizes.len()) - 1);
        let distance = if first == last { first.to_string() } else { format!("{first}-{last}") };
        // Rounded up: the smallest layer has a bar, too.
        let bar = "█".repeat((u128::from(sum) * BAR as u128).div_ceil(u128::from(most)) as usize);
        vec![distance, grouped(sum), bar]
    });
    table(&["distance", counted, ""], bars, 0..2)
}

/// A line for each distance with a column for each list of sizes, empty past its end.
pub(crate) fn csv(names: &[&str], columns: &[&[u64]]) -> String {
    let longest = columns.iter().map(|column| column.len()).max().unwrap_or(0);
    let row = |at: usize| (at, columns.iter().map(|column| column.get(at)).collect::<Vec<_>>());
    comma_separated(["distance"].iter().chain(names), (0..longest).map(row))
}

/// The finished layers of an incomplete space from its centre.
pub(crate) fn so_far(explored: &Explored, centre: &str, unit: &str) -> String {
    let sizes = &explored.sizes;
    let widest = Layer::widest(sizes);
    format!(
        "so far {} up to {} from the {centre}; the widest layer has {}, {} from the {centre}",
        counted(sizes.iter().sum(), "position"),
        counted(Layer::last(sizes).distance, unit),
        counted(widest.positions, "position"),
        counted(widest.distance, unit)
    )
}

/// Maximum number of positions of a graph.
pub(crate) const MAX_POSITIONS: u64 = 1_000_000;

const GRAPHML: &str = r#"<?xml version="1.0" encoding="UTF-8"?>
<graphml xmlns="http://graphml.graphdrawing.org/xmlns">
<key id="distance" for="node" attr.name="distance" attr.type="int"/>
<key id="goal" for="node" attr.name="goal" attr.type="boolean"/>
<key id="cells" for="node" attr.name="cells" attr.type="string"/>
<graph edgedefault="undirected">
"#;

/// The graph of a space that is known to be small, found by the plain rules, or the limit that was reached. Positions are
/// numbered from the start, which is 0, by their distance from it.
///
/// ```text
///   GraphML      <node id="n3">…distance, goal, cells…</node>   <edge source="n0" target="n3"/>
///   edge list    0 3                                            the numbers of two positions, each edge once
/// ```
pub(crate) fn graph(start: &Puzzle, metric: Metric, is_xml: bool, limits: &Limits) -> Result<String, GaveUp> {
    let rules = Rules::of(start);
    let mut positions: IndexSet<Position> = IndexSet::from([rules.start()]);
    let (mut distances, mut edges, mut neighbours) = (vec![0_u32], Vec::new(), Vec::new());
    while let Some(position) = positions.get_index(edges.len()).cloned() {
        limits.check_time()?;
        let at = edges.len();
        rules.expand(&position, metric, &mut neighbours);
        neighbours.sort_unstable();
        neighbours.dedup();
        let numbers = neighbours.drain(..).map(|next| positions.insert_full(next).0);
        edges.push(numbers.filter(|&number| number > at).collect::<Vec<_>>());
        distances.resize(positions.len(), distances[at] + 1);
    }
    let edges = edges.iter().enumerate().flat_map(|(at, ends)| ends.iter().map(move |end| (at, end)));
    if !is_xml {
        return Ok(edges.map(|(at, end)| format!("{at} {end}\n")).collect());
    }
    let node = |(at, (position, distance)): (usize, (&Position, &u32))| {
        let (is_won, cells) = (rules.is_won(position), position.iter().map(u16::to_string));
        let cells = cells.collect::<Vec<_>>().join(" ");
        format!(
            r#"<node id="n{at}"><data key="distance">{distance}</data><data key="goal">{is_won}</data><data key="cells">{cells}</data></node>"#
        ) + "\n"
    };
    let nodes: String = positions.iter().zip(&distances).enumerate().map(node).collect();
    let edge = |(at, end)| format!(r#"<edge source="n{at}" target="n{end}"/>"#) + "\n";
    Ok(format!("{GRAPHML}{nodes}{}</graph>\n</graphml>\n", edges.map(edge).collect::<String>()))
}
