//! `fuzz/run 600 saved`: saved states of counts and enumerations.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::saved::check(data));
