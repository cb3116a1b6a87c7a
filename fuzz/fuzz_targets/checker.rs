//! `fuzz/run 600 checker`: the checker against one that reads by the contract alone.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| traybit_checks::checker::check(data));
