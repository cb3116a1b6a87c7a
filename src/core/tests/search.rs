//! Searches and their parts.

mod beam;
mod best_first;
mod bloom;
mod by_layer;
mod counting;
mod disk;
mod enumeration;
mod exploration;
mod files;
mod ida_star;
mod layered;
mod layers;
mod memory_monitor;
mod paths;
mod probes;
mod reconstruction;
mod sampling;
mod visited;
