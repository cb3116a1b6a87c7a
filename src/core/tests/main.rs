//! Bits, texts, shapes and searches of the core.

mod basics;
mod best_first;
mod counting;
mod disk;
mod enumeration;
mod exploration;
mod files;
mod graph;
mod half_cube;
mod paths;
mod reference;
mod sampling;
mod stages;
mod store;
mod tables;
mod tilings;
mod tour;
