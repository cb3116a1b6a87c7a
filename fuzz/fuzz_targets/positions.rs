//! `fuzz/run 600 positions`: keys and moves of every layout against the plain rules.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::positions::check(data));
