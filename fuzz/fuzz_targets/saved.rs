//! `fuzz/run 600 saved`: what long searches leave behind.
#![no_main]

#[path = "../../tests/suite/corpus/saved.rs"]
mod saved;

libfuzzer_sys::fuzz_target!(|data: &[u8]| saved::check(data));
