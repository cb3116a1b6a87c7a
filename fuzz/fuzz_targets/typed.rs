//! `fuzz/run 600 typed`: what is typed as options.
#![no_main]

#[path = "../../tests/suite/corpus/parts.rs"]
mod parts;
#[path = "../../tests/suite/corpus/typed.rs"]
mod typed;

libfuzzer_sys::fuzz_target!(|data: &[u8]| typed::check(data));
