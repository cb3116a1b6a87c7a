//! File formats: written, read back, and refused.

mod course;
mod drawn;
mod lines;
mod moves;
mod names;
mod random;
mod rush_hour;
