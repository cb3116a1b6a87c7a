//! Boards of tiles as people and programs read about them.

use serde::Serialize;

use traybit_core::grid::Size;
use crate::report::figures::{Costs, Figures};
use crate::report::json::given_up;
use crate::report::text::{counted, grouped, search_cost};
use traybit_tiles::solve::answer::{Report, Verdict};
use traybit_tiles::arrangement::Obstacle;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;

/// What a solution is, in one sentence, and what it cost, in another.
#[must_use]
pub fn solved(report: &Report, moves: usize, shortest: bool) -> [String; 2] {
    let length = counted(moves as u64, "move");
    let what = if shortest {
        format!("{length}, the shortest solution, proven")
    } else {
        let Report { manhattan, bound, .. } = *report;
        let times = if manhattan == 0 {
            String::new()
        } else {
            format!(
                ", {} times the Manhattan distance {}",
                ratio(moves as u64, manhattan),
                grouped(manhattan)
            )
        };
        format!(
            "{length}{times}; not necessarily the shortest, but none has fewer than {}",
            counted(bound, "move")
        )
    };
    [what, cost(report)]
}

/// What an answer cost, and how it was found.
#[must_use]
pub fn cost(report: &Report) -> String {
    format!("{}; {}", search_cost(&report.cost, None), report.method)
}

/// Why a board has no solution.
#[must_use]
pub fn unsolvable(obstacle: Obstacle) -> String {
    let reason = match obstacle {
        Obstacle::Parity => {
            "every move exchanges the gap with a neighbour, and by such exchanges this order of the tiles has the wrong \
             parity: half of all boards have"
        }
        Obstacle::Order => {
            "on a single row or column no tile passes another, and the goal has them in another order"
        }
    };
    format!("no solution exists: {reason}")
}

/// Why nothing is proven of solutions that are too long for it.
#[must_use]
pub fn too_long() -> String {
    "gave up: the shortest solution has too many moves for a search that goes as deep".to_owned()
}

/// What an answer is called.
#[must_use]
pub fn answer(report: &Report) -> &'static str {
    match &report.verdict {
        Verdict::Solved { .. } => "solved",
        Verdict::Unsolvable(_) => "unsolvable",
        Verdict::GaveUp => report.ended.map_or("gave up", given_up),
    }
}

/// How many times one is the other, to two places.
#[must_use]
pub fn ratio(length: u64, manhattan: u64) -> String {
    format!("{:.2}", length as f64 / manhattan as f64)
}

/// The answer of `traybit tiles solve`.
#[derive(Serialize)]
pub struct Solution {
    answer: &'static str,
    rows: u16,
    columns: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shortest: Option<bool>,
    manhattan: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    at_least: Option<u64>,
    /// Tiles and where they move.
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<(u16, char)>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    cost: Costs,
    method: String,
}

impl Solution {
    /// An answer with its figures, and why it is less than was asked for (a sentence) where it is.
    #[must_use]
    pub fn new(start: &Board, report: &Report, figures: Figures, reason: Option<String>) -> Self {
        let Size { height, width } = start.size();
        let solution = match &report.verdict {
            Verdict::Solved { moves, shortest } => Some((moves, *shortest)),
            _ => None,
        };
        Self {
            answer: answer(report),
            rows: height,
            columns: width,
            length: solution.map(|(moves, _)| moves.len()),
            shortest: solution.map(|(_, shortest)| shortest),
            manhattan: report.manhattan,
            at_least: (!matches!(report.verdict, Verdict::Unsolvable(_))).then_some(report.bound),
            moves: solution.map(|(moves, _)| named(start, moves)),
            reason,
            cost: figures.into(),
            method: report.method.clone(),
        }
    }
}

/// Moves with the tiles that make them.
fn named(start: &Board, moves: &[Direction]) -> Vec<(u16, char)> {
    let mut board = start.clone();
    moves.iter().filter_map(|&direction| Some((board.slide(direction)?, direction.letter()))).collect()
}

/// The verdict of `traybit tiles check`.
#[derive(Serialize)]
pub struct Check {
    /// `verified`, `goal not met` or `impossible move`.
    pub verdict: &'static str,
    /// Moves of the list.
    pub moves: u64,
    /// What is wrong, if something is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// The answer of `traybit tiles generate`.
#[derive(Serialize)]
pub struct Generation {
    /// What chance began with.
    pub seed: u64,
    /// Random moves from the goal; none where any board was as likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<u64>,
    /// The boards, the first one's number being 1.
    pub boards: Vec<Generated>,
}

/// A random board.
#[derive(Serialize)]
pub struct Generated {
    rows: u16,
    columns: u16,
    /// Row by row, 0 for the gap.
    tiles: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl Generated {
    /// A board, and the file it was written to.
    #[must_use]
    pub fn new(board: &Board, file: Option<String>) -> Self {
        let Size { height, width } = board.size();
        Self { rows: height, columns: width, tiles: board.tiles().to_vec(), file }
    }
}
