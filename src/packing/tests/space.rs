//! Parts of a packed space, each against plain means.

mod counters;
mod dead_cells;
mod enclosed;
mod holes;
mod placements;
mod sparse;
