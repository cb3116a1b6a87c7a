//! Layers by the plain rules, for tests: all positions are in a set.

use std::collections::HashSet;

use traybit_core::reference::Position;

/// Plain breadth-first search: the layers of a space, one after the other, from its start.
pub(crate) struct Layers<E> {
    /// Appends the successors of a position to a list, in any order, possibly with duplicates.
    expand: E,
    seen: HashSet<Position>,
    layer: Vec<Position>,
}

impl<E: FnMut(&Position, &mut Vec<Position>)> Layers<E> {
    /// The first layer is the start alone.
    pub(crate) fn new(start: Position, expand: E) -> Self {
        Self::from_all(vec![start], expand)
    }

    /// The first layer is all of `starts`, which differ.
    pub(crate) fn from_all(starts: Vec<Position>, expand: E) -> Self {
        Self { expand, seen: starts.iter().cloned().collect(), layer: starts }
    }

    /// The last layer found, in no particular order; empty at the end.
    pub(crate) fn layer(&self) -> &[Position] {
        &self.layer
    }

    /// Finds the next layer: all unseen positions one move from the last one. Returns false, with an incomplete layer, if
    /// that would make more than `most` positions seen in all.
    pub(crate) fn advance(&mut self, most: usize) -> bool {
        let (mut next, mut found) = (Vec::new(), Vec::new());
        for position in &self.layer {
            (self.expand)(position, &mut found);
            for position in found.drain(..) {
                if !self.seen.contains(&position) {
                    if self.seen.len() >= most {
                        return false;
                    }
                    self.seen.insert(position.clone());
                    next.push(position);
                }
            }
        }
        self.layer = next;
        true
    }
}
