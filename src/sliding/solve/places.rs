//! The places that a block can reach, each with the fewest moves to it, by one search over the whole space.
//!
//! ```text
//!   layer 0   1   2   …          the first layer that has a position with the block in a place
//!   places    ▪   ▪▪  …          is the distance of the place: the length of a shortest solution with that goal
//! ```

use std::mem::replace;
use std::ops::ControlFlow;
use web_time::Instant;

use crate::compile::{Symmetric, compile};
use crate::in_space;
use crate::layout::Choice;
use crate::metric::Metric;
use crate::puzzle::{Cell, Puzzle, Target};
use traybit_core::search::compiled::by_layer;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};

/// The places of a block and their distances, nearest first.
pub type Places = Vec<(Cell, u64)>;

/// Finds all places that a block can reach, or one that is equal to it; its label, if it has one, counts. Goals are ignored.
pub fn places(
    puzzle: &Puzzle,
    block: usize,
    metric: Metric,
    limits: &Limits,
) -> (Result<Places, GaveUp>, Cost) {
    let began = Instant::now();
    // A goal keeps the block's label apart.
    let own = Target { block, anchor: puzzle.blocks[block].anchor };
    let classes = puzzle.clone().with_goal(vec![own], Vec::new()).classes();
    let class = classes.goals.iter().flatten().position(|places| !places.is_empty());
    let (mut places, mut seen) = (Vec::new(), vec![false; puzzle.size.cells()]);
    let mut cost = Cost::default();
    let space = compile(&classes, Choice::of(&classes), metric, Symmetric::Apart);
    let ended = in_space!(space, space => by_layer(space, limits, &mut |view| {
        view.for_each(|positions| {
            for position in positions {
                for anchor in class.into_iter().flat_map(|class| space.anchors(position).swap_remove(class)) {
                    if !replace(&mut seen[usize::from(anchor)], true) {
                        places.push((puzzle.size.cell(anchor.into()), u64::from(cost.layers)));
                    }
                }
            }
            limits.check_time()
        })?;
        cost.positions += view.count() as u64;
        cost.bytes = cost.bytes.max(view.held);
        cost.layers += 1;
        Ok(ControlFlow::Continue(()))
    }));
    places.sort_unstable_by_key(|&(cell, distance)| (distance, cell));
    let layers = cost.layers.saturating_sub(1);
    (ended.map(|()| places), Cost { layers, time: began.elapsed(), ..cost })
}
