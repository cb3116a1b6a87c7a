//! `fuzz/run 600 referee`: the checker against the plain reference.
#![no_main]

#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/place.rs"]
mod place;
#[path = "../../tests/suite/corpus/referee.rs"]
mod referee;

libfuzzer_sys::fuzz_target!(|data: &[u8]| referee::check(data));
