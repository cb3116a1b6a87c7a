//! Shortens a solution piece by piece: each window of it is replaced by a shorter path between the same boards.
//!
//! ```text
//!   moves    ├────── window ──────┼────── window ──────┼─ …       the next pass cuts elsewhere
//!   board    A                    B                    C          A → B: a board with B as its goal, cut down to the
//!                                                                 cells that the blank came near
//! ```
//!
//! (Improving a plan window by window: Siddiqui and Haslum, "Continuing plan quality optimisation", JAIR 2015.)

use crate::arrangement::Arrangement;
use crate::bytes::MOST_CELLS;
use crate::direction::Direction;
use crate::lines::Rectangle;
use crate::part::cut;
use crate::solution::simplified;
use crate::solve::anytime::beam::board_beam;
use traybit_core::parallel_map::parallel_map;
use traybit_core::search::beam::Beam;
use traybit_core::search::limits::Limits;

/// Windows of a pass and the width of their beams.
#[derive(Clone, Copy, Debug)]
pub struct Windows {
    /// Moves before the first window.
    pub offset: usize,
    /// Moves of a window.
    pub length: usize,
    /// Width of the beam.
    pub width: usize,
}

/// Makes one pass, and returns the solution after it and the positions expanded. Windows for which the limits leave no
/// time stay as they are.
pub fn pass(
    start: &Arrangement,
    moves: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let threads = limits.threads.max(1);
    let (head, rest) = moves.split_at(windows.offset.min(moves.len()));
    let count = rest.len().div_ceil(windows.length);
    let length = count.div_ceil(threads).max(1) * windows.length;
    let mut board = start.clone();
    board.follow(head);
    let chunks = rest.chunks(length).map(|chunk| {
        let from = board.clone();
        board.follow(chunk);
        (from, chunk)
    });
    let limits = Limits { memory: limits.memory / threads, ..limits.clone() };
    let parts =
        parallel_map(chunks.collect(), threads, |(from, chunk)| shortened(from, chunk, windows, &limits));
    let mut all = head.to_vec();
    for (part, _) in &parts {
        all.extend(part);
    }
    (simplified(all), parts.iter().map(|(_, positions)| positions).sum())
}

/// Shortens the windows of one thread.
fn shortened(
    mut board: Arrangement,
    chunk: &[Direction],
    windows: Windows,
    limits: &Limits,
) -> (Vec<Direction>, u64) {
    let mut moves = Vec::with_capacity(chunk.len());
    let mut positions = 0;
    for window in chunk.chunks(windows.length) {
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
        let found = board_beam(&cut(&from, board.homes(), part), windows.width, most, &mut beam, limits);
        positions += beam.positions();
        match found {
            Ok(Some(shorter)) => moves.extend(shorter),
            _ => moves.extend(window),
        }
    }
    (moves, positions)
}

/// Rectangle in which the blank moves, with the cells around it.
fn near(from: &Arrangement, window: &[Direction]) -> Rectangle {
    let (height, width) = (i32::from(from.size().height), i32::from(from.size().width));
    let (mut row, mut column) = (from.blank() as i32 / width, from.blank() as i32 % width);
    let (mut rows, mut columns) = ((row, row), (column, column));
    for direction in window {
        match direction {
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
