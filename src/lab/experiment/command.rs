//! `traybit experiment [NAME]`: the questions behind the design, answered by measurements.

use std::ffi::{OsStr, OsString};
use std::path::Path;
use std::slice::from_ref;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::experiment::table::{self, Table};
use crate::experiment::{ALL, Bench, Experiment};
use traybit_app::collection::Oddity;
use traybit_app::collection::finding::find;
use traybit_app::collection::reading::read;
use traybit_app::command::plotting;
use traybit_app::report::document;
use traybit_app::run::failure::{Ended, Failure};
use traybit_app::run::output::Output;
use traybit_app::run::{Options, Run, give, refuse, say, tried_apart};
use traybit_core::input::shown;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;
use traybit_family::interface::of_family;
use traybit_family::sliding::SlidingPuzzle;
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};
use traybit_sliding::puzzle::Puzzle;

/// The name that stands for all experiments.
const EVERY: &str = "all";

const EXAMPLES: &str = "\
Times are medians, with the minimum and the maximum; all other numbers are the same on every machine.
A row that a limit cut short says so; its totals are lower bounds.

Examples:
  traybit experiment
  traybit experiment hashes
  traybit experiment orders puzzles/sliding --json
  traybit experiment all --quick --rounds 3
  traybit experiment all --quick --plot out.svg";

/// Measure what the design rests on: hash functions, moves, orders of search, sets, tiles
#[derive(Args, Clone, Debug)]
#[command(after_help = EXAMPLES)]
pub struct Arguments {
    /// The experiment, or all of them; without it, list the experiments and their questions
    #[arg(value_name = "NAME", value_parser = names())]
    name: Option<String>,

    /// Puzzles of sliding blocks: a folder, an index, or a file
    #[arg(value_name = "DIR", default_value = "puzzles/sliding")]
    puzzles: OsString,

    /// Number of runs of each measurement; after two seconds it is not repeated again
    #[arg(long, value_name = "N", default_value = "5", value_parser = clap::value_parser!(u16).range(1..))]
    rounds: u16,

    /// Small puzzles only
    #[arg(long)]
    quick: bool,

    /// Use only these sets, separated by commas: those of an index, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    /// Write a bar chart to FILE, as SVG; with `all`, one for each experiment, `-NAME` added before the extension
    #[arg(long, value_name = "FILE")]
    plot: Option<OsString>,

    #[command(flatten)]
    options: Options,
}

fn names() -> PossibleValuesParser {
    ALL.iter().map(|experiment| experiment.name).chain([EVERY]).into()
}

/// Measures and reports.
///
/// # Errors
/// The failure with its status: unusable arguments or files.
pub fn run(arguments: &Arguments) -> Ended {
    let options = &arguments.options;
    let output = options.output()?;
    if arguments.name.is_none() {
        return Ok(give(&output, &table::listed(&ALL), Status::Done));
    }
    let run = Run::start(options, Activity::Puzzles)?;
    let chosen = arguments.chosen();
    let plot =
        |experiment: &&Experiment| arguments.plot.as_ref().map(|name| arguments.plot(name, experiment));
    let plots = chosen.iter().filter_map(plot).collect::<Result<Vec<_>, _>>()?;
    let has_trays = chosen.iter().any(|experiment| experiment.has_trays);
    let puzzles = if has_trays { arguments.puzzles()? } else { Vec::new() };
    let tables = run.search_unseen(|limits, _| arguments.measure(&chosen, &puzzles, limits));
    let mut status = Status::Done;
    if let Some(reason) = tables.iter().find_map(|table| table.ended) {
        let rows = tables.iter().map(|table| table.rows.len() as u64).sum();
        let ended = run.gave_up(reason, &Cost::default()).status;
        status = refuse(format_args!("ended early, with {} measured", counted(rows, "row")), ended);
    }
    for (file, table) in plots.iter().zip(&tables) {
        status = plotting::give(file, &table::chart(table), status);
    }
    let answer = if options.json {
        document("experiment", &table::document(&tables))
    } else {
        tables.iter().map(table::text).collect::<Vec<_>>().join("\n")
    };
    Ok(give(&output, &answer, status))
}

impl Arguments {
    fn chosen(&self) -> Vec<&'static Experiment> {
        let is_chosen =
            |name: &str| self.name.as_deref().is_some_and(|chosen| chosen == name || chosen == EVERY);
        ALL.into_iter().filter(|experiment| is_chosen(experiment.name)).collect()
    }

    /// The file of an experiment's plot.
    fn plot(&self, name: &OsStr, experiment: &Experiment) -> Result<Output, Failure> {
        let answer = [Output::named(self.options.output.as_deref())];
        let is_one_of_several = self.name.as_deref() == Some(EVERY);
        if is_one_of_several && name == "-" {
            let sentence = "the plots of several experiments cannot all go to standard output; name a file";
            return Err(Failure::usage(sentence));
        }
        let apart = is_one_of_several.then(|| with_name(Path::new(name), experiment.name));
        tried_apart("plot", "--plot", apart.as_deref().unwrap_or(name), &answer)
    }

    /// The puzzles of sliding blocks with their names; files that cannot be read are reported.
    fn puzzles(&self) -> Result<Vec<(String, Puzzle)>, Failure> {
        let mut collection = find(from_ref(&self.puzzles));
        if !self.set.is_empty() {
            collection.entries.retain(|entry| self.set.contains(&entry.set));
        }
        let (mut puzzles, mut oddities) = (Vec::new(), collection.oddities);
        for entry in &collection.entries {
            match read(entry) {
                Ok(found) => puzzles.extend(found.into_iter().filter_map(|found| {
                    let puzzle = of_family::<SlidingPuzzle>(&*found.puzzle)?.0.clone();
                    Some((found.name, puzzle))
                })),
                Err(oddity) => oddities.push(oddity),
            }
        }
        oddities.into_iter().filter(Oddity::is_error).for_each(|oddity| say(oddity.sentence));
        if puzzles.is_empty() {
            let sentence = format_args!(
                "{}: expected puzzles of sliding blocks, found none; name their folder after the experiment",
                shown(&self.puzzles)
            );
            return Err(Failure::new(sentence, Status::Unreadable));
        }
        Ok(puzzles)
    }

    /// Runs the experiments one after the other; stops after one that ended early.
    fn measure(
        &self,
        chosen: &[&'static Experiment],
        puzzles: &[(String, Puzzle)],
        limits: &Limits,
    ) -> Vec<Table> {
        let mut tables: Vec<Table> = Vec::new();
        for &experiment in chosen {
            let mut bench = Bench {
                puzzles,
                repeat: self.rounds.into(),
                quick: self.quick,
                limits,
                say: &|what| self.options.remark(format_args!("{}: {what}", experiment.name)),
                subject: String::new(),
                table: Table { experiment, rows: Vec::new(), ended: None },
            };
            bench.table.ended = (experiment.measure)(&mut bench).err();
            tables.push(bench.table);
            if tables.last().is_some_and(|table| table.ended.is_some()) {
                break;
            }
        }
        tables
    }
}

/// A file's name with a word before its ending, as in `out-hashes.svg`.
fn with_name(path: &Path, word: &str) -> OsString {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push(format!("-{word}"));
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name).into()
}
