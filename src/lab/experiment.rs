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

mod hashes;
mod orders;
mod sets;
mod table;
mod textbook;
mod tiles;

use std::ffi::OsString;
use std::ops::ControlFlow;
use std::slice::from_ref;
use std::time::{Duration, Instant};

use clap::Args;
use clap::builder::PossibleValuesParser;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::experiment::table::{Cell, Claim, Column, Row, Table};
use traybit_app::collection::{Oddity, find, read};
use traybit_app::report::{columns, document};
use traybit_app::run::failure::{Ended, Failure};
use traybit_app::run::{Options, Run, give, refuse, say};
use traybit_core::bits::Key;
use traybit_core::input::shown;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Cost, GaveUp};
use traybit_core::space::{Space, Walker};
use traybit_family::interface::of_family;
use traybit_family::sliding::SlidingPuzzle;
use traybit_program::status::Status;
use traybit_program::text::{Activity, counted};
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::refute;

const ALL: [&Experiment; 5] = [&hashes::HASHES, &orders::MOVES, &orders::ORDERS, &sets::SETS, &tiles::TILES];

const EVERY: &str = "all";

/// Most bytes and most time of one measurement; and the time after which it is not repeated again.
const MEMORY: usize = 1 << 30;
const ONE: Duration = Duration::from_secs(10);
const REPETITIONS: Duration = Duration::from_secs(2);
/// States expanded, or insertions, between two checks of the limits.
const STRIDE: usize = 64;
/// Bytes of a plain tray besides its cells, and of each of its blocks.
const TRAY: usize = 128;
const BLOCK: usize = 32;

#[derive(Debug)]
struct Experiment {
    name: &'static str,
    question: &'static str,
    columns: &'static [Column],
    claims: &'static [Claim],
    measure: Measure,
}

/// The measurements of an experiment. Rows are added one by one, so that those made before a limit of the whole run was
/// reached are kept.
#[derive(Debug)]
enum Measure {
    /// Measures each puzzle of these names; all puzzles if none has one of them.
    Trays {
        usual: &'static [&'static str],
        quick: &'static [&'static str],
        each: fn(&mut Bench<'_>, &Puzzle, &Classes) -> Result<(), GaveUp>,
    },
    Boards(fn(&mut Bench<'_>) -> Result<(), GaveUp>),
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

    /// Use only these sets, separated by commas: those of an index, or folders
    #[arg(long, value_name = "SETS", value_delimiter = ',')]
    set: Vec<String>,

    #[command(flatten)]
    options: Options,
}

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
            bench.table.ended = bench.measure(&experiment.measure, &puzzles).err();
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
        let (found, oddities) =
            find(from_ref(&self.puzzles)).of_sets(&self.set).read(limits.threads, |entry| read(entry, None));
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

struct Bench<'a> {
    /// Runs of each measurement, at least 1.
    repeat: usize,
    is_quick: bool,
    limits: &'a Limits,
    say: &'a dyn Fn(&str),
    subject: String,
    table: Table,
}

impl Bench<'_> {
    /// Measures; puzzles that are proven unsolvable without a search are left out.
    fn measure(&mut self, measure: &Measure, puzzles: &[(String, Puzzle)]) -> Result<(), GaveUp> {
        let (names, each) = match measure {
            Measure::Boards(all) => return all(self),
            Measure::Trays { quick, each, .. } if self.is_quick => (quick, each),
            Measure::Trays { usual, each, .. } => (usual, each),
        };
        let mut picked: Vec<_> =
            names.iter().filter_map(|name| puzzles.iter().find(|(known, _)| known == name)).collect();
        if picked.is_empty() {
            picked = puzzles.iter().collect();
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

    fn memory(&self) -> usize {
        self.limits.memory.min(MEMORY)
    }

    /// Repeats `work` as [`Self::repeated`] does, after a remark that names the alternative.
    fn timed<T>(&self, way: &str, work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        (self.say)(&format!("{}: {way}", self.subject));
        self.repeated(work)
    }

    /// Runs `work` several times; returns its last result and the times of all runs.
    fn repeated<T>(&self, mut work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        let began = Instant::now();
        let mut seconds = Vec::new();
        loop {
            self.limits.check()?;
            let limits = Limits { threads: 1, memory: self.memory(), ..self.limits.clone() }.for_at_most(ONE);
            let start = Instant::now();
            let found = work(&limits);
            seconds.push(start.elapsed().as_secs_f64());
            // A run cut short by the limits of all is no measurement.
            self.limits.check()?;
            if seconds.len() >= self.repeat || began.elapsed() >= REPETITIONS {
                return Ok((found, Cell::times(&seconds)));
            }
        }
    }

    /// Adds a row of measurements, and the limit that bounded them.
    fn add(&mut self, way: &str, cells: Vec<Option<Cell>>, bounded: Option<&'static str>) {
        let (puzzle, way) = (self.subject.clone(), way.to_owned());
        self.table.rows.push(Row { puzzle, way, cells, bounded });
    }

    /// Explores a space breadth-first, up to `most` positions, or to as many plain trays as fit into half of the memory.
    fn reach<K: Key>(
        &self,
        classes: &Classes,
        space: &dyn Space<K>,
        most: usize,
    ) -> Result<Reached<K>, GaveUp> {
        let tray = TRAY + BLOCK * classes.blocks() + size_of::<u16>() * classes.size.cells();
        let most = most.min(self.memory() / 2 / tray).max(1);
        let start = space.start();
        let mut index = HashTable::new();
        index.insert_unique(start.hash64(), 0, |_| 0);
        let (mut states, mut targets, mut is_whole) = (vec![start], Vec::new(), true);
        let (mut walker, mut next) = (Walker::new(space), 0);
        while let Some(state) = states.get(next).cloned() {
            if next.is_multiple_of(STRIDE) {
                self.limits.check()?;
            }
            walker.successors(&state, |successor, _| {
                let same = |&at: &u32| states[at as usize] == successor;
                match index.entry(successor.hash64(), same, |&at| states[at as usize].hash64()) {
                    Entry::Occupied(slot) => targets.push(*slot.get()),
                    Entry::Vacant(slot) if states.len() < most => {
                        let number = states.len() as u32;
                        slot.insert(number);
                        targets.push(number);
                        states.push(successor);
                    }
                    Entry::Vacant(_) => is_whole = false,
                }
                ControlFlow::Continue(())
            });
            next += 1;
        }
        Ok(Reached { states, targets, bounded: (!is_whole).then_some("positions") })
    }
}

/// Positions, nearest to the start first.
#[derive(Debug)]
struct Reached<K> {
    states: Vec<K>,
    /// The numbers of all successors of all states, in the order in which a breadth-first search meets them; those that
    /// are not among the states are left out.
    targets: Vec<u32>,
    bounded: Option<&'static str>,
}

/// The space of a tray in the layout that the searches choose, whose blocks move by one cell.
fn steps(classes: &Classes) -> AnySpace {
    compile(classes, Choice::of(classes), Metric::Step, Symmetric::Apart)
}
