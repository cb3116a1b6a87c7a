//! The checker of packings, and all ways to lay their pieces.

#[cfg(test)]
mod begin;
pub mod bits;
pub mod grid;
pub mod input;
pub mod packing;
mod page;
pub mod reference {
    //! The plain rules of this family.

    pub mod packing;

    /// A whole position.
    pub type Position = Box<[u16]>;
}
pub mod shape;
pub mod space;
pub mod turn;
