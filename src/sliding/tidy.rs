//! Turns moves of classes into slides to be printed: each move in straight lines, and, where any solution will do,
//! moves of one block joined and needless ones dropped.
//!
//! Two neighbouring moves of one block are one path, laid out anew with as few slides as possible. A later move of
//! the same block is brought forward (or the earlier one put off) when the moves between them allow it: greedy
//! searches on open trays take turns between blocks at every step.

use std::time::{Duration, Instant};

use crate::board::{Board, Towards};
use crate::body::Body;
use crate::classes::Classes;
use crate::metric::Shift;
use crate::puzzle::Cell;
use crate::route::{nearest, route};
use crate::slide::Slide;

/// Number of moves ahead among which another one of the same block is looked for.
const WINDOW: usize = 12;
/// Places looked at for a path that joins two: paths in ordinary trays need a few dozen.
const JOINING_PLACES: usize = 256;
/// Attempts to join, for each move of a list and at least; they keep joining cheap beside the search.
const ATTEMPTS: usize = 2;
/// See [`ATTEMPTS`].
const LEAST_ATTEMPTS: usize = 2_000;
/// Passes over the whole list; each is only made when the last one changed something.
const PASSES: usize = 6;
/// The time after which no more are joined.
const LONGEST: Duration = Duration::from_millis(500);

/// The whole path of one block, before another one moves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Way {
    class: usize,
    from: Cell,
    to: Cell,
}

/// The straight slides that carry out `moves` from the start of `puzzle`, in their order.
pub fn lay_out(puzzle: &Classes, moves: &[Shift]) -> Vec<Slide> {
    slides(puzzle, &ways(puzzle, moves))
}

/// The straight slides that carry out `moves`, each on its shortest path in cells, slides along one line joined.
///
/// # Panics
/// When a move cannot be made.
pub fn lay_out_short(puzzle: &Classes, moves: &[Shift]) -> Vec<Slide> {
    let mut table = Table::start(puzzle);
    let mut slides: Vec<Slide> = Vec::with_capacity(moves.len());
    for way in ways(puzzle, moves) {
        let body = &table.bodies[way.class];
        body.put(&mut table.board, way.from, false);
        let stops = nearest(&table.board, body, way.from, way.to).expect("moves of a solution can be made");
        body.put(&mut table.board, way.to, true);
        let mut at = way.from;
        for stop in stops {
            match slides.last_mut() {
                Some(last) if last.to == at && is_between(last.from, at, stop) => last.to = stop,
                _ => slides.push(Slide { from: at, to: stop }),
            }
            at = stop;
        }
    }
    slides
}

/// True if the second cell lies between the others, in one line with them.
fn is_between(from: Cell, at: Cell, to: Cell) -> bool {
    let ahead = |from: u16, at: u16, to: u16| from.cmp(&at) == at.cmp(&to);
    from.0 == at.0 && at.0 == to.0 && ahead(from.1, at.1, to.1)
        || from.1 == at.1 && at.1 == to.1 && ahead(from.0, at.0, to.0)
}

/// The straight slides that lead to the end of `moves`, moves joined and dropped where that is possible.
pub fn lay_out_joined(puzzle: &Classes, moves: &[Shift]) -> Vec<Slide> {
    let mut ways = ways(puzzle, moves);
    let until = Instant::now() + LONGEST;
    let mut attempts = (ways.len() * ATTEMPTS).max(LEAST_ATTEMPTS);
    for _ in 0..PASSES {
        let before = ways.len();
        ways = joined(puzzle, &ways, &mut attempts, until);
        if ways.len() == before {
            break;
        }
    }
    slides(puzzle, &ways)
}

fn ways(puzzle: &Classes, moves: &[Shift]) -> Vec<Way> {
    let way = |step: &Shift| Way {
        class: step.class.into(),
        from: puzzle.row_column(step.from),
        to: puzzle.row_column(step.to),
    };
    moves.iter().map(way).collect()
}

/// A board as the moves go on.
struct Table {
    board: Board,
    bodies: Vec<Body>,
}

