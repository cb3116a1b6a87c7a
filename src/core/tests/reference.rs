//! Searches by plain means.

mod layers;
mod sorted;
mod streamed;
