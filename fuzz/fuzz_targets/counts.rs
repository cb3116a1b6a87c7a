//! `fuzz/run 600 counts`: from packing puzzles to states and back.
#![no_main]

#[path = "../../tests/suite/corpus/counts.rs"]
mod counts;

libfuzzer_sys::fuzz_target!(|data: &[u8]| counts::check(data));
