//! Boards with walls, and goals with open cells: breadth-first search, which also proves that there is no solution, and
//! where that sees too many positions, iterative-deepening A* with the Manhattan distance.
//!
//! ```text
//!   goal 1 2 3    start 8 1 2     filled goal 1 2 3    a plain goal: what stands on open cells stays, the others are put
//!        * * *          3 5 4                 7 5 4    in order, and two are exchanged if the parity is wrong
//!        * * *          7 0 6                 8 0 6
//! ```
//!
//! Without walls, every solution for a filled goal is one for the goal, so the searches of plain boards find short ones.

use std::collections::HashMap;
use std::iter::repeat_n;
use web_time::Instant;

use crate::arrangement::Obstacle;
use crate::node::OpenNode;
use crate::pattern::index::order;
use crate::solve::answer::{Objective, Solver};
use crate::solve::anytime::{improve, quick};
use crate::solve::optimal::Optimiser;
use crate::solve::{Report, Verdict};
use crate::{Arrangement, Board, Direction, Unit, in_tile_space};
use traybit_core::search::compiled;
use traybit_core::search::ida_star::Deepening;
use traybit_core::space::Move;
use traybit_core::{Answer, Cost, GaveUp, Limits, Outcome};

/// Positions that breadth-first search sees before the other search takes over: where no solution is known, all of 3×4 with
/// a wall.
const MOST_POSITIONS: [u64; 2] = [1 << 25, 1 << 22];

/// Open cells whose fillings are tried one by one on small boards: with more open cells the boards of 12 are few enough for
/// breadth-first search.
const FEW: usize = 4;

/// Solves a board with walls or for a goal with open cells.
pub(super) fn solve(start: &Board, goal: &Board, objective: Objective, limits: &Limits) -> Report {
    let board = Arrangement::new(start, goal);
    let filled = filled(start, goal);
    if let Some(obstacle) = board.obstacle().or(filled.as_ref().err().copied()) {
        return Report::unsolvable(&board, obstacle);
    }
    match (filled.ok().flatten(), objective) {
        (_, Objective::Pushes) => shortest(&board, None, Unit::Push, limits),
        (Some(filled), Objective::Improve(time)) => improve(&filled, None, time, limits).reopened(&board),
        (Some(filled), Objective::Fast) => quick(&filled, limits).reopened(&board),
        (filled, _) => {
            let first = filled.map(|filled| quick(&filled, limits).verdict);
            let known = if let Some(Verdict::Solved { moves, .. }) = first { Some(moves) } else { None };
            let open = open_cells(goal);
            if known.is_some() && open.len() <= FEW && Solver::is_small(goal) {
                return over_fillings(start, goal, &open, known, limits);
            }
            shortest(&board, known, Unit::Move, limits)
        }
    }
}

/// Searches for a shortest solution for each way to fill the open cells, the nearest first, each time for one shorter than
/// the solution `known`.
fn over_fillings(
    start: &Board,
    goal: &Board,
    open: &[usize],
    known: Option<Vec<Direction>>,
    limits: &Limits,
) -> Report {
    let mut fillings = fillings(start, goal, open);
    fillings.sort_by_key(Arrangement::manhattan);
    let mut optimisers = HashMap::new();
    let mut best = Report::new(&Arrangement::new(start, goal), Err(GaveUp::Exhausted), Cost::default(), "");
    (best.bound, best.ended) = (u64::MAX, None);
    let mut shortest = known;
    for board in &fillings {
        if best.ended.is_some() {
            best.bound = best.bound.min(board.manhattan());
            continue;
        }
        let blank = board.blank_home();
        let optimiser = optimisers.entry(blank).or_insert_with(|| Optimiser::new(goal.size(), blank, None));
        let found = optimiser.solve(board, shortest.take(), limits);
        if let Verdict::Solved { moves, .. } = found.verdict {
            shortest = Some(moves);
        }
        best.bound = best.bound.min(found.bound);
        (best.ended, best.method, best.cost) = (found.ended, found.method, best.cost.then(found.cost));
    }
    let is_shortest = best.ended.is_none();
    best.verdict = shortest.map_or(Verdict::GaveUp, |moves| Verdict::Solved { moves, shortest: is_shortest });
    best
}

