//! `fuzz/run 600 journals`: journals of batches.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::journals::check(data));
