//! Fast solutions, line by line: a narrow beam from stage to stage, after settling the outer lines of large boards
//! without a search.

pub mod staged;

use std::convert::Infallible;

use crate::arrangement::Arrangement;
use crate::bytes::MOST_CELLS;
use crate::direction::Direction;
use crate::lines::settle::settle_lines;
use crate::part::cut_home;
use staged::{Options, remainder, staged};
use traybit_core::search::beam::Beam;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Width of the beam on 9×9, for about 2 ms; smaller on larger boards, larger on smaller ones.
const WIDTH: usize = 10;
/// Side of the boards with that width. The number of moves grows as the cube of the side.
const SIDE: usize = 9;

/// Finds a solution of a board without obstacle, always the same one: milliseconds up to 12×12, a tenth of a second for
/// 100×100.
///
/// # Errors
/// The limit that came first; only boards of thousands of cells take so long that it matters.
pub fn fast(start: &Arrangement, limits: &Limits) -> Result<Vec<Direction>, GaveUp> {
    let mut board = start.clone();
    let mut moves = Vec::new();
    if start.size().height == 1 || start.size().width == 1 {
        follow(&mut board, &mut moves, along_a_line(start));
        return Ok(moves);
    }
    let (outer, left) = settle_lines(start, MOST_CELLS, || limits.check())?;
    follow(&mut board, &mut moves, outer);
    let part = cut_home(&board, left);
    follow(&mut board, &mut moves, narrow(&part));
    Ok(without_reversals(moves))
}

/// Solves a board of at most 256 cells with a beam, or without a search where the beam loses its path.
fn narrow(part: &Arrangement) -> Vec<Direction> {
    let side = usize::from(part.size().height.max(part.size().width));
    let width = (WIDTH * SIDE.pow(3) / side.pow(3)).clamp(6, 64);
    let options = Options { width, slack: 4, weight: 8, most: u32::MAX };
    let found = staged(part, options, &mut Beam::default(), &Limits::default());
    found.ok().flatten().unwrap_or_else(|| {
        let Ok((mut moves, left)) = settle_lines(part, 0, || Ok::<(), Infallible>(()));
        let mut board = part.clone();
        board.follow(&moves);
        moves.extend(remainder(&cut_home(&board, left), usize::MAX).unwrap_or_default());
        moves
    })
}

/// Solves a board of one row or column.
fn along_a_line(start: &Arrangement) -> Vec<Direction> {
    let direction = match (start.size().height == 1, start.blank() < start.blank_home()) {
        (true, true) => Direction::Left,
        (true, false) => Direction::Right,
        (false, true) => Direction::Up,
        (false, false) => Direction::Down,
    };
    vec![direction; start.blank().abs_diff(start.blank_home())]
}

fn follow(board: &mut Arrangement, moves: &mut Vec<Direction>, more: Vec<Direction>) {
    board.follow(&more);
    moves.extend(more);
}

/// Removes moves that the next one undoes.
pub(super) fn without_reversals(moves: Vec<Direction>) -> Vec<Direction> {
    let mut kept: Vec<Direction> = Vec::with_capacity(moves.len());
    for direction in moves {
        match kept.last() {
            Some(last) if *last == direction.opposite() => _ = kept.pop(),
            _ => kept.push(direction),
        }
    }
    kept
}