impl Table {
    fn start(puzzle: &Classes) -> Self {
        let mut board = puzzle.empty_board();
        let bodies: Vec<Body> = puzzle.classes.iter().map(|class| Body::of(class, puzzle.size)).collect();
        for (class, body) in puzzle.classes.iter().zip(&bodies) {
            class.start.iter().for_each(|&anchor| body.put(&mut board, puzzle.row_column(anchor), true));
        }
        Self { board, bodies }
    }

    /// Carries out a path if it can be; its stops.
    fn carry(&mut self, way: Way, most_places: usize) -> Option<Vec<Cell>> {
        let body = &self.bodies[way.class];
        body.put(&mut self.board, way.from, false);
        let stops = route(&self.board, body, way.from, way.to, most_places);
        body.put(&mut self.board, if stops.is_some() { way.to } else { way.from }, true);
        stops
    }

    /// Carries out a path that is known to be possible.
    fn put(&mut self, way: Way) {
        self.bodies[way.class].put(&mut self.board, way.from, false);
        self.bodies[way.class].put(&mut self.board, way.to, true);
    }

    /// True if all of `paths` can be carried out one after the other; the board is left as it was.
    fn allows(&mut self, ways: impl Iterator<Item = Way> + Clone) -> bool {
        let mut done = 0;
        let possible = ways.clone().all(|way| {
            let possible = self.can_carry(way);
            done += usize::from(possible);
            possible
        });
        let undo: Vec<Way> = ways.take(done).collect();
        for way in undo.into_iter().rev() {
            self.put(Way { from: way.to, to: way.from, ..way });
        }
        possible
    }

    /// Carries out a path if it is one step or slide or can be routed; whether it could be.
    fn can_carry(&mut self, way: Way) -> bool {
        if is_single_step(way) {
            let body = &self.bodies[way.class];
            let possible = Towards::ALL
                .into_iter()
                .any(|towards| body.next(&self.board, way.from, towards) == Some(way.to));
            if possible {
                self.put(way);
            }
            return possible;
        }
        self.carry(way, JOINING_PLACES).is_some()
    }
}

fn is_single_step(way: Way) -> bool {
    way.from.0.abs_diff(way.to.0) + way.from.1.abs_diff(way.to.1) == 1
}

/// One pass: each path joined with later ones of the same block that can be moved beside it.
fn joined(puzzle: &Classes, ways: &[Way], attempts: &mut usize, until: Instant) -> Vec<Way> {
    let mut table = Table::start(puzzle);
    let mut rest: Vec<Option<Way>> = ways.iter().copied().map(Some).collect();
    let mut result = Vec::with_capacity(ways.len());
    for first in 0..rest.len() {
        let Some(mut way) = rest[first].take() else { continue };
        let mut put_off = false;
        if Instant::now() >= until {
            *attempts = 0;
        }
        while let Some(later) = next_of(&rest, first + 1, way) {
            let Some(other) = rest[later].filter(|_| *attempts > 0) else { break };
            *attempts -= 1;
            let between = rest[first + 1..later].iter().copied().flatten();
            let whole = Way { to: other.to, ..way };
            if table.allows(std::iter::once(whole).chain(between.clone())) {
                way = whole;
                rest[later] = None;
            } else if table.allows(between.chain(std::iter::once(whole))) {
                rest[later] = Some(whole);
                put_off = true;
                break;
            } else {
                break;
            }
        }
        if !put_off && way.from != way.to {
            table.put(way);
            result.push(way);
        }
    }
    result
}

/// The next move of the block that moved `last`, if it comes soon.
fn next_of(rest: &[Option<Way>], from: usize, last: Way) -> Option<usize> {
    let ways = rest.iter().enumerate().skip(from).filter(|(_, way)| way.is_some());
    ways.take(WINDOW).find(|(_, way)| way.is_some_and(|way| way.from == last.to)).map(|(index, _)| index)
}

fn slides(puzzle: &Classes, ways: &[Way]) -> Vec<Slide> {
    let mut table = Table::start(puzzle);
    let mut slides = Vec::with_capacity(ways.len());
    for &way in ways {
        let stops = table.carry(way, usize::MAX).expect("every move of a solution can be carried out");
        let mut at = way.from;
        for stop in stops {
            slides.push(Slide { from: at, to: stop });
            at = stop;
        }
    }
    slides
}
