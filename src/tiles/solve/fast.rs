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

#[cfg(test)]
pub(super) mod tests {
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use crate::distances::distances;
    use crate::solve::random::{Shuffle, boards};
    use traybit_core::grid::Size;
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;

    pub(in crate::solve) fn fast(start: &Arrangement) -> Vec<Direction> {
        super::fast(start, &Limits::default()).unwrap()
    }

    /// Random board without obstacle.
    pub(in crate::solve) fn random(height: u16, width: u16, blank_home: usize, number: u64) -> Arrangement {
        let goal = Board::blank_at(Size { height, width }, blank_home);
        let seed = u64::from(height) << 16 | u64::from(width);
        let made = boards(&goal, Shuffle::Uniform, seed, number..=number, &Limits::default());
        Arrangement::new(&made.unwrap()[0], &goal)
    }

    pub(in crate::solve) fn assert_solves(start: &Arrangement, moves: &[Direction]) {
        let mut board = start.clone();
        assert!(moves.iter().all(|&direction| board.slide(direction)) && board.is_solved(), "{start:?}");
        assert!(moves.len() as u64 >= start.manhattan());
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1].opposite()));
    }

    #[test]
    fn boards_of_every_shape_are_solved_with_the_blank_resting_anywhere() {
        let shapes =
            [(1, 1), (1, 7), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 9), (9, 2), (4, 3), (3, 8), (4, 4)];
        for (height, width) in shapes.into_iter().chain([(5, 4), (5, 5), (6, 7), (9, 9), (12, 12)]) {
            let cells = usize::from(height * width);
            for number in 0..12 {
                let start = random(height, width, number as usize * 7 % cells, number);
                assert_solves(&start, &fast(&start));
            }
        }
        for (height, width, blank_home) in
            [(40, 3, 61), (3, 120, 0), (20, 20, 399), (2, 150, 140), (150, 2, 0), (33, 21, 300)]
        {
            let start = random(height, width, blank_home, 1);
            assert_solves(&start, &fast(&start));
        }
    }

    #[test]
    fn every_solvable_small_board_is_solved() {
        for (height, width, blank_homes) in [(2, 3, [0, 4, 5]), (2, 4, [0, 2, 7])] {
            for blank_home in blank_homes {
                let boards = distances(&Board::blank_at(Size { height, width }, blank_home));
                for board in boards.keys() {
                    assert_solves(board, &fast(board));
                }
                assert_eq!(boards.len(), (1..=usize::from(height * width)).product::<usize>() / 2);
            }
        }
    }

    #[test]
    fn solutions_are_short_and_always_the_same() {
        for (side, hundredths) in [(4, 235), (5, 260), (7, 260), (9, 260)] {
            let (mut moves, mut distance) = (0, 0);
            for number in 0..50 {
                let start = random(side, side, usize::from(side * side) - 1, number);
                moves += fast(&start).len() as u64;
                distance += start.manhattan();
                if number == 0 {
                    assert_eq!(fast(&start), fast(&start));
                }
            }
            assert!(
                moves * 100 <= distance * hundredths,
                "{side}: {moves} moves for a distance of {distance}"
            );
        }
    }

    #[test]
    fn large_boards_can_be_given_up() {
        let limits = Limits { deadline: Some(std::time::Instant::now()), ..Limits::default() };
        assert_eq!(super::fast(&random(60, 60, 0, 1), &limits), Err(GaveUp::Time));
    }
}
