//! `fuzz/run 600 positions`: from a puzzle to keys and back, in every layout.
#![no_main]

#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/positions.rs"]
mod positions;

libfuzzer_sys::fuzz_target!(|data: &[u8]| positions::check(data));
