//! Packing: pieces of any form laid side by side on a board, some cells perhaps left empty.

pub mod pack;
