//! A solution as soon as possible: line by line, with a narrow beam; boards too large for it begin with a single walk.

pub mod staged;

use std::convert::Infallible;

use crate::arrangement::Arrangement;
use crate::bytes::MOST_CELLS;
use crate::direction::Direction;
use crate::part::cut_home;
use crate::plain::Plain;
use crate::rows::walk::walk;
use staged::{Staged, staged};
use traybit_core::search::beam::Beam;
use traybit_core::search::ida_star::{Deepening, Ending};
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Boards kept on 9×9; about 2 ms. Fewer on larger boards, more on smaller ones.
const WIDTH: usize = 10;
/// The cube of a side is about the number of moves.
const SIDE: usize = 9;

/// A solution of a board without obstacle: milliseconds up to 12×12, a tenth of a second for 100×100. Always the
/// same one.
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
    let (outer, left) = walk(start, MOST_CELLS, || limits.check())?;
    follow(&mut board, &mut moves, outer);
    let part = cut_home(&board, left);
    follow(&mut board, &mut moves, narrow(&part));
    Ok(without_reversals(moves))
}

fn narrow(part: &Arrangement) -> Vec<Direction> {
    let side = usize::from(part.size().height.max(part.size().width));
    let width = (WIDTH * SIDE.pow(3) / side.pow(3)).clamp(6, 64);
    let how = Staged { width, slack: 4, weight: 8, most: u32::MAX };
    let mut beam = Beam::default();
    let found = staged(part, how, &mut beam, &Limits::default());
    // The walk needs no luck: whatever became of the beam, there is a solution.
    found.ok().flatten().unwrap_or_else(|| {
        let Ok((mut moves, left)) = walk(part, 0, || Ok::<(), Infallible>(()));
        let mut board = part.clone();
        board.follow(&moves);
        moves.extend(shortest(&cut_home(&board, left), usize::MAX).unwrap_or_default());
        moves
    })
}

/// The fewest moves that solve what is left when all lines are settled, where they are below `end`.
fn shortest(left: &Arrangement, end: usize) -> Option<Vec<Direction>> {
    let end = u32::try_from(end).unwrap_or(u32::MAX);
    match Deepening::default().run(&Plain::new(left), Some(end), None, &Limits::default()) {
        Ending::Solved(moves) => Some(moves),
        _ => None,
    }
}

fn along_a_line(start: &Arrangement) -> Vec<Direction> {
    let way = match (start.size().height == 1, start.gap() < start.rest()) {
        (true, true) => Direction::Left,
        (true, false) => Direction::Right,
        (false, true) => Direction::Up,
        (false, false) => Direction::Down,
    };
    vec![way; start.gap().abs_diff(start.rest())]
}

fn follow(board: &mut Arrangement, moves: &mut Vec<Direction>, more: Vec<Direction>) {
    board.follow(&more);
    moves.extend(more);
}

/// The moves without those that the next one undoes.
pub(super) fn without_reversals(moves: Vec<Direction>) -> Vec<Direction> {
    let mut kept: Vec<Direction> = Vec::with_capacity(moves.len());
    for way in moves {
        match kept.last() {
            Some(last) if *last == way.opposite() => _ = kept.pop(),
            _ => kept.push(way),
        }
    }
    kept
}

#[cfg(test)]
pub(super) mod tests {
    use crate::arrangement::Arrangement;
    use crate::board::Board;
    use crate::direction::Direction;
    use traybit_core::chance::Chance;
    use traybit_core::grid::Size;
    use traybit_core::search::limits::Limits;
    use traybit_core::search::outcome::GaveUp;

    pub(in crate::solve) fn fast(start: &Arrangement) -> Vec<Direction> {
        super::fast(start, &Limits::default()).unwrap()
    }

    /// A random board without obstacle.
    pub(in crate::solve) fn random(height: u16, width: u16, rest: usize, number: u64) -> Arrangement {
        let size = Size { height, width };
        let goal = Board::gap_at(size, rest);
        let mut chance = Chance::new(u64::from(height) << 16 | u64::from(width), number);
        let mut tiles = goal.tiles().to_vec();
        if height == 1 || width == 1 {
            let gap = tiles.remove(rest);
            tiles.insert(chance.below(size.cells() as u64) as usize, gap);
            return Arrangement::new(&Board::new(size, tiles).unwrap(), &goal);
        }
        for end in (1..tiles.len()).rev() {
            tiles.swap(end, chance.below(end as u64 + 1) as usize);
        }
        let start = Arrangement::new(&Board::new(size, tiles.clone()).unwrap(), &goal);
        if start.obstacle().is_none() {
            return start;
        }
        // Exchanging two tiles changes the parity.
        let mut others = (0..tiles.len()).filter(|&cell| tiles[cell] != 0);
        if let (Some(one), Some(other)) = (others.next(), others.next()) {
            tiles.swap(one, other);
        }
        Arrangement::new(&Board::new(size, tiles).unwrap(), &goal)
    }

    pub(in crate::solve) fn assert_solves(start: &Arrangement, moves: &[Direction]) {
        let mut board = start.clone();
        assert!(moves.iter().all(|&way| board.slide(way)) && board.is_solved(), "{start:?}");
        assert!(moves.len() as u64 >= start.manhattan());
        assert!(moves.windows(2).all(|pair| pair[0] != pair[1].opposite()));
    }

    #[test]
    fn boards_of_every_shape_are_solved_with_the_gap_resting_anywhere() {
        let shapes =
            [(1, 1), (1, 7), (6, 1), (2, 2), (2, 3), (3, 2), (3, 3), (2, 9), (9, 2), (4, 3), (3, 8), (4, 4)];
        for (height, width) in shapes.into_iter().chain([(5, 4), (5, 5), (6, 7), (9, 9), (12, 12)]) {
            let cells = usize::from(height * width);
            for number in 0..12 {
                let start = random(height, width, number as usize * 7 % cells, number);
                assert_solves(&start, &fast(&start));
            }
        }
        for (height, width, rest) in
            [(40, 3, 61), (3, 120, 0), (20, 20, 399), (2, 150, 140), (150, 2, 0), (33, 21, 300)]
        {
            let start = random(height, width, rest, 1);
            assert_solves(&start, &fast(&start));
        }
    }

    #[test]
    fn every_solvable_small_board_is_solved() {
        for (height, width, rests) in [(2, 3, [0, 4, 5]), (2, 4, [0, 2, 7])] {
            let size = Size { height, width };
            for rest in rests {
                let solved = Board::gap_at(size, rest);
                let solved = Arrangement::new(&solved, &solved);
                let mut seen = std::collections::HashSet::from([solved.clone()]);
                let mut queue = vec![solved];
                while let Some(from) = queue.pop() {
                    assert_solves(&from, &fast(&from));
                    for way in Direction::ALL {
                        let mut to = from.clone();
                        if to.slide(way) && seen.insert(to.clone()) {
                            queue.push(to);
                        }
                    }
                }
                let expected = (1..=size.cells()).product::<usize>() / 2;
                assert_eq!(seen.len(), expected);
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
