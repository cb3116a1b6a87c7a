//! Turns moves of classes into slides to be printed: each move becomes straight lines and, if any solution
//! will do, moves of one block are joined and needless ones dropped.
//!
//! Two consecutive moves of one block form one path, rerouted with as few slides as possible. A later move of
//! the same block is brought forward (or the earlier one put off) if the moves between them allow it: greedy
//! searches on open trays alternate between blocks at every step.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::iter::{self, successors};
use web_time::{Duration, Instant};

use crate::board::Towards;
use crate::{Cell, Class, Classes, Shift, Slide};

/// Number of moves ahead that are searched for another one of the same block.
const WINDOW: usize = 12;
/// Maximum number of places searched for a path that joins two moves: paths in ordinary trays need a few dozen.
const JOINING_PLACES: usize = 256;
/// Maximum number of attempts to join, for each move of a list, or else for the whole list.
const ATTEMPTS: usize = 2;
const LEAST_ATTEMPTS: usize = 2_000;
/// Maximum number of passes over the whole list, while they change something.
const PASSES: usize = 6;
const LONGEST: Duration = Duration::from_millis(500);

/// The straight slides that carry out `moves` from the start of `puzzle`, in their order.
///
/// # Panics
/// When a move cannot be made.
pub fn lay_out(puzzle: &Classes, moves: &[Shift]) -> Vec<Slide> {
    let mut table = Table::start(puzzle);
    moves.iter().flat_map(|&step| table.slides(step)).collect()
}

/// The straight slides that lead to the end of `moves`, moves joined and dropped where that is possible.
pub fn lay_out_joined(puzzle: &Classes, moves: &[Shift]) -> Vec<Slide> {
    let mut moves = moves.to_vec();
    let until = Instant::now() + LONGEST;
    let mut attempts = (moves.len() * ATTEMPTS).max(LEAST_ATTEMPTS);
    for _ in 0..PASSES {
        let before = moves.len();
        moves = joined(puzzle, &moves, &mut attempts, until);
        if moves.len() == before {
            break;
        }
    }
    lay_out(puzzle, &moves)
}

/// Board on which moves are carried out. A move is the whole path of one block, before another one moves.
struct Table<'a> {
    puzzle: &'a Classes,
    /// Walls, and the blocks where they are now.
    board: Vec<bool>,
}

impl<'a> Table<'a> {
    fn start(puzzle: &'a Classes) -> Self {
        let mut board = puzzle.walls.clone();
        for class in &puzzle.classes {
            for &anchor in &class.start {
                class.put(&mut board, puzzle.row_column(anchor), true);
            }
        }
        Self { puzzle, board }
    }

    /// Carries out a move if a path through at most `most_places` places is found for its block; returns the stops.
    fn carry(&mut self, step: Shift, most_places: usize) -> Option<Vec<Cell>> {
        let (class, [from, to]) = (&self.puzzle.classes[usize::from(step.class)], ends(self.puzzle, step));
        class.put(&mut self.board, from, false);
        let stops = route(&self.board, class, from, to, most_places);
        class.put(&mut self.board, if stops.is_some() { to } else { from }, true);
        stops
    }

    fn slides(&mut self, step: Shift) -> Vec<Slide> {
        let stops = self.carry(step, usize::MAX).expect("every move can be carried out");
        let from = iter::once(self.puzzle.row_column(step.from)).chain(stops.iter().copied());
        from.zip(&stops).map(|(from, &to)| Slide::new(from, to)).collect()
    }

    /// Carries out a move that is known to be possible.
    fn put(&mut self, step: Shift) {
        let (class, [from, to]) = (&self.puzzle.classes[usize::from(step.class)], ends(self.puzzle, step));
        class.put(&mut self.board, from, false);
        class.put(&mut self.board, to, true);
    }

    /// True if all of `moves` can be carried out one after the other; the board is left as it was.
    fn allows(&mut self, mut moves: impl Iterator<Item = Shift>) -> bool {
        let mut done = Vec::new();
        let possible = moves.all(|step| {
            let is_carried = self.carry(step, JOINING_PLACES).is_some();
            done.extend(is_carried.then_some(step));
            is_carried
        });
        for step in done.into_iter().rev() {
            self.put(step.reversed());
        }
        possible
    }
}

