//! `solver INIT GOAL`: solves a puzzle of sliding blocks.

use std::env::args_os;
use std::process::ExitCode;

use mimalloc::MiMalloc;
use traybit_program::{machine, solver};

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    machine::prepare("solver");
    solver::run(args_os().skip(1)).into()
}
