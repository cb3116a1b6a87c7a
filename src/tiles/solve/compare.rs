//! Comparison of strategies on the same boards.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use crate::direction::Direction;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp, Outcome};

/// Runs of one strategy on a set of boards.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row<W> {
    /// The strategy.
    pub way: W,
    /// Run on each board.
    pub runs: Vec<Run>,
}

/// Run on one board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Run {
    /// Length of the solution, none where there is none; or why it gave up.
    pub moves: Result<Option<usize>, GaveUp>,
    /// Boards generated.
    pub positions: u64,
    /// Time taken.
    pub time: Duration,
}

impl<W> Row<W> {
    /// Number of boards solved.
    pub fn solved(&self) -> usize {
        self.lengths().count()
    }

    /// Number of boards on which it gave up.
    pub fn gave_up(&self) -> usize {
        self.runs.iter().filter(|run| run.moves.is_err()).count()
    }

    /// Sum of the lengths of all solutions.
    pub fn moves(&self) -> u64 {
        self.lengths().map(|moves| moves as u64).sum()
    }

    /// Sum of the boards generated, whether solved or not.
    pub fn positions(&self) -> u64 {
        self.runs.iter().map(|run| run.positions).sum()
    }

    /// Sum of the times, whether solved or not.
    pub fn time(&self) -> Duration {
        self.runs.iter().map(|run| run.time).sum()
    }

    /// Mean time for a board; none without boards.
    pub fn mean_time(&self) -> Option<Duration> {
        self.time().checked_div(self.runs.len() as u32)
    }

    fn lengths(&self) -> impl Iterator<Item = usize> {
        self.runs.iter().filter_map(|run| run.moves.ok().flatten())
    }
}

/// Solves every board by every strategy on one thread, each within `time` and within `limits`, as long as these last.
/// `solve` gets limits of its own each time, so strategies of any kind can be compared; preparations are part of its
/// time.
pub fn compare<B, W: Copy>(
    boards: &[B],
    ways: &[W],
    time: Option<Duration>,
    limits: &Limits,
    solve: impl Fn(&B, W, &Limits) -> Outcome<Direction>,
) -> Vec<Row<W>> {
    let run = |board: &B, way: W| {
        let began = Instant::now();
        let own = Limits { threads: 1, progress: Arc::default(), ..limits.for_at_most(time) };
        let outcome = solve(board, way, &own);
        let time = began.elapsed();
        limits.progress.positions.fetch_add(outcome.cost.positions, Ordering::Relaxed);
        let moves = match outcome.answer {
            Answer::Solved(moves) => Ok(Some(moves.len())),
            Answer::Unsolvable => Ok(None),
            Answer::GaveUp(reason) => Err(reason),
        };
        Run { moves, positions: outcome.cost.positions, time }
    };
    let row = |&way| Row { way, runs: boards.iter().map(|board| run(board, way)).collect() };
    ways.iter().map(row).collect()
}

/// Rows that are never beaten: they gave up on no board, and on each of them no other row that did not give up was
/// better by `measure`, smaller being better. None where different boards favour different rows.
pub fn unbeaten<W, M: Ord>(rows: &[Row<W>], measure: impl Fn(&Run) -> M) -> Vec<usize> {
    let beats = |one: &Run, other: &Run| other.moves.is_err() || measure(one) <= measure(other);
    let best = |row: &Row<W>| {
        row.runs
            .iter()
            .enumerate()
            .all(|(board, run)| run.moves.is_ok() && rows.iter().all(|other| beats(run, &other.runs[board])))
    };
    (0..rows.len()).filter(|&row| best(&rows[row])).collect()
}
