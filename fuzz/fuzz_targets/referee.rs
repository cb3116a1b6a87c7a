//! `fuzz/run 600 referee`: the checker of drawn puzzles against a plain one.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::referee::check(data));
