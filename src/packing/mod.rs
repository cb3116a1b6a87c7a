//! Packing: pieces of any form laid side by side on a board, some cells perhaps left empty.

pub mod assembly;
mod closing;
pub mod cover;
pub mod folded;
pub mod images;
mod ledger;
pub mod pack;
pub mod space;
pub mod split;
pub mod symmetry;
