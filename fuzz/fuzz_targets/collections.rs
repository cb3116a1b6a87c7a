//! `fuzz/run 600 collections`: indexes in a folder with puzzles.
#![no_main]

use std::env::temp_dir;
use std::path::PathBuf;
use std::process;
use std::sync::LazyLock;

use traybit_checks::collections;

static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = temp_dir().join(format!("traybit-collections-{}", process::id()));
    collections::lay_out(&folder);
    folder
});

libfuzzer_sys::fuzz_target!(|data: &[u8]| collections::check(&FOLDER, data));
