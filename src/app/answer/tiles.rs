//! The answers of `traybit tiles solve` and `traybit tiles generate`.

use crate::answer::{Body, Ending, Object, given_up};
use crate::runner::Run;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_program::status::Status;
use traybit_program::text::{counted, grouped, search_cost};
use traybit_tiles::arrangement::Obstacle;
use traybit_tiles::board::Board;
use traybit_tiles::direction::Direction;
use traybit_tiles::solution::{Notation, pushes, write};
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

/// Reason why a board has no solution.
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

/// Reason why a search gave up, and the status.
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
        Verdict::GaveUp => report.ended.map_or("gave_up", given_up),
    }
}

/// The ratio of two lengths, to two places.
pub(crate) fn ratio(length: u64, manhattan: u64) -> String {
    format!("{:.2}", length as f64 / manhattan as f64)
}

/// A solution of tiles, its moves written in a notation, or that there is none.
pub(crate) fn solution(start: &Board, report: &Report, notation: Notation) -> Body {
    let (moves, shortest) = match &report.verdict {
        Verdict::Solved { moves, shortest } => (Some(moves), Some(*shortest)),
        _ => (None, None),
    };
    let may_have_solution = !matches!(report.verdict, Verdict::Unsolvable(_));
    let fields = Object::of("tiles.solve")
        .with("answer", answer(report))
        .with("rows", start.size().height)
        .with("columns", start.size().width)
        .maybe("length", moves.map(Vec::len))
        .maybe("shortest", shortest)
        .with("manhattan", report.manhattan)
        .maybe("at_least", may_have_solution.then_some(report.bound));
    let fields = match notation {
        Notation::Letters => fields.maybe("moves", moves.map(|moves| in_letters(moves))),
        Notation::Blank => fields.maybe("moves", moves.map(|moves| of_blank(moves))),
        _ => fields.maybe("moves", moves.map(|moves| named(start, moves))),
    };
    let boards = moves.filter(|_| notation == Notation::Boards).map(|moves| boards(start, moves));
    let fields = fields.maybe("boards", boards).with("method", &report.method);
    Body { text: moves.map_or_else(String::new, |moves| write(start, moves, notation)), fields }
}

/// Moves with the tiles that make them.
fn named(start: &Board, moves: &[Direction]) -> Vec<(u16, char)> {
    let mut board = start.clone();
    moves.iter().filter_map(|&direction| Some((board.slide(direction)?, direction.letter()))).collect()
}

fn in_letters(moves: &[Direction]) -> Vec<String> {
    pushes(moves).map(|push| push.to_string()).collect()
}

fn of_blank(moves: &[Direction]) -> Vec<&'static str> {
    moves.iter().map(|direction| direction.of_blank()).collect()
}

/// The tiles of every board from the start to the goal, row by row.
fn boards(start: &Board, moves: &[Direction]) -> Vec<Vec<u16>> {
    let after = moves
        .iter()
        .scan(start.clone(), |board, &direction| board.slide(direction).map(|_| board.tiles().to_vec()));
    [start.tiles().to_vec()].into_iter().chain(after).collect()
}

/// Random boards with their texts and the files that they were written to; `moves` from the goal, where not every board
/// was as likely. The text is the boards themselves, or the names of their files.
pub(crate) fn random(seed: u64, moves: Option<u64>, boards: &[(Board, String, Option<String>)]) -> Body {
    let board = |(board, _, file): &(Board, String, Option<String>)| {
        Object::default()
            .with("rows", board.size().height)
            .with("columns", board.size().width)
            .with("tiles", board.tiles())
            .maybe("file", file.as_ref())
    };
    let line = |(_, text, file): &(Board, String, Option<String>)| {
        file.as_ref().map_or_else(|| text.clone(), |file| format!("{file}\n"))
    };
    let fields = Object::of("tiles.generate")
        .with("seed", seed)
        .maybe("moves", moves)
        .with("boards", boards.iter().map(board).collect::<Vec<_>>());
    Body { text: boards.iter().map(line).collect(), fields }
}
