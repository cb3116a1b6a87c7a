//! Reference search by the plain rules: positions are lists of cells, without masks, classes, symmetry or shortcuts.
//! Duplicates are found by a set of all positions ([`Layers`]) or, in bounded memory, by sorting successors (`streamed`).
//!
//! Differential tests and certificates compare the engine with it. Nothing here uses the engine's keys, hashes, moves and
//! searches (`bits`, `space`, `search`, the families' layouts, spaces and bounds); what is shared is how a puzzle is read,
//! the limits, and files with checksums (`search::disk`).

pub mod sorted;
pub mod streamed;

use std::collections::HashSet;

/// A whole position as cells (row · width + column) or tiles, depending on the family. Equal positions are equal lists.
pub type Position = Box<[u16]>;

/// Plain breadth-first search: the layers of a space, one after the other, from its start.
pub struct Layers<E> {
    /// Appends the successors of a position to a list, in any order, possibly with duplicates.
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

    /// The last layer found, in no particular order; empty at the end.
    pub fn layer(&self) -> &[Position] {
        &self.layer
    }

    /// Number of positions seen, in all layers so far.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Finds the next layer: all unseen positions one move from the last one. Returns false, with an incomplete layer, if
    /// that would make more than `most` positions seen in all.
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
