//! Layer observers: whole layers, handed over one after the other.

use std::ops::ControlFlow;

use crate::bits::Key;
use crate::search::compiled::SearchKey;
pub use crate::search::layered::LayerView;
use crate::search::layered::Layered;
use crate::search::limits::Limits;
use crate::search::outcome::GaveUp;
use crate::space::Space;

/// A layer observer: tells whether another layer is wanted, or why there is no going on.
pub type See<'a, K> = dyn FnMut(LayerView<'_, K>) -> Result<ControlFlow<()>, GaveUp> + 'a;

/// Hands each layer from the start on to `see`, until there is none or no more are wanted. Goals are not looked at.
///
/// # Errors
/// Why the search ended before that, or what `see` said.
///
/// # Panics
/// When one state of the space stands for several ([`Space::is_canonicalised`]).
pub fn by_layer<K: SearchKey>(
    space: &dyn Space<K>,
    limits: &Limits,
    see: &mut See<'_, K>,
) -> Result<(), GaveUp> {
    K::by_layer(space, limits, see)
}

/// [`by_layer()`], compiled where it is called.
pub(super) fn by_layer_in<K: Key>(
    space: &dyn Space<K>,
    limits: &Limits,
    see: &mut See<'_, K>,
) -> Result<(), GaveUp> {
    assert!(!space.is_canonicalised(), "a layer is to have all of its states");
    let mut search = Layered::new(space, limits, false);
    while !search.is_finished() {
        if see(search.shown())?.is_break() {
            break;
        }
        search.advance(false)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::sync::atomic::Ordering;

    use super::by_layer;
    use crate::search::graph::Graph;
    use crate::search::limits::Limits;
    use crate::search::outcome::GaveUp;

    /// A square with a tail: 0 beside 1 and 2, these beside 3, then 4.
    fn square() -> Graph {
        Graph::new(0, &[3], &[(0, 1), (0, 2), (1, 3), (2, 3), (3, 4)])
    }

    fn layers(most: usize, limits: &Limits) -> (Vec<Vec<u64>>, Result<(), GaveUp>) {
        let mut layers = Vec::new();
        let ended = by_layer(&square(), limits, &mut |shown| {
            let mut states = shown.states.concat();
            states.sort_unstable();
            layers.push(states);
            Ok(if layers.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) })
        });
        (layers, ended)
    }

    #[test]
    fn every_layer_is_seen_once_and_no_more_than_wanted() {
        let all = vec![vec![0], vec![1, 2], vec![3], vec![4]];
        for wide in [1, 1 << 20] {
            let limits = Limits { wide, threads: 2, ..Limits::default() };
            assert_eq!(layers(9, &limits), (all.clone(), Ok(())));
            assert_eq!(layers(2, &limits), (all[..2].to_vec(), Ok(())));
        }
    }

    #[test]
    fn why_it_ended_is_told() {
        let limits = Limits::default();
        limits.stop.store(true, Ordering::Relaxed);
        assert_eq!(layers(9, &limits), (vec![vec![0]], Err(GaveUp::Stopped)));
        let refused = by_layer(&square(), &Limits::default(), &mut |_| Err(GaveUp::Time));
        assert_eq!(refused, Err(GaveUp::Time));
    }
}
