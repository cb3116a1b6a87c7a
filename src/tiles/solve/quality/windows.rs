//! Makes a solution shorter piece by piece: each window of it is replaced by a shorter way between the same boards.
//!
//! ```text
//!   moves    ├────── window ──────┼────── window ──────┼─ …       the next pass cuts elsewhere
//!   board    A                    B                    C          A → B: a board of its own, with B as its goal,
//!                                                                 cut down to the cells that the gap came near
//! ```
//!
//! (Improving a plan window by window: Siddiqui and Haslum, "Continuing plan quality optimisation", JAIR 2015.)

use std::thread;

use crate::arrangement::Arrangement;
use crate::bytes::MOST_CELLS;
use crate::direction::Direction;
use crate::part::cut;
use crate::rows::Rectangle;
use crate::solve::fast::without_reversals;
use crate::solve::quality::whole::whole;
use traybit_core::search::beam::Beam;
use traybit_core::search::limits::Limits;

/// How to cut and how hard to try.
#[derive(Clone, Copy, Debug)]
pub struct Cuts {
    /// Moves before the first window.
    pub offset: usize,
    /// Moves of a window.
    pub length: usize,
    /// Boards kept by the beam in it.
    pub width: usize,
}

/// The solution after one pass, and the positions looked at. What the limits leave no time for stays as it is.
pub fn pass(start: &Arrangement, moves: &[Direction], cuts: Cuts, limits: &Limits) -> (Vec<Direction>, u64) {
    let threads = limits.threads.max(1);
    let (head, rest) = moves.split_at(cuts.offset.min(moves.len()));
    let windows = rest.len().div_ceil(cuts.length);
    let share = windows.div_ceil(threads).max(1) * cuts.length;
    let mut board = start.clone();
    board.follow(head);
    let mut chunks = rest.chunks(share).map(|chunk| {
        let from = board.clone();
        board.follow(chunk);
        (from, chunk)
    });
    let limits = &Limits { memory: limits.memory / threads, ..limits.clone() };
    let work = move |(from, chunk)| shortened(from, chunk, cuts, limits);
    let parts = thread::scope(|scope| {
        let first = chunks.next();
        let others: Vec<_> = chunks.map(|chunk| scope.spawn(move || work(chunk))).collect();
        let others = others
            .into_iter()
            .map(|other| other.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        first.map(work).into_iter().chain(others.collect::<Vec<_>>()).collect::<Vec<_>>()
    });
    let mut all = head.to_vec();
    for (part, _) in &parts {
        all.extend(part);
    }
    (without_reversals(all), parts.iter().map(|(_, positions)| positions).sum())
}

/// The windows of one thread.
fn shortened(
    mut board: Arrangement,
    chunk: &[Direction],
    cuts: Cuts,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let mut moves = Vec::with_capacity(chunk.len());
    let mut positions = 0;
    for window in chunk.chunks(cuts.length) {
        if limits.check_time().is_err() {
            moves.extend(window);
            continue;
        }
        let from = board.clone();
        let part = near(&from, window);
        board.follow(window);
        if part.cells() > MOST_CELLS || window.len() < 4 {
            moves.extend(window);
            continue;
        }
        let mut beam = Beam::default();
        let most = window.len() as u32 - 2;
        let found = whole(&cut(&from, board.homes(), part), cuts.width, most, &mut beam, limits);
        positions += beam.positions();
        match found {
            Ok(Some(shorter)) => moves.extend(shorter),
            _ => moves.extend(window),
        }
    }
    (moves, positions)
}

/// The rectangle in which the gap moves, and the cells around it.
fn near(from: &Arrangement, window: &[Direction]) -> Rectangle {
    let (height, width) = (i32::from(from.size().height), i32::from(from.size().width));
    let (mut row, mut column) = (from.gap() as i32 / width, from.gap() as i32 % width);
    let (mut rows, mut columns) = ((row, row), (column, column));
    for way in window {
        match way {
            Direction::Up => row += 1,
            Direction::Down => row -= 1,
            Direction::Left => column += 1,
            Direction::Right => column -= 1,
        }
        rows = (rows.0.min(row), rows.1.max(row));
        columns = (columns.0.min(column), columns.1.max(column));
    }
    let around = |(least, most): (i32, i32), end: i32| ((least - 1).max(0), (most + 2).min(end));
    Rectangle { rows: around(rows, height), columns: around(columns, width) }
}

#[cfg(test)]
mod tests {
    use super::{Cuts, pass};
    use traybit_core::search::limits::Limits;

    use crate::solve::fast::tests::{assert_solves, fast, random};

    #[test]
    fn a_pass_shortens_and_keeps_the_ends_on_any_number_of_threads() {
        let start = random(20, 12, 100, 1);
        let moves = fast(&start);
        let cuts = Cuts { offset: 11, length: 40, width: 60 };
        let run = |threads| pass(&start, &moves, cuts, &Limits { threads, ..Limits::default() });
        let (shorter, positions) = run(1);
        assert_solves(&start, &shorter);
        assert!(shorter.len() < moves.len() && positions > 0);
        assert_eq!(run(3), (shorter, positions));
    }
}
