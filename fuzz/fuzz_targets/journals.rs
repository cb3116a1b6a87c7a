//! `fuzz/run 600 journals`: journals of batches.
#![no_main]

#[path = "../../tests/suite/corpus/journals.rs"]
mod journals;

libfuzzer_sys::fuzz_target!(|data: &[u8]| journals::check(data));
