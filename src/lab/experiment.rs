//! `traybit experiment [NAME]`: questions about the design of a solver, answered by measurements on this machine.
//!
//! ```text
//!  hashes   orders   sets      each measures alternatives on     ─▶ Table ─▶ findings, which compare
//!  moves    tiles              puzzles, and makes claims                     two of them in one column
//! ```
//!
//! Most questions are those of the course's assignments: how to hash a tray, whether to move by one cell or by many, in
//! which order to search, which visited set to use. The alternatives to the project's own methods are implemented
//! here, in plain code. All columns except times are the same on every machine, as long as no time limit is reached.

mod hashes;
mod orders;
mod sets;
mod table;
mod textbook;
mod tiles;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use serde::Serialize;

use crate::experiment::table::{Cell, Claim, Finding, Row, Table};
use traybit_app::collection::{Found, Oddity, find, read};
use traybit_app::report::{aligned, document};
use traybit_app::run::{Ended, Failure, Options, Run, Status, give, say};
use traybit_core::search::state_set::StateSet;
use traybit_core::space::{Space, Walker};
use traybit_core::{Cost, GaveUp, Key, Limits, shown};
use traybit_family::of_family;
use traybit_program::{Activity, counted};
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::solve::refute;
use traybit_sliding::{Choice, Classes, Metric, Puzzle};

const ALL: [&Experiment; 5] = [&hashes::HASHES, &orders::MOVES, &orders::ORDERS, &sets::SETS, &tiles::TILES];

const EVERY: &str = "all";

/// Maximum memory and time of one measurement, and the time after which it is not repeated.
const MEMORY: usize = 1 << 30;
const ONE: Duration = Duration::from_secs(10);
const REPETITIONS: Duration = Duration::from_secs(2);
/// States expanded, or insertions, between two checks of the limits.
const STRIDE: usize = 64;
/// Bytes of a plain tray besides its cells, and of each of its blocks.
const TRAY: usize = 128;
const BLOCK: usize = 32;

#[derive(Serialize, Debug)]
struct Experiment {
    name: &'static str,
    question: &'static str,
    /// The columns of its table, in the order of a row's cells.
    #[serde(skip)]
    columns: &'static [&'static str],
    #[serde(skip)]
    claims: &'static [Claim],
    /// Names of the puzzles that it measures, by default and with `--quick`; empty if it makes its own.
    #[serde(skip)]
    puzzles: [&'static str; 2],
    /// Adds rows one by one, so that rows made before a limit ends the run are kept.
    #[serde(skip)]
    measure: fn(&mut Bench<'_>) -> Result<(), GaveUp>,
}

/// Measure what the design rests on: hash functions, moves, orders of search, sets, tiles
#[derive(Args, Clone, Debug)]
#[command(after_help = include_str!("help/experiment.txt"))]
pub struct Arguments {
    /// The experiment, or all of them; without it, list the experiments and their questions
    #[arg(value_name = "NAME", value_parser = PossibleValuesParser::new(ALL.map(|own| own.name).into_iter().chain([EVERY])))]
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

    #[command(flatten)]
    options: Options,
}

pub fn run(arguments: &Arguments) -> Ended {
    let options = &arguments.options.plain;
    let output = options.output()?;
    let Some(chosen) = &arguments.name else {
        let questions =
            ALL.map(|Experiment { name, question, .. }| vec![name.to_string(), question.to_string()]);
        return Ok(give(&output, &aligned(&questions, 0..0), Status::Done));
    };
    let run = Run::start(&arguments.options, Activity::PUZZLES)?;
    let chosen = ALL.into_iter().filter(|own| chosen == EVERY || chosen == own.name);
    let has_puzzles = chosen.clone().any(|experiment| !experiment.puzzles[0].is_empty());
    let puzzles = if has_puzzles { arguments.puzzles(run.limits())? } else { Vec::new() };
    let mut tables = Vec::new();
    let ended = run.search_unseen(|limits, _| {
        let limits = &Limits { memory: limits.memory.min(MEMORY), ..limits.clone() };
        chosen.into_iter().try_for_each(|experiment| {
            let (subject, rows) = (String::new(), Vec::new());
            let mut bench = Bench { experiment, arguments, puzzles: &puzzles, limits, subject, rows };
            let ended = (experiment.measure)(&mut bench);
            let rows = bench.rows;
            let findings = experiment.claims.iter().map(|claim| Finding::of(*claim, &rows)).collect();
            tables.push(Table { experiment, rows, findings, ended_early: ended.is_err() });
            ended
        })
    });
    let status = ended.err().map_or(Status::Done, |reason| {
        let rows = tables.iter().map(|table| table.rows.len() as u64).sum();
        let status = run.gave_up(reason, &Cost::default()).status;
        Failure::new(format_args!("ended early, with {} measured", counted(rows, "row")), status).tell()
    });
    let answer = if options.json {
        document("experiment", &BTreeMap::from([("experiments", tables)]))
    } else {
        tables.iter().map(Table::to_string).collect::<Vec<_>>().join("\n")
    };
    Ok(give(&output, &answer, status))
}

impl Arguments {
    /// The puzzles of sliding blocks with their names; files that cannot be read are reported.
    fn puzzles(&self, limits: &Limits) -> Result<Vec<(String, Puzzle)>, Failure> {
        let (found, oddities) = find(from_ref(&self.puzzles)).read(limits.threads, |entry| read(entry, None));
        oddities.into_iter().filter(Oddity::is_error).for_each(|oddity| say(oddity.sentence));
        let sliding = |found: Found| Some((found.name, of_family(&*found.puzzle).cloned()?));
        let puzzles: Vec<_> = found.into_iter().flatten().filter_map(sliding).collect();
        if puzzles.is_empty() {
            let sentence = format_args!(
                "{}: expected puzzles of sliding blocks, found none; name a folder or a file of them after the experiment's name",
                shown(&self.puzzles)
            );
            return Err(Failure::new(sentence, Status::Unreadable));
        }
        Ok(puzzles)
    }
}

struct Bench<'a> {
    experiment: &'static Experiment,
    arguments: &'a Arguments,
    puzzles: &'a [(String, Puzzle)],
    limits: &'a Limits,
    /// Name of the puzzle being measured.
    subject: String,
    rows: Vec<Row>,
}

