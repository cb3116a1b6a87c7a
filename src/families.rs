//! The families behind the crate's front page.

use std::fmt::Display;
use std::ops::ControlFlow;
use std::time::Instant;

use traybit_core::input::Fault;
use traybit_core::page::without_mark;
use traybit_core::search::limits::Limits as SearchLimits;
use traybit_core::search::outcome::GaveUp;
use traybit_packing as packing;
use traybit_packing::pack::Pack;
use traybit_packing::solve::count::Unknown;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_sliding::formats::course::{self, read_goal, read_tray};
use traybit_sliding::formats::moves::Moves as SlidingMoves;
use traybit_sliding::formats::{self as sliding_formats, Content};
use traybit_sliding::puzzle::Puzzle as Blocks;
use traybit_sliding::solve as sliding_solver;
use traybit_tiles::board::Board;
use traybit_tiles::checker::Game;
use traybit_tiles::formats::read_list;
use traybit_tiles::solution::{Moves as TileMoves, Notation, write};
use traybit_tiles::solve::answer as tile_solver;

use crate::{Answer, Error, Limits, Objective, Solution};

/// A puzzle in the model of its family.
#[derive(Clone, Debug)]
pub(crate) enum Model {
    Sliding(Box<Blocks>),
    Tiles(Board),
    Packing(Box<Pack>),
}

impl Model {
    pub(crate) fn read(bytes: &[u8]) -> Result<Self, Error> {
        if is_packing(bytes) {
            let pack = packing::formats::read("puzzle", bytes).map_err(malformed)?;
            return Ok(Self::Packing(Box::new(pack)));
        }
        match sliding_formats::read("puzzle", bytes) {
            Ok(Content::Puzzle(puzzle)) if puzzle.has_goal() => Ok(Self::Sliding(Box::new(puzzle))),
            Ok(_) => Err(Error::Puzzle("puzzle: expected a goal, found a tray alone".to_owned())),
            Err(fault) => read_board(bytes).ok_or_else(|| malformed(fault)),
        }
    }

    pub(crate) fn read_pair(tray: &[u8], goal: &[u8]) -> Result<Self, Error> {
        let tray = read_tray("tray", tray).map_err(malformed)?;
        let goal = read_goal("goal", goal, Some(tray.size())).map_err(malformed)?;
        Ok(Self::Sliding(Box::new(course::puzzle(&tray, Some(&goal)))))
    }

    pub(crate) fn solve(&self, objective: Objective, limits: &Limits) -> Result<Answer, Error> {
        let limits = SearchLimits {
            deadline: limits.time.and_then(|time| Instant::now().checked_add(time)),
            memory: limits.memory,
            threads: limits.threads.max(1),
            ..SearchLimits::default()
        };
        match self {
            Self::Sliding(puzzle) => solve_blocks(puzzle, objective, &limits),
            Self::Tiles(board) => solve_tiles(board, objective, &limits),
            Self::Packing(pack) => solve_packing(pack, &limits),
        }
    }

    pub(crate) fn check(&self, solution: &str) -> Result<(), Error> {
        let (name, bytes) = ("solution", solution.as_bytes());
        let refused = match self {
            Self::Sliding(puzzle) => {
                let (mut moves, mut game) = (SlidingMoves::new(name, bytes), puzzle.begin());
                replay(|| moves.next_move(), |step| game.apply(step).map(drop))?;
                game.missing()
            }
            Self::Tiles(board) => {
                let (mut moves, mut game) = (TileMoves::new(name, bytes), Game::new(board));
                replay(|| moves.next_move(), |step| game.apply(step).map(drop))?;
                let missing = game.missing(&Board::blank_last(board.size()));
                missing.map(|cell| format!("the goal is not met: {cell}"))
            }
            Self::Packing(pack) => {
                let drawn = packing::drawing::read(pack, name, bytes).map_err(unreadable)?;
                let check =
                    |drawn: &packing::drawing::Drawn| packing::checker::check(pack, &drawn.packing).err();
                let none = drawn.is_empty().then(|| "expected a packing, found none".to_owned());
                drawn.iter().find_map(check).map(|refusal| refusal.to_string()).or(none)
            }
        };
        refused.map_or(Ok(()), |sentence| Err(Error::Refused(sentence)))
    }
}

