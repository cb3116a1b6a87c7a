//! Checkers and moves of sliding blocks, without searches.

#[cfg(test)]
mod begin;
pub mod bits;
pub mod grid;
pub mod input;
mod page;
pub mod reference {
    //! The plain rules of this family.

    pub mod layers;
    pub mod sliding;

    /// A whole position.
    pub type Position = Box<[u16]>;
}
pub mod shape;
pub mod sliding {
    //! What moves are made of.

    pub mod board;
    mod body;
    pub mod checker;
    pub mod classes;
    pub mod compile;
    mod corridor;
    mod fields;
    pub mod formats;
    pub mod layout;
    pub mod list_space;
    pub mod mask_space;
    pub mod metric;
    mod nearest;
    mod occupancy;
    mod placing;
    pub mod puzzle;
    mod reading;
    pub mod refute;
    mod route;
    pub mod slide;
    mod sorted;
    pub mod symmetry;
    mod units;
}
#[cfg(test)]
mod moves;
#[cfg(test)]
mod puzzles;
pub mod space;
pub mod turn;
