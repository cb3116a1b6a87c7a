//! `fuzz/run 600 pair`: trays and goals of the course.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::pair::check(data));
