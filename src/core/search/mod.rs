//! Searches over any [`StateSpace`](crate::space::Space): one algorithm per file, no puzzle known.

pub mod a_star;
pub mod beam;
pub mod best_first;
pub mod breadth_first;
pub mod by_layer;
pub mod compiled;
pub mod counting;
mod crew;
pub mod dag;
pub mod enumeration;
mod found;
pub mod gathering;
pub mod gauge;
#[cfg(test)]
mod graph;
pub mod ida_star;
mod index;
pub mod keeper;
pub mod layered;
pub mod layers;
pub mod limits;
pub mod novelty;
mod numbered;
pub mod outcome;
pub mod portfolio;
pub mod queue;
pub mod series;
pub mod shorten;
mod side_by_side;
pub mod sieve;
pub mod staged;
pub mod stored;
pub mod survey;
pub mod ties;
pub mod trace;
pub mod ways;
