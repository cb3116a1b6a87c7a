//! Plain breadth-first search: a set of all positions seen, and the last layer.

use std::collections::HashSet;

use crate::reference::Position;

/// The layers of a space, one after the other, from its start.
pub struct Layers<E> {
    /// Appends the positions one move on to a list, in any order, perhaps several times.
    expand: E,
    seen: HashSet<Position>,
    layer: Vec<Position>,
}

impl<E: FnMut(&Position, &mut Vec<Position>)> Layers<E> {
    /// The first layer is the start alone.
    pub fn new(start: Position, expand: E) -> Self {
        Self::from_all(vec![start], expand)
    }

    /// The first layer is all of `starts`, which differ.
    pub fn from_all(starts: Vec<Position>, expand: E) -> Self {
        Self { expand, seen: starts.iter().cloned().collect(), layer: starts }
    }

    /// The last layer found, in no certain order; empty at the end.
    pub fn layer(&self) -> &[Position] {
        &self.layer
    }

    /// Number of positions seen, in all layers so far.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Finds the next layer: all positions one move from the last one that were never seen. Returns false, with an incomplete
    /// layer, if more than `most` positions would have been seen in all.
    pub fn advance(&mut self, most: usize) -> bool {
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