/// Detects packings: gzip, XML, or text with a line `board:`.
fn is_packing(bytes: &[u8]) -> bool {
    let text = without_mark(bytes).trim_ascii_start();
    let is_board = |line: &[u8]| line.trim_ascii_start().starts_with(b"board:");
    bytes.starts_with(&[0x1f, 0x8b])
        || text.starts_with(b"<")
        || text.split(|byte| *byte == b'\n').any(is_board)
}

fn read_board(bytes: &[u8]) -> Option<Model> {
    let mut boards = read_list("puzzle", bytes, None).ok()?;
    if boards.len() == 1 { boards.pop().map(|entry| Model::Tiles(entry.board)) } else { None }
}

fn solve_blocks(puzzle: &Blocks, objective: Objective, limits: &SearchLimits) -> Result<Answer, Error> {
    let wanted = match objective {
        Objective::Any => sliding_solver::Wanted::Any,
        Objective::Shortest(metric) => sliding_solver::Wanted::Shortest(metric),
    };
    match sliding_solver::solve(puzzle, wanted, limits).verdict {
        sliding_solver::Verdict::Solved { slides, length } => {
            let text = slides.iter().map(|slide| format!("{slide}\n")).collect();
            Ok(Answer::Solved(Solution { text, length, is_shortest: objective != Objective::Any }))
        }
        sliding_solver::Verdict::Unsolvable(_) => Ok(Answer::Unsolvable),
        sliding_solver::Verdict::GaveUp(reason) => Err(reason.into()),
    }
}

fn solve_tiles(board: &Board, objective: Objective, limits: &SearchLimits) -> Result<Answer, Error> {
    let wanted = match objective {
        Objective::Any => tile_solver::Objective::Fast,
        Objective::Shortest(_) => tile_solver::Objective::Optimal,
    };
    let solver = tile_solver::Solver::new(Board::blank_last(board.size()), None);
    let report = solver.solve(board, wanted, limits);
    match (report.verdict, report.ended) {
        (_, Some(reason)) => Err(reason.into()),
        (tile_solver::Verdict::GaveUp, None) => Err(Error::TimeLimit),
        (tile_solver::Verdict::Unsolvable(_), None) => Ok(Answer::Unsolvable),
        (tile_solver::Verdict::Solved { moves, shortest }, None) => Ok(Answer::Solved(Solution {
            text: write(board, &moves, Notation::Tiles),
            length: moves.len(),
            is_shortest: shortest,
        })),
    }
}

fn solve_packing(pack: &Pack, limits: &SearchLimits) -> Result<Answer, Error> {
    let mut first = None;
    let mut take = |packing| {
        first = Some(packing);
        ControlFlow::Break(())
    };
    let selection = Selection { most: 1, distinct: false };
    let searched = enumerate(pack, selection, Callbacks::default(), limits, &mut take);
    let ended = searched.unwrap_or_else(|sentence| unreachable!("nothing is resumed: {sentence}")).ended;
    match (first, ended) {
        (Some(packing), _) => {
            let checked = packing::checker::check(pack, &packing);
            checked
                .unwrap_or_else(|refusal| panic!("the packing found does not pass the checker: {refusal}"));
            let text = packing::drawing::write(pack, &packing);
            Ok(Answer::Solved(Solution { text, length: packing.len(), is_shortest: true }))
        }
        (None, None) => Ok(Answer::Unsolvable),
        (None, Some(Unknown::GaveUp(reason))) => Err(reason.into()),
        (None, Some(Unknown::Overflow | Unknown::TooWide(_))) => Err(Error::Undecided),
    }
}

/// Makes all moves of a list.
fn replay<M, R: Display>(
    mut next: impl FnMut() -> Result<Option<M>, Fault>,
    mut apply: impl FnMut(M) -> Result<(), R>,
) -> Result<(), Error> {
    let mut number = 0;
    while let Some(step) = next().map_err(unreadable)? {
        number += 1;
        let refused = |reason: R| Error::Refused(format!("move {number} is impossible: {reason}"));
        apply(step).map_err(refused)?;
    }
    Ok(())
}

impl From<GaveUp> for Error {
    fn from(reason: GaveUp) -> Self {
        match reason {
            GaveUp::Time | GaveUp::Stopped => Self::TimeLimit,
            GaveUp::Memory => Self::MemoryLimit,
            GaveUp::Exhausted => Self::Undecided,
        }
    }
}

fn malformed(fault: Fault) -> Error {
    Error::Puzzle(fault.to_string())
}

fn unreadable(fault: Fault) -> Error {
    Error::Solution(fault.to_string())
}
