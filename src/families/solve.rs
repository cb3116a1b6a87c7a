//! Solving a puzzle by the crate of its family: the text of a solution that its checker accepts, the proof that there is none, or
//! the limit that was reached.

use std::fmt::Write;
use std::ops::ControlFlow;

use traybit_core::search::limits::Limits as SearchLimits;
use traybit_packing as packing;
use traybit_packing::exact::checker::Checker;
use traybit_packing::exact::{self, ExactCover, text};
use traybit_packing::pack::Pack;
use traybit_packing::solve::Unknown;
use traybit_packing::solve::enumerate::{Callbacks, Selection, enumerate};
use traybit_sliding::puzzle::Puzzle as Blocks;
use traybit_sliding::solve as sliding_solver;
use traybit_tiles::board::Board;
use traybit_tiles::solution::{Notation, write};
use traybit_tiles::solve::answer as tile_solver;

use crate::{Answer, Error, Objective, Solution};

pub(super) fn blocks(puzzle: &Blocks, objective: Objective, limits: &SearchLimits) -> Result<Answer, Error> {
    let objective = match objective {
        Objective::Any => sliding_solver::Objective::Any,
        Objective::Shortest(metric) => sliding_solver::Objective::Shortest(metric),
    };
    match sliding_solver::solve(puzzle, objective, limits).verdict {
        sliding_solver::Verdict::Solved { slides, length } => {
            let mut text = String::new();
            for slide in &slides {
                // A string takes all that is written to it.
                let _ = writeln!(text, "{slide}");
            }
            Ok(Answer::Solved(Solution {
                text,
                length,
                is_shortest: objective != sliding_solver::Objective::Any,
            }))
        }
        sliding_solver::Verdict::Unsolvable(_) => Ok(Answer::Unsolvable),
        sliding_solver::Verdict::GaveUp(reason) => Err(reason.into()),
    }
}

pub(super) fn tiles(board: &Board, objective: Objective, limits: &SearchLimits) -> Result<Answer, Error> {
    let objective = match objective {
        Objective::Any => tile_solver::Objective::Fast,
        Objective::Shortest(_) => tile_solver::Objective::Optimal,
    };
    let solver = tile_solver::Solver::new(Board::blank_last(board.size()), None);
    let report = solver.solve(board, objective, limits);
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

pub(super) fn packing(pack: &Pack, limits: &SearchLimits) -> Result<Answer, Error> {
    let mut first = None;
    let mut take = |packing| {
        first = Some(packing);
        ControlFlow::Break(())
    };
    let selection = Selection { most: 1, distinct: false };
    let searched = enumerate(pack, selection, Callbacks::default(), limits, &|packing| packing, &mut take);
    let ended = searched.unwrap_or_else(|sentence| unreachable!("nothing is resumed: {sentence}")).ended;
    match (first, ended) {
        (Some(packing), _) => {
            let checked = packing::checker::check(pack, &packing);
            checked
                .unwrap_or_else(|refusal| panic!("the packing found does not pass the checker: {refusal}"));
            let text = packing::drawing::write(pack, &packing);
            Ok(Answer::Solved(Solution { text, length: packing.len(), is_shortest: false }))
        }
        (None, None) => Ok(Answer::Unsolvable),
        (None, Some(Unknown::GaveUp(reason))) => Err(reason.into()),
        (None, Some(Unknown::Overflow | Unknown::TooWide(_))) => Err(Error::Undecided),
    }
}

pub(super) fn cover(cover: &ExactCover, limits: &SearchLimits) -> Result<Answer, Error> {
    let mut first = None;
    let mut take = |solution| {
        first = Some(solution);
        ControlFlow::Break(())
    };
    let searched = exact::enumerate(cover, 1, None, limits, &|solution| solution, &mut take);
    let ended = searched.unwrap_or_else(|sentence| unreachable!("nothing is resumed: {sentence}")).ended;
    match (first, ended) {
        (Some(solution), _) => {
            let text = text::write(cover, &solution);
            let checked = Checker::of(cover).check(text.lines());
            checked
                .unwrap_or_else(|refusal| panic!("the solution found does not pass the checker: {refusal}"));
            Ok(Answer::Solved(Solution { text, length: solution.len(), is_shortest: false }))
        }
        (None, None) => Ok(Answer::Unsolvable),
        (None, Some(reason)) => Err(reason.into()),
    }
}
