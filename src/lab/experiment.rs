//! `traybit experiment [NAME]`: questions about the design of a solver, answered by measurements on this machine.
//!
//! ```text
//!  hashes   orders   sets      each measures alternatives on     ─▶ Table ─▶ findings, which compare
//!  moves    tiles              puzzles, and makes claims                     two of them in one column
//! ```
//!
//! Most questions are those of the course's assignments: how to hash a tray, whether to move by one cell or by many, in
//! which order to search, which visited set to use. The alternatives to this project's own means are written here,
//! plainly. All columns except times are the same on every machine, as long as no time limit is reached.

mod bench;
mod hashes;
mod orders;
mod sets;
mod table;
mod textbook;
mod tiles;

use std::ffi::OsString;
use std::slice::from_ref;

use clap::Args;
use clap::builder::PossibleValuesParser;

use crate::experiment::bench::{Bench, Measure};
use crate::experiment::table::{Claim, Column, Table};
use traybit_app::collection::Oddity;
use traybit_app::collection::finding::find;
use traybit_app::collection::reading::read;
use traybit_app::report::{columns, document};
use traybit_app::run::failure::{Ended, Failure};
use traybit_app::run::{Options, Run, give, refuse, say};
use traybit_core::input::shown;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::Cost;
use traybit_family::interface::of_family;
use traybit_family::sliding::SlidingPuzzle;
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};
use traybit_sliding::puzzle::Puzzle;

/// All experiments, in the order in which they are listed.
const ALL: [&Experiment; 5] = [&hashes::HASHES, &orders::MOVES, &orders::ORDERS, &sets::SETS, &tiles::TILES];

const EVERY: &str = "all";

#[derive(Debug)]
struct Experiment {
    /// Name on the command line: a word.
    name: &'static str,
    question: &'static str,
    columns: &'static [Column],
    claims: &'static [Claim],
    measure: Measure,
}

const EXAMPLES: &str = "\
Times are medians, with the minimum and the maximum; all other numbers are the same on every machine.
A row that a limit cut short says so; its totals are lower bounds.

Examples:
  traybit experiment
  traybit experiment hashes
  traybit experiment orders puzzles/sliding --json
  traybit experiment all --quick --rounds 3";

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

    #[command(flatten)]
    options: Options,
}

fn names() -> PossibleValuesParser {
    ALL.iter().map(|experiment| experiment.name).chain([EVERY]).into()
}

/// Measures and reports.
pub fn run(arguments: &Arguments) -> Ended {
    let options = &arguments.options;
    let output = options.output()?;
    let Some(chosen) = &arguments.name else {
        let questions =
            ALL.map(|Experiment { name, question, .. }| vec![name.to_string(), question.to_string()]);
        return Ok(give(&output, &columns(&questions), Status::Done));
    };
    let run = Run::start(options, Activity::Puzzles)?;
    let chosen = ALL.into_iter().filter(|own| chosen == EVERY || chosen == own.name);
    let has_trays = chosen.clone().any(|experiment| matches!(experiment.measure, Measure::Trays { .. }));
    let puzzles = if has_trays { arguments.puzzles(run.limits())? } else { Vec::new() };
    let mut tables: Vec<Table> = Vec::new();
    run.search_unseen(|limits, _| {
        for experiment in chosen {
            let mut bench = Bench {
                repeat: arguments.rounds.into(),
                is_quick: arguments.quick,
                limits,
                say: &|what| options.remark(format_args!("{}: {what}", experiment.name)),
                subject: String::new(),
                table: Table { experiment, rows: Vec::new(), ended: None },
            };
            bench.table.ended = experiment.measure.run(&mut bench, &puzzles).err();
            let is_last = bench.table.ended.is_some();
            tables.push(bench.table);
            if is_last {
                break;
            }
        }
    });
    let mut status = Status::Done;
    if let Some(reason) = tables.iter().find_map(|table| table.ended) {
        let rows = tables.iter().map(|table| table.rows.len() as u64).sum();
        let ended = run.gave_up(reason, &Cost::default()).status;
        status = refuse(format_args!("ended early, with {} measured", counted(rows, "row")), ended);
    }
    let answer = if options.json {
        document("experiment", &table::document(&tables))
    } else {
        tables.iter().map(Table::text).collect::<Vec<_>>().join("\n")
    };
    Ok(give(&output, &answer, status))
}

impl Arguments {
    /// The puzzles of sliding blocks with their names; files that cannot be read are reported.
    fn puzzles(&self, limits: &Limits) -> Result<Vec<(String, Puzzle)>, Failure> {
        let (found, oddities) = find(from_ref(&self.puzzles)).of_sets(&self.set).read(limits.threads, read);
        oddities.into_iter().filter(Oddity::is_error).for_each(|oddity| say(oddity.sentence));
        let sliding = found.into_iter().flatten().filter_map(|found| {
            let puzzle = of_family::<SlidingPuzzle>(&*found.puzzle)?.0.clone();
            Some((found.name, puzzle))
        });
        let puzzles: Vec<_> = sliding.collect();
        if puzzles.is_empty() {
            let sentence = format_args!(
                "{}: expected puzzles of sliding blocks, found none; name their folder after the experiment",
                shown(&self.puzzles)
            );
            return Err(Failure::new(sentence, Status::Unreadable));
        }
        Ok(puzzles)
    }
}
