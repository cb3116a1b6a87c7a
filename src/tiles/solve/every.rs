//! All shortest solutions: the last iteration of IDA*, which goes on after each of them.

use std::ops::ControlFlow;

use crate::arrangement::Arrangement;
use crate::direction::Direction;
use crate::in_node;
use crate::large_node::LargeNode;
use crate::solve::optimal::Optimiser;
use traybit_core::search::ida_star::DepthFirst;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;

/// Hands over all solutions of a board that have the fewest moves, `length`, and returns their number.
///
/// # Errors
/// The limit that came first.
pub fn every(
    start: &Arrangement,
    length: u32,
    optimiser: &Optimiser,
    limits: &Limits,
    give: &mut dyn FnMut(&[Direction]),
) -> Result<u64, GaveUp> {
    let mut search = Search { limits, give, path: Vec::new(), found: 0, made: 0, ended: None };
    if length == 0 {
        (search.give)(&[]);
        return Ok(1);
    }
    let bounds = optimiser.pattern_databases(limits)?;
    // Needless sequences of moves, without which a solution remains, are in others.
    let flow = bounds.as_ref().and_then(|bounds| {
        in_node!(bounds, start, &bounds.reversals, node => search.descend(&mut { node }, length - 1))
    });
    if flow.is_none() {
        let _ = search.descend(&mut LargeNode::new(start), length - 1);
    }
    search.ended.map_or(Ok(search.found), Err)
}

struct Search<'a> {
    limits: &'a Limits,
    give: &'a mut dyn FnMut(&[Direction]),
    path: Vec<Direction>,
    found: u64,
    made: u64,
    ended: Option<GaveUp>,
}

impl Search<'_> {
    /// Goes through all paths to the goal that have `left` moves after the next one.
    fn descend<S: DepthFirst<4, Move = Direction>>(&mut self, state: &mut S, left: u32) -> ControlFlow<()> {
        self.made += 1;
        if self.made.is_multiple_of(S::STRIDE)
            && let Err(reason) = self.limits.check()
        {
            self.ended = Some(reason);
            return ControlFlow::Break(());
        }
        let mut changes = [S::Change::default(); 4];
        let count = state.expand(left, &mut changes);
        for change in &changes[..count] {
            self.path.push(S::step(change));
            if left == 0 {
                self.found += 1;
                (self.give)(&self.path);
            } else {
                let undo = state.apply(change);
                self.descend(state, left - 1)?;
                state.apply(&undo);
            }
            self.path.pop();
        }
        ControlFlow::Continue(())
    }
}
