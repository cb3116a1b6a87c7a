//! `fuzz/run 600 collections`: listings of puzzles in a folder.
#![no_main]

#[path = "../../tests/suite/corpus/collections.rs"]
mod collections;

use std::env::temp_dir;
use std::path::PathBuf;
use std::process;
use std::sync::LazyLock;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = temp_dir().join(format!("traybit-collections-{}", process::id()));
    collections::lay_out(&folder);
    folder
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| collections::check(&FOLDER, data));
