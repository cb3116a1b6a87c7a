//! `traybit experiment [NAME]`: the questions behind the design, answered by measurements.

use std::ffi::OsString;
use std::fs::create_dir_all;
use std::path::Path;
use std::path::PathBuf;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::experiment::chart;
use crate::experiment::report;
use crate::experiment::setting::{Named, Setting};
use crate::experiment::table::Table;
use crate::experiment::{ALL, Experiment};
use traybit_app::collection::Found;
use traybit_app::collection::finding::find;
use traybit_app::collection::reading::read;
use traybit_app::command::plotting;
use traybit_app::report::document;
use traybit_app::run::failure::{Ended, Failure};
use traybit_app::run::output::Output;
use traybit_app::run::{Options, give, refuse, say};
use traybit_app::run::{Run, tried_apart};
use traybit_core::input::shown;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;
use traybit_family::interface::of_family;
use traybit_family::sliding::SlidingPuzzle;
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};

/// The name that stands for all experiments.
const EVERY: &str = "all";

const EXAMPLES: &str = "\
Times are medians, with the minimum and the maximum; all other numbers are the same on every machine.
A row that a limit cut short says so; its totals are lower bounds.

Examples:
  traybit experiment
  traybit experiment hashes
  traybit experiment orders puzzles/sliding --files out
  traybit experiment all --quick --rounds 3 --json
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

    /// Write a table for each experiment to NAME.csv in the folder DIR
    #[arg(long, value_name = "DIR")]
    files: Option<PathBuf>,

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
        return Ok(give(&output, &report::listed(&ALL), Status::Done));
    }
    let run = Run::start(options, Activity::Puzzles)?;
    let chosen = arguments.chosen();
    let plots = arguments.plots(&chosen)?;
    let needs_trays = chosen.iter().any(|experiment| experiment.needs_trays());
    let puzzles = if needs_trays { arguments.puzzles()? } else { Vec::new() };
    if let Some(folder) = &arguments.files {
        create_dir_all(folder).map_err(|reason| {
            let sentence = format_args!("{}: cannot be made: {reason}", shown(folder.as_os_str()));
            Failure::unwritable(sentence)
        })?;
    }
    let tables = run.search_unseen(|limits, _| arguments.measure(&chosen, &puzzles, limits));
    let mut status = Status::Done;
    if let Some(reason) = tables.iter().find_map(|table| table.ended) {
        let rows = tables.iter().map(|table| table.rows.len() as u64).sum();
        let ended = run.gave_up(reason, &Cost::default()).status;
        status = refuse(format_args!("ended early, with {} measured", counted(rows, "row")), ended);
    }
    if let Err(sentence) = arguments.write_values(&tables) {
        return Err(Failure::unwritable(sentence));
    }
    for (file, table) in plots.iter().zip(&tables) {
        status = plotting::give(file, &chart::bars(table), status);
    }
    let answer = if options.json {
        document("experiment", &report::document(&tables))
    } else {
        tables.iter().map(report::text).collect::<Vec<_>>().join("\n")
    };
    Ok(give(&output, &answer, status))
}

impl Arguments {
    fn chosen(&self) -> Vec<&'static Experiment> {
        let is_chosen =
            |name: &str| self.name.as_deref().is_some_and(|chosen| chosen == name || chosen == EVERY);
        ALL.into_iter().filter(|experiment| is_chosen(experiment.name)).collect()
    }

    /// Files of the plots, if any were requested.
    fn plots(&self, chosen: &[&Experiment]) -> Result<Vec<Output>, Failure> {
        let Some(name) = &self.plot else { return Ok(Vec::new()) };
        let answer = [Output::named(self.options.output.as_deref())];
        if self.name.as_deref() != Some(EVERY) {
            return Ok(vec![tried_apart("plot", "--plot", name, &answer)?]);
        }
        if name == "-" {
            let sentence = "the plots of several experiments cannot all go to standard output; name a file";
            return Err(Failure::usage(sentence));
        }
        let of = |experiment: &&Experiment| {
            tried_apart("plot", "--plot", &with_name(Path::new(name), experiment.name), &answer)
        };
        chosen.iter().map(of).collect()
    }

    /// The puzzles of sliding blocks; files that cannot be read are reported.
    fn puzzles(&self) -> Result<Vec<Named>, Failure> {
        let mut collection = find(std::slice::from_ref(&self.puzzles));
        if !self.set.is_empty() {
            collection.entries.retain(|entry| self.set.contains(&entry.set));
        }
        let mut puzzles = Vec::new();
        let errors = collection.oddities.into_iter().filter(traybit_app::collection::Oddity::is_error);
        errors.for_each(|oddity| say(oddity.sentence));
        for entry in &collection.entries {
            match read(entry) {
                Ok(found) => puzzles.extend(found.into_iter().filter_map(named)),
                Err(oddity) if oddity.is_error() => say(oddity.sentence),
                Err(_) => {}
            }
        }
        if puzzles.is_empty() {
            let sentence = format_args!(
                "{}: expected puzzles of sliding blocks, found none; name their folder after the experiment",
                shown(&self.puzzles)
            );
            return Err(Failure::new(sentence, Status::Unreadable));
        }
        Ok(puzzles)
    }

    /// Runs the experiments one after the other; none is begun after one that ended early.
    fn measure(&self, chosen: &[&Experiment], puzzles: &[Named], limits: &Limits) -> Vec<Table> {
        let mut tables: Vec<Table> = Vec::new();
        for experiment in chosen {
            let tell = |what: &str| self.options.remark(format_args!("{}: {what}", experiment.name));
            let setting =
                Setting { puzzles, repeat: usize::from(self.rounds), quick: self.quick, limits, say: &tell };
            tables.push(experiment.run(&setting));
            if tables.last().is_some_and(|table| table.ended.is_some()) {
                break;
            }
        }
        tables
    }

    /// Writes the tables of values.
    ///
    /// # Errors
    /// A sentence without its full stop.
    fn write_values(&self, tables: &[Table]) -> Result<(), String> {
        let Some(folder) = &self.files else { return Ok(()) };
        for table in tables {
            let path = folder.join(table.name).with_extension("csv");
            Output::named(Some(path.as_os_str())).write(&report::values(table)?)?;
        }
        Ok(())
    }
}

/// A file's name with a word before its ending, as in `out-hashes.svg`.
fn with_name(path: &Path, word: &str) -> OsString {
    let mut name = path.file_stem().unwrap_or_default().to_owned();
    name.push("-");
    name.push(word);
    if let Some(ending) = path.extension() {
        name.push(".");
        name.push(ending);
    }
    path.with_file_name(name).into()
}

fn named(found: Found) -> Option<Named> {
    let problem = &of_family::<SlidingPuzzle>(&*found.puzzle)?.0;
    Some(Named { name: found.name, problem: problem.clone() })
}
