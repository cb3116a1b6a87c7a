//! `traybit COMMAND …`: solves, explores, checks and describes puzzles.

use std::env::args_os;
use std::process::ExitCode;

use mimalloc::MiMalloc;
use traybit_app::cli;
use traybit_app::program::machine;

#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

fn main() -> ExitCode {
    machine::prepare("traybit");
    cli::traybit::run(args_os()).into()
}
