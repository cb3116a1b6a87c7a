//! Which goals are drawn, and which walls: what pictures in pixels and in characters and pages have in common.

use std::collections::BTreeSet;

use crate::film::{Aim, Cell, Family, Film, Floor};

/// Up to so many goals are drawn, and so many places in them; more would hide the board.
const MOST_GOALS: usize = 4;
const MOST_AIMS: usize = 12;

/// All cells of the board's box, row by row.
pub(super) fn cells(film: &Film) -> impl Iterator<Item = Cell> {
    let width = film.size.width;
    (0..film.size.height).flat_map(move |row| (0..width).map(move |column| (row, column)))
}

/// The places that goals ask for, where there are few enough to draw. Those of tiles are all cells of the board.
pub(super) fn aims(film: &Film) -> Vec<&Aim> {
    let is_drawn = film.family == Family::Sliding && film.goals.len() <= MOST_GOALS;
    let mut aims: Vec<&Aim> = Vec::new();
    for aim in film.goals.iter().filter(|_| is_drawn).flatten() {
        if !aims.contains(&aim) {
            aims.push(aim);
        }
        if aims.len() > MOST_AIMS {
            return Vec::new();
        }
    }
    aims
}

/// Walls from which a way over walls leads out of the box.
pub(super) fn outside(film: &Film) -> BTreeSet<Cell> {
    let (height, width) = (film.size.height, film.size.width);
    let is_edge = |cell: &Cell| cell.0 == 0 || cell.1 == 0 || cell.0 + 1 == height || cell.1 + 1 == width;
    let is_wall = |cell: &Cell| film.floor_at(*cell) == Floor::Wall;
    let mut open: Vec<Cell> = cells(film).filter(|cell| is_edge(cell) && is_wall(cell)).collect();
    let mut outside: BTreeSet<Cell> = open.iter().copied().collect();
    while let Some((row, column)) = open.pop() {
        let beside = [
            (row.wrapping_sub(1), column),
            (row, column.wrapping_sub(1)),
            (row, column + 1),
            (row + 1, column),
        ];
        let is_in = |cell: &Cell| cell.0 < height && cell.1 < width;
        for cell in beside.into_iter().filter(|cell| is_in(cell) && is_wall(cell)) {
            if outside.insert(cell) {
                open.push(cell);
            }
        }
    }
    outside
}

#[cfg(test)]
mod tests {
    use super::{aims, outside};
    use crate::film::Aim;
    use crate::sample::drawn;
    use traybit_core::shape::Shape;

    #[test]
    fn pillars_are_inside() {
        let film = drawn(&["##...", "#.#.#", ".....", ".###."]);
        let outside: Vec<_> = outside(&film).into_iter().collect();
        assert_eq!(outside, [(0, 0), (0, 1), (1, 0), (1, 4), (3, 1), (3, 2), (3, 3)]);
    }

    #[test]
    fn a_place_is_drawn_once_and_many_are_not() {
        let aim = |column| Aim { class: Some(0), shape: Shape::rectangle(1, 1), corner: (0, column) };
        let mut film = drawn(&["................"]);
        film.goals = vec![vec![aim(0), aim(1)], vec![aim(1), aim(2)]];
        assert_eq!(aims(&film).len(), 3);
        film.goals = vec![(0..16).map(aim).collect()];
        assert_eq!(aims(&film).len(), 0);
        film.goals = (0..5).map(|column| vec![aim(column)]).collect();
        assert_eq!(aims(&film).len(), 0);
    }
}