/// The arrangements for all filled goals without obstacle.
fn fillings(start: &Board, goal: &Board, open: &[usize]) -> Vec<Arrangement> {
    let filled = goal.filled(start);
    let all = (0..(1..=open.len()).product()).map(|rank| {
        let mut tiles = filled.tiles().to_vec();
        for (&cell, place) in open.iter().zip(order(open.len(), rank)) {
            tiles[cell] = filled.tiles()[open[place]];
        }
        Arrangement::new(start, &Board::new(goal.size(), tiles).expect("each tile once"))
    });
    all.filter(|board| board.obstacle().is_none()).collect()
}

/// Cells that do not matter.
fn open_cells(goal: &Board) -> Vec<usize> {
    (0..goal.size().cells()).filter(|&cell| goal.number(cell).is_none() && !goal.is_wall(cell)).collect()
}

/// Searches for a shortest solution in a unit. Pushes are searched breadth-first to the end, moves for one shorter than
/// the solution `known`.
fn shortest(start: &Arrangement, known: Option<Vec<Direction>>, unit: Unit, limits: &Limits) -> Report {
    let positions =
        if unit == Unit::Push { limits.positions } else { MOST_POSITIONS[usize::from(known.is_some())] };
    let capped = Limits { positions, ..limits.clone() };
    let outcome = match unit {
        Unit::Move => in_tile_space!(start, false, space => compiled::solve(space, &capped, None)),
        Unit::Push => in_tile_space!(start, true, space => compiled::solve(space, &capped, None)),
    };
    let Outcome { answer, cost } = outcome.expect("no checkpoint is read");
    let report = Report { unit, ..Report::new(start, Err(GaveUp::Exhausted), cost, "breadth-first search") };
    match answer {
        Answer::Unsolvable => {
            Report { verdict: Verdict::Unsolvable(Obstacle::Exhausted), ended: None, bound: 0, ..report }
        }
        Answer::Solved(moves) => {
            let pushed = |Move(code)| repeat_n(Direction::from(Move(code % 4)), (code / 4).max(1) as usize);
            let moves: Vec<Direction> = moves.into_iter().flat_map(pushed).collect();
            let bound = unit.length(&moves);
            Report { verdict: Verdict::Solved { moves, shortest: true }, ended: None, bound, ..report }
        }
        Answer::GaveUp(_) if unit == Unit::Move => {
            let (began, mut deepening) = (Instant::now(), Deepening::default());
            // No goal is in the layers that were finished.
            deepening.bound = cost.layers + 1;
            let (node, length) = (OpenNode::new(start), known.as_ref().map(|known| known.len() as u32));
            let ending = (deepening.run(&node, &mut |_| length, None, limits), |moves| moves);
            let bytes = limits.threads.max(1) * deepening.bytes(&node);
            let own = Cost { time: began.elapsed(), bytes, ..Cost::default() };
            let report =
                Report::of_deepening(start, ending, known, deepening, own, "IDA*, Manhattan distance");
            Report { cost: cost.then(report.cost), ..report }
        }
        Answer::GaveUp(reason) => Report { ended: Some(reason), bound: u64::from(cost.layers) + 1, ..report },
    }
}

/// The arrangement for a filled goal without obstacle, or the proof that there is none; `None` if the board has walls or is
/// a single row or column.
fn filled(start: &Board, goal: &Board) -> Result<Option<Arrangement>, Obstacle> {
    let size = goal.size();
    if !start.is_plain() || size.height == 1 || size.width == 1 {
        return Ok(None);
    }
    let filled = goal.filled(start);
    let mut open = open_cells(goal);
    // An exchange of two tiles changes the parity, but one with the blank may leave it as it is.
    open.sort_by_key(|&cell| cell == filled.blank());
    let mut tiles = filled.tiles().to_vec();
    tiles.swap(open[0], open[1]);
    let exchanged = Board::new(size, tiles).expect("each tile once");
    let both = [filled, exchanged].map(|filled| Arrangement::new(start, &filled));
    both.into_iter().find(|filled| filled.obstacle().is_none()).map(Some).ok_or(Obstacle::Parity)
}

impl Report {
    /// The report of a search for a filled goal as one for the open goal.
    fn reopened(self, board: &Arrangement) -> Self {
        let gave_up = Err(self.ended.unwrap_or(GaveUp::Exhausted));
        let found = if let Verdict::Solved { moves, .. } = self.verdict { Ok(moves) } else { gave_up };
        Self { ended: self.ended, ..Self::new(board, found, self.cost, &self.method) }
    }
}
