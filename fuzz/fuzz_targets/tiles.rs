//! `fuzz/run 600 tiles`: boards of tiles, lists and solutions.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::tiles::check(data));
