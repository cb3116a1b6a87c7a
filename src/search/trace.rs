//! The walk back: from a goal to the start through finished layers, one move a layer.
//!
//! No position keeps a parent. A goal in layer *d* has a neighbour in layer *d−1*: its successors (moves can be
//! undone) are looked up in the one part of that layer that their hash names. That costs a few thousand
//! comparisons a layer and saves eight bytes a position.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::layers::Layer;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::space::Reversible;

/// Neighbours of so many bytes are looked up at once.
const BATCH_BYTES: usize = 1 << 20;

/// The moves from the start to `goal`, which lies in the last of `layers`.
///
/// # Errors
/// When a limit was reached: a state of a large tray can have millions of neighbours.
///
/// # Panics
/// When the layers are not those of a breadth-first search of this space that met `goal`.
pub fn walk_back<S: Reversible>(
    space: &S,
    layers: &[Layer<S::State>],
    goal: S::State,
    limits: &Limits,
) -> Result<Vec<S::Move>, GaveUp> {
    let mut scratch = space.scratch();
    let mut moves = Vec::with_capacity(layers.len());
    let mut state = goal;
    let heap = state.heap_bytes();
    for layer in layers.iter().rev().skip(1) {
        let mut neighbours = Vec::new();
        let (mut found, mut within) = (None, Ok(()));
        space.expand_while(&state, &mut scratch, |neighbour, step| {
            neighbours.push((neighbour, step));
            // A state of a large tray has more neighbours than memory should hold.
            if found.is_none() && neighbours.len() * (size_of::<S::State>() + heap) >= BATCH_BYTES {
                found = find(layer, &neighbours);
                neighbours.clear();
                within = limits.check();
            }
            if found.is_some() || within.is_err() {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        within?;
        let (before, step) = found
            .or_else(|| find(layer, &neighbours))
            .expect("a position of one layer has a neighbour in the layer before");
        moves.push(space.reverse(step));
        state = before;
    }
    moves.reverse();
    Ok(moves)
}

/// The first of `neighbours`, in their order, that lies in `layer`.
fn find<K: Key, M: Copy>(layer: &Layer<K>, neighbours: &[(K, M)]) -> Option<(K, M)> {
    if layer.bits() > 0 {
        return neighbours.iter().find(|(key, _)| layer.part_of(key.hash64()).contains(key)).cloned();
    }
    // One pass over a layer in one part, against all neighbours at once.
    let mut order: Vec<usize> = (0..neighbours.len()).collect();
    order.sort_unstable_by(|&a, &b| neighbours[a].0.cmp(&neighbours[b].0).then(a.cmp(&b)));
    layer.parts()[0]
        .iter()
        .filter_map(|key| {
            let at = order.partition_point(|&index| neighbours[index].0 < *key);
            order.get(at).copied().filter(|&index| neighbours[index].0 == *key)
        })
        .min()
        .map(|index| neighbours[index].clone())
}
