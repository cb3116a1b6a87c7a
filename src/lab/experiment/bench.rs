//! Measuring one experiment: its puzzles, repeated runs within limits, and the rows of its table.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use hashbrown::HashTable;
use hashbrown::hash_table::Entry;

use crate::experiment::table::{Cell, Row, Table};
use traybit_core::bits::Key;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::GaveUp;
use traybit_core::space::{Space, Walker};
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{AnySpace, Symmetric, compile};
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::Metric;
use traybit_sliding::puzzle::Puzzle;
use traybit_sliding::solve::refute;

/// Bytes that one measured search may take.
const MEMORY: usize = 1 << 30;
/// Time for one measurement, and for all repetitions of one: no other is begun after it.
const ONE: Duration = Duration::from_secs(10);
const REPETITIONS: Duration = Duration::from_secs(2);
/// States expanded, or insertions, between two checks of the limits.
pub(super) const STRIDE: usize = 64;
/// Bytes of a plain tray besides its cells, and of each of its blocks.
const TRAY: usize = 128;
const BLOCK: usize = 32;

/// The measurements of an experiment. Rows are added one by one, so that those made before a limit of the whole run was
/// reached are kept.
#[derive(Debug)]
pub(super) enum Measure {
    /// Measures each puzzle of these names; all puzzles if none has one of them.
    Trays {
        usual: &'static [&'static str],
        quick: &'static [&'static str],
        each: fn(&mut Bench<'_>, &Puzzle, &Classes) -> Result<(), GaveUp>,
    },
    /// Measures boards of its own.
    Boards(fn(&mut Bench<'_>) -> Result<(), GaveUp>),
}

impl Measure {
    /// Measures; puzzles that are proven unsolvable without a search are left out.
    pub(super) fn run(&self, bench: &mut Bench<'_>, puzzles: &[(String, Puzzle)]) -> Result<(), GaveUp> {
        let (usual, quick, each) = match self {
            Self::Boards(all) => return all(bench),
            Self::Trays { usual, quick, each } => (usual, quick, each),
        };
        let names = if bench.is_quick { quick } else { usual };
        let mut picked: Vec<_> =
            names.iter().filter_map(|name| puzzles.iter().find(|(known, _)| known == name)).collect();
        if picked.is_empty() {
            picked = puzzles.iter().collect();
        }
        for (name, puzzle) in picked {
            let classes = puzzle.classes();
            if refute(&classes).is_none() {
                bench.subject.clone_from(name);
                each(bench, puzzle, &classes)?;
            }
        }
        Ok(())
    }
}

pub(super) struct Bench<'a> {
    /// Runs of each measurement, at least 1.
    pub(super) repeat: usize,
    pub(super) is_quick: bool,
    pub(super) limits: &'a Limits,
    /// Called with the name of the next measurement.
    pub(super) say: &'a dyn Fn(&str),
    /// The puzzle that is measured, or the boards.
    pub(super) subject: String,
    pub(super) table: Table,
}

impl Bench<'_> {
    /// Bytes that one measurement may take.
    fn memory(&self) -> usize {
        self.limits.memory.min(MEMORY)
    }

    /// Repeats `work` as [`Self::repeated`] does, after a remark that names the alternative.
    pub(super) fn timed<T>(&self, way: &str, work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
        (self.say)(&format!("{}: {way}", self.subject));
        self.repeated(work)
    }

    /// Runs `work` several times; returns its last result and the times of all runs.
    pub(super) fn repeated<T>(&self, mut work: impl FnMut(&Limits) -> T) -> Result<(T, Cell), GaveUp> {
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
    pub(super) fn add(&mut self, way: &str, cells: Vec<Option<Cell>>, bounded: Option<&'static str>) {
        let (puzzle, way) = (self.subject.clone(), way.to_owned());
        self.table.rows.push(Row { puzzle, way, cells, bounded });
    }

    /// Explores a space breadth-first, up to `most` positions, or to as many plain trays as fit into half of the memory.
    pub(super) fn reach<K: Key>(
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
pub(super) struct Reached<K> {
    pub(super) states: Vec<K>,
    /// The numbers of all successors of all states, in the order in which a breadth-first search meets them; those that
    /// are not among the states are left out.
    pub(super) targets: Vec<u32>,
    /// Limit that left out other states, if there are any.
    pub(super) bounded: Option<&'static str>,
}

/// The space of a tray in the layout that the searches choose, whose blocks move by one cell.
pub(super) fn steps(classes: &Classes) -> AnySpace {
    compile(classes, Choice::of(classes), Metric::Step, Symmetric::Apart)
}
