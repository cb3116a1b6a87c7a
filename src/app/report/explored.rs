//! Whole spaces as people read them.

use std::fmt::Write as _;

use crate::report::drawing;
use crate::report::text::{counted, grouped, length_in};
use traybit_core::search::layered::Explored;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::spaces::{GoalFacts, Space};

/// Rows of a histogram at most, and characters of its longest bar.
const BARS: usize = 20;
const BAR: usize = 40;
/// What stands over a histogram.
const DISTANCE: &str = "distance";
const POSITIONS: &str = "positions";
/// Pictures side by side.
pub(super) const BESIDE: usize = 4;

/// What the layers of a space amount to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Positions in all layers.
    pub positions: u64,
    /// The farthest distance from the start.
    pub depth: u64,
    /// The distance of the widest layer, the nearest of several, …
    pub widest: u64,
    /// … and its positions.
    pub width: u64,
}

impl Outline {
    /// Of layers of these sizes, the start's own first.
    #[must_use]
    pub fn of(sizes: &[u64]) -> Self {
        let (mut widest, mut width) = (0, 0);
        for (distance, &size) in (0..).zip(sizes) {
            if size > width {
                (widest, width) = (distance, size);
            }
        }
        Self { positions: sizes.iter().sum(), depth: sizes.len().saturating_sub(1) as u64, widest, width }
    }
}

/// A whole space: a figure a line, a histogram of its layers and pictures of what is farthest; with `all_layers` an
/// empty line and then, for each layer, its distance from the start and its positions.
#[must_use]
pub fn answer(space: &Space, metric: Metric, all_layers: bool) -> String {
    let sizes = &space.explored.sizes;
    let Outline { positions, depth, widest, width } = Outline::of(sizes);
    let mut lines = vec![
        format!("positions: {}", grouped(positions)),
        format!("layers: {}, the start's own among them", grouped(sizes.len() as u64)),
        format!("depth: {}", length_in(metric, depth)),
        format!("widest layer: {}, {} from the start", counted(width, "position"), length_in(metric, widest)),
        format!("farthest from the start: {}", counted(sizes.last().copied().unwrap_or(0), "position")),
    ];
    lines.extend(space.goals.iter().flat_map(|goals| goal_lines(goals, metric)));
    lines.push(String::new());
    lines.extend(histogram(sizes));
    lines.extend(pictures("farthest from the start", &space.farthest));
    if let Some(goals) = &space.goals {
        lines.extend(pictures("hardest start", &goals.hardest));
    }
    if all_layers {
        lines.push(String::new());
        lines.extend(sizes.iter().enumerate().map(|(distance, size)| format!("{distance} {size}")));
    }
    lines.push(String::new());
    lines.join("\n")
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

/// Bars for at most [`BARS`] runs of layers.
pub(super) fn histogram(sizes: &[u64]) -> Vec<String> {
    let run = sizes.len().div_ceil(BARS).max(1);
    let sums: Vec<u64> = sizes.chunks(run).map(|sizes| sizes.iter().sum()).collect();
    let most = sums.iter().copied().max().unwrap_or(1).max(1);
    let labels: Vec<(String, String)> = sums
        .iter()
        .enumerate()
        .map(|(index, &sum)| {
            let (first, last) = (index * run, ((index + 1) * run).min(sizes.len()) - 1);
            let distance = if first == last { first.to_string() } else { format!("{first}-{last}") };
            (distance, grouped(sum))
        })
        .collect();
    let distances = labels.iter().map(|label| label.0.len()).chain([DISTANCE.len()]).max().unwrap_or(0);
    let counts = labels.iter().map(|label| label.1.len()).chain([POSITIONS.len()]).max().unwrap_or(0);
    let head = format!("{DISTANCE:>distances$}  {POSITIONS:>counts$}");
    let bars = labels.iter().zip(&sums).map(|((distance, count), &sum)| {
        // The smallest layer is seen, too.
        let bar = "█".repeat((u128::from(sum) * BAR as u128).div_ceil(u128::from(most)) as usize);
        format!("{distance:>distances$}  {count:>counts$}  {bar}").trim_end().to_owned()
    });
    std::iter::once(head).chain(bars).collect()
}

/// Positions side by side, under a heading.
fn pictures(heading: &str, positions: &[Puzzle]) -> Vec<String> {
    let pictures: Vec<Vec<String>> = positions.iter().filter_map(drawing::start).collect();
    if pictures.is_empty() {
        return Vec::new();
    }
    let mut lines = vec![String::new(), format!("{heading}:")];
    for row in pictures.chunks(BESIDE) {
        lines.push(String::new());
        lines.extend(drawing::beside(row));
    }
    lines
}

/// A line a distance: positions so far from the start, goals among them, and positions so far from the nearest goal.
#[must_use]
pub fn csv(space: &Space) -> String {
    let goals = space.goals.as_ref();
    let counts = goals.map_or(&[][..], |goals| &goals.layers);
    let from_goals = goals.map_or(&[][..], |goals| &goals.explored.sizes);
    let mut text = "distance,positions,goals,positions_from_goals\n".to_owned();
    for distance in 0..space.explored.sizes.len().max(from_goals.len()) {
        let field = |counts: &[u64]| counts.get(distance).map_or_else(String::new, u64::to_string);
        // A string takes all.
        let _ = writeln!(
            text,
            "{distance},{},{},{}",
            field(&space.explored.sizes),
            field(counts),
            field(from_goals)
        );
    }
    text
}

/// What the finished layers of an unfinished space say.
#[must_use]
pub fn so_far(explored: &Explored, metric: Metric) -> String {
    let Outline { depth, widest, width, .. } = Outline::of(&explored.sizes);
    format!(
        "so far the widest layer has {}, {} from the start, and the space is at least {} deep",
        counted(width, "position"),
        length_in(metric, widest),
        length_in(metric, depth),
    )
}

#[cfg(test)]
mod tests {
    use super::{Outline, so_far};
    use traybit_core::search::layered::Explored;
    use traybit_core::search::outcome::Cost;
    use traybit_sliding::metric::Metric;

    #[test]
    fn layers_have_an_outline() {
        let space = |sizes: &[u64]| Explored { sizes: sizes.to_vec(), ended: None, cost: Cost::default() };
        assert_eq!(
            Outline::of(&space(&[1, 1200, 1200, 7]).sizes),
            Outline { positions: 2408, depth: 3, widest: 1, width: 1200 },
            "the nearest of the widest layers"
        );
        assert_eq!(
            so_far(&space(&[1]), Metric::Path),
            "so far the widest layer has 1 position, 0 path moves from the start, and the space is at least 0 \
             path moves deep"
        );
    }
}
