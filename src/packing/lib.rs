//! Packing: pieces of any shape placed side by side on a board, some cells perhaps left empty.

pub mod assembly;
pub mod budget;
pub mod checker;
pub mod cover;
pub mod drawing;
pub mod flaw;
pub mod formats;
pub mod images;
pub mod invariant;
#[doc(hidden)]
pub mod naming;
pub mod pack;
pub mod reference;
pub mod solve;
pub mod space;
pub mod split;
pub mod symmetry;
