//! Where packing puzzles meet the searches.

pub mod count;
pub mod list;
mod sinks;
#[cfg(test)]
mod tests;
mod words;
