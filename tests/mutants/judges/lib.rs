//! The checker of sliding blocks, and how moves are read.

#[cfg(test)]
mod begin;
pub mod grid;
pub mod input;
pub mod shape;
pub mod sliding {
    //! What they know of.

    pub mod checker;
    pub mod formats;
    mod occupancy;
    mod placing;
    pub mod puzzle;
    pub mod slide;
}
pub mod turn;
