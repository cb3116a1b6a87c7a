//! Experiment: metrics, or what counts as one move.
//!
//! The same puzzles are solved with moves of one cell, of any number of cells in one line, and of any path, each with
//! the fewest moves of its kind: by a queue and a hash set, as it is taught (seed 000, its second experiment), and by
//! layers, as this project does it. *Slides* is the length of the list that is printed, in straight lines.

use crate::experiment::Experiment;
use crate::experiment::setting::{Named, Setting};
use crate::experiment::table::{Cell, Column, Finding, Table};
use traybit_core::search::breadth_first::{self, Encountered};
use traybit_core::search::compiled::SearchKey;
use traybit_core::search::layered;
use traybit_core::search::limits::Limits;
use traybit_core::search::outcome::{Answer, GaveUp, Outcome};
use traybit_core::space::Move;
use traybit_sliding::classes::Classes;
use traybit_sliding::compile::{Sliding, Symmetric, compile};
use traybit_sliding::counts::Counts;
use traybit_sliding::in_space;
use traybit_sliding::layout::Choice;
use traybit_sliding::metric::{Metric, Shift};
use traybit_sliding::tidy;

const USUAL: [&str; 6] = ["dads-puzzle", "blockado", "thin-klotski", "klotski", "century", "d209"];
const QUICK: [&str; 2] = ["dads-puzzle", "quzzle"];

/// The experiment.
pub struct Moves;

/// Traversal of the positions.
#[derive(Clone, Copy)]
enum Engine {
    Queue,
    Layers,
}

const WAYS: [(&str, Engine, Metric); 6] = [
    ("queue, one cell", Engine::Queue, Metric::Step),
    ("queue, one line", Engine::Queue, Metric::Slide),
    ("queue, any path", Engine::Queue, Metric::Path),
    ("layers, one cell", Engine::Layers, Metric::Step),
    ("layers, one line", Engine::Layers, Metric::Slide),
    ("layers, any path", Engine::Layers, Metric::Path),
];

impl Experiment for Moves {
    fn name(&self) -> &'static str {
        "moves"
    }

    fn question(&self) -> &'static str {
        "Is it better to move blocks by one cell at a time or by many?"
    }

    fn columns(&self) -> &'static [Column] {
        const {
            &[
                Column::total("positions"),
                Column::total("successors"),
                Column::number("moves"),
                Column::number("steps"),
                Column::number("slides"),
                Column::time("time"),
            ]
        }
    }

    fn measure(&self, setting: &Setting, table: &mut Table) -> Result<(), GaveUp> {
        for (named, classes) in setting.pick(&USUAL, &QUICK) {
            for (way, engine, metric) in WAYS {
                (setting.say)(&format!("{}: {way}", named.name));
                let solve = |limits: &Limits| {
                    let space = compile(&classes, Choice::of(&classes), metric, Symmetric::Apart);
                    in_space!(space, space => Solve { engine, limits }.run(space)).map(Shift::from)
                };
                let (outcome, time) = setting.timed(solve)?;
                let (lengths, bounded) = lengths(named, &classes, &outcome);
                let mut cells =
                    vec![Cell::Count(outcome.cost.positions), Cell::Count(outcome.cost.successors)];
                cells.extend(lengths);
                cells.push(Cell::Time(time));
                table.add(&named.name, way, cells, bounded);
            }
        }
        Ok(())
    }

    fn findings(&self, table: &Table) -> Vec<Finding> {
        let [queue, layers] =
            [["queue, one cell", "queue, one line"], ["layers, one cell", "layers, one line"]];
        vec![
            table.judge("a queue meets more successors when blocks move along a line", "successors", queue),
            table.judge("a queue takes longer when blocks move along a line", "time", queue),
            table.judge("layers take longer when blocks move along a line", "time", layers),
            table.judge(
                "layers take longer still when blocks move along any path",
                "time",
                ["layers, one line", "layers, any path"],
            ),
            table.judge(
                "the list of moves is longer when they are searched cell by cell",
                "slides",
                [layers[1], layers[0]],
            ),
        ]
    }
}

/// Moves in their own unit, steps and slides of a solution, which is replayed by the checker; and why there is none.
///
/// # Panics
/// When the solution does not pass: a bug of the engine, never an error of the input.
pub(super) fn lengths(
    named: &Named,
    classes: &Classes,
    outcome: &Outcome<Shift>,
) -> ([Cell; 3], Option<GaveUp>) {
    match &outcome.answer {
        Answer::Solved(moves) => {
            let slides = tidy::lay_out(classes, moves);
            if let Err(refusal) = named.problem.verify(&slides) {
                panic!("the solution found does not pass the checker: {refusal}");
            }
            let counts = Counts::of(&slides);
            ([moves.len() as u64, counts.steps, counts.slides].map(Cell::Count), None)
        }
        Answer::Unsolvable => ([Cell::Missing; 3], None),
        Answer::GaveUp(reason) => ([Cell::Missing; 3], Some(*reason)),
    }
}

struct Solve<'a> {
    engine: Engine,
    limits: &'a Limits,
}

impl Solve<'_> {
    fn run<K: SearchKey>(self, space: &dyn Sliding<K>) -> Outcome<Move> {
        match self.engine {
            Engine::Queue => breadth_first::solve(space, Encountered::Set, self.limits),
            Engine::Layers => layered::solve(space, self.limits, None).expect("no checkpoint is read"),
        }
    }
}
