//! The puzzles that are shipped in `puzzles/sliding`.

use std::fs::File;
use std::path::{Path, PathBuf};

use traybit_sliding::formats::course::read_pair;
use traybit_sliding::puzzle::Puzzle;

/// A file of this package, or beside it.
pub(crate) fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(path)
}

/// The puzzle of this name.
pub(crate) fn read(name: &str) -> Puzzle {
    let open = |name: &str| File::open(here("puzzles/sliding").join(name)).expect("a shipped file");
    read_pair((name, open(name)), (name, open(&format!("{name}.goal")))).expect("a valid pair")
}
