//! Whole spaces as people read them.

use std::fmt::Write as _;

use crate::report::text::{counted, grouped, length_in};
use crate::search::layered::Explored;
use crate::sliding::metric::Metric;

/// What the layers of a space amount to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outline {
    /// Positions in all layers.
    pub positions: u64,
    /// The farthest distance from the start.
    pub depth: u64,
    /// The distance of the widest layer, the nearest of several, …
    pub widest: u64,
    /// … and its positions.
    pub width: u64,
}

impl Outline {
    /// Of layers of these sizes, the start's own first.
    #[must_use]
    pub fn of(sizes: &[u64]) -> Self {
        let (mut widest, mut width) = (0, 0);
        for (distance, &size) in (0..).zip(sizes) {
            if size > width {
                (widest, width) = (distance, size);
            }
        }
        Self { positions: sizes.iter().sum(), depth: sizes.len().saturating_sub(1) as u64, widest, width }
    }
}

/// A whole space, a figure a line; with `all_layers` an empty line and then, for each layer, its distance from
/// the start and its positions.
#[must_use]
pub fn answer(explored: &Explored, metric: Metric, all_layers: bool) -> String {
    let Outline { positions, depth, widest, width } = Outline::of(&explored.sizes);
    let mut text = format!(
        "positions: {}\nlayers: {}, the start's own among them\ndepth: {}\nwidest layer: {}, {} from the start\n",
        grouped(positions),
        grouped(explored.sizes.len() as u64),
        length_in(metric, depth),
        counted(width, "position"),
        length_in(metric, widest),
    );
    if all_layers {
        text.push('\n');
        for (distance, size) in explored.sizes.iter().enumerate() {
            // A string takes all.
            let _ = writeln!(text, "{distance} {size}");
        }
    }
    text
}

/// What the finished layers of an unfinished space say.
#[must_use]
pub fn so_far(explored: &Explored, metric: Metric) -> String {
    let Outline { depth, widest, width, .. } = Outline::of(&explored.sizes);
    format!(
        "so far the widest layer has {}, {} from the start, and the space is at least {} deep",
        counted(width, "position"),
        length_in(metric, widest),
        length_in(metric, depth),
    )
}

#[cfg(test)]
mod tests {
    use super::{Outline, answer, so_far};
    use crate::search::layered::Explored;
    use crate::search::outcome::Cost;
    use crate::sliding::metric::Metric;

    #[test]
    fn a_space_is_told_in_figures_and_layer_by_layer() {
        let space = |sizes: &[u64]| Explored { sizes: sizes.to_vec(), ended: None, cost: Cost::default() };
        let four = space(&[1, 1200, 1200, 7]);
        assert_eq!(
            Outline::of(&four.sizes),
            Outline { positions: 2408, depth: 3, widest: 1, width: 1200 },
            "the nearest of the widest layers"
        );
        let figures = "positions: 2,408\nlayers: 4, the start's own among them\ndepth: 3 slides\n\
                       widest layer: 1,200 positions, 1 slide from the start\n";
        assert_eq!(answer(&four, Metric::Slide, false), figures);
        assert_eq!(answer(&four, Metric::Slide, true), format!("{figures}\n0 1\n1 1200\n2 1200\n3 7\n"));
        assert_eq!(
            so_far(&space(&[1]), Metric::Path),
            "so far the widest layer has 1 position, 0 path moves from the start, and the space is at least 0 \
             path moves deep"
        );
    }
}
