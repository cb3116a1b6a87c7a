//! Parts of a packed space, each against plain means.

mod counters;
mod dead_cells;
mod holes;
mod placements;
mod pockets;
mod sparse;
