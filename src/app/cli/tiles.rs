//! `traybit tiles COMMAND …`: sliding tiles, from 1×1 to 256×256.

mod analyse;
mod batch;
pub(crate) mod boards;
pub(crate) mod mode;
mod moves;
pub mod reading;
mod survey;

use clap::{Arg, Args, Subcommand};

use crate::cli::tiles::reading::parse_size;
use crate::cli::verb::{OneFile, TwoFiles, Work};
use crate::cli::{check, explore, generate, solve};
use crate::runner::failure::Ended;
use crate::runner::hidden;
use traybit_core::grid::Size;

const EXAMPLES: &str = "\
A board is a line with its size and rows of cells of two characters, spaces for the blank; or rows
of integers, 0 for the blank; or one line of integers.

Examples:
  traybit tiles solve --goal blank-first puzzles/tiles/fifteen-80.txt
  traybit tiles solve BOARD -o SOLUTION
  traybit tiles check BOARD SOLUTION
  traybit tiles generate --size 9 --moves 10000000 -o board.txt
  traybit tiles batch --size 9 --count 100 --fast
  traybit tiles explore 3x3";

/// Solve, check, make and explore sliding tiles: the eight, fifteen and N²−1 puzzles
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const SOLVE: &str = "\
Up to 16 cells the shortest solution is found, and proven; beyond, a short one in about a second.
The moves go to standard output or to the file of -o, all else to standard error.

Examples:
  traybit tiles solve --goal blank-first puzzles/tiles/fifteen-80.txt
  traybit tiles solve board.txt -o solution.txt
  traybit tiles solve --show puzzles/tiles/eight-31.txt
  traybit tiles solve --fast --notation blank BOARD
  traybit tiles solve --pushes --notation letters puzzles/tiles/eight-31.txt
  traybit tiles solve --count puzzles/tiles/eight-31.txt
  traybit tiles solve --quality 10 BOARD
  traybit tiles solve --optimal --limit 5m --cache BOARD
  traybit tiles solve --certificate eight.json puzzles/tiles/eight-31.txt
  traybit tiles solve --html board.html BOARD";

const CHECK: &str = "\
A line is a tile and where it moves (`12 D`; U, D, L or R), or where the blank goes (north,
east, south or west), or letters, each with the number of tiles that move at once (`D3ULDR2`, with
spaces or without); what `traybit tiles solve --show` or `--json` writes is read, too. Without
SOLUTION the moves come from standard input.

Examples:
  traybit tiles check board.txt solution.txt
  traybit tiles solve board.txt | traybit tiles check board.txt
  traybit tiles check --goal blank-first board.txt solution.txt";

const SHORTEN: &str = "\
Windows of the solution are replaced by shorter paths, for a second or for --quality; up to 16 cells,
or with --optimal, the shortest solution is searched for then. Moves that undo each other go first.

Examples:
  traybit tiles shorten board.txt solution.txt
  traybit tiles solve --fast board.txt | traybit tiles shorten --quality 5 board.txt";

const EXPLORE: &str = "\
Takes one bit per position: 3x4 takes 30 MB and 2x7 some 5 GB; 3x5 and 4x4 would take 82 GB and
more. With --depth the boards near the goal are counted, of any size, in memory or on --disk.

Examples:
  traybit tiles explore 3x3
  traybit tiles explore 3x4 --layers
  traybit tiles explore 2x6 --goal blank-first --draw 4
  traybit tiles explore 3x4 --pushes
  traybit tiles explore 5x5 --depth 16 --layers
  traybit tiles explore --csv layers.csv 3x4
  traybit tiles explore --plot layers.svg 3x3";

#[derive(Subcommand, Clone, Debug)]
enum Command {
    /// Find the shortest solution, a short one, or one at once
    #[command(after_help = SOLVE, mut_arg("puzzle", board))]
    Solve(OneFile<solve::tiles::Tiles>),
    /// Verify a list of moves
    #[command(after_help = CHECK, mut_arg("puzzle", board), mut_arg("second", solution))]
    Check(TwoFiles<check::Tiles>),
    Analyse(analyse::Arguments),
    /// Shorten a solution, to the shortest one up to 16 cells
    #[command(after_help = SHORTEN, mut_arg("puzzle", board), mut_arg("second", solution), mut_arg("from", hidden))]
    Shorten(TwoFiles<solve::tiles::Tiles>),
    Moves(moves::Arguments),
    Generate(generate::tiles::Tiles),
    Batch(batch::Arguments),
    Survey(survey::Arguments),
    Explore(Exploration),
}

fn board(file: Arg) -> Arg {
    file.value_name("BOARD").help("The board's file; `-` is standard input")
}

fn solution(file: Arg) -> Arg {
    file.value_name("SOLUTION").help("The file of moves")
}

/// Count all boards of a size by their distance from the goal, and find the farthest
#[derive(Args, Clone, Debug)]
#[command(after_help = EXPLORE)]
struct Exploration {
    /// Size: `3`, or `3x4` for 3 rows and 4 columns
    #[arg(value_parser = parse_size)]
    size: Size,

    #[command(flatten)]
    work: explore::Tiles,
}

pub(crate) fn run(arguments: &Arguments) -> Ended {
    match arguments.command.clone() {
        Command::Solve(OneFile { puzzle, work }) => work.run(&[puzzle]),
        Command::Analyse(arguments) => analyse::run(&arguments),
        Command::Shorten(TwoFiles { puzzle, second, mut work }) => {
            work.from = Some(second);
            work.run(&[puzzle])
        }
        Command::Check(TwoFiles { puzzle, second, work }) => work.run(&[puzzle, second]),
        Command::Generate(work) => work.run(&[]),
        Command::Batch(arguments) => batch::run(&arguments),
        Command::Moves(arguments) => moves::run(arguments),
        Command::Survey(arguments) => survey::run(&arguments),
        Command::Explore(Exploration { size, work }) => work.explore(size),
    }
}
