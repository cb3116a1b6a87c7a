//! Whole spaces of boards of tiles, as people and programs read them.

use std::fmt::Write as _;

use serde::Serialize;

use crate::report::drawing::beside;
use crate::report::explored::{BESIDE, Outline, histogram};
use crate::report::figures::{Costs, Figures};
use crate::report::json::given_up;
use crate::report::text::{counted, grouped};
use traybit_core::grid::Size;
use traybit_core::search::layered::Explored;
use traybit_tiles::board::Board;

/// A whole space: a figure a line, a histogram of its layers and pictures of what is farthest; with `all_layers` an
/// empty line and then, for each layer, its distance from the goal and its positions.
#[must_use]
pub fn answer(explored: &Explored, farthest: &[Board], all_layers: bool) -> String {
    let sizes = &explored.sizes;
    let Outline { positions, depth, widest, width } = Outline::of(sizes);
    let moves = |distance| counted(distance, "move");
    let mut lines = vec![
        format!("positions: {}", grouped(positions)),
        format!("layers: {}, the goal's own among them", grouped(sizes.len() as u64)),
        format!("depth: {}", moves(depth)),
        format!("widest layer: {}, {} from the goal", counted(width, "position"), moves(widest)),
        format!("farthest from the goal: {}", counted(sizes.last().copied().unwrap_or(0), "position")),
        String::new(),
    ];
    lines.extend(histogram(sizes));
    if !farthest.is_empty() {
        lines.extend([String::new(), "farthest from the goal:".to_owned()]);
        for row in farthest.chunks(BESIDE) {
            lines.push(String::new());
            lines.extend(beside(&row.iter().map(picture).collect::<Vec<_>>()));
        }
    }
    if all_layers {
        lines.push(String::new());
        lines.extend(sizes.iter().enumerate().map(|(distance, size)| format!("{distance} {size}")));
    }
    lines.push(String::new());
    lines.join("\n")
}

/// The rows of a board, all equally long.
fn picture(board: &Board) -> Vec<String> {
    let rows: Vec<String> = board.to_string().lines().map(str::to_owned).collect();
    let width = rows.iter().map(String::len).max().unwrap_or(0);
    rows.into_iter().map(|row| format!("{row:<width$}")).collect()
}

/// A line a distance: positions so far from the goal.
#[must_use]
pub fn csv(explored: &Explored) -> String {
    let mut text = "distance,positions\n".to_owned();
    for (distance, size) in explored.sizes.iter().enumerate() {
        // A string takes all.
        let _ = writeln!(text, "{distance},{size}");
    }
    text
}

/// What the finished layers of an unfinished space say.
#[must_use]
pub fn so_far(explored: &Explored) -> String {
    let Outline { positions, depth, widest, width } = Outline::of(&explored.sizes);
    let moves = |distance| counted(distance, "move");
    format!(
        "so far {}, {} at most from the goal; the widest layer has {}, {} from the goal",
        counted(positions, "position"),
        moves(depth),
        counted(width, "position"),
        moves(widest)
    )
}

/// The answer of `traybit tiles explore`.
#[derive(Serialize)]
pub struct Exploration {
    answer: &'static str,
    rows: u16,
    columns: u16,
    complete: bool,
    positions: u64,
    depth: u64,
    /// From the goal.
    layers: Vec<u64>,
    /// Some of the farthest boards, row by row, 0 for the gap.
    farthest: Vec<Vec<u16>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
}

impl Exploration {
    /// A space with its figures, and why it is not whole (a sentence) where it is not.
    #[must_use]
    pub fn new(
        size: Size,
        explored: &Explored,
        farthest: &[Board],
        figures: Figures,
        reason: Option<String>,
    ) -> Self {
        let Outline { positions, depth, .. } = Outline::of(&explored.sizes);
        Self {
            answer: explored.ended.map_or("explored", given_up),
            rows: size.height,
            columns: size.width,
            complete: explored.ended.is_none(),
            positions,
            depth,
            layers: explored.sizes.clone(),
            farthest: farthest.iter().map(|board| board.tiles().to_vec()).collect(),
            reason,
            cost: figures.into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{answer, csv, so_far};
    use traybit_core::grid::Size;
    use traybit_core::search::layered::Explored;
    use traybit_core::search::outcome::Cost;
    use traybit_tiles::board::Board;

    #[test]
    fn a_space_is_told_in_figures_bars_and_pictures() {
        let explored = Explored { sizes: vec![1, 2, 1], ended: None, cost: Cost::default() };
        let size = Size { height: 2, width: 2 };
        let text = answer(&explored, &[Board::blank_first(size), Board::blank_last(size)], true);
        let head = "positions: 4\nlayers: 3, the goal's own among them\ndepth: 2 moves\n\
                    widest layer: 2 positions, 1 move from the goal\nfarthest from the goal: 1 position\n\ndistance";
        assert!(text.starts_with(head), "{text}");
        let tail = "\nfarthest from the goal:\n\n    1    1 2\n  2 3    3\n\n0 1\n1 2\n2 1\n";
        assert!(text.ends_with(tail), "{text}");
        assert_eq!(csv(&explored), "distance,positions\n0,1\n1,2\n2,1\n");
        assert!(so_far(&explored).starts_with("so far 4 positions, 2 moves at most"));
    }
}
