//! Where packing puzzles meet the searches.

mod collectors;
pub mod count;
pub mod list;
#[cfg(test)]
mod tests;
mod words;