fn ends(puzzle: &Classes, step: Shift) -> [Cell; 2] {
    [step.from, step.to].map(|anchor| puzzle.row_column(anchor))
}

/// One pass: each move joined with later ones of the same block that can be moved next to it.
fn joined(puzzle: &Classes, moves: &[Shift], attempts: &mut usize, until: Instant) -> Vec<Shift> {
    let mut table = Table::start(puzzle);
    let mut rest: Vec<Option<Shift>> = moves.iter().copied().map(Some).collect();
    let mut result = Vec::with_capacity(moves.len());
    'moves: for first in 0..rest.len() {
        let Some(mut step) = rest[first].take() else { continue };
        if Instant::now() >= until {
            *attempts = 0;
        }
        while let Some(later) = next_of(&rest, first + 1, step) {
            let Some(other) = rest[later].filter(|_| *attempts > 0) else { break };
            *attempts -= 1;
            let between = rest[first + 1..later].iter().copied().flatten();
            let whole = Shift { to: other.to, ..step };
            if table.allows(iter::once(whole).chain(between.clone())) {
                step = whole;
                rest[later] = None;
            } else if table.allows(between.chain(iter::once(whole))) {
                rest[later] = Some(whole);
                continue 'moves;
            } else {
                break;
            }
        }
        if step.from != step.to {
            table.put(step);
            result.push(step);
        }
    }
    result
}

/// The next move of the block that moved `last`, if it comes soon.
fn next_of(rest: &[Option<Shift>], from: usize, last: Shift) -> Option<usize> {
    let moves = rest.iter().enumerate().skip(from).filter_map(|(index, step)| Some((index, (*step)?)));
    moves.take(WINDOW).find(|(_, step)| step.from == last.to).map(|(index, _)| index)
}

/// The places at which a block stops after `from`, the last of them `to`; `None` if no path was found among
/// `most_places` places. The block itself must not stand on the board.
pub fn route(board: &[bool], class: &Class, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    // One slide or two are nearly always enough; on an open tray a search would meet thousands of places first.
    let Some(corner) = corner(board, class, from, to) else {
        return search(board, class, from, to, most_places);
    };
    let mut stops = vec![corner, to];
    stops.dedup();
    stops.retain(|&stop| stop != from);
    Some(stops)
}

/// The cell between two slides that lead from one place to another.
pub(crate) fn corner(board: &[bool], class: &Class, from: Cell, to: Cell) -> Option<Cell> {
    let is_clear = |from, to| is_clear(board, class, from, to);
    let mut corners = [(from.0, to.1), (to.0, from.1)].into_iter();
    corners.find(|&corner| is_clear(from, corner) && is_clear(corner, to))
}

/// True if a block can slide from one place to another one in its row or column.
fn is_clear(board: &[bool], class: &Class, from: Cell, to: Cell) -> bool {
    let towards = match (to.0.cmp(&from.0), to.1.cmp(&from.1)) {
        (Ordering::Less, _) => Towards::Up,
        (Ordering::Greater, _) => Towards::Down,
        (_, Ordering::Less) => Towards::Left,
        _ => Towards::Right,
    };
    successors(Some(from), |&at| class.next(board, at, towards)).any(|at| at == to)
}

/// The path with the fewest slides, as [`route`] returns it.
fn search(board: &[bool], class: &Class, from: Cell, to: Cell, most_places: usize) -> Option<Vec<Cell>> {
    if !class.has_room(board, to) {
        return None;
    }
    let mut came_from: HashMap<Cell, Cell> = HashMap::from([(from, from)]);
    let mut queue = vec![from];
    let mut next = 0;
    while !came_from.contains_key(&to) {
        let stop = *queue.get(next).filter(|_| queue.len() < most_places)?;
        next += 1;
        for towards in Towards::ALL {
            let slide = successors(class.next(board, stop, towards), |&at| class.next(board, at, towards));
            for at in slide {
                came_from.entry(at).or_insert_with(|| {
                    queue.push(at);
                    stop
                });
            }
        }
    }
    let back = successors(Some(to), |place| came_from.get(place).copied());
    let mut path: Vec<Cell> = back.take_while(|&place| place != from).collect();
    path.reverse();
    Some(path)
}
