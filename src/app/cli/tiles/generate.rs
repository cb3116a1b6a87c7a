//! `traybit tiles generate --size N`: random boards that have a solution.

use std::ops::RangeInclusive;

use clap::{Args, value_parser};

use crate::cli::folder::{Folder, MOST_FILES};
use crate::cli::options::{Options, give, refuse, say};
use crate::cli::output::Output;
use crate::cli::searching::Run;
use crate::cli::status::TraybitStatus;
use crate::cli::tiles::reading::{Format, Goal, parse_size};
use crate::report::json;
use crate::report::text::Undone;
use crate::report::tiles::{Generated, Generation};
use traybit_core::grid::Size;
use traybit_core::input::shown;
use traybit_core::search::outcome::Cost;
use traybit_tiles::formats::{self, FileFormat};
use traybit_tiles::solve::random::{Shuffle, boards};

const EXAMPLES: &str = "\
Without --moves every board that has a solution is as likely as any other. The same seed gives
the same boards on any machine, however many are asked for. Several boards go to numbered files
of a folder, or as lines to standard output with --format line.

Examples:
  traybit tiles generate --size 4 > board.txt
  traybit tiles generate --size 9 --moves 10000000 --seed 7 --count 20 -o boards
  traybit tiles generate --size 4 --count 1000 --format line > list.txt";

/// What boards are mixed up, and how: as typed.
#[derive(Args, Clone, Debug)]
pub(super) struct Mixing {
    /// Mix up by so many random moves from the goal [default: any board that has a solution]
    #[arg(long, value_name = "K")]
    moves: Option<u64>,

    /// What chance begins with
    #[arg(long, value_name = "S", default_value_t = 0)]
    pub(super) seed: u64,

    /// How many boards
    #[arg(long, value_name = "C", default_value_t = 1, value_parser = value_parser!(u32).range(1..=MOST_FILES))]
    pub(super) count: u32,
}

impl Mixing {
    pub(super) fn shuffle(&self) -> Shuffle {
        self.moves.map_or(Shuffle::Uniform, Shuffle::Walk)
    }

    /// Whether something is asked of random boards.
    pub(super) fn is_given(&self) -> bool {
        self.moves.is_some() || self.seed != 0 || self.count > 1
    }

    /// The numbers of the boards under their seed.
    pub(super) fn numbers(&self) -> RangeInclusive<u64> {
        1..=u64::from(self.count)
    }
}

/// Make random boards that have a solution
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
#[command(mut_arg("output", |output| output.value_name("PLACE").help(
    "Write one board to the file PLACE, several to new files 001.txt, 002.txt … in the folder PLACE",
)))]
pub(super) struct Arguments {
    /// The size: `4`, or `3x4` for 3 rows and 4 columns
    #[arg(long, value_name = "N", value_parser = parse_size)]
    size: Size,

    #[command(flatten)]
    mixing: Mixing,

    /// The form to write [default: course for squares up to 10×10, rows for others]
    #[arg(long, value_enum)]
    format: Option<Format>,

    #[command(flatten)]
    goal: Goal,

    #[command(flatten)]
    options: Options,
}

/// Makes boards and writes them; both results are exit statuses.
pub(super) fn run(arguments: &Arguments) -> Result<TraybitStatus, TraybitStatus> {
    let Arguments { size, mixing, options, .. } = arguments;
    let wrong = |sentence: String| refuse(sentence, TraybitStatus::WrongUsage);
    let form = arguments.format.map_or(FileFormat::usual(*size), FileFormat::from);
    if !form.holds(*size) {
        let Size { height, width } = size;
        return Err(wrong(format!(
            "a board of {height} by {width} cells cannot be written in this form; rows can"
        )));
    }
    let place = options.output.as_deref().filter(|name| *name != "-");
    if mixing.count > 1 && place.is_none() && form != FileFormat::Line && !options.json {
        return Err(wrong(format!(
            "{} boards are as many files: --output FOLDER says where, or --format line prints a list",
            mixing.count
        )));
    }
    let aim = arguments.goal.read(&[])?;
    let goal = aim.of(*size).map_err(|sentence| refuse(sentence, TraybitStatus::Invalid))?;
    let run = Run::prepare(options, Undone::Generating)?;
    let into_folder = mixing.count > 1 && form != FileFormat::Line;
    let folder = place.filter(|_| into_folder).map(|name| Folder::prepare(name, mixing.count as usize));
    let folder = folder.transpose().map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    let output = if folder.is_some() { Output::Standard } else { options.output()? };
    let made =
        run.search(true, |limits| boards(&goal, mixing.shuffle(), mixing.seed, mixing.numbers(), limits));
    let made = made.map_err(|reason| {
        let (sentence, status) = run.gave_up(reason, &Cost::default());
        say(sentence);
        status
    })?;
    let texts: Vec<String> = made.iter().map(|board| formats::write(board, form)).collect();
    if let Some(folder) = &folder {
        folder.write(&texts).map_err(|sentence| refuse(sentence, TraybitStatus::GaveUp))?;
    }
    let file = |number: usize| folder.as_ref().map(|folder| shown(folder.file(number).as_os_str()));
    let answer = if options.json {
        let boards = made.iter().zip(1..).map(|(board, number)| Generated::new(board, file(number)));
        json::document(&Generation { seed: mixing.seed, moves: mixing.moves, boards: boards.collect() })
    } else if folder.is_some() {
        (1..=texts.len()).filter_map(file).map(|file| file + "\n").collect()
    } else {
        texts.concat()
    };
    Ok(give(&output, &answer, TraybitStatus::Done))
}
