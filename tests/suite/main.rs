//! Whole programs, run as users run them.

mod checker;
mod programs;
