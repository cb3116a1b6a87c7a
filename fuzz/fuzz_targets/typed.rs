//! `fuzz/run 600 typed`: option values: sizes, times, numbers, trays, pieces and places.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::typed::check(data));
