//! `fuzz/run 600 counts`: packing puzzles, their states and all their packings.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::counts::check(data));
