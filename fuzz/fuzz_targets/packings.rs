//! `fuzz/run 600 packings`: packing puzzles and drawings of packings.
#![no_main]

#[path = "../../tests/suite/corpus/packings.rs"]
mod packings;
#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;

libfuzzer_sys::fuzz_target!(|data: &[u8]| packings::check(data));
