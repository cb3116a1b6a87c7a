//! `checker INIT GOAL < MOVES`: verifies a list of moves.

use std::process::ExitCode;

use traybit_program::checker;
use traybit_program::machine::{self, Allocator};
use traybit_program::status::CANNOT_CONTINUE;

#[global_allocator]
static ALLOCATOR: Allocator = Allocator;

fn main() -> ExitCode {
    machine::prepare("checker", CANNOT_CONTINUE);
    ExitCode::from(checker::run() as u8)
}
