//! `traybit generate tiles`: random boards that have a solution.

use std::ffi::OsString;

use clap::Args;
use traybit_core::grid::Size;
use traybit_tiles::formats::{self, FileFormat};
use traybit_tiles::solve::random::boards_of_length;

use crate::command::boards::{FORMATS, Goal, Mixing, parse_size};
use crate::report::tiles::random;
use crate::report::{Answer, Ending};
use crate::run::folder::Folder;
use crate::run::{Ended, Failure, Options, Run, Status, one_of};
use traybit_program::text::Activity;

const EXAMPLES: &str = "\
Without --walk and --length all solvable boards are equally likely. The same seed gives the same boards on
any machine, whatever the count. Several boards go to numbered files of a folder, or as lines to
standard output with --format line.

Examples:
  traybit generate tiles --size 4 > board.txt
  traybit generate tiles --size 9 --walk 10000000 --seed 7 --count 20 --files boards
  traybit generate tiles --size 4 --length 30 --count 5 --format line
  traybit generate tiles --size 4 --count 1000 --format line > list.txt";

/// Make random boards that have a solution
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Arguments {
    /// Size: `4`, or `3x4` for 3 rows and 4 columns
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Size,

    #[command(flatten)]
    mixing: Mixing,

    /// Make boards whose shortest solution has exactly N moves: up to 3x4 all equally likely, larger ones from random boards
    /// that are at least as far
    #[arg(long, value_name = "N", conflicts_with = "walk")]
    length: Option<u64>,

    /// Format to write [default: course for squares up to 10×10, rows for others]
    #[arg(long, value_parser = one_of(FORMATS))]
    format: Option<FileFormat>,

    /// Write the boards to new files 001.txt, 002.txt … in the folder DIR
    #[arg(long, value_name = "DIR")]
    files: Option<OsString>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Options,
}

impl Arguments {
    pub(super) fn run(self) -> Ended {
        let Self { size, mixing, options, .. } = &self;
        let format = self.format.unwrap_or(FileFormat::usual(*size));
        if !format.holds(*size) {
            let Size { height, width } = size;
            return Err(Failure::usage(format_args!(
                "a board of {height} by {width} cells cannot be written in this format; use --format rows"
            )));
        }
        let into_folder = self.files.as_deref();
        if mixing.count > 1 && into_folder.is_none() && format != FileFormat::Line && !options.json {
            return Err(Failure::usage(format_args!(
                "{} boards need as many files: name a folder with --files DIR, or print a list with --format line",
                mixing.count
            )));
        }
        let goal = self.goal.read(&[])?.of(*size).map_err(Failure::invalid)?;
        let mut run = Run::start(options, Activity::Generating)?;
        let folder = Folder::place(into_folder, mixing.count as usize)?;
        run.open()?;
        let seed = mixing.seed.chosen(options);
        let made = run.search_unseen(|limits, _| match self.length {
            Some(length) => boards_of_length(&goal, length, seed, 1..=mixing.count.into(), limits),
            None => mixing.boards(&goal, seed, limits).map(Some),
        });
        let made = made.map_err(|reason| run.failure(reason))?.ok_or_else(|| {
            let sentence =
                "--length: no board found has so long a shortest solution; choose a smaller length";
            Failure::new(sentence, Status::Impossible)
        })?;
        let texts: Vec<String> = made.iter().map(|board| formats::write(board, format)).collect();
        let files = folder
            .map(|folder| folder.write(&(1..).zip(&texts).collect::<Vec<_>>()))
            .transpose()
            .map_err(Failure::unwritable)?;
        let mut files = files.into_iter().flatten();
        let boards = made.into_iter().zip(texts).map(|(board, text)| (board, text, files.next()));
        let boards: Vec<_> = boards.collect();
        Ok(run.end_with(Answer::new(random(seed, mixing.walk, &boards), Ending::DONE)))
    }
}
