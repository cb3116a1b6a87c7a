//! Pattern databases and the numbers of their entries.

mod cache;
mod database;
mod orders;
mod partition;
mod ranks;
