//! `fuzz/run 600 pair`: trays and goals of the contract.
#![no_main]

#[path = "../../tests/suite/corpus/dribble.rs"]
mod dribble;
#[path = "../../tests/suite/corpus/pair.rs"]
mod pair;
#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;

libfuzzer_sys::fuzz_target!(|data: &[u8]| pair::check(data));
