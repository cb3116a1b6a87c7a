//! `solver INIT GOAL`: solves a puzzle of sliding blocks.

use std::process::ExitCode;

use traybit_program::machine::{self, Allocator};
use traybit_program::solver;
use traybit_program::status::CANNOT_CONTINUE;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    machine::prepare("solver", CANNOT_CONTINUE);
    solver::run().code().into()
}
