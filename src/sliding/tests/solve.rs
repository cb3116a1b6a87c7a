//! Puzzles by random walks.

mod walk;