impl Bench<'_> {
    /// Measures the puzzles that the experiment names, or all if none of these is found; skips those that are proven
    /// unsolvable without a search.
    fn on_trays(
        &mut self,
        mut each: impl FnMut(&mut Self, &Puzzle, &Classes) -> Result<(), GaveUp>,
    ) -> Result<(), GaveUp> {
        let names = self.experiment.puzzles[usize::from(self.arguments.quick)].split(' ');
        let named = names.filter_map(|name| self.puzzles.iter().find(|(known, _)| known == name));
        let mut picked: Vec<_> = named.collect();
        if picked.is_empty() {
            picked = self.puzzles.iter().collect();
        }
        for (name, puzzle) in picked {
            let classes = puzzle.classes();
            if refute(&classes).is_none() {
                self.subject.clone_from(name);
                each(self, puzzle, &classes)?;
            }
        }
        Ok(())
    }

    /// Runs `work` several times, after a message that names it; returns its last result and the times of all runs.
    fn timed<T>(&self, candidate: &str, mut work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        let (name, subject) = (self.experiment.name, &self.subject);
        self.arguments.options.plain.remark(format_args!("{name}: {subject}: {candidate}"));
        let began = Instant::now();
        let mut seconds = Vec::new();
        loop {
            self.limits.check()?;
            let limits = Limits { threads: 1, ..self.limits.clone() }.for_at_most(ONE);
            let start = Instant::now();
            let found = work(&limits);
            seconds.push(start.elapsed().as_secs_f64());
            // A run cut short by the limits of the whole command does not count.
            self.limits.check()?;
            if seconds.len() >= self.arguments.rounds.into() || began.elapsed() >= REPETITIONS {
                return Ok((found, Cell::times(seconds)));
            }
        }
    }

    /// Adds a row: its cells in the order of the columns, `None` for an empty one, and the limit that bounded it.
    fn add(
        &mut self,
        candidate: &'static str,
        cells: impl IntoIterator<Item = Option<Cell>>,
        bounded: Option<&'static str>,
    ) {
        let columns = self.experiment.columns.iter().zip(cells);
        let cells = columns.filter_map(|(&column, cell)| Some((column, cell?))).collect();
        self.rows.push(Row { puzzle: self.subject.clone(), candidate, cells, bounded });
    }

    /// Explores a space breadth-first, up to `most` positions, fewer if that many plain trays exceed half the memory.
    fn reach<K: Key>(
        &self,
        classes: &Classes,
        space: &dyn Space<K>,
        most: usize,
    ) -> Result<Reached<K>, GaveUp> {
        let tray = TRAY + BLOCK * classes.blocks() + size_of::<u16>() * classes.size.cells();
        let most = most.min(self.limits.memory / 2 / tray).max(1);
        let (mut set, mut targets, mut is_whole) = (StateSet::of(vec![space.start()]), Vec::new(), true);
        let (mut walker, mut next) = (Walker::new(space), 0);
        while let Some(state) = set.states.get(next).cloned() {
            if next.is_multiple_of(STRIDE) {
                self.limits.check()?;
            }
            for (successor, _) in walker.all(&state) {
                match set.find(&successor) {
                    Some(number) => targets.push(number),
                    None if set.states.len() < most => {
                        targets.push(set.states.len() as u32);
                        set.add(successor);
                    }
                    None => is_whole = false,
                }
            }
            next += 1;
        }
        Ok(Reached { states: set.states, targets, bounded: (!is_whole).then_some("positions") })
    }
}

/// Positions, nearest to the start first.
#[derive(Debug)]
struct Reached<K> {
    states: Vec<K>,
    /// The numbers of all successors of all states, in the order of a breadth-first search; successors that are not among
    /// the states are left out.
    targets: Vec<u32>,
    bounded: Option<&'static str>,
}

/// The space of a tray, in the layout that the searches choose.
fn space_of(classes: &Classes, metric: Metric) -> AnySpace {
    compile(classes, Choice::of(classes), metric, Symmetric::Apart)
}
