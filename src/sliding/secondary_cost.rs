//! Secondary cost: the cost of a move of a shortest solution in a second metric, which decides between shortest
//! solutions.
//!
//! | shortest in | cost in steps | in slides | in path moves |
//! |---|---|---|---|
//! | steps | – | 0 when the same block continues in the same direction, else 1 | 0 when the same block continues, else 1 |
//! | slides | cells moved | – | 0 when the same block continues, else 1 |
//! | path moves | cells of its shortest path | slides of its straightest path | – |
//!
//! So the cost of a move depends on the position it is made in and on the move before it, and on nothing else.

use crate::body::Body;
use crate::classes::Classes;
use crate::metric::{Metric, Shift};
use crate::puzzle::Cell;
use crate::route;

/// Secondary costs for one puzzle and two metrics.
#[derive(Debug)]
pub struct SecondaryCost<'a> {
    puzzle: &'a Classes,
    bodies: Vec<Body>,
    first: Metric,
    then: Metric,
}

impl<'a> SecondaryCost<'a> {
    /// The moves are the shortest in the `first` metric; they cost what they count in the metric `then`.
    pub fn new(puzzle: &'a Classes, first: Metric, then: Metric) -> Self {
        Self { puzzle, bodies: puzzle.bodies(), first, then }
    }

    /// Cost of a move after the one before it; `anchors` gives the anchors of each class.
    ///
    /// # Panics
    /// When the move cannot be made there.
    pub fn cost(&self, before: Option<Shift>, anchors: impl FnOnce() -> Vec<Vec<u16>>, step: Shift) -> u32 {
        let [from, to] = self.puzzle.ends(step);
        match (self.first, self.then) {
            (Metric::Path, then) => {
                let body = &self.bodies[usize::from(step.class)];
                let mut board = self.puzzle.board(&self.bodies, anchors().iter());
                body.put(&mut board, from, false);
                let stops = if then == Metric::Step {
                    route::nearest(&board, body, from, to)
                } else {
                    route::route(&board, body, from, to, usize::MAX)
                };
                let stops = stops.expect("a path move has a path");
                if then == Metric::Step { cells(from, &stops) } else { stops.len() as u32 }
            }
            (_, Metric::Step) => cells(from, &[to]),
            (_, then) => {
                let goes_on = before.is_some_and(|before| {
                    let same_block = (before.class, before.to) == (step.class, step.from);
                    let turns = then == Metric::Slide && self.towards(before) != self.towards(step);
                    same_block && !turns
                });
                u32::from(!goes_on)
            }
        }
    }

    /// The direction of a step or slide, as the signs of rows and columns.
    fn towards(&self, step: Shift) -> (i32, i32) {
        let [from, to] = self.puzzle.ends(step);
        let sign = |from: u16, to: u16| (i32::from(to) - i32::from(from)).signum();
        (sign(from.0, to.0), sign(from.1, to.1))
    }
}

/// Cells from one stop to the next, added up.
fn cells(from: Cell, stops: &[Cell]) -> u32 {
    let before = std::iter::once(&from).chain(stops);
    before.zip(stops).map(|(a, b)| u32::from(a.0.abs_diff(b.0)) + u32::from(a.1.abs_diff(b.1))).sum()
}
