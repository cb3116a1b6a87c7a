//! `fuzz/run 600 tiles`: boards of tiles, lists and solutions.
#![no_main]

#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/tiles.rs"]
mod tiles;

libfuzzer_sys::fuzz_target!(|data: &[u8]| tiles::check(data));
