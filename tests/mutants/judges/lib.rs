//! The two checkers of sliding blocks, and how moves are read.

#[cfg(test)]
mod begin;
pub mod grid;
pub mod input;
pub mod shape;
pub mod sliding {
    //! What they know of.

    pub mod checker;
    mod lines;
    mod placing;
    pub mod puzzle;
    pub mod referee;
    mod taken;
    pub mod text;
    pub mod tray;
}
pub mod turn;
