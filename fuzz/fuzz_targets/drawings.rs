//! `fuzz/run 600 drawings`: drawings and Rush Hour boards.
#![no_main]

#[path = "../../tests/suite/corpus/drawings.rs"]
mod drawings;

libfuzzer_sys::fuzz_target!(|data: &[u8]| drawings::check(data));
