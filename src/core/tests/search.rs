//! Searches and their parts.

mod beam;
mod best_first;
mod bloom;
mod by_layer;
mod counting;
mod dag;
mod disk;
mod enumeration;
mod exploration;
mod files;
mod ida_star;
mod index;
mod layered;
mod layers;
mod memory_monitor;
mod novelty;
mod parallel;
mod paths;
mod probes;
mod queue;
mod reconstruction;
mod sampling;
mod segmented;
mod visited;
