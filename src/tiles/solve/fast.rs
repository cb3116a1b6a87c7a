//! Solutions line by line: a beam from stage to stage, after settling the outer lines of large boards by looking ahead.

mod staged;

use crate::arrangement::Arrangement;
use crate::bytes::MOST_CELLS;
use crate::direction::Direction;
use crate::lines::settle::settle_lines;
use crate::part::cut_home;
use crate::solution::simplified;
use staged::{Options, remainder, staged};
use traybit_core::search::beam::Beam;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Width of the beam on 9×9, for some milliseconds; smaller on larger boards, larger on smaller ones.
const WIDTH: usize = 16;
/// Side of the boards with that width. The number of moves grows as the cube of the side.
const SIDE: usize = 9;
/// Moves looked ahead where lines are settled, and the most that take no longer than seconds.
const AHEAD: usize = 4;
const FARTHEST: usize = 20;

/// Finds a solution of a board without obstacle, always the same one: milliseconds up to 12×12, tenths of a second for
/// 100×100.
///
/// # Errors
/// The limit that came first; only boards of thousands of cells take so long that it matters.
pub fn fast(start: &Arrangement, limits: &Limits) -> Result<Vec<Direction>, GaveUp> {
    if start.size().height == 1 || start.size().width == 1 {
        return Ok(along_a_line(start));
    }
    let (mut moves, part) = outer(start, AHEAD, limits)?;
    moves.extend(narrow(&part));
    Ok(simplified(moves))
}

/// Searches for a solution of at most so many moves with an effort of 1 or more, each of which looks two moves farther and
/// doubles the width of the beam; none where the beam loses its path. Both sides of the board are at least 2.
///
/// # Errors
/// The limit that came first.
pub(super) fn thorough(
    start: &Arrangement,
    effort: u32,
    most: u32,
    beam: &mut Beam<Direction>,
    limits: &Limits,
) -> Result<Option<Vec<Direction>>, GaveUp> {
    let ahead = (AHEAD + 2 * effort as usize).min(FARTHEST);
    let (mut moves, part) = outer(start, ahead, limits)?;
    let most = most.saturating_sub(moves.len() as u32);
    let options = Options { width: width(&part) << effort, slack: 10, most };
    Ok(staged(&part, options, beam, limits)?.map(|inner| {
        moves.extend(inner);
        moves
    }))
}

/// Settles the outer lines of a board of more than 256 cells; the moves, and the board that is left.
fn outer(
    start: &Arrangement,
    ahead: usize,
    limits: &Limits,
) -> Result<(Vec<Direction>, Arrangement), GaveUp> {
    let (moves, left) = settle_lines(start, MOST_CELLS, ahead, limits)?;
    let mut board = start.clone();
    board.follow(&moves);
    Ok((moves, cut_home(&board, left)))
}

/// Width of a beam on a board of at most 256 cells.
fn width(part: &Arrangement) -> usize {
    let side = usize::from(part.size().height.max(part.size().width));
    (WIDTH * SIDE.pow(3) / side.pow(3)).clamp(8, 64)
}

/// Solves a board of at most 256 cells with a beam, or without a search where the beam loses its path.
fn narrow(part: &Arrangement) -> Vec<Direction> {
    let options = Options { width: width(part), slack: 4, most: u32::MAX };
    let found = staged(part, options, &mut Beam::default(), &Limits::default());
    found.ok().flatten().unwrap_or_else(|| {
        let settled = settle_lines(part, 0, AHEAD, &Limits::default());
        let (mut moves, left) = settled.expect("no limit is reached");
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
