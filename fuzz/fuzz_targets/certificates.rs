//! `fuzz/run 600 certificates`: certificates with a right seal.
#![no_main]

#[path = "../../tests/suite/corpus/certificates.rs"]
mod certificates;

libfuzzer_sys::fuzz_target!(|data: &[u8]| certificates::check(data));
