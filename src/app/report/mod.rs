//! Outcomes for people and for machines.

pub mod batch;
pub mod certified;
pub mod colour;
pub mod drawing;
pub mod explored;
pub mod figures;
pub mod flames;
pub mod generated;
pub mod hardest;
pub mod json;
pub mod packing;
pub mod text;
pub mod tile_batch;
pub mod tile_compare;
pub mod tile_space;
pub mod tiles;
pub mod universe;
