//! `fuzz/run 600 referee`: the checker of drawn puzzles against a plain one.
#![no_main]

#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/referee.rs"]
mod referee;

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee::check(data));
