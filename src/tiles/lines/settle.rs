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
use crate::trail::Trail;
use crate::{Arrangement, Direction};
use traybit_core::{GaveUp, Limits, Size};

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
    let cells = start.homes().len();
    let mut settler = Settler {
        trail: Trail::new(start, (), 0),
        size: start.size(),
        settled: vec![false; cells],
        times: vec![1; cells],
        moves: Vec::new(),
    };
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
    let board = Arrangement::of_homes(start.size(), settler.trail.homes, start.blank_home());
    Ok((settler.moves, left.cut(&board, None)))
}

/// Board with its settled cells and the moves made.
struct Settler {
    trail: Trail<()>,
    size: Size,
    settled: Vec<bool>,
    /// Weight of a step of each tile, by its home.
    times: Vec<i32>,
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
    fn settle(&mut self, stage: &Stage, distance: &StageDistance, ahead: usize) {
        let homes = stage.cells;
        let mut tiles = homes.map(|home| usize::from(self.trail.cells[home]));
        while tiles != homes {
            let value = distance.remaining(stage, self.trail.blank, tiles).value;
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
                let Some((source, after)) = self.after(direction, self.trail.blank, tiles) else { break };
                self.trail.slide(source, direction as u8, ());
                self.moves.push(direction);
                tiles = after;
            }
            self.trail.forget();
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
            let blank = self.trail.blank;
            for direction in Direction::ALL {
                let Some((source, tiles)) = self.after(direction, blank, tiles) else { continue };
                let next = outlook.distance.remaining(outlook.stage, source, tiles).value;
                if next < value {
                    is_end = false;
                    let nearer = nearer + self.approach(source);
                    self.trail.slide(source, direction as u8, ());
                    outlook.path.push(direction);
                    self.look(outlook, tiles, next, nearer, left - 1);
                    outlook.path.pop();
                    self.trail.take_back();
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
        let tile = usize::from(self.trail.homes[source]);
        let [before, after] = [source, self.trail.blank].map(|cell| self.trail.steps(cell, tile));
        if after < before { self.times[tile] } else { -self.times[tile] }
    }

    /// The cells of the blank and the tiles after a move with the blank on a cell, if the move is possible.
    fn after(&self, direction: Direction, blank: usize, tiles: [usize; 2]) -> Option<(usize, [usize; 2])> {
        let source = direction.source(blank, self.size).filter(|&source| !self.settled[source])?;
        Some((source, tiles.map(|cell| if cell == source { blank } else { cell })))
    }

    /// Finds the fewest moves to a lower value if no single move leads there, breadth-first over the cells of blank and
    /// tiles.
    fn detour(&self, outlook: &Outlook, tiles: [usize; 2], value: i32) -> Vec<Direction> {
        let mut queue = VecDeque::from([(self.trail.blank, tiles, Vec::new())]);
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
