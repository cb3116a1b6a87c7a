//! `fuzz/run 600 certificates`: certificates with a correct seal.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::certificates::check(data));
