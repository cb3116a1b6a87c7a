//! `checker INIT GOAL < MOVES`: verifies a list of moves.

use std::env::args_os;
use std::process::ExitCode;

use mimalloc::MiMalloc;
use traybit_program::{checker, machine};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    machine::prepare("checker");
    checker::run(args_os().skip(1)).into()
}
