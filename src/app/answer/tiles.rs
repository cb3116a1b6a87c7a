//! The answers of `traybit tiles solve` and `traybit tiles generate`.

use serde::Serialize;

use crate::answer::{Body, Ending, given_up};
use crate::runner::Run;
use traybit_core::grid::Size;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::{counted, grouped, search_cost};
use traybit_tiles::arrangement::Obstacle;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::{self, Notation};
use traybit_tiles::solve::answer::{Report, Verdict};

/// Sentences about an answer: length and cost.
pub(crate) fn remarks(report: &Report) -> Vec<String> {
    let cost = format!("{}; {}", search_cost(&report.cost, None), report.method);
    let Verdict::Solved { moves, shortest } = &report.verdict else { return vec![cost] };
    let moves = moves.len();
    let length = counted(moves as u64, "move");
    let what = if *shortest {
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
    vec![what, cost]
}

/// Why a board has no solution.
pub(crate) fn unsolvable(obstacle: Obstacle) -> String {
    let reason = match obstacle {
        Obstacle::Parity => {
            "every move exchanges the blank with a neighbour, and for such exchanges this order of the tiles has the \
             wrong parity, as half of all boards have"
        }
        Obstacle::Order => {
            "on a single row or column no tile can pass another, and the goal has them in another order"
        }
    };
    format!("no solution exists: {reason}")
}

/// Why a search gave up, and the status.
pub(crate) fn gave_up(reason: GaveUp, cost: &Cost, run: &Run) -> Ending {
    match reason {
        GaveUp::Exhausted => Ending::because(
            "gave up: the shortest solution has too many moves for a depth-first search",
            Status::GaveUp,
        ),
        _ => run.gave_up(reason, cost),
    }
}

/// The `answer` in a word.
pub(crate) fn answer(report: &Report) -> &'static str {
    match &report.verdict {
        Verdict::Solved { .. } => "solved",
        Verdict::Unsolvable(_) => "unsolvable",
        Verdict::GaveUp => report.ended.map_or("gave up", given_up),
    }
}

/// The ratio of two lengths, to two places.
pub(crate) fn ratio(length: u64, manhattan: u64) -> String {
    format!("{:.2}", length as f64 / manhattan as f64)
}

/// A solution of tiles, or that there is none.
#[derive(Serialize)]
pub(crate) struct TileSolution {
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
    method: String,
    #[serde(skip)]
    text: String,
}

impl TileSolution {
    /// The answer of a search; moves are written in a notation.
    pub(crate) fn new(start: &Board, report: &Report, notation: Notation) -> Self {
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
            method: report.method.clone(),
            text: solution.map_or_else(String::new, |(moves, _)| solution::write(start, moves, notation)),
        }
    }
}

impl Body for TileSolution {
    fn text(&self) -> String {
        self.text.clone()
    }
}

/// Moves with the tiles that make them.
fn named(start: &Board, moves: &[Direction]) -> Vec<(u16, char)> {
    let mut board = start.clone();
    moves.iter().filter_map(|&direction| Some((board.slide(direction)?, direction.letter()))).collect()
}

/// Random boards.
#[derive(Serialize)]
pub(crate) struct RandomBoards {
    pub(crate) seed: u64,
    /// Random moves from the goal; none where any board was as likely.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) moves: Option<u64>,
    /// The boards, the first one's number being 1.
    pub(crate) boards: Vec<RandomBoard>,
}

/// A random board.
#[derive(Serialize)]
pub(crate) struct RandomBoard {
    rows: u16,
    columns: u16,
    /// Row by row, 0 for the blank.
    tiles: Vec<u16>,
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<String>,
    #[serde(skip)]
    text: String,
}

impl RandomBoard {
    /// A board with its text, and the file it was written to.
    pub(crate) fn new(board: &Board, text: String, file: Option<String>) -> Self {
        let Size { height, width } = board.size();
        Self { rows: height, columns: width, tiles: board.tiles().to_vec(), file, text }
    }
}

impl Body for RandomBoards {
    /// The boards themselves, or the names of their files.
    fn text(&self) -> String {
        let line = |board: &RandomBoard| match &board.file {
            Some(file) => format!("{file}\n"),
            None => board.text.clone(),
        };
        self.boards.iter().map(line).collect()
    }
}
