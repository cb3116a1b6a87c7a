//! `fuzz/run 600 checker`: the checker against one that reads by the contract alone.
#![no_main]

#[path = "../../tests/suite/corpus/checker.rs"]
mod checker;
#[path = "../../tests/suite/corpus/dribble.rs"]
mod dribble;
#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/place.rs"]
mod place;

libfuzzer_sys::fuzz_target!(|data: &[u8]| checker::check(data));
