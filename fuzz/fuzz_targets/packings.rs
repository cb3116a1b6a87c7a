//! `fuzz/run 600 packings`: packing puzzles and drawings of packings.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::packings::check(data));
