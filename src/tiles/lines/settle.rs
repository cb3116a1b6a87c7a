//! Solves lines without a search, one tile after the other by a shortest path, whatever that does to the others.
//!
//! Work is proportional to the moves, as the cell of each tile is kept up to date.

use std::collections::HashSet;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::lines::distance::StageDistance;
use crate::lines::{Rectangle, Stage, plan};

/// Settles lines until at most `cells` are left in one rectangle (or 3×3); returns the moves and that rectangle. Both
/// sides are at least 2, and `start` has no obstacle. `check` is called after each tile or two.
///
/// # Errors
/// The first of `check`.
pub fn settle_lines<E>(
    start: &Arrangement,
    cells: usize,
    check: impl Fn() -> Result<(), E>,
) -> Result<(Vec<Direction>, Rectangle), E> {
    let (stages, left) = plan(start.size(), start.blank_home(), cells);
    if stages.is_empty() {
        return Ok((Vec::new(), left));
    }
    let distance = StageDistance::new(i32::from(start.size().height.max(start.size().width)));
    let mut settler = Settler::new(start);
    for stage in &stages {
        check()?;
        settler.settle(stage, &distance);
    }
    Ok((settler.moves, left))
}

/// Board with its settled cells and the moves made.
struct Settler {
    board: Arrangement,
    /// Cell of each tile, by its home.
    cells: Vec<u16>,
    settled: Vec<bool>,
    moves: Vec<Direction>,
}

impl Settler {
    fn new(start: &Arrangement) -> Self {
        let mut cells = vec![0; start.homes().len()];
        for (cell, &home) in (0..=u16::MAX).zip(start.homes()) {
            cells[usize::from(home)] = cell;
        }
        Self { board: start.clone(), cells, settled: vec![false; start.homes().len()], moves: Vec::new() }
    }

    fn settle(&mut self, stage: &Stage, distance: &StageDistance) {
        let homes = stage.cells.both();
        let mut tiles = homes.map(|home| usize::from(self.cells[home]));
        let mut value = distance.remaining(stage, self.board.blank(), tiles).value;
        let mut last = None;
        while tiles != homes {
            if let Some((direction, next)) = self.onward(stage, distance, tiles, value, last) {
                tiles = self.slide(direction, tiles);
                (last, value) = (Some(direction), next);
            } else {
                last = None;
                for direction in self.detour(stage, distance, tiles, value) {
                    tiles = self.slide(direction, tiles);
                }
                value = distance.remaining(stage, self.board.blank(), tiles).value;
            }
        }
        for home in homes {
            self.settled[home] = true;
        }
    }

    /// Finds a move to a lower value. Values fall by one at a time, so the first is as good as any; on a straight path it
    /// is the last one again, and the one that undoes that leads up again.
    fn onward(
        &self,
        stage: &Stage,
        distance: &StageDistance,
        tiles: [usize; 2],
        value: i32,
        last: Option<Direction>,
    ) -> Option<(Direction, i32)> {
        let others = Direction::ALL
            .into_iter()
            .filter(|&direction| last != Some(direction) && last != Some(direction.opposite()));
        let open = self.moves_from(last.into_iter().chain(others), self.board.blank(), tiles);
        let mut values =
            open.map(|(direction, blank, tiles)| (direction, distance.remaining(stage, blank, tiles).value));
        values.find(|&(_, next)| next < value)
    }

    /// The possible ones of these moves with the blank on a cell, and the cells of the blank and the tiles after them.
    fn moves_from(
        &self,
        directions: impl IntoIterator<Item = Direction>,
        blank: usize,
        tiles: [usize; 2],
    ) -> impl Iterator<Item = (Direction, usize, [usize; 2])> {
        directions.into_iter().filter_map(move |direction| {
            let source =
                direction.source(blank, self.board.size()).filter(|&source| !self.settled[source])?;
            Some((direction, source, tiles.map(|cell| if cell == source { blank } else { cell })))
        })
    }

    fn slide(&mut self, direction: Direction, tiles: [usize; 2]) -> [usize; 2] {
        let blank = self.board.blank();
        self.board.slide(direction);
        self.cells[usize::from(self.board.homes()[blank])] = blank as u16;
        self.moves.push(direction);
        tiles.map(|cell| if cell == self.board.blank() { blank } else { cell })
    }

    /// Finds the fewest moves to a lower value where no single move leads there, breadth-first over the cells of blank and
    /// tiles. There are some: two tiles and the blank get anywhere where more than four cells are left.
    fn detour(
        &self,
        stage: &Stage,
        distance: &StageDistance,
        tiles: [usize; 2],
        value: i32,
    ) -> Vec<Direction> {
        let mut reached = vec![(self.board.blank(), tiles, 0, Direction::Up)];
        let mut seen = HashSet::from([(self.board.blank(), tiles)]);
        let mut next = 0;
        while next < reached.len() {
            let (blank, tiles, ..) = reached[next];
            if distance.remaining(stage, blank, tiles).value < value {
                break;
            }
            for (direction, blank, tiles) in self.moves_from(Direction::ALL, blank, tiles) {
                if seen.insert((blank, tiles)) {
                    reached.push((blank, tiles, next, direction));
                }
            }
            next += 1;
        }
        let mut moves = Vec::new();
        while next > 0 {
            moves.push(reached[next].3);
            next = reached[next].2;
        }
        moves.reverse();
        moves
    }
}
