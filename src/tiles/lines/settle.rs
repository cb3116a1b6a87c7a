//! Solves lines of boards of any size, one tile after the other by a shortest path: among the many shortest paths, by
//! the one that brings the other tiles nearest to their homes, within a look-ahead.
//!
//! ```text
//!   value     9 ─┬─ 8 ─┬─ 7 ─── 6       moves to lower values only, each with the change of the sum of all distances;
//!                │     └─ 7 ─┬─ 6       the first half of the best path is taken, and looked ahead from there again
//!                └─ 8 ─── 7  └─ 6
//! ```
//!
//! Work is proportional to the moves, as the cell of each tile is kept up to date.

use std::collections::{HashSet, VecDeque};

use crate::lines::distance::StageDistance;
use crate::lines::{Stage, plan};
use crate::{Arrangement, Direction};
use traybit_core::{GaveUp, Limits};

const SOON: usize = 4;
const TIMES: i32 = 2;

/// Settles lines until at most `cells` are left in one rectangle (or 3×3), looking `ahead` by a number of moves; returns
/// the moves and the board in that rectangle. Both sides are at least 2, and `start` has no obstacle. Limits are checked
/// after each tile or two.
pub fn settle_lines(
    start: &Arrangement,
    cells: usize,
    ahead: usize,
    limits: &Limits,
) -> Result<(Vec<Direction>, Arrangement), GaveUp> {
    let (stages, left) = plan(start.size(), start.blank_home(), cells);
    if stages.is_empty() {
        return Ok((Vec::new(), left.cut(start, None)));
    }
    let distance = StageDistance::new(i32::from(start.size().height.max(start.size().width)));
    let mut settler = Settler::new(start);
    let mut begun = 0;
    for (stage, number) in stages.iter().zip(1..) {
        limits.check()?;
        let soon = (number + (stages.len() + left.cells()) / SOON).min(stages.len());
        for home in stages[begun..soon].iter().flat_map(|stage| stage.cells) {
            settler.times[home] = TIMES;
        }
        begun = soon;
        settler.settle(stage, &distance, ahead);
    }
    let part = left.cut(&settler.board, None);
    Ok((settler.moves, part))
}

/// Board with its settled cells and the moves made.
struct Settler {
    board: Arrangement,
    /// Cell of each tile, by its home.
    cells: Vec<u16>,
    settled: Vec<bool>,
    /// Weight of a step of each tile, by its home.
    times: Vec<i32>,
    places: Vec<[u16; 2]>,
    moves: Vec<Direction>,
}

/// Look-ahead search for a path of a stage.
struct Outlook<'a> {
    stage: &'a Stage,
    distance: &'a StageDistance,
    path: Vec<Direction>,
    best: Vec<Direction>,
    /// Number of steps by which the best path brings the tiles nearer to their homes.
    most: Option<i32>,
}

impl Settler {
    fn new(start: &Arrangement) -> Self {
        let mut cells = vec![0; start.homes().len()];
        for (cell, &home) in (0..=u16::MAX).zip(start.homes()) {
            cells[usize::from(home)] = cell;
        }
        Self {
            board: start.clone(),
            cells,
            settled: vec![false; start.homes().len()],
            times: vec![1; start.homes().len()],
            places: start.size().all().map(<[u16; 2]>::from).collect(),
            moves: Vec::new(),
        }
    }

    fn settle(&mut self, stage: &Stage, distance: &StageDistance, ahead: usize) {
        let homes = stage.cells;
        let mut tiles = homes.map(|home| usize::from(self.cells[home]));
        while tiles != homes {
            let value = distance.remaining(stage, self.board.blank(), tiles).value;
            let mut outlook = Outlook { stage, distance, path: Vec::new(), best: Vec::new(), most: None };
            self.look(&mut outlook, tiles, value, 0, ahead);
            let path = if outlook.best.is_empty() {
                self.detour(&outlook, tiles, value)
            } else {
                // The later part of the path is better chosen from closer by.
                outlook.best.truncate(outlook.best.len().div_ceil(2));
                outlook.best
            };
            for direction in path {
                tiles = self.slide(direction, tiles);
            }
        }
        for home in homes {
            self.settled[home] = true;
        }
    }

    /// Follows all moves to lower values, `left` of them at most, and notes the path on which the tiles get nearest to
    /// their homes. Leaves the board as it was.
    fn look(&mut self, outlook: &mut Outlook<'_>, tiles: [usize; 2], value: i32, nearer: i32, left: usize) {
        let mut is_end = true;
        if left > 0 {
            let blank = self.board.blank();
            for direction in Direction::ALL {
                let Some((source, tiles)) = self.after(direction, blank, tiles) else { continue };
                let next = outlook.distance.remaining(outlook.stage, source, tiles).value;
                if next < value {
                    is_end = false;
                    let nearer = nearer + self.approach(source);
                    self.board.slide(direction);
                    outlook.path.push(direction);
                    self.look(outlook, tiles, next, nearer, left - 1);
                    outlook.path.pop();
                    self.board.slide(direction.opposite());
                }
            }
        }
        if is_end && outlook.most.is_none_or(|most| nearer > most) {
            outlook.most = Some(nearer);
            outlook.best.clone_from(&outlook.path);
        }
    }

    /// Weighted number of steps by which the tile on `source` gets nearer to its home when it moves to the blank.
    fn approach(&self, source: usize) -> i32 {
        let tile = usize::from(self.board.homes()[source]);
        let steps = |cell: usize| {
            let ([row, column], [home_row, home_column]) = (self.places[cell], self.places[tile]);
            row.abs_diff(home_row) + column.abs_diff(home_column)
        };
        if steps(self.board.blank()) < steps(source) { self.times[tile] } else { -self.times[tile] }
    }

    /// The cells of the blank and the tiles after a move with the blank on a cell, if the move is possible.
    fn after(&self, direction: Direction, blank: usize, tiles: [usize; 2]) -> Option<(usize, [usize; 2])> {
        let source = direction.source(blank, self.board.size()).filter(|&source| !self.settled[source])?;
        Some((source, tiles.map(|cell| if cell == source { blank } else { cell })))
    }

    fn slide(&mut self, direction: Direction, tiles: [usize; 2]) -> [usize; 2] {
        let blank = self.board.blank();
        self.board.slide(direction);
        self.cells[usize::from(self.board.homes()[blank])] = blank as u16;
        self.moves.push(direction);
        tiles.map(|cell| if cell == self.board.blank() { blank } else { cell })
    }

    /// Finds the fewest moves to a lower value if no single move leads there, breadth-first over the cells of blank and
    /// tiles.
    fn detour(&self, outlook: &Outlook, tiles: [usize; 2], value: i32) -> Vec<Direction> {
        let mut queue = VecDeque::from([(self.board.blank(), tiles, Vec::new())]);
        let mut seen = HashSet::new();
        loop {
            let (blank, tiles, moves) =
                queue.pop_front().expect("on more than four cells two tiles and the blank get anywhere");
            if outlook.distance.remaining(outlook.stage, blank, tiles).value < value {
                return moves;
            }
            for direction in Direction::ALL {
                let Some((blank, tiles)) = self.after(direction, blank, tiles) else { continue };
                if seen.insert((blank, tiles)) {
                    queue.push_back((blank, tiles, [&moves[..], &[direction]].concat()));
                }
            }
        }
    }
}
