//! Transcripts of commands in `tests/commands`: what users type, and all that is printed.
//!
//! `TRYCMD=overwrite cargo test --test suite transcripts` writes them anew; read the difference before it is committed.

use std::path::Path;

use trycmd::TestCases;
use trycmd::schema::Bin;

use crate::programs::{built, here};

#[test]
fn commands_print_what_their_transcripts_show() {
    let traybit = built("traybit");
    let programs = Path::new(&traybit).parent().expect("a folder");
    let cases = TestCases::new();
    for name in ["traybit", "solver", "checker"] {
        cases.register_bin(name, Bin::Path(built(name).into()));
    }
    cases
        .register_bin("sh", Bin::Path("/bin/sh".into()))
        .env("PATH", format!("{}:/usr/bin:/bin", programs.display()))
        .env("TRAYBIT_THREADS", "2")
        .env("PUZZLES", here("puzzles").display().to_string())
        .case(here("tests/commands/*.trycmd"));
}
