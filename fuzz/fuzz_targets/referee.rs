//! `fuzz/run 600 referee`: the checker against the plain reference.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::referee::check(data));
