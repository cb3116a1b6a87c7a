//! `traybit pack COMMAND …`: pieces packed into boards.

pub(crate) mod collector;
mod convert;
pub(crate) mod enumeration;
pub(crate) mod packings;

use std::ffi::OsStr;

use clap::{Arg, Args, Subcommand};

use crate::cli::verb::{OneFile, TwoFiles, Work};
use crate::cli::{check, count, generate, solve};
use crate::registry::packing::FAMILY;
use crate::registry::{MAX_BYTES, elsewhere};
use crate::runner::failure::Ended;
use traybit_core::input::InputError;
use traybit_packing::formats;
use traybit_packing::pack::Pack;
use traybit_program::files::Source;

/// The hint for a second file where there can be one only.
pub(crate) const NO_GOAL: &str = "a packing has no goal; --output FILE writes the answer";

const EXAMPLES: &str = "\
A puzzle is a file with drawn pieces and a board, as described in docs/formats.md, or a
flat BurrTools puzzle (.xmpuzzle).

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --first 5 puzzles/packing/8x8-6.txt
  traybit pack count puzzles/packing/pentominoes-6x10.txt
  traybit pack solve --all PUZZLE | traybit pack check PUZZLE
  traybit pack generate --board 5x6 --different
  traybit pack convert --to dlx PUZZLE";

/// Solve, count and check packings of polyominoes: Popinjay, pentominoes and their kin
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const SOLVE: &str = "\
A drawing has two characters for each cell: `. ` is empty, `##` is a wall, and every piece has a
label of its own. Below a drawing, `11 44 = NAME` names the pieces 11 and 44 where their shapes do
not tell. An empty line separates drawings. Standard output gets each drawing as it is found (with
--checkpoint at the end), a file gets them when all are found; --json keeps all packings in memory
until the end.

Examples:
  traybit pack solve puzzles/packing/popinjay.txt
  traybit pack solve --all puzzles/packing/popinjay.txt
  traybit pack solve --all --distinct puzzles/packing/pentominoes-6x10.txt -o packings.txt
  traybit pack solve --first 5 --json puzzles/packing/8x8-6.txt
  traybit pack solve --sample 3 --seed 7 puzzles/packing/popinjay-10.txt
  traybit pack solve --most puzzles/packing/popinjay-12.txt
  traybit pack solve --least --all --distinct PUZZLE
  traybit pack solve --all --limit 10m PUZZLE
  traybit pack solve --letters puzzles/packing/pentominoes-6x10.txt
  traybit pack solve --all --checkpoint state PUZZLE -o packings.txt
  traybit pack solve --first 9 --burrtools puzzles/packing/8x8-6.txt -o packings.xmpuzzle
  traybit pack solve --first 20 --html packings.html puzzles/packing/8x8-6.txt";

const COUNT: &str = "\
Examples:
  traybit pack count puzzles/packing/popinjay.txt
  traybit pack count --json puzzles/packing/pentominoes-6x10.txt
  traybit pack count --by enumeration puzzles/packing/8x8-6.txt
  traybit pack count --most puzzles/packing/any-mix.txt
  traybit pack count --checkpoint state PUZZLE";

const CHECK: &str = "\
Packings are drawn as `traybit pack solve` draws them, with one character a cell, or in boxes as
`traybit show` draws them, with an empty line between two; or they are the document of
`traybit pack solve --json`.

Examples:
  traybit pack solve --all PUZZLE | traybit pack check PUZZLE
  traybit pack check PUZZLE PACKINGS";

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Find the first packing, some, or all of them
    #[command(after_help = SOLVE)]
    Solve(OneFile<solve::packing::Packing>),
    /// Count all packings, also up to symmetry of the board
    #[command(after_help = COUNT)]
    Count(OneFile<count::Packing>),
    /// Verify packings
    #[command(after_help = CHECK, mut_arg("second", packings))]
    Check(TwoFiles<check::Packing>),
    Generate(generate::packing::Packing),
    Convert(convert::Arguments),
}

fn packings(file: Arg) -> Arg {
    file.value_name("PACKINGS").help("The file of packings")
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.command.clone() {
        Command::Solve(OneFile { puzzle, work }) => work.run(&[puzzle]),
        Command::Count(OneFile { puzzle, work }) => work.run(&[puzzle]),
        Command::Check(TwoFiles { puzzle, second, work }) => work.run(&[puzzle, second]),
        Command::Generate(work) => work.run(&[]),
        Command::Convert(arguments) => convert::run(&arguments),
    }
}

/// The choice among the puzzles of a file, as typed.
#[derive(Args, Clone, Debug)]
pub(crate) struct Problem {
    /// Number of the puzzle in a `BurrTools` file, counted from 1
    #[arg(long, value_name = "N", default_value_t = 1)]
    problem: usize,
}

impl Problem {
    pub(crate) fn read(&self, file: &OsStr) -> Result<Pack, InputError> {
        let source = Source::or_input(file);
        let bytes = source.ahead(MAX_BYTES + 1)?;
        formats::read_numbered(&source.name(), &bytes[..], self.problem)
            .map_err(|error| elsewhere(&source, FAMILY.name, error))
    }
}
