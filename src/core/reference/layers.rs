//! Breadth-first search as plainly as it can be written: a set of all positions seen, and the last layer.

use std::collections::HashSet;

use crate::reference::Position;

/// The layers of a space, one after the other, from its start.
pub struct Layers<E> {
    /// Puts the positions one move on into a list, in any order and as often as it likes.
    expand: E,
    seen: HashSet<Position>,
    layer: Vec<Position>,
}

impl<E: FnMut(&Position, &mut Vec<Position>)> Layers<E> {
    /// The first layer is the start alone.
    pub fn new(start: Position, expand: E) -> Self {
        Self::from_all(vec![start], expand)
    }

    /// The first layer is all of these, which differ.
    pub fn from_all(starts: Vec<Position>, expand: E) -> Self {
        Self { expand, seen: starts.iter().cloned().collect(), layer: starts }
    }

    /// The last layer found, in no certain order; empty once there is nothing more to find.
    pub fn layer(&self) -> &[Position] {
        &self.layer
    }

    /// How many positions were seen, in all layers so far.
    pub fn positions(&self) -> usize {
        self.seen.len()
    }

    /// Finds the next layer: whatever is one move from the last one and was never seen. False, and the next layer is not
    /// whole, when more than `most` positions would have been seen in all.
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

#[cfg(test)]
mod tests {
    use super::Layers;
    use crate::reference::Position;

    #[test]
    fn a_circle_has_two_ways_round() {
        let beside = |position: &Position, found: &mut Vec<Position>| {
            found.extend([1, 9].map(|step| Position::from([(position[0] + step) % 10])));
        };
        let mut layers = Layers::new(Position::from([3]), beside);
        let mut sizes = Vec::new();
        while !layers.layer().is_empty() {
            sizes.push(layers.layer().len());
            assert!(layers.advance(10));
        }
        assert_eq!((sizes, layers.positions()), (vec![1, 2, 2, 2, 2, 1], 10));
        let mut bounded = Layers::new(Position::from([3]), beside);
        assert_eq!([3, 4, 4].map(|most| bounded.advance(most)), [true, false, false]);
    }
}
