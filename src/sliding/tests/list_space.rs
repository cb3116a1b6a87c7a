//! Spaces on lists.

mod goals;
