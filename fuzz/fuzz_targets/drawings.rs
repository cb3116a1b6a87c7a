//! `fuzz/run 600 drawings`: drawings and Rush Hour boards.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::drawings::check(data));
